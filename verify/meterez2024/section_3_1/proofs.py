"""Proofs of theory/meterez2024/section_3_1.py.

lambda_k are the eigenvalues of X X^T, of mean 1; S = sum (lambda_k - 1)^2; w is a Haar matrix and
a_j = sum_k lambda_k w_jk^2.
"""

from fractions import Fraction

from theory.expressions.functions import log, mean, total
from theory.expressions.nodes import Variable, equal
from theory.expressions.symbols import squared_row
from theory.expressions.vocabulary import (
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
from verify.kernel.proof import Proof, proved_by_slope
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem

x, y = Variable("x"), Variable("y")
a = row(j)


def eigenvalue_below_the_sum(p: Proof) -> Theorem:
    """lambda_k <= d, one of d positive numbers that sum to d."""
    positive, mean_one = p.assume(OF_MEAN_ONE[2]), p.assume(OF_MEAN_ONE[3])
    one = p.one_of_sum("one eigenvalue", positive, k, d)
    return p.arith("eigenvalue", lam(k) <= d, one, mean_one)


def range_of_a_row(p: Proof) -> tuple[Theorem, Theorem]:
    """0 < a_j <= d."""
    unit, above = p.fact("unit rows"), eigenvalue_below_the_sum(p)
    term_by_term = p.arith("one term", lam(k) * w(j, k) ** 2 <= d * w(j, k) ** 2,
                           (above, w(j, k) ** 2))  # fmt: skip
    summed = p.sum("all terms", term_by_term, k, d)
    return p.fact("positive definite"), p.arith("range", a <= d, summed, (unit, d))


def gap_as_a_mean_of_logs(p: Proof) -> Theorem:
    """E phi(BN(W X)) - phi(X) = (1/d) sum_j E log a_j."""
    rows = squared_row(ROTATED, j)
    positive = p.rewrite_back("rows", p.fact("positive definite"), p.fact("eigenbasis"))
    before, after = p.fact("the gap", ROTATED), p.fact("the gap", bn(ROTATED))
    unit = p.sum("trace after", p.at("unit row", p.fact("rows of BN", ROTATED), {}, positive), j, d)
    scaled = p.at("determinant", p.fact("determinant of scaled rows", ROTATED), {}, positive)
    trace = p.arith("trace before", equal(total(rows, j, d) / d, 1),
                    (p.fact("trace"), 1 / d), (p.assume(OF_MEAN_ONE[3]), 1 / d))  # fmt: skip
    one = p.arith("mean row", equal(unit.shows.lhs / d, 1), (unit, 1 / d))
    logs = [
        p.monotone(f"its log, {name}", "log", t) for name, t in (("before", trace), ("after", one))
    ]
    change = p.arith(
        "change", equal(phi(bn(ROTATED)) - phi(X), total(log(rows), j, d) / d),
        after, (before, -1), p.fact("gap of a rotation"), (scaled, -1 / d), (logs[0], -1), logs[1],
    )  # fmt: skip
    return p.expect("mean change", p.rewrite("in an eigenbasis", change, p.fact("eigenbasis")), "W")


@proof("meterez2024:corollary-4")
def second_order_bound(p: Proof) -> Theorem:
    """log x lies below a parabola on (0, d]; the moments of a_j; log(1-y) >= -2y."""
    tangent = proved_by_slope(
        p, "tangent", log(x) <= (x - 1) - (x - 1) ** 2 / (2 * d), x, 1, [0 < x, x <= d, 2 <= d]
    )
    inside = range_of_a_row(p)
    at_a = p.at("tangent at a", tangent, {x: a}, *inside)
    averaged = p.expect("mean", at_a, "W")
    first, second = (p.claim("meterez2024:rows-of-WX", part) for part in (0, 1))
    drift = p.arith(
        "drift", mean(log(a), "W") <= -SPREAD / (d**2 * (d + 2)),
        averaged, (first, 1 + 1 / d), (second, -1 / (2 * d)),
    )  # fmt: skip
    rate = SPREAD / (2 * d**2 * (d + 2))
    logarithm = p.box("log", -2 * y <= log(1 - y), {y: (0, "1/2")}, contact=(y, 0, 1))
    small = spread_is_small(p)
    at_rate = p.at("log at the rate", logarithm, {y: rate}, *small)
    one_row = p.arith("one row", mean(log(a), "W") <= log(1 - rate), drift, at_rate)
    all_rows = p.sum("all rows", one_row, j, d)
    change = gap_as_a_mean_of_logs(p)
    return p.arith("the claim", mean(phi(bn(ROTATED)), "W") - phi(X) <= log(1 - rate),
                   change, (all_rows, 1 / d))  # fmt: skip


def spread_is_small(p: Proof) -> tuple[Theorem, Theorem]:
    """0 <= S/(2 d^2 (d+2)) <= 1/2, as lambda_k^2 <= d lambda_k: S <= d^2 - d."""
    rate = SPREAD / (2 * d**2 * (d + 2))
    square = p.arith("a square", 0 <= (lam(k) - 1) ** 2)
    spread = p.sum("squares", square, k, d)
    above = p.arith("one square", lam(k) ** 2 <= d * lam(k), (eigenvalue_below_the_sum(p), lam(k)))
    summed, mean_one = p.sum("sum of squares", above, k, d), p.assume(OF_MEAN_ONE[3])
    factor = 1 / (2 * d**2 * (d + 2))
    low = p.arith("not negative", 0 <= rate, (spread, factor), under=OF_MEAN_ONE)
    half = Fraction(1, 2)
    high = p.arith("small", rate <= half, (summed, factor), (mean_one, factor * (d - 2)),
                   under=OF_MEAN_ONE)  # fmt: skip
    return low, high
