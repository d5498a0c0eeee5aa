"""Checks of theory/sharp/extremal_drift.py in high precision."""

from __future__ import annotations

import numpy as np

from theory import reference
from theory.ledger import Cell, Evidence, Method
from verify.cases import FEW_GAPS, SPHERE, distinct_pairs, doubled, literal_gap, mean_log, spectra
from verify.registry import Run, check


@check("sharp:extremal-drift")
def drift_of_other_spectra(run: Run) -> Evidence:
    """Extremal spectra attain the bounds, clusters and doubled spectra lie between them."""
    seen = [
        (f"{label}, d = {d}", s, mean_log(s)) for d in (2, 8) for label, s in spectra(d, FEW_GAPS)
    ]
    seen += [
        (f"{label}, d = {2 * m}", doubled(v), reference.mean_log_doubled(v))
        for m in (2,)
        for label, v in distinct_pairs(m)
    ]
    cells = [
        Cell({"phi": literal_gap(s), "d": s.width}, np.array([-value, value]), SPHERE, label=label)
        for label, s, value in seen
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("drift of the extremal spectra", "angle integral and divided differences in mpmath"),
        "extremal, clustered and doubled spectra, gaps 1e-30 to 40, d = 2, 4, 8",
        cells,
    )
