"""Checks of theory/sharp/eigenvalue_from_gap.py in high precision."""

from __future__ import annotations

import numpy as np

from theory.ledger import Cell, Evidence, Method
from verify.cases import TIGHT, distinct_pairs, doubled, eigenvalues, literal_gap, spectra
from verify.registry import Run, check


@check("sharp:eigenvalue-from-gap")
def extremes_of_spectra(run: Run) -> Evidence:
    """Extremal spectra attain the bounds at their own gap, summed literally; others do not."""
    seen = [(f"{label}, d = {d}", s) for d in (2, 3, 8, 64) for label, s in spectra(d)]
    seen += [
        (f"{label}, d = {2 * m}", doubled(v)) for m in (2, 4) for label, v in distinct_pairs(m)
    ]
    cells = []
    for label, s in seen:
        low, high = min(eigenvalues(s)), -max(eigenvalues(s))
        parameters = {"phi": literal_gap(s), "d": s.width}
        cells.append(Cell(parameters, np.array([low, high, low, high]), TIGHT, label=label))
    return Evidence(
        Method.ADVERSARIAL,
        ("Newton's method on the defining equations", "spectra whose gap is summed literally"),
        "extremal, clustered and doubled spectra, gaps 1e-30 to 40, d = 2 to 64",
        cells,
    )
