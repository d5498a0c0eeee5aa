"""Checks of theory/sharp/extremal_drift.py in high precision, and by sampling a layer."""

from __future__ import annotations

import numpy as np

from theory.ledger import Cell, Evidence, Method
from theory.numerics import reference
from verify.cases import FEW_GAPS, SPHERE, distinct_pairs, doubled, literal_gap, mean_log, spectra
from verify.chains.layers import Layer, share_taken
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


# Between the extremes: at the extremal spectra both sides are equal, which no interval can decide.
# They meet as the gap vanishes, too: at 0.02 they are 7 % apart, and the interval 3 % to each side.
BETWEEN = (
    Layer("two clusters", 4, 0.02, 2000),
    Layer("two clusters", 4, 1.0, 2000),
    Layer("two clusters", 4, 5.0, 2000),
    Layer("two clusters", 8, 0.5, 2000),
    Layer("two clusters", 16, 2.0, 500),
    Layer("two clusters", 64, 0.7, 100),
)


@check("sharp:extremal-drift")
def sampled_drift_between(run: Run) -> Evidence:
    cells = []
    for layer in BETWEEN:
        size = -layer.exact_drift
        signs = np.array([1.0, -1.0]) * layer.phi  # the closed form bounds |drift| and -|drift|
        seen = share_taken(run, layer, len(BETWEEN))
        parameters = {"phi": layer.phi, "d": layer.d}
        cells.append(seen.cell(layer, parameters, signs.__mul__, [size, -size]))
    return Evidence(
        Method.STATISTICAL,
        ("drift of the extremal spectra", "W drawn, BN(W X) formed, its gap by singular values"),
        "one layer from two clusters of eigenvalues, gaps 0.02 to 5, d = 4 to 64",
        cells,
    )
