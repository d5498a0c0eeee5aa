"""Checks of theory/meterez2024/appendix_c_1.py in high precision."""

from theory.ledger import Cell
from verify.cases import DIFFERENCES, jacobian_norm, matrix_cells
from verify.registry import Run, exact, routes


@exact("meterez2024:lemma-C.7", domain="full-rank matrices, d = 2, 3")
@routes("the smallest eigenvalue", "singular values of the differenced Jacobian of BN")
def jacobian_of_hard_matrices(run: Run) -> list[Cell]:
    return matrix_cells(lambda X: jacobian_norm(X) ** 2, (2, 3), DIFFERENCES)
