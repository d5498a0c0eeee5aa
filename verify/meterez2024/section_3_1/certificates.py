"""Certificates of theory/meterez2024/section_3_1.py: reductions over the whole domain.

lambda_k are the eigenvalues of X X^T, of mean 1; S = sum (lambda_k - 1)^2.
"""

import numpy as np

from theory.definitions import isometry_gap
from theory.ledger import Cell
from verify import cases
from verify.proofs.reductions import Reduction, Shown, always, argument, certificate, variables
from verify.proofs.steps import log_below_its_tangent
from verify.registry import Run


def scale_cancels() -> Shown:
    """phi(cX) = phi(X): the eigenvalues g_k of X^T X become c^2 g_k, and so does their mean.

    c^2 g mean = g c^2 mean: the ratios g_k/mean, of which phi is -1/n times the sum of the
    logarithms, stay as they are.
    """
    c, g, mean = variables("c g mean")
    return always((c**2 * g) * mean == g * (c**2 * mean))


@certificate("meterez2024:remark-gap-range", domain="every X != 0, every d and n")
@argument("log x <= x - 1 at the eigenvalues over their mean, with equality at 1 only")
def gap_by_am_gm(run: Run) -> Reduction:
    """phi = -(1/n) sum log x_k, x_k = g_k/mean the eigenvalues of X^T X over their mean, X != 0.

    -log x >= 1 - x, and the x_k - 1 sum to 0: phi >= 0, with equality iff every x_k is 1, that is
    X^T X = mean I; phi = inf iff some g_k = 0, that is rank X < n, as always for n > d.
    """
    wide = np.ones((1, 2))
    cells = cases.matrix_cells(isometry_gap, (2,))
    cells.append(Cell({"X": wide}, isometry_gap(wide), label="n = 2 > d = 1"))
    return Reduction(lambda X: 0, [log_below_its_tangent(), scale_cancels()], cells)
