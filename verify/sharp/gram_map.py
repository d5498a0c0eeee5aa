"""Checks of theory/sharp/gram_map.py in high precision; its values: see daneshmand2021 lemma 9."""

from __future__ import annotations

import mpmath

from theory.ledger import Cell, Evidence, Method
from verify.cases import mpf_array
from verify.registry import Run, check


@check("sharp:gram-map")
def contraction_near_isometry(run: Run) -> Evidence:
    """Deviations of 1e-15 contract by n/(n+2); the next term is 1e-30."""
    cells = []
    for n in (2, 3, 10):
        e = mpf_array([mpmath.mpf(2 * k - n + 1) / 10**15 for k in range(n)])
        q = mpmath.mpf(1) / n + e
        cells.append(Cell({"q": q}, mpmath.mpf(1) / n + e * n / (n + 2), 1e-27, label=f"n = {n}"))
    return Evidence(
        Method.ADVERSARIAL,
        ("trapezoidal quadrature in log t", "the linearised map"),
        "deviations of 1e-15 from 1/n, n = 2, 3, 10",
        cells,
    )
