"""Checks of theory/sharp/bn_identity.py: determinants in mpmath, and the proof."""

from theory.definitions import bn, isometry
from theory.expressions import vocabulary as symbol
from theory.expressions.nodes import equal
from verify.cases import matrix_cells
from verify.kernel.lemmas.isometry import isometry_ratio, root_rows
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.registry import Cells, Run, exact, routes


@exact("sharp:bn-identity", domain="full-rank matrices, d = 2 and 8")
@routes("the ratio of means", "determinants before and after BN in mpmath")
def determinants(run: Run) -> Cells:
    return matrix_cells(lambda X: isometry(bn(X)) / isometry(X), (2, 8), 1e-30)


@proof("sharp:bn-identity")
def determinant_and_trace(p: Proof) -> Theorem:
    """The determinant loses prod r_j^2, the trace becomes d."""
    root = root_rows(p, symbol.X, p.fact("full rank", "rows", symbol.X))
    ratio, before = isometry_ratio(p, symbol.X), symbol.isometry(symbol.X)
    gain = p.rewrite_back("in row norms", ratio, root)
    said = equal(ratio.shows.lhs / before, gain.shows.rhs / before)
    return p.arith("the claim", said, (gain, 1 / before))
