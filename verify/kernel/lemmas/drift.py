"""One layer X -> BN(W X) in expectation, for eigenvalues lambda_k of X X^T of mean 1.

e_k = lambda_k - 1, S = sum e_k^2, T = d phi = sum_k (e_k - log(1 + e_k)). With r = sqrt(S (d-1)/d)
every e_k lies in [-r, r]; so lambda_max <= 1 + r, and T <= 3 S/N(r), N(r) = 6 - 4r - r^2 - r^3,
where r < 1. Hence S/(d (d+2) (1+r)) >= phi/(d^2 (1 + d phi)), whatever the spectrum.
"""

from theory.expressions.functions import log, mean, sqrt
from theory.expressions.nodes import Expr, Variable, equal
from theory.expressions.vocabulary import (
    LARGEST,
    OF_MEAN_ONE,
    ROTATED,
    SPREAD,
    X,
    bn,
    d,
    j,
    k,
    lam,
    phi,
    row,
    w,
)  # fmt: skip
from verify.kernel.lemmas import once
from verify.kernel.lemmas.elementary import (
    between_its_roots,
    log_below_a_parabola,
    log_below_its_tangent,
    x,
)
from verify.kernel.lemmas.gap import gap_as_a_mean_of_logs, gap_of_a_spectrum, of_every_state
from verify.kernel.proof import Proof, proved_by_slope
from verify.kernel.theorem import Theorem

r, s, y, z, L, T = (Variable(name) for name in ("r", "s", "y", "z", "L", "T"))
a = row(j)
LAYER = mean(phi(bn(ROTATED)), "W")
POSITIVE, MEAN_ONE = OF_MEAN_ONE[2:4]
WIDE = OF_MEAN_ONE[1]


def drift_from_spread(p: Proof, above: Theorem) -> Theorem:
    """lambda_k <= L gives E phi(BN(W X)) - phi(X) <= -S/(d (d+2) L): log below a parabola."""
    largest, square = above.shows.rhs, w(j, k) ** 2
    term = p.arith("one term", lam(k) * square <= largest * square, (above, square))
    unit = p.fact("unit rows")
    high = p.arith("row", a <= largest, p.sum("all terms", term, k, d), (unit, largest))
    mean_one = p.assume(MEAN_ONE)
    least = p.arith("largest", 1 <= largest, (p.sum("", above, k, d), 1 / d), (mean_one, -1 / d),
                    under=[WIDE])  # fmt: skip
    positive = [least] if largest == LARGEST else []  # else it can be read off
    parabola = p.at("parabola below L", log_below_a_parabola(p, L), {L: largest}, least)
    at_a = p.at("parabola at a", parabola, {x: a}, p.fact("positive definite"), high)
    averaged = p.expect("mean over W", at_a, "W")
    first, second = (p.claim("meterez2024:rows-of-WX", part) for part in (0, 1))
    bound = -SPREAD / (d * (d + 2) * largest)
    one_row = p.arith("one row", mean(log(a), "W") <= bound, averaged, (first, 1 + 1 / largest),
                      (second, -1 / (2 * largest)), given=positive)  # fmt: skip
    change = p.expect("mean change", gap_as_a_mean_of_logs(p), "W")
    return p.arith("drift from spread", LAYER - phi(X) <= bound, change,
                   (p.sum("all rows", one_row, j, d), 1 / d), given=positive)  # fmt: skip


def eigenvalue_below_the_sum(p: Proof) -> Theorem:
    """lambda_k <= d, one of d positive numbers that sum to d."""
    one = p.one_of_sum("one eigenvalue", p.assume(POSITIVE), k, d)
    return p.arith("eigenvalue", lam(k) <= d, one, p.assume(MEAN_ONE))


def row_below_the_width(p: Proof) -> Theorem:
    """a_j <= d, a mean of the eigenvalues."""
    above, square = eigenvalue_below_the_sum(p), w(j, k) ** 2
    term = p.arith("one term", lam(k) * square <= d * square, (above, square))
    return p.arith("range", a <= d, p.sum("all terms", term, k, d), (p.fact("unit rows"), d))


def spread_below_the_width(p: Proof) -> Theorem:
    """S <= d^2 - d, as lambda_k^2 <= d lambda_k."""
    above = p.arith("one square", lam(k) ** 2 <= d * lam(k), (eigenvalue_below_the_sum(p), lam(k)),
                    under=[POSITIVE])  # fmt: skip
    return p.arith("spread", SPREAD <= d**2 - d, p.sum("sum of squares", above, k, d),
                   (p.assume(MEAN_ONE), d - 2), under=[1 <= d])  # fmt: skip


def nothing_at_width_1(p: Proof) -> tuple[Theorem, Theorem]:
    """E phi(BN(W X)) <= phi(X) and S <= 0 for d = 1: a_j <= 1, and S <= d^2 - d."""
    one = p.assume(d <= 1)
    tangent = p.at("log of a row", log_below_its_tangent(p), {x: a}, p.fact("positive definite"))
    no_log = p.arith("no log", log(a) <= 0, tangent, row_below_the_width(p), one)
    rows = p.sum("all rows", no_log, j, d)
    change = p.arith("at every W", phi(bn(ROTATED)) - phi(X) <= 0, gap_as_a_mean_of_logs(p),
                     (rows, 1 / d))  # fmt: skip
    spread = p.arith("no spread", SPREAD <= 0, spread_below_the_width(p), (one, d), under=[1 <= d])
    return p.expect("no change", change, "W"), spread


def deviations(p: Proof) -> tuple[Theorem, Theorem]:
    """lambda_k <= 1 + r and 1 - r <= lambda_k for k in 1..d, r = sqrt(S (d-1)/d).

    The k-th term of sum_i (e_i + y)^2 = S + d y^2 at y = e_k/(d-1), Cauchy-Schwarz in disguise.
    """
    square = p.arith("a square", 0 <= (lam(k) - 1 + y) ** 2)
    one = p.at("one of them", p.one_of_sum("one square", square, k, d), {k: j})
    e = lam(j) - 1
    there = p.at("shifted", one, {y: e / (d - 1)})
    below = p.arith(
        "one deviation", e**2 <= SPREAD * (d - 1) / d, (there, (d - 1) / d),
        (p.assume(MEAN_ONE), 2 * e / d), under=[WIDE],
    )  # fmt: skip
    high, low = between_its_roots(p, below)
    root = sqrt(below.shows.rhs)
    return (
        p.at("", p.arith("from above", lam(j) <= 1 + root, high), {j: k}),
        p.at("", p.arith("from below", 1 - root <= lam(j), low), {j: k}),
    )


def N(at: Expr) -> Expr:
    return 6 - 4 * at - at**2 - at**3


def defect(p: Proof) -> Theorem:
    """(x - 1 - log x) N(r) <= 3 (x-1)^2 for x >= 1 - r, 0 <= r < 1."""
    near = proved_by_slope(p, "just below 1", -z - log(1 - z) <= 3 * z**2 / N(z), z, 0,
                           [0 <= z, z < 1], "above")  # fmt: skip
    less = p.arith("z below 1", z < 1, p.assume(z <= r), p.assume(r < 1))
    falls = p.arith("N falls", N(r) * z**2 / N(z) <= z**2, given=[less],
                    under=[0 <= z, z <= r, 0 <= r, r < 1])  # fmt: skip
    both = p.arith("below 1, as z", (-z - log(1 - z)) * N(r) <= 3 * z**2, (near, N(r)), (falls, 3))
    below = p.at("below 1", both, {z: 1 - x}, p.arith("", 1 - x < 1, under=[0 < x]),
                 p.arith("", 0 <= 1 - x, under=[x <= 1]),
                 p.arith("", 1 - x <= r, under=[1 - r <= x]))  # fmt: skip
    said = (x - 1 - log(x)) * N(r) <= 3 * (x - 1) ** 2
    square = proved_by_slope(p, "square", x - 1 - log(x) <= (x - 1) ** 2 / 2, x, 1, [0 < x],
                             "above")  # fmt: skip
    beyond = p.arith("beyond 1", said, (square, N(r)), under=[0 <= r, r < 1])
    return p.split("defect", x <= 1, p.arith("below 1, as x", said, below),
                   p.at("", beyond, {}, p.arith("", 1 <= x, under=[1 < x])))  # fmt: skip


def gap_below_the_spread(p: Proof, low: Theorem, root: Expr) -> Theorem:
    """T N(r) <= 3 S, where r < 1."""
    each = p.at("each defect", defect(p), {x: lam(k), r: root}, low, p.assume(POSITIVE))
    return p.arith("gap below the spread", d * phi(X) * N(root) <= 3 * SPREAD,
                   p.sum("all defects", each, k, d), (gap_of_a_spectrum(p), d * N(root)),
                   under=[WIDE])  # fmt: skip


@once
def gap_is_not_negative(p: Proof) -> Theorem:
    each = p.at("one defect", log_below_its_tangent(p), {x: lam(k)}, p.assume(POSITIVE))
    return p.arith("phi", 0 <= phi(X), (p.sum("log defects", each, k, d), 1 / d),
                   (gap_of_a_spectrum(p), -1), under=[1 <= d])  # fmt: skip


def spread_against_gap(p: Proof) -> tuple[Theorem, Theorem]:
    """T/(d^3 (1+T)) <= S/(d (d+2) (1+r)) for r^2 = S (d-1)/d, d >= 2.

    Where r < 1 and T N(r) <= 3 S, and where r >= 1.
    """
    said = T / (d**3 * (1 + T)) <= s / (d * (d + 2) * (1 + r))
    square, under = p.assume(equal(r**2, s * (d - 1) / d)), [0 <= r, 0 <= T, WIDE]
    below = d**3 * (1 + T) * (d - 1) * (d + 2) * (1 + r)  # the common denominator
    large = p.arith("r >= 1", 0 <= d**3 * r**2 - (d - 1) * (d + 2) * (1 + r), under=[1 <= r, WIDE])
    far = p.arith("far from isometry", said, (large, T / below),
                  (square, 1 / ((d - 1) * (d + 2) * (1 + r))), under=under)  # fmt: skip
    room = p.arith("r <= 1", 0 <= (d**2 - 1) * (1 + r) - d**2 * r**2,
                   (p.assume(r < 1), 1 + d**2 * r), under=[0 <= r, WIDE])  # fmt: skip
    width_2 = p.arith("at d = 2", 3 * (1 + r - 2 * r**2) <= N(r),
                      (p.assume(r < 1), (1 - r) ** 2))  # fmt: skip
    small = p.arith(
        "every d", 0 <= d**2 * (d - 1) * N(r) / 3 + d**3 * r**2 - (d - 1) * (d + 2) * (1 + r),
        (room, d - 2), (width_2, d**2 * (d - 1) / 3), under=[WIDE],
    )  # fmt: skip
    gap = p.assume(T * N(r) <= 3 * s)
    near = p.arith("near isometry", said, (small, T / below), (gap, d**2 * (d - 1) / (3 * below)),
                   (square, d**3 * T / below), under=under)  # fmt: skip
    return near, far


@once
def drift_from_gap(p: Proof) -> Theorem:
    """E phi(BN(W X)) - phi(X) <= -phi/(d^2 (1 + d phi)) for every spectrum of mean 1, d >= 2."""
    high, low = deviations(p)
    root = high.shows.rhs - 1
    gap, positive = gap_below_the_spread(p, low, root), gap_is_not_negative(p)
    squares = p.sum("squares", p.arith("", 0 <= (lam(k) - 1) ** 2), k, d)
    spread = p.arith("S", 0 <= SPREAD * (d - 1) / d, (squares, (d - 1) / d), under=[WIDE])
    square = p.at("r^2", p.law("", "root of a square", spread.shows.rhs), {}, spread)
    by = {r: root, s: SPREAD, T: d * phi(X)}
    near, far = spread_against_gap(p)
    least = p.split("least spread", root < 1, p.at("near", near, by, square, gap, positive),
                    p.at("far", far, by, square, positive))  # fmt: skip
    bound = -phi(X) / (d**2 * (1 + d * phi(X)))
    return p.arith("drift from gap", LAYER - phi(X) <= bound, drift_from_spread(p, high), least,
                   given=[positive])  # fmt: skip


@once
def least_drift(p: Proof) -> Theorem:
    """The same at every X of full rank with trace d: no eigenvalue is spoken of any more."""
    return of_every_state(p, drift_from_gap(p))
