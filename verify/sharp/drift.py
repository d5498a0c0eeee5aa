"""Checks of theory/sharp/drift.py in high precision."""

from __future__ import annotations

from theory import reference
from theory.ledger import Cell, Evidence, Method
from verify.cases import FEW_GAPS, SPHERE, distinct_pairs, doubled, mean_log, spectra
from verify.registry import Run, check


@check("sharp:drift")
def angle_integral(run: Run) -> Evidence:
    cells = [
        Cell({"spectrum": s}, mean_log(s), SPHERE, label=f"{label}, d = {d}")
        for d in (2, 3, 8, 64)
        for label, s in spectra(d, FEW_GAPS)
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("trapezoidal quadrature in log t", "tanh-sinh integral over the angle in mpmath"),
        "two-level spectra, gaps 1e-30 to 40, d = 2 to 64",
        cells,
    )


@check("sharp:drift")
def divided_differences(run: Run) -> Evidence:
    cells = [
        Cell(
            {"spectrum": doubled(v)},
            reference.mean_log_doubled(v),
            1e-30,
            label=f"{label}, m = {m}",
        )
        for m in (2, 5)
        for label, v in distinct_pairs(m)
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("trapezoidal quadrature in log t", "Hermite-Genocchi divided differences in mpmath"),
        "doubled spectra, d = 4 to 10, eigenvalues down to 1e-200",
        cells,
    )
