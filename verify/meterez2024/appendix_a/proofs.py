"""Proofs of theory/meterez2024/appendix_a.py: moments of Haar matrices."""

from theory.expressions.functions import mean, total
from theory.expressions.nodes import Expr, equal, term
from theory.expressions.vocabulary import OF_MEAN_ONE, SPREAD, d, j, k, lam, row, w
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem


@proof("meterez2024:weingarten-moments")
def weingarten_calculus(p: Proof) -> list[Theorem]:
    """Each moment by the exact calculus, for every d at once."""
    products = {
        "w11^4": [(1, 1)] * 4,
        "w11^2 w12^2": [(1, 1)] * 2 + [(1, 2)] * 2,
        "w11^2 w21^2": [(1, 1)] * 2 + [(2, 1)] * 2,
        "w11^2 w22^2": [(1, 1)] * 2 + [(2, 2)] * 2,
        "w11 w12 w21 w22": [(1, 1), (1, 2), (2, 1), (2, 2)],
    }
    return [p.haar_moment(name, w, d, *entries) for name, entries in products.items()]


def squares(p: Proof, i: Expr, r: Expr) -> Theorem:
    """E a_i a_r = (p - q) sum lambda^2 + q (sum lambda)^2 for rows i and r."""
    rows = f"rows {i}, {r}"
    together = p.haar_moment(f"one column, {rows}", w, d, (i, 1), (i, 1), (r, 1), (r, 1))
    apart = p.haar_moment(f"two columns, {rows}", w, d, (i, 1), (i, 1), (r, 2), (r, 2))
    x, y = w(i, k) ** 2, w(r, k) ** 2
    return p.quadratic(f"quadratic form, {rows}", lam(k), x, y, k, d, "W", together, apart)


@proof("meterez2024:rows-of-WX")
def moments_of_a_quadratic_form(p: Proof) -> list[Theorem]:
    """a_j = sum_k lambda_k w_jk^2, sum lambda_k = d and S = sum lambda_k^2 - d."""
    mean_one, total_ = p.assume(OF_MEAN_ONE[3]), total(lam(k), k, d)
    square = p.haar_moment("second moment", w, d, (j, k), (j, k))
    weighted = p.arith("one entry", equal(lam(k) * square.shows.lhs, lam(k) / d), (square, lam(k)))
    first = p.sum("sum over k", weighted, k, d)
    first_moment = p.arith("mean", equal(mean(row(j), "W"), d / d), first, (mean_one, 1 / d))
    own = squares(p, j, j)
    factor = (total_ + d) / (d * (d + 2))
    second = p.arith(
        "square", equal(mean(row(j) ** 2, "W"), (d * (d + 2) + 2 * SPREAD) / (d * (d + 2))),
        own, (mean_one, factor + 4 / (d * (d + 2))),
    )  # fmt: skip
    mixed = squares(p, term(1), term(2))
    rows, q = d * (d - 1) * (d + 2), (d + 1) / (d * (d - 1) * (d + 2))
    product = p.arith(
        "two rows", equal(mean(row(term(1)) * row(term(2)), "W"), (rows - 2 * SPREAD) / rows),
        mixed, (mean_one, q * (total_ + d) - 4 / rows), under=OF_MEAN_ONE,
    )  # fmt: skip
    return [first_moment, second, product]
