"""Certificates of the deterministic remarks of theory/daneshmand2021/main.py: norm, whitening."""

from __future__ import annotations

import mpmath
import numpy as np

from theory.backends import sqrt
from theory.definitions import bn
from theory.ledger import Cell, Evidence
from verify.cases import TIGHT
from verify.daneshmand2021.main import tall_matrices, whitening_cells
from verify.prover import Proof, always, certificate
from verify.registry import Run, check
from verify.steps import variables


def unit_rows_over_the_width() -> Proof:
    """Row j of BN(M)/sqrt(d) has the square norm sum_i (m_i v/c)^2 = (1/d) (sum m_i^2) v^2 = 1/d.

    v = 1/||m||, c = sqrt(d): term by term d (m v/c)^2 = m^2 v^2 once c^2 = d; d rows make 1.
    """
    m, v, w = variables("m v w")  # w = 1/c
    return always((m * v * w) ** 2 == (m * v) ** 2 * w**2)


@check("daneshmand2021:eq-1-frobenius")
def rows_add_up(run: Run) -> Evidence:
    cells = [
        Cell({"M": M}, sqrt(((bn(M) / sqrt(mpmath.mpf(len(M)))) ** 2).sum()), TIGHT, label=label)
        for label, M in tall_matrices()
        if "d = 2" in label or "d = 3" in label
    ]
    return certificate(
        run.formula,
        lambda M: mpmath.mpf(1),
        [unit_rows_over_the_width()],
        cells,
        argument="d unit rows, divided by sqrt(d)",
        domain="every M without a zero row, every d and n",
    )


def roots_cancel() -> Proof:
    """M = U S V^T: (M M^T)^(-1/2) M = U S^(-1) U^T U S V^T = U V^T, and V U^T U V^T = I.

    Singular value by singular value, (1/s) s = 1 with (1/s)^2 s^2 = 1: the pseudo-inverse root of
    M M^T = U S^2 U^T is U S^(-1) U^T where every s is positive, that is for full rank.
    """
    s, r = variables("s r")  # r = 1/s
    return always((r * s - 1) * (r * s + 1) == r**2 * s**2 - 1)


@check("daneshmand2021:remark-whitening")
def singular_vectors_are_left(run: Run) -> Evidence:
    cells = [cell for cell in whitening_cells() if "d = 3" in cell.label]
    return certificate(
        run.formula,
        lambda M: np.array(mpmath.eye(len(M[0])).tolist(), dtype=object),
        [roots_cancel()],
        cells,
        argument="the whitened matrix is U V^T",
        domain="every M of full rank, every d >= n",
    )
