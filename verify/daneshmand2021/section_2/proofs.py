"""The proof of theory/daneshmand2021/section_2.py: d unit rows, divided by sqrt(d)."""

from theory.expressions.functions import sqrt
from theory.expressions.nodes import equal
from theory.expressions.symbols import squared_row
from theory.expressions.vocabulary import X, bn, d, j, norm
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem


@proof("daneshmand2021:eq-1-frobenius")
def rows_add_up(p: Proof) -> Theorem:
    """||BN(M)_j||^2/d = 1/d, d times over; the root of 1 is 1."""
    scaled, root = bn(X) / sqrt(d), p.law("root of d", "root of a square", d)
    multiple = p.fact("rows of a multiple", bn(X), 1 / sqrt(d))
    unit = p.fact("rows of BN", X)
    each = p.arith(
        "each row", equal(squared_row(scaled, j), 1 / d), multiple, (unit, 1 / sqrt(d) ** 2),
        (root, -1 / (d * sqrt(d) ** 2)), given=[p.monotone("positive", "sqrt", p.assume(1 <= d))],
    )  # fmt: skip
    rows = p.sum("sum of the rows", each, j, d)
    square = p.arith("all rows", equal(rows.shows.lhs, 1), rows)
    return p.arith("the claim", equal(norm(scaled), 1), p.fact("Frobenius norm", scaled),
                   p.monotone("root of 1", "sqrt", square))  # fmt: skip
