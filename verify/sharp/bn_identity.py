"""The certificate of theory/sharp/bn_identity.py."""

from typing import Any

import mpmath

from theory.definitions import bn, isometry
from theory.numerics.backends import Array
from verify.cases import matrix_cells
from verify.proofs.prover import Reduction, Run, argument, proved
from verify.proofs.steps import rows_come_out_of_a_determinant


def mean_over_geometric_mean(X: Array) -> Any:
    """Mean(r^2) / (prod r^2)^(1/d) over the rows."""
    squares = [mpmath.fdot(row, row) for row in X]
    return mpmath.fsum(squares) / len(X) / mpmath.root(mpmath.fprod(squares), len(X))


@proved("sharp:bn-identity", domain="every X of full rank, every d")
@argument("rows come out of a determinant, and d unit rows have trace d")
def determinant_and_trace(run: Run) -> Reduction:
    """I = det(X^T X)^(1/d)/(tr/d): the determinant loses prod r_j^2, the trace becomes d."""
    cells = matrix_cells(lambda X: isometry(bn(X)) / isometry(X), (2, 8), 1e-30)
    return Reduction(mean_over_geometric_mean, [rows_come_out_of_a_determinant()], cells)
