"""Exact checks of theory/daneshmand2021/section_2.py."""

from itertools import islice

import mpmath

from lemmata.theory.definitions import bn
from lemmata.theory.numerics.backends import sqrt
from lemmata.verify.cases import TIGHT, square_matrices
from lemmata.verify.registry import Cell, Cells, Run, exact, routes


@exact("daneshmand2021:eq-1-frobenius", domain="three matrices, d = 3, n = 2")
@routes("one", "BN and the norm in mpmath")
def rows_add_up(run: Run) -> Cells:
    for label, X in islice(square_matrices(3), 3):
        M = X[:, :2] + 1  # no zero row
        norm = sqrt(((bn(M) / sqrt(mpmath.mpf(3))) ** 2).sum())
        yield Cell({"M": M}, norm, TIGHT, label=f"{label}, d = 3, n = 2")
