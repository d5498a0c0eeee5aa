"""Checks of theory/sharp/bn_jacobian.py: by differences, and the certificate."""

from verify.cases import DIFFERENCES, jacobian_norm, matrix_cells
from verify.kernel.lemmas.jacobian import (
    jacobian_above_the_shortest_row,
    jacobian_below_the_shortest_row,
)
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.registry import Cells, Run, exact, routes


@exact("sharp:bn-jacobian", domain="full-rank matrices, d = 2, 3, 4")
@routes("the shortest row", "singular values of the differenced Jacobian of BN")
def differenced_jacobian(run: Run) -> Cells:
    return matrix_cells(jacobian_norm, (2, 3, 4), DIFFERENCES)


@proof("sharp:bn-jacobian")
def largest_block(p: Proof) -> Theorem:
    below = jacobian_below_the_shortest_row(p)
    return p.both("the claim", below, jacobian_above_the_shortest_row(p))
