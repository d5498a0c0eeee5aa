"""Checks of theory/sharp/bn_jacobian.py: by differences, and the certificate."""

import mpmath

from verify.cases import DIFFERENCES, jacobian_norm, matrix_cells, square_matrices
from verify.kernel.lemmas.jacobian import (
    jacobian_above_the_shortest_row,
    jacobian_below_the_shortest_row,
)
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.proofs.isometry import BLOCKS, jacobian_of_a_normalised_vector
from verify.proofs.prover import Reduction, argument, proved
from verify.registry import Cells, Run, exact, routes


@exact("sharp:bn-jacobian", domain="full-rank matrices, d = 2, 3, 4")
@routes("the shortest row", "singular values of the differenced Jacobian of BN")
def differenced_jacobian(run: Run) -> Cells:
    return matrix_cells(jacobian_norm, (2, 3, 4), DIFFERENCES)


@proved("sharp:bn-jacobian", domain="every X without a zero row, every d, every n >= 2")
@argument(BLOCKS)
def largest_block(run: Run) -> Reduction:
    return Reduction(
        lambda X: max(1 / mpmath.norm(mpmath.matrix(row.tolist())) for row in X),
        jacobian_of_a_normalised_vector(),
        matrix_cells(jacobian_norm, (2,), DIFFERENCES),
        points=[{"X": X} for _, X in square_matrices(3)],
    )


@proof("sharp:bn-jacobian")
def largest_block_exactly(p: Proof) -> Theorem:
    below = jacobian_below_the_shortest_row(p)
    return p.squeeze("the claim", below, jacobian_above_the_shortest_row(p))
