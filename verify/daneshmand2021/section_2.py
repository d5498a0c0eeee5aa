"""The certificate of theory/daneshmand2021/section_2.py."""

from itertools import islice

import mpmath

from theory.definitions import bn
from theory.numerics.backends import sqrt
from verify.cases import TIGHT, square_matrices
from verify.proofs.prover import Reduction, Shown, always, argument, proved, variables
from verify.registry import Cell, Run


def unit_rows_over_the_width() -> Shown:
    """Row j of BN(M)/sqrt(d) has the square norm sum_i (m_i v/c)^2 = (1/d) (sum m_i^2) v^2 = 1/d.

    v = 1/||m||, c = sqrt(d): term by term d (m v/c)^2 = m^2 v^2 once c^2 = d; d rows make 1.
    """
    m, v, w = variables("m v w")  # w = 1/c
    return always((m * v * w) ** 2 == (m * v) ** 2 * w**2)


@proved("daneshmand2021:eq-1-frobenius", domain="every M without a zero row, every d and n")
@argument("d unit rows, divided by sqrt(d)")
def rows_add_up(run: Run) -> Reduction:
    cells = []
    for label, X in islice(square_matrices(3), 3):
        M = X[:, :2] + 1  # no zero row
        norm = sqrt(((bn(M) / sqrt(mpmath.mpf(3))) ** 2).sum())
        cells.append(Cell({"M": M}, norm, TIGHT, label=f"{label}, d = 3, n = 2"))
    return Reduction(lambda M: mpmath.mpf(1), [unit_rows_over_the_width()], cells)
