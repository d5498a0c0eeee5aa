"""The least drift by the gap falls: one eigenvalue x = r^2 y and d - 1 of size y, 0 < r <= 1.

y = d/(d - 1 + r^2). V(r) = d phi = -log x - (d-1) log y, and D(r), the drift, is the integral of
(base - E)/t, E = (1 + 2tx)^(-1/2) (1 + 2ty)^(-(d-1)/2), base = (1 + 2t)^(-d/2). D' = -V' N, where
N(r) = int 2xyt E/((1 + 2tx)(1 + 2ty)) dt; at s = r y t it is the integral of
2s (1 + 2rs)^(-3/2) (1 + 2s/r)^(-(d+1)/2), which rises with r for every s. So -D is concave in V.
"""

from theory.expressions.changing import derivative
from theory.expressions.functions import exp, log
from theory.expressions.nodes import Expr, Variable, equal, term
from theory.expressions.partial import T, integral
from theory.expressions.vocabulary import d
from verify.kernel.lemmas import once
from verify.kernel.lemmas.spectra.extremal import sloped
from verify.kernel.proof import Proof
from verify.kernel.textbooks.integrals import x, y
from verify.kernel.theorem import Theorem

r, R, Q, t, a = (Variable(name) for name in ("r", "R", "Q", "s", "a"))
WIDE, POSITIVE, MOST = 2 <= d, 0 < r, r <= 1
BETWEEN = [0 < R, POSITIVE, R <= r, MOST, WIDE, 0 < t]
W, SQUARE = 1 + 2 * t * R**2, r**2


def others(q: Expr) -> Expr:
    """y, for q = x/y."""
    return d / (d - 1 + q)


def single(q: Expr) -> Expr:
    """x = q y."""
    return q * others(q)


def gap(q: Expr) -> Expr:
    """-log x - (d-1) log y."""
    return -log(single(q)) - (d - 1) * log(others(q))


def product(x: Expr, y: Expr, t: Expr) -> Expr:
    """(1 + 2tx)^(-1/2) (1 + 2ty)^(-(d-1)/2)."""
    return exp(-(log(1 + 2 * t * x) + (d - 1) * log(1 + 2 * t * y)) / 2)


def difference(q: Expr) -> Expr:
    """The integrand of the drift."""
    return (exp(-d * log(1 + 2 * T) / 2) - product(single(q), others(q), T)) / T


def drift(q: Expr) -> Expr:
    return integral(difference(q))


def V(r: Expr) -> Expr:
    return gap(r**2)


def D(r: Expr) -> Expr:
    return drift(r**2)


def share(r: Expr, t: Expr) -> Expr:
    """The integrand of N."""
    x, y = single(r**2), others(r**2)
    return 2 * x * y * t * product(x, y, t) / ((1 + 2 * t * x) * (1 + 2 * t * y))


def N(r: Expr) -> Expr:
    return integral(share(r, T))


def scaled(r: Expr, t: Expr) -> Expr:
    """The integrand of N at s = r y t."""
    return 2 * t * product(r, 1 / r, t) / ((1 + 2 * t * r) * (1 + 2 * t / r))


def powers_of_the_levels(p: Proof) -> tuple[Theorem, Theorem]:
    """1 + 2 t R^2 is at most 1 + 2tx and 1 + 2ty."""
    one, other = single(SQUARE), others(SQUARE)
    weight = 2 * t * r**2 * (1 + R) / (d - 1 + r**2)
    first = p.arith("small factor", W <= 1 + 2 * t * one, (p.assume(MOST), weight), under=BETWEEN)
    second = p.arith("large factor", W <= 1 + 2 * t * other, first, under=BETWEEN)
    return first, second


@once
def share_from_above(p: Proof) -> Theorem:
    """The integrand of N is at most 8 t (1 + 2 t R^2)^(-d/2 - 2), R <= r."""
    first, second = powers_of_the_levels(p)
    one, other = (theorem.shows.rhs for theorem in (first, second))
    logs = [p.monotone("", "log", theorem) for theorem in (first, second)]
    exponents = p.arith("", -(log(one) + (d - 1) * log(other)) / 2 <= -d * log(W) / 2,
                        (logs[0], term(1) / 2), (logs[1], (d - 1) / 2), under=[WIDE])  # fmt: skip
    power = p.monotone("E from above", "exp", exponents)
    under = p.arith("denominators", 1 / (one * other) <= 1 / W**2, (first, 1 / (W**2 * one)),
                    (second, 1 / (W * one * other)), under=BETWEEN)  # fmt: skip
    levels = p.arith("levels", single(SQUARE) * others(SQUARE) <= 4,
                     (p.assume(MOST), (1 + r) * others(SQUARE) ** 2), under=BETWEEN)  # fmt: skip
    high, factor = power.shows.rhs, 2 * t * single(SQUARE) * others(SQUARE)
    return p.arith("share from above", share(r, t) <= 8 * t * high / W**2,
                   (power, factor / (one * other)), (under, factor * high),
                   (levels, 2 * t * high / W**2), under=BETWEEN)  # fmt: skip


@once
def power_integral(p: Proof) -> Theorem:
    """int t (1 + 2 t R^2)^(-d/2 - 2) dt, a beta integral."""
    given = p.arith("", 0 < 2 * R**2, under=[0 < R]), p.arith("", 0 < d / 2, under=[WIDE])
    return p.at("power of t", p.fact("beta integral", 2, 2), {x: 2 * R**2, y: d / 2}, *given)


@once
def rescaled(p: Proof) -> Theorem:
    """N(r) = int 2s (1 + 2rs)^(-3/2) (1 + 2s/r)^(-(d+1)/2) ds."""
    whole = p.integrate("its integral", p.at("", share_from_above(p), {t: T, R: r}))
    beta = p.at("", power_integral(p), {R: r})
    bounded = p.arith("N is a number", N(r) <= 8 * beta.shows.rhs, whole, (beta, 8))
    positive = p.arith("share", 0 <= share(r, T), under=[POSITIVE, WIDE])
    changed = p.rescale("at s = r y t", positive, bounded, 1 / (r * others(SQUARE)))
    return p.arith("N at s", equal(N(r), integral(scaled(r, T))), changed, under=[POSITIVE, WIDE])


@once
def share_rises(p: Proof) -> Theorem:
    """N(R) <= N(r) for R <= r <= 1: so does its integrand at every s."""
    weight = derivative_weight()
    rising = sloped(p, "share rises", scaled(R, t) <= scaled(r, t), r, R, [*BETWEEN, R <= 1],
                    (p.assume(MOST), weight), up=True)  # fmt: skip
    whole = p.integrate("all shares", p.at("", rising, {t: T}))
    first = p.at("", rescaled(p), {r: R}, p.arith("", R <= 1, p.assume(R <= r), p.assume(MOST)))
    return p.arith("N rises", N(R) <= N(r), whole, first, (rescaled(p), -1))


def derivative_weight() -> Expr:
    """What 1 - r is multiplied by in the derivative of the integrand of N at s."""
    return scaled(r, t) * t * 3 * (1 + r) / ((1 + 2 * t * r) * (r + 2 * t) * r)


def under_the_integral(p: Proof) -> tuple[Theorem, Theorem, Theorem]:
    """0 <= df/dr <= k(t, R) and int k dt <= C for f = (base - E)/t, R <= r <= 1: df/dr = -V' share.

    -V' = 2 (d-1)(1-r^2)/(r (d - 1 + r^2)) is at most 2/R.
    """
    slope, fall = derivative(difference(SQUARE), r), -derivative(V(r), r)
    within = [POSITIVE, 0 < R, R <= r, MOST, WIDE]
    slow = p.arith("V falls slowly", fall <= 2 / R, (p.assume(R <= r), 2 / (r * R)),
                   under=within)  # fmt: skip
    rises = p.arith("D rises", 0 <= slope, under=within)
    above = p.at("share at t from above", share_from_above(p), {t: T})
    k = 2 * above.shows.rhs / R
    dominated = p.arith("dominated", slope <= k, (slow, share(r, T)), (above, 2 / R))
    beta = power_integral(p)
    bounded = p.arith("k is integrable", integral(k) <= 16 * beta.shows.rhs / R, (beta, 16 / R))
    return rises, dominated, bounded


INNER = integral(derivative(difference(SQUARE), r))
"""D'(r)."""


def near_isometry(p: Proof) -> Theorem:
    """D(R) <= -a V(R) where a <= N(R): on [R, 1] D + a V rises, and is 0 at 1."""
    size = p.arith("share beyond a", a <= N(r), p.assume(a <= N(R)), share_rises(p))
    down = p.arith("D + a V rises", 0 <= INNER + a * derivative(V(r), r),
                   (size, -derivative(V(r), r)))  # fmt: skip
    whole = p.slope_of_integral(
        "up to 1", D(r) <= -a * V(r), r, 1, *under_the_integral(p), down=down
    )
    return p.at("near isometry", whole, {r: R})


def far_from_isometry(p: Proof) -> Theorem:
    """D(Q) + a V(Q) <= D(R) + a V(R) where N(Q) <= a, R <= Q: on [R, Q] D + a V falls."""
    order, most = p.assume(r <= Q), p.assume(Q <= 1)
    within = p.arith("", r <= 1, order, most)
    above = p.at(
        "", share_rises(p), {R: r, r: Q}, within, p.arith("", 0 < Q, order, under=[POSITIVE])
    )
    size = p.arith("share below a", N(r) <= a, above, p.assume(N(Q) <= a))
    up = p.arith("D + a V falls", 0 <= -INNER - a * derivative(V(r), r),
                 (size, -derivative(V(r), r)), given=[within], under=[R <= r, R <= Q])  # fmt: skip
    said = D(r) + a * V(r) <= D(R) + a * V(R)
    rises, dominated, bounded = under_the_integral(p)
    rises, dominated = (p.at("", one, {}, within) for one in (rises, dominated))
    whole = p.slope_of_integral("from R on", said, r, R, rises, dominated, bounded, up=up)
    return p.at("far from isometry", whole, {r: Q})


@once
def least_drift_by_the_gap(p: Proof) -> Theorem:
    """D(Q) <= -a V(Q) for R <= Q <= 1, where D(R) = -a V(R): -D/V is larger at the smaller gap."""
    far = p.arith("", D(Q) <= -a * V(Q), far_from_isometry(p), p.assume(equal(D(R), -a * V(R))),
                  under=[0 < R, WIDE])  # fmt: skip
    positive = p.arith("", 0 < Q, p.assume(R <= Q), under=[0 < R])
    near = p.at("", near_isometry(p), {R: Q}, positive)
    less = p.at("", far, {}, p.arith("", N(Q) <= a, p.assume(N(Q) < a), under=[WIDE]), positive)
    return p.split("by the gap", a <= N(Q), near, less)


def in_either_order(p: Proof) -> Theorem:
    """The same where V(Q) <= V(R): for Q < R both are equal, and D(Q) <= D(R)."""
    within = [0 < R, POSITIVE, R <= r, R <= 1, MOST, WIDE]
    falls = sloped(p, "V falls", V(r) <= V(R), r, R, within, up=True)
    slope, *_ = under_the_integral(p)
    rises = p.arith("", slope.shows, slope, under=[R <= 1])
    below = p.slope("integrands rise", difference(R**2) <= difference(SQUARE), r, R, up=rises)
    other = {R: Q, r: R}
    order = p.arith("", Q <= R, under=[Q < R])
    same = p.both("one gap", p.at("", falls, other, order), p.assume(V(Q) <= V(R)))
    known = p.assume(equal(D(R), -a * V(R)))
    drift = p.at("", p.integrate("D rises in r", below), other, order)
    less = p.arith("one gap in two ways", D(Q) <= -a * V(Q), drift, known, (same, -a),
                   under=[0 < Q, 0 < R, WIDE])  # fmt: skip
    return p.split("in either order", R <= Q, least_drift_by_the_gap(p), less)


def at_most_the_local_rate(p: Proof) -> Theorem:
    """-2/(d (d+2)) V(R) <= D(R): the share is largest at isometry."""
    beta = p.at("", p.fact("beta integral", 2, 2), {x: 2, y: d / 2},
                p.arith("", 0 < d / 2, under=[WIDE]))  # fmt: skip
    above, most = p.at("", share_rises(p), {R: r, r: 1}), 2 / (d * (d + 2))
    fall = -derivative(V(r), r)
    size = p.arith("local rate", N(r) <= most, above, (beta, 2), under=[WIDE])
    down = p.arith("D + a V falls to 1", 0 <= -INNER + most * fall, (size, fall),
                   under=[R <= r, R <= 1])  # fmt: skip
    whole = p.slope_of_integral("down from 1", -most * V(r) <= D(r), r, 1, *under_the_integral(p),
                                down=down)  # fmt: skip
    return p.at("at most the local rate", whole, {r: R})
