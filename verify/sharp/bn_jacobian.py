"""Checks of theory/sharp/bn_jacobian.py: by differences."""

from lemmata.verify.cases import DIFFERENCES, jacobian_norm, matrix_cells
from lemmata.verify.registry import Cells, Run, exact, routes


@exact("sharp:bn-jacobian", domain="full-rank matrices, d = 2, 3, 4")
@routes("the shortest row", "singular values of the differenced Jacobian of BN")
def differenced_jacobian(run: Run) -> Cells:
    return matrix_cells(jacobian_norm, (2, 3, 4), DIFFERENCES)
