"""Checks of theory/sharp/gram_chain.py in high precision."""

from __future__ import annotations

import mpmath
import numpy as np

from theory.definitions import gram
from theory.ledger import Cell, Evidence, Method
from verify.cases import mpf_array
from verify.registry import Run, check


def covariance_cells() -> list[Cell]:
    """Z has rows N(0, I/d), so Z K^(1/2) has rows N(0, K^(1/2) K^(1/2)/d)."""
    cells = []
    for d, n in ((2, 2), (4, 2), (7, 3)):
        H = mpf_array([[(i * 3 + j * 5) % 7 + 1 + (i == j) for j in range(n)] for i in range(d)])
        root = mpmath.sqrtm(mpmath.matrix(gram(H).tolist()))
        covariance = np.array((root.T * root / d).tolist(), dtype=object)
        cells.append(Cell({"H": H}, covariance, 1e-30, label=f"d = {d}, n = {n}"))
    return cells


@check("sharp:gram-chain")
def covariance_of_the_short_chain(run: Run) -> Evidence:
    return Evidence(
        Method.ADVERSARIAL,
        ("H^T H / d", "mpmath's matrix square root of K"),
        "integer matrices, (d, n) = (2, 2), (4, 2), (7, 3)",
        covariance_cells(),
    )
