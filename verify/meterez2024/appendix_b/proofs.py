"""Proofs of theory/meterez2024/appendix_b.py: the gap and the eigenvalues, in two regimes.

x = lambda_k, f(x) = x - 1 - log x >= 0, T = d phi = sum_k f(lambda_k).
"""

from fractions import Fraction

from theory.expressions.functions import log, sqrt
from theory.expressions.nodes import Expr, Variable, term
from theory.expressions.vocabulary import OF_MEAN_ONE, SPECTRUM, SPREAD, X, d, j, k, lam, phi
from theory.ledger import get
from verify.kernel.lemmas.drift import (
    LAYER,
    POSITIVE,
    WIDE,
    drift_from_spread,
    eigenvalue_below_the_sum,
)
from verify.kernel.lemmas.elementary import (
    between_its_roots,
    log_below_its_tangent,
    log_below_its_tangent_at,
    m,
    x,
)
from verify.kernel.lemmas.one_eigenvalue import one_eigenvalue_takes_at_most_the_whole_gap
from verify.kernel.proof import Proof, proved_by_slope, statements
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem

T = Variable("T")
THRESHOLD = Fraction(1, 16)
SMALL, LARGE = Fraction("0.78"), Fraction("0.049")


def f(x: Expr) -> Expr:
    return x - 1 - log(x)


def log_at(p: Proof, at: Fraction, above: str) -> Theorem:
    """log x <= log m + x/m - 1 at the number m, whose log is at most ``above``."""
    number = p.at("log of a number", p.box("number", log(x) <= Fraction(above), {x: (at, at)}),
                  {x: at})  # fmt: skip
    tangent = p.at("tangent", log_below_its_tangent_at(p), {m: at})
    return p.arith("log", log(x) <= Fraction(above) + x / at - 1, tangent, number)


def above_one(p: Proof) -> Theorem:
    """f(x) <= T <= 1/16 gives x - 1 <= 1.65 sqrt(T)."""
    end, said = Fraction(7, 5), x - 1 <= Fraction(33, 20) * sqrt(T)
    whole, small = p.assume(f(x) <= T), p.assume(16 * T <= 1)
    left = p.arith("x <= 1", said, p.assume(x <= 1))
    c = Fraction(20, 33)
    parabola = p.box("parabola", (c * (x - 1)) ** 2 <= f(x), {x: (1, end)}, contact=(x, 1, 2))
    square = p.arith("square", (c * (x - 1)) ** 2 <= T, parabola, whole)
    root, _ = between_its_roots(p, square)
    one = p.arith("", 1 <= x, under=[1 < x])
    middle = p.at("from 1", p.arith("x <= 1.4", said, (root, Fraction(33, 20))), {}, one)
    far = p.arith("too far", 0 <= term("-1/2000"), whole, (small, THRESHOLD),
                  log_at(p, end, "0.337"), (p.assume(end < x), Fraction(2, 7)))  # fmt: skip
    none = p.arith("x > 1.4", said, (far, 2000 * (x - 1)), given=[one])
    return p.split("beyond 1", x <= 1, left, p.split("", x <= end, middle, none))


@proof("meterez2024:lemma-B.1")
def one_eigenvalue_at_a_time(p: Proof) -> list[Theorem]:
    """One eigenvalue takes at most the whole gap."""
    low, high = statements(get("meterez2024:lemma-B.1"))
    below = p.claim("meterez2024:lemma-C.8", 1)
    first = p.arith("smallest", low.shows, below)
    whole = one_eigenvalue_takes_at_most_the_whole_gap(p)
    gap = d * SPECTRUM.gap
    own = p.arith("its share", f(lam(j)) <= gap, whole, under=[OF_MEAN_ONE[1]])
    near = p.at("near", above_one(p), {x: lam(j), T: gap}, own)
    one = p.one_of_sum("one of d", p.assume(OF_MEAN_ONE[2]), k, d)
    most = p.at("", one, {k: j})
    width = p.arith("at most d", lam(j) - 1 <= d - 1, most, p.assume(OF_MEAN_ONE[3]))
    return [first, p.cases("largest", high.shows, near, width)]


def defect_below_a_square(p: Proof, factor: str, start: str, far: Theorem) -> Theorem:
    """f(x) <= c (x-1)^2, c >= 1/2: on [start, 1] by balls, beyond 1 always; ``far`` below start."""
    c, end = Fraction(factor), Fraction(start)
    said = f(x) <= c * (x - 1) ** 2
    near = p.box("near 1", said, {x: (end, 1)}, contact=(x, 1, 2))
    half = proved_by_slope(p, "beyond 1", f(x) <= (x - 1) ** 2 / 2, x, 1, [0 < x], "above")
    above = p.at("", p.arith("above 1", said, half), {}, p.arith("", 1 <= x, under=[1 < x]))
    from_start = p.split("from the start", x <= 1, near, above)
    none = p.arith("below the start", said, (far, f(x)), given=[defect(p)])
    return p.split("defect below a square", end <= x, from_start, none)


def defect(p: Proof) -> Theorem:
    return p.arith("f >= 0", 0 <= f(x), log_below_its_tangent(p))


def small_gap(p: Proof) -> Theorem:
    """T <= 1/16 gives 0.78 T <= S: then every lambda_k >= 0.66."""
    end = Fraction(33, 50)
    far = p.arith("x < 0.66", 1 <= term(0), (p.assume(f(x) <= THRESHOLD), 200),
                  (log_at(p, end, "-0.41"), 200), (p.assume(x < end), 200 / end - 200))  # fmt: skip
    each = defect_below_a_square(p, "1.28", "0.66", far)
    whole = one_eigenvalue_takes_at_most_the_whole_gap(p)
    share = p.arith("share", f(lam(j)) <= THRESHOLD, whole,
                    (p.assume(d * SPECTRUM.gap * 16 <= 1), THRESHOLD), under=[WIDE])  # fmt: skip
    at_k = p.at("", each, {x: lam(k)}, p.at("", share, {j: k}))
    return p.arith("S from a small gap", SMALL * d * SPECTRUM.gap <= SPREAD,
                   (p.sum("all", at_k, k, d), SMALL), (squares(p), 1 - SMALL * Fraction("1.28")),
                   under=[WIDE])  # fmt: skip


def squares(p: Proof) -> Theorem:
    return p.sum("squares", p.arith("", 0 <= (lam(k) - 1) ** 2), k, d)


def large_gap(p: Proof) -> Theorem:
    """T > 1/16 gives 0.049 <= S: else every (lambda_k - 1)^2 < 0.049, and T <= 0.6 S < 1/16."""
    end = Fraction("0.77")
    far = p.arith("x < 0.77", 1 <= term(0), (p.assume((x - 1) ** 2 <= LARGE), 1000),
                  (p.assume(x < end), 460), (p.arith("", 0 <= (x - end) ** 2), 1000))  # fmt: skip
    each = defect_below_a_square(p, "0.6", "0.77", far)
    one = p.one_of_sum("one square", p.arith("", 0 <= (lam(k) - 1) ** 2), k, d)
    below = p.arith("small square", (lam(k) - 1) ** 2 <= LARGE, one, p.assume(SPREAD < LARGE),
                    under=[WIDE])  # fmt: skip
    at_k = p.at("", each, {x: lam(k)}, p.assume(POSITIVE), below)
    gap = p.arith("small gap", d * SPECTRUM.gap <= Fraction("0.6") * SPREAD,
                  p.sum("all", at_k, k, d), under=[WIDE])  # fmt: skip
    against = p.assume(1 < d * SPECTRUM.gap * 16)
    none = p.arith("impossible", LARGE <= SPREAD, (gap, 1000), (against, 1000 * THRESHOLD),
                   (p.assume(SPREAD < LARGE), 600), (squares(p), 1), under=[WIDE])  # fmt: skip
    return p.split("S from a large gap", SPREAD < LARGE, none, p.assume(LARGE <= SPREAD))


@proof("meterez2024:lemma-B.2")
def spread_from_gap_and_drift_from_spread(p: Proof) -> Theorem:
    """The drift is at most -S/(d^2 (d+2)), and S >= 0.78 d phi or S >= 0.049."""
    drift, by = drift_from_spread(p, eigenvalue_below_the_sum(p)), 1 / (d**2 * (d + 2))
    near = p.arith("near isometry", LAYER - phi(X) <= -SMALL * SPECTRUM.gap / (d * (d + 2)), drift,
                   (small_gap(p), by))  # fmt: skip
    far = p.arith("far from isometry", LAYER - phi(X) <= -LARGE * by, drift, (large_gap(p), by))
    said = statements(get("meterez2024:lemma-B.2"))[0].shows
    return p.cases("the claim", said, near, far)
