"""Checks of theory/sharp/theorem_1.py: one layer at any width, two at d = 2, deeper by sampling."""

from __future__ import annotations

from typing import Any

import mpmath

from theory.ledger import Cell, Evidence, Method
from verify.cases import FEW_GAPS, SPHERE, literal_gap, mean_log, spectra
from verify.chains.sampled import STARTS, Start, gap_cells
from verify.registry import Run, check


@check("sharp:theorem-1")
def one_layer(run: Run) -> Evidence:
    cells = []
    for d in (2, 3, 8):
        for label, s in spectra(d, FEW_GAPS):
            gap = literal_gap(s)
            parameters = {"phi_0": gap, "l": 1, "d": d}
            cells.append(Cell(parameters, gap + mean_log(s), SPHERE, label=f"{label}, d = {d}"))
    return Evidence(
        Method.ADVERSARIAL,
        ("the bound", "angle integral in mpmath"),
        "one layer from two-level spectra, gaps 1e-30 to 40, d = 2, 3, 8",
        cells,
    )


def mean_log_at_width_2(e: Any) -> Any:
    """E log(1 + e cos 2 theta) = log((1 + sqrt(1 - e^2))/2), Jensen's formula."""
    return mpmath.log((1 + mpmath.sqrt(1 - e**2)) / 2)


def expected_gap_after_two_layers(e: Any) -> Any:
    """At d = 2 a layer turns eigenvalues 1 +- e into 1 +- e sin(2 theta)/sqrt(1 - e^2 cos^2)."""

    def second_drift(theta: Any) -> Any:
        s, c = mpmath.sin(theta), mpmath.cos(theta)
        return mean_log_at_width_2(e * s / mpmath.sqrt(1 - (e * c) ** 2))

    gap = -mpmath.log(1 - e**2) / 2
    mean = mpmath.quad(second_drift, [0, mpmath.pi / 4, mpmath.pi / 2]) * 2 / mpmath.pi
    return gap + mean_log_at_width_2(e) + mean


@check("sharp:theorem-1")
def two_layers_at_width_2(run: Run) -> Evidence:
    cells = []
    for size in ("1e-6", "0.1", "0.7", "0.99", "0.999999"):
        e = mpmath.mpf(size)
        parameters = {"phi_0": -mpmath.log(1 - e**2) / 2, "l": 2, "d": 2}
        lhs = expected_gap_after_two_layers(e)
        cells.append(Cell(parameters, lhs, SPHERE, label=f"eigenvalues 1 +- {size}"))
    return Evidence(
        Method.ADVERSARIAL,
        ("the bound", "the layer's law at d = 2, integrated in mpmath"),
        "two layers, d = 2",
        cells,
    )


@check("sharp:theorem-1")
def sampled_decay(run: Run) -> Evidence:
    """Where the bound is attained to first order, at small and huge gaps, quadrature decides."""

    def parameters(start: Start, depth: int) -> dict[str, float]:
        return {"phi_0": start.phi_0, "l": depth, "d": start.d}

    starts = [s for s in STARTS if 0.01 < s.phi_0 < 100 or s.kind == "one large"]
    return Evidence(
        Method.STATISTICAL,
        ("the bound", "chain (3) with E = X X^T - I carried along"),
        "chain (3) from extremal spectra, gaps 0.01 to 6.5, d = 2 to 512, depths 2 to 40",
        gap_cells(run, starts, parameters),
    )
