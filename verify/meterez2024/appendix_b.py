"""Checks of theory/meterez2024/appendix_b.py in high precision."""

from __future__ import annotations

import numpy as np

from theory.ledger import Cell, Evidence, Method
from verify.cases import SPHERE, TIGHT, literal_gap, mean_log, spectra
from verify.registry import Run, check

WIDTHS = (2, 3, 8, 64)


@check("meterez2024:lemma-B.1")
def eigenvalues_of_extremal_spectra(run: Run) -> Evidence:
    cells = []
    for d in WIDTHS:
        for label, s in spectra(d):
            observed = np.array([-min(s.deviations), max(s.deviations)])
            cells.append(
                Cell({"phi": literal_gap(s), "d": d}, observed, TIGHT, label=f"{label}, d = {d}")
            )
    return Evidence(
        Method.ADVERSARIAL,
        ("the bounds", "eigenvalues of spectra whose gap is summed literally"),
        "extremal spectra, gaps 1e-30 to 40, d = 2 to 64",
        cells,
    )


@check("meterez2024:lemma-B.2")
def drift_in_two_regimes(run: Run) -> Evidence:
    cells = [
        Cell({"phi": literal_gap(s), "d": d}, mean_log(s), SPHERE, label=f"{label}, d = {d}")
        for d in WIDTHS
        for label, s in spectra(d)
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("the recurrence", "angle integral in mpmath"),
        "extremal spectra, gaps 1e-30 to 40, d = 2 to 64",
        cells,
    )
