"""E phi(BN(W X)) <= phi 2^(-4/(d^2 (1 + d phi))) for eigenvalues of mean 1, d >= 2.

From the least drift (``least``) of one eigenvalue exp(-h) and d - 1 of size 1 + c/(d-1), where
c = 1 - exp(-h). T = d phi = h - (d-1) log(1 + c/(d-1)).

From d = 3 on T <= h - c + c^2/4 =: U, and the drift is at least Q(c)/d^3, Q = 27 c^2/10 + c^3/2:
4 log 2 U <= Q (1 + U) is a matter of h alone; 1 - r <= exp(-r). At d = 2, where the bound is
attained as phi -> 0, c^2 = 1 - exp(-T), and 2^(-1/(1+T)) lies above its tangent at T = 0.
"""

from fractions import Fraction

from theory.expressions.changing import substituted
from theory.expressions.functions import exp, log
from theory.expressions.nodes import Expr, Variable, equal, term
from theory.expressions.vocabulary import X, d, phi
from verify.kernel.lemmas import once
from verify.kernel.lemmas.drift import LAYER, gap_is_not_negative
from verify.kernel.lemmas.elementary import exp_above_its_tangent_at, m, x
from verify.kernel.lemmas.spectra.least import at_width_2, c, from_width_2_on
from verify.kernel.lemmas.spectra.levels import Levels, body_of, equation
from verify.kernel.proof import Proof, proved_by_slope
from verify.kernel.theorem import Theorem

SMALL = Levels(small=True)
h, T, y = SMALL.unknown, Variable("T"), Variable("y")
C = 1 - exp(-h)
"""c of the small eigenvalue exp(-h)."""
LOG_2 = log(2)
RATE, RATE_2 = 4 * LOG_2 / (d**2 * (1 + d * phi(X))), LOG_2 / (1 + 2 * phi(X))
"""r, at every d and as it is at d = 2."""
WIDER, LARGE = 3 <= d, Fraction(19, 20)
U = h - C + C**2 / 4


def Q(at: Expr) -> Expr:
    return Fraction(27, 10) * at**2 + at**3 / 2


def P(at: Expr) -> Expr:
    """The least drift at d = 2 from below, by c^2."""
    return at / 4 + 3 * at**2 / 32 + 5 * at**3 / 96


@once
def log_2(p: Proof) -> Theorem:
    """0 <= log 2."""
    return p.monotone("log 2", "log", p.arith("", term(1) <= 2))


@once
def log_2_from_above(p: Proof) -> Theorem:
    """log 2 <= 7/10."""
    return p.at("log 2 from above", p.box("at 2", log(x) <= Fraction(7, 10), {x: (2, 2)}), {x: 2})


@once
def large_part(p: Proof) -> Theorem:
    """19/20 <= 1 - exp(-x) from x = 3 on."""
    falls = p.monotone("", "exp", p.arith("", -x <= -3, under=[3 <= x]))
    three = p.at("exp(-3)", p.box("at 3", exp(-y) <= Fraction(1, 20), {y: (3, 3)}), {y: 3})
    return p.arith("large part", LARGE <= 1 - exp(-x), falls, three)


def in_the_small_eigenvalue(p: Proof) -> Theorem:
    """4 log 2 U <= Q(c) (1 + U) for h >= 0."""
    said = 4 * LOG_2 * U <= Q(C) * (1 + U)
    near = p.box("up to h = 3", said, {h: (0, 3)}, contact=(h, 0, 2))
    large = p.arith("Q from 19/20 on", Fraction(14, 5) <= Q(c), under=[LARGE <= c])
    most = p.at("", large, {c: C}, p.at("", large_part(p), {x: h}))
    far = p.arith("beyond h = 3", said, (most, 1 + U), (log_2_from_above(p), 4 * U))
    return p.split("in h", h <= 3, near, p.at("", far, {}, p.arith("", 3 <= h, under=[3 < h])))


def part_of_the_root(p: Proof) -> Theorem:
    """0 <= c."""
    below = p.monotone("", "exp", p.arith("", -h <= 0, under=[0 <= h]))
    return p.arith("part of h", 0 <= C, below)


def gap_from_above(p: Proof) -> Theorem:
    """T <= U, as log(1 + c/(d-1)) >= c/(d-1) - (c/(d-1))^2/2."""
    parabola = proved_by_slope(p, "log above a parabola", y - y**2 / 2 <= log(1 + y), y, 0,
                               [0 <= y], "above")  # fmt: skip
    part = part_of_the_root(p)
    share = p.at("at the others", parabola, {y: C / (d - 1)},
                 p.arith("", 0 <= C / (d - 1), (part, 1 / (d - 1)), under=[WIDER]))  # fmt: skip
    solved = p.assume(equal(body_of(SMALL.root).body, 0))
    return p.arith("gap from above", d * phi(X) <= U, (share, d - 1), (solved, -1), under=[WIDER])


def least_drift_from_width_3_on(p: Proof) -> Theorem:
    """drift <= -Q(c)/d^3."""
    whole = from_width_2_on(p)
    below = p.arith("from below", whole.shows.lhs <= -Q(c) / d**3, whole, under=[0 <= c, WIDER])
    return p.at("at c", below, {c: C}, part_of_the_root(p))


def wide(p: Proof, extremal: Theorem, positive: Theorem) -> Theorem:
    """E phi(BN(W X)) <= phi exp(-r) for d >= 3."""
    gap, T = gap_from_above(p), d * phi(X)
    there = in_the_small_eigenvalue(p)
    share = p.arith(
        "share", 4 * LOG_2 * T / (1 + T) <= Q(C), (there, 1 / (1 + U)),
        (gap, 4 * LOG_2 / ((1 + T) * (1 + U))), given=[positive, log_2(p)], under=[WIDER],
    )  # fmt: skip
    least = least_drift_from_width_3_on(p)
    drift = p.arith("in h, from d = 3 on", least.shows.lhs <= -phi(X) * RATE, least,
                    (share, 1 / d**3), given=[positive], under=[WIDER])  # fmt: skip
    solved = p.at("at the root", drift, {h: SMALL.root}, equation(p, SMALL))
    tangent = p.at("1 - r", exp_above_its_tangent_at(p), {x: -RATE, m: 0})
    return p.arith("d >= 3", LAYER <= phi(X) * exp(-RATE), extremal, solved, (tangent, phi(X)),
                   given=[positive], under=[WIDER])  # fmt: skip


def near_isometry(p: Proof) -> Theorem:
    """T (1 - exp(-r))/2 <= P(1 - exp(-T)), r = log 2/(1 + T), up to T = 1: the tangent at T = 0."""
    r = LOG_2 / (1 + T)
    double = p.at("double", p.law("", "exp of a log", 2), {})
    half = p.arith("one half", equal(Fraction(1, 2), exp(-LOG_2)), (double, exp(-LOG_2) / 2),
                   (p.law("", "exp of a sum", LOG_2, -LOG_2), Fraction(1, 2)))  # fmt: skip
    tangent = p.at("tangent at T = 0", exp_above_its_tangent_at(p), {x: -r, m: -LOG_2})
    box = p.box("up to T = 1", T + (1 - LOG_2) * T**2 <= 4 * (1 + T) * P(1 - exp(-T)), {T: (0, 1)},
                contact=(T, 0, 2))  # fmt: skip
    said = T * (1 - exp(-r)) / 2 <= P(1 - exp(-T))
    return p.arith("near isometry", said, (tangent, T / 2), (half, T * (1 + LOG_2 - r) / 2),
                   (box, 1 / (4 * (1 + T))), under=[0 <= T])  # fmt: skip


def far_from_isometry(p: Proof) -> Theorem:
    """The same from T = 1 on: 1 - exp(-r) <= r."""
    r = LOG_2 / (1 + T)
    tangent = p.at("1 - r at d = 2", exp_above_its_tangent_at(p), {x: -r, m: 0})
    said = LOG_2 * T <= 2 * P(1 - exp(-T)) * (1 + T)
    box = p.box("up to T = 3", said, {T: (1, 3)})
    large = p.arith("P from 19/20 on", Fraction(7, 20) <= P(c), under=[LARGE <= c])
    most = p.at("", large, {c: 1 - exp(-T)}, p.at("", large_part(p), {x: T}))
    beyond = p.arith("beyond T = 3", said, (most, 2 * (1 + T)), (log_2_from_above(p), T),
                     under=[3 <= T])  # fmt: skip
    either = p.split("from T = 1 on", T <= 3, box,
                     p.at("", beyond, {}, p.arith("", 3 <= T, under=[3 < T])))  # fmt: skip
    return p.arith("far from isometry", T * (1 - exp(-r)) / 2 <= P(1 - exp(-T)), (tangent, T / 2),
                   (either, 1 / (2 * (1 + T))), under=[1 <= T])  # fmt: skip


def in_the_gap(p: Proof) -> Theorem:
    """The same for every T >= 0."""
    far = p.at("", far_from_isometry(p), {}, p.arith("", 1 <= T, under=[1 < T]))
    return p.split("in T", T <= 1, near_isometry(p), far)


def square_of_the_part(p: Proof, body: Expr) -> Theorem:
    """c^2 = 1 - exp(-T), where h solves its equation at d = 2: (1-c)(1+c) = exp(-h) (1+c)."""
    above, solved = p.arith("", 0 < 1 + C, part_of_the_root(p)), p.assume(equal(body, 0))
    undone = p.law("log of the small", "log of an exp", -h)
    both = p.at("log of both levels", p.law("", "log of a product", 1 - C, 1 + C), {}, above)
    logs = p.arith("logs of levels", equal(log((1 - C) * (1 + C)), -2 * phi(X)), both, undone,
                   (solved, -1))  # fmt: skip
    powers = p.monotone("product of levels", "exp", logs)
    product = p.at("", p.law("", "exp of a log", (1 - C) * (1 + C)), {},
                   p.arith("", 0 < (1 - C) * (1 + C), given=[above]))  # fmt: skip
    return p.arith("square of c", equal(C**2, 1 - exp(-2 * phi(X))), product, (powers, -1))


def drift_at_width_2(p: Proof, body: Expr, positive: Theorem) -> Theorem:
    """drift <= -phi (1 - exp(-r)), r = log 2/(1 + 2 phi), where h solves its equation at d = 2."""
    least = p.at("at c for d = 2", at_width_2(p), {c: C}, part_of_the_root(p))
    there = p.at("at the gap", in_the_gap(p), {T: 2 * phi(X)}, positive)
    a, b = C**2, 1 - exp(-2 * phi(X))
    chord = Fraction(1, 4) + 3 * (a + b) / 32 + 5 * (a**2 + a * b + b**2) / 96
    return p.arith("in h, at d = 2", least.shows.lhs <= -phi(X) * (1 - exp(-RATE_2)), least, there,
                   (square_of_the_part(p, body), -chord), given=[positive])  # fmt: skip


def narrow(p: Proof, extremal: Theorem, positive: Theorem) -> Theorem:
    """E phi(BN(W X)) <= phi exp(-r) at d = 2."""
    two = p.both("d = 2", p.assume(d <= 2), p.assume(2 <= d))
    solved = p.rewrite("equation at d = 2", equation(p, SMALL), two)
    body, root = (substituted(one, {d: term(2)}) for one in (body_of(SMALL.root).body, SMALL.root))
    drift = p.at("at the root for d = 2", drift_at_width_2(p, body, positive), {h: root}, solved)
    layer = p.arith("layer at d = 2", LAYER <= phi(X) * exp(-RATE_2), drift,
                    p.rewrite("extremal at d = 2", extremal, two), given=[positive])  # fmt: skip
    chord = RATE * (d + 2 + phi(X) * (4 + 2 * d + d**2)) / (4 * (1 + 2 * phi(X)))
    same = p.arith("rate at d = 2", equal(-RATE_2, -RATE), (two, -chord), given=[positive],
                   under=[2 <= d])  # fmt: skip
    return p.arith("at d = 2", LAYER <= phi(X) * exp(-RATE), layer,
                   (p.monotone("both rates", "exp", same), phi(X)), given=[positive])  # fmt: skip


@once
def one_layer(p: Proof) -> Theorem:
    """E phi(BN(W X)) <= phi 2^(-4/(d^2 (1 + d phi))) for eigenvalues of mean 1."""
    extremal, positive = p.claim("sharp:extremal-drift"), gap_is_not_negative(p)
    three = p.whole("three", p.law("", "at least 2 by steps", d - 1), d)
    more = p.arith("", 3 <= d, p.at("", three, {}, p.arith("", 1 < d - 1, under=[2 < d])))
    return p.split("one layer", d <= 2, narrow(p, extremal, positive),
                   p.at("d > 2", wide(p, extremal, positive), {}, more))  # fmt: skip
