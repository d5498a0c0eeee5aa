"""The least drift from below: one eigenvalue 1 - c, the others 1 + c/(d-1), and polynomials in c.

With v = 2t/(1 + 2t) the levels have 1 + 2t(1 - c) = (1 + 2t)(1 - c v), and the integrand of
sharp:drift is (1 + 2t)^(-d/2) (1 - (1 - c v)^(-1/2) (1 + c v/(d-1))^(-(d-1)/2))/t. The power lies
above 1 + a v^2 + b v^3, as log lies below its Taylor polynomial of degree 3 at 1 and exp above its
tangent at 0; at d = 2 above the Taylor polynomial of (1 - c^2 v^2)^(-1/2). Beta integrals do the
rest: int v^k (1 + 2t)^(-d/2) dt/t = (k-1)!/(d/2 (d/2 + 1) ... (d/2 + k - 1)).
"""

from collections.abc import Mapping
from fractions import Fraction
from math import comb, factorial

from theory.expressions.changing import substituted
from theory.expressions.functions import exp, log
from theory.expressions.nodes import Expr, Variable, term
from theory.expressions.partial import T
from theory.expressions.vocabulary import d
from verify.kernel.lemmas.elementary import exp_above_its_tangent_at, m
from verify.kernel.proof import Proof, proved_by_slope
from verify.kernel.textbooks.integrals import x, y
from verify.kernel.theorem import Theorem

c, t, u = (Variable(name) for name in ("c", "s", "u"))
WIDE = 2 <= d
WITHIN = [0 <= c, c < 1, 0 < t, WIDE]
V = 2 * t / (1 + 2 * t)
BASE = -d * log(1 + 2 * t) / 2
SECOND = c**2 * d / (4 * (d - 1))
SERIES = 1 + u / 2 + 3 * u**2 / 8 + 5 * u**3 / 16
THIRD = c**3 * d * (d - 2) / (6 * (d - 1) ** 2)


def factor(level: Expr) -> Expr:
    """1 + 2 t lambda."""
    return 1 + 2 * t * level


def log_below_a_cubic(p: Proof) -> Theorem:
    """log x <= (x-1) - (x-1)^2/2 + (x-1)^3/3: the difference has the slope (x-1)^3/x."""
    said = log(x) <= (x - 1) - (x - 1) ** 2 / 2 + (x - 1) ** 3 / 3
    return proved_by_slope(p, "cubic", said, x, 1, [0 < x])


def log_of_a_level(p: Proof, level: Expr) -> Theorem:
    """log(1 + 2 t lambda) <= log(1 + 2t) + the cubic at (1 + 2 t lambda)/(1 + 2t)."""
    ratio, base = factor(level) / (1 + 2 * t), 1 + 2 * t
    above = p.arith("level", 0 < level, under=WITHIN)
    positive = p.arith("ratio", 0 < ratio, (above, V), under=[0 < t])
    cubic = p.at("cubic at a level", log_below_a_cubic(p), {x: ratio}, positive)
    product = p.at("log of a level", p.law("", "log of a product", ratio, base), {}, positive)
    said = log(factor(level)) <= log(base) + cubic.shows.rhs
    return p.arith("level below its cubic", said, cubic, product, under=WITHIN)


def power_above_a_cubic(p: Proof) -> Theorem:
    """(1 + 2t)^(-d/2) (1 + a v^2 + b v^3) is at most the product of the levels' powers."""
    one, others = (log_of_a_level(p, level) for level in (1 - c, 1 + c / (d - 1)))
    exponent = -(one.shows.lhs + (d - 1) * others.shows.lhs) / 2
    above = p.arith("exponent", BASE + SECOND * V**2 + THIRD * V**3 <= exponent,
                    (one, Fraction(1, 2)), (others, (d - 1) / 2), under=WITHIN)  # fmt: skip
    tangent = p.at("exp above its tangent", exp_above_its_tangent_at(p), {x: exponent, m: BASE})
    said = exp(BASE) * (1 + SECOND * V**2 + THIRD * V**3) <= exp(exponent)
    return p.arith("power above a cubic", said, tangent, (above, exp(BASE)), under=WITHIN)


def power_at_width_2(p: Proof) -> Theorem:
    """The same for (1 + w/2 + 3 w^2/8 + 5 w^3/16)/(1 + 2t) at d = 2, w = (c v)^2.

    1 + 2t(1-c) times 1 + 2t(1+c) is (1 + 2t)^2 (1 - w), and the polynomial grows more slowly than
    (1 - w)^(-1/2), in logarithms.
    """
    slower = proved_by_slope(p, "slower", log(SERIES) <= -log(1 - u) / 2, u, 0,
                             [0 <= u, u < 1], "above")  # fmt: skip
    w, base, levels = (c * V) ** 2, 1 + 2 * t, (factor(1 - c), factor(1 + c))
    low = p.arith("small level", 0 < levels[0], (p.assume(c < 1), 2 * t), under=[0 < t])
    high = p.arith("large level", 0 < levels[1], under=[0 <= c, 0 < t])
    less = p.arith("w below 1", 0 < 1 - w, given=[low], under=[0 <= c, 0 < t])
    there = p.at("slower at w", slower, {u: w}, less)
    both = p.at("log of both", p.law("", "log of a product", *levels), {}, low, high)
    whole = p.at("log of the product", p.law("", "log of a product", base**2, 1 - w), {}, less)
    square = p.at("log of the square", p.law("", "log of a power", base, 2), {},
                  p.arith("", 0 < base, under=[0 < t]))  # fmt: skip
    series, exponent = substituted(SERIES, {u: w}), -(log(levels[0]) + log(levels[1])) / 2
    half = Fraction(1, 2)
    above = p.arith("exponent at d = 2", -log(base) + log(series) <= exponent, there, (both, -half),
                    (whole, half), (square, half), under=[0 < t])  # fmt: skip
    sum_of_two = p.law("exp of both", "exp of a sum", -log(base), log(series))
    undone = p.at("exp of the log", p.law("", "exp of a log", series), {},
                  p.arith("", 0 < series, under=[0 < t]))  # fmt: skip
    return p.arith("power at d = 2", exp(-log(base)) * series <= exp(exponent),
                   p.monotone("exponentials at d = 2", "exp", above), (sum_of_two, -1),
                   (undone, -exp(-log(base))))  # fmt: skip


def integrated(p: Proof, above: Theorem, decay: Expr, terms: Mapping[int, Expr]) -> Theorem:
    """base (1 + sum_n a_n v^n) <= levels, base = (1 + 2t)^(-y), under int ... dt/t.

    int (base - levels) dt/t <= -sum_n a_n (n-1)!/(y (y+1) ... (y+n-1)), y = ``decay``. Over their
    common denominator (1 + 2t)^m the v^n are sums of powers of t.
    """
    at_t, base, highest = p.at("at t", above, {t: T}), exp(-decay * log(1 + 2 * T)), max(terms)
    low, high = at_t.shows.lhs, at_t.shows.rhs
    each = p.arith("integrands", (base - high) / T <= (base - low) / T, (at_t, 1 / T))
    bound, weights = term(0), {n: term(0) for n in range(min(terms), highest + 1)}
    for n, a in terms.items():
        value = term(factorial(n - 1))
        for k in range(n):
            value = value / (decay + k)
        bound = bound - a * value
        for more in range(highest - n + 1):
            weights[n + more] = weights[n + more] + comb(highest - n, more) * 2 ** (n + more) * a
    powers = [
        (p.at("power of t", p.fact("beta integral", n, highest), {x: 2, y: decay}), -weight)
        for n, weight in weights.items()
    ]
    whole = p.integrate("integral", each)
    return p.arith("least drift", whole.shows.lhs <= bound, whole, *powers)


def from_width_2_on(p: Proof) -> Theorem:
    """int ... <= -c^2/((d-1)(d+2)) - 8 c^3 (d-2)/(3 (d-1)^2 (d+2)(d+4))."""
    return integrated(p, power_above_a_cubic(p), d / 2, {2: SECOND, 3: THIRD})


def at_width_2(p: Proof) -> Theorem:
    """int ... <= -c^2/4 - 3 c^4/32 - 5 c^6/96 at d = 2."""
    terms = {2: c**2 / 2, 4: 3 * c**4 / 8, 6: 5 * c**6 / 16}
    return integrated(p, power_at_width_2(p), term(1), terms)
