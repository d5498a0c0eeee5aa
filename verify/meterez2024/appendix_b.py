"""Checks of theory/meterez2024/appendix_b.py in high precision, and of one layer by sampling."""

from __future__ import annotations

import numpy as np

from theory.ledger import Cell, Evidence, Method
from verify.cases import SPHERE, TIGHT, literal_gap, mean_log, spectra
from verify.chains.layers import Layer, drift_cells
from verify.meterez2024.main_sampled import ROUTE
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


# Both sides of the threshold phi = 1/(16 d) at every width, and the worst case of the other routes:
# d = 2 just below the threshold.
LAYERS = (
    Layer("one small", 2, 0.0309, 1000),
    Layer("one small", 2, 0.0313, 1000),
    Layer("one small", 2, 10.0, 1000),
    Layer("one large", 3, 0.02, 1000),
    Layer("one small", 8, 0.0078, 250),
    Layer("one small", 8, 5.0, 250),
    Layer("two clusters", 32, 0.0019, 50),
    Layer("one small", 128, 0.00048, 16),
    Layer("one small", 256, 0.1, 8),
)


@check("meterez2024:lemma-B.2")
def sampled_drift_in_two_regimes(run: Run) -> Evidence:
    cells = drift_cells(run, LAYERS, lambda layer: {"phi": layer.phi, "d": layer.d})
    domain = "one layer from extremal and clustered spectra, gaps 5e-4 to 10, d = 2 to 256"
    return Evidence(Method.STATISTICAL, ("the recurrence", ROUTE), domain, cells)
