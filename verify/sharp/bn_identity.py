"""Checks of theory/sharp/bn_identity.py: determinants in mpmath."""

from lemmata.theory.definitions import bn, isometry
from lemmata.verify.cases import matrix_cells
from lemmata.verify.registry import Cells, Run, exact, routes


@exact("sharp:bn-identity", domain="full-rank matrices, d = 2 and 8")
@routes("the ratio of means", "determinants before and after BN in mpmath")
def determinants(run: Run) -> Cells:
    return matrix_cells(lambda X: isometry(bn(X)) / isometry(X), (2, 8), 1e-30)
