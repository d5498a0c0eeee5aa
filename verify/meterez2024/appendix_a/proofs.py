"""Proofs of theory/meterez2024/appendix_a.py: moments of Haar matrices."""

from theory.expressions.functions import mean, total
from theory.expressions.nodes import Expr, equal, term
from theory.expressions.vocabulary import (
    MEAN_ONE,
    SINGULAR,
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
from theory.ledger import get
from verify.kernel.lemmas.isometry import printed_gain
from verify.kernel.proof import Proof, statements
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
    mean_one, total_ = p.assume(MEAN_ONE), total(lam(k), k, d)
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
        mixed, (mean_one, q * (total_ + d) - 4 / rows), under=[2 <= d],
    )  # fmt: skip
    return [first_moment, second, product]


@proof("meterez2024:lemma-A.1")
def geometric_below_arithmetic_mean(p: Proof) -> Theorem:
    """I(BN(X))/I(X) = Mean(r^2)/GM(r)^2 (sharp:bn-identity), and GM(r) <= Mean(r)."""
    defined = p.fact("the gap", X)
    minus = p.arith("minus the gap of X", equal(-defined.shows.rhs, -phi(X)), defined)
    before = p.monotone("isometry of X", "exp", minus)
    said = statements(get("meterez2024:lemma-A.1"))[0].shows
    return printed_gain(p, X, said, before)


@proof("meterez2024:corollary-A.3")
def singular_vectors(p: Proof) -> Theorem:
    """The rows of U^T X have the squared norms mu_j, of which det(X^T X) is the product."""
    rows, positive = (p.fact("singular vectors", which) for which in ("rows", "positive"))
    there = p.rewrite_back("rows are not zero", positive, rows)
    unit = p.sum("trace", p.at("unit row", p.fact("rows of BN", SINGULAR), {}, there), j, d)
    one = p.arith("mean row", equal(unit.shows.lhs / d, 1), (unit, 1 / d))
    logarithm = p.monotone("log of the trace", "log", one)
    scaled = p.at("determinant of BN", p.fact("determinant of scaled rows", SINGULAR), {},
                  p.fact("singular vectors", "full rank"))  # fmt: skip
    in_mu = p.rewrite("in mu", scaled, rows)
    gap = p.arith("no gap", equal(-phi(bn(SINGULAR)), 0), (p.fact("the gap", bn(SINGULAR)), -1),
                  (logarithm, -1), (in_mu, 1 / d),
                  (p.fact("singular vectors", "determinant"), 1 / d))  # fmt: skip
    return p.monotone("isometry", "exp", gap)
