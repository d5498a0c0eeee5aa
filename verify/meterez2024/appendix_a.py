"""Checks of theory/meterez2024/appendix_a.py in exact rational arithmetic."""

from __future__ import annotations

from typing import Any

import flint
import mpmath
import numpy as np

from theory.ledger import Cell, Evidence, Method
from theory.spectrum import from_eigenvalues
from verify.cases import TIGHT, mpf_array
from verify.registry import Run, check


def sphere_moment(d: int, *halves: int) -> Any:
    """E u_1^(2 a) u_2^(2 b) ... on the sphere: prod (1/2)_a / (d/2)_(a+b+...), Dirichlet."""
    half = flint.fmpq(1, 2)
    numerator = flint.fmpq(1)
    for a in halves:
        for k in range(a):
            numerator *= half + k
    denominator = flint.fmpq(1)
    for k in range(sum(halves)):
        denominator *= flint.fmpq(d, 2) + k
    return numerator / denominator


@check("meterez2024:weingarten-moments")
def fourth_moments_from_orthogonality(run: Run) -> Evidence:
    """A row is uniform on the sphere; the rest follows from W W^T = I.

    sum_l E w_ik^2 w_jl^2 = E w_ik^2 = 1/d, and sum_l E w_ik w_jk w_il w_jl = 0.
    """
    cells = []
    for d in range(2, 60):
        fourth, same_row = sphere_moment(d, 2), sphere_moment(d, 1, 1)
        apart = (flint.fmpq(1, d) - same_row) / (d - 1)
        mixed = -same_row / (d - 1)
        observed = np.array([fourth, same_row, same_row, apart, mixed], dtype=object)
        cells.append(Cell({"d": d}, observed, label=f"d = {d}"))
    return Evidence(
        Method.ADVERSARIAL,
        ("the printed rational functions", "Dirichlet moments and W W^T = I, exact rationals"),
        "d = 2 to 59",
        cells,
    )


@check("meterez2024:rows-of-WX")
def row_moments_from_the_sphere(run: Run) -> Evidence:
    """E a_j^2 from Dirichlet moments; E a_i a_j from sum_j a_j = d."""
    cells = []
    for d in (2, 3, 5, 12):
        for power in (0, 1, 3):
            raw = [mpmath.mpf(k + 1) ** power for k in range(d)]
            lam = mpf_array([v * d / mpmath.fsum(raw) for v in raw])
            square, cross = (lam**2).sum(), (lam.sum() ** 2 - (lam**2).sum())
            fourth, mixed = sphere_moment(d, 2), sphere_moment(d, 1, 1)
            second = square * _mpf(fourth) + cross * _mpf(mixed)
            apart = (d**2 - d * second) / (d * (d - 1))
            observed = np.array([lam.sum() / d, second, apart])
            cells.append(
                Cell(
                    {"spectrum": from_eigenvalues(lam)},
                    observed,
                    TIGHT,
                    label=f"d = {d}, lambda ~ k^{power}",
                )
            )
    return Evidence(
        Method.ADVERSARIAL,
        ("the printed moments", "Dirichlet moments and the trace"),
        "spectra growing like k^0, k^1, k^3, d = 2 to 12",
        cells,
    )


def _mpf(value: Any) -> Any:
    return mpmath.mpf(int(value.p)) / int(value.q)
