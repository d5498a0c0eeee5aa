"""Checks of theory/sharp/average_in_depth.py: averages sampled as for appendix C, and the proof."""

import math
from typing import Any

import mpmath

from verify.chains.gaussian_cells import AVERAGES_IN_DEPTH, averages_in_depth
from verify.chains.limit import average_of
from verify.proofs.orthogonality import drift_condition, telescoping_sum
from verify.proofs.prover import Reduction, argument, proved
from verify.registry import Cell, Cells, Run, domain, sampled


@sampled("sharp:average-in-depth", **AVERAGES_IN_DEPTH)
def sampled_average_against_the_sharp_form(run: Run) -> Cells:
    return averages_in_depth(run, ("l", "n", "d", "v_hat_0"))


@proved("sharp:average-in-depth")
@argument("the sharper drift of lemma 8 and the variance (1 - 1/n)/d, telescoped")
@domain("every H_0 of unit norm, every n, every d >= n and d = inf, every depth")
def telescoped(run: Run) -> Reduction:
    """The sum of appendix C's certificate before its constants are rounded up; 0 for n = 1."""
    cells = []
    for n, small in ((2, "0.05"), (8, "0.1249")):
        v_hat_0, average = average_of(n, small, 60)
        parameters = {"l": 60, "n": n, "d": math.inf, "v_hat_0": v_hat_0}
        cells.append(Cell(parameters, average, 1e-30, label=f"n = {n}, d = inf"))

    def bound(l: int, n: int, d: Any, v_hat_0: Any) -> Any:
        noise = 0 if d == math.inf else mpmath.sqrt((n - 1) / (n * d))
        return (1 + mpmath.mpf(2) / n) / 2 * (v_hat_0 + (l + 1) * noise) / l

    points = [{"l": 3, "n": 5, "d": mpmath.mpf(7), "v_hat_0": mpmath.mpf(1) / 9}]
    return Reduction(bound, [*drift_condition(), telescoping_sum()], cells, points=points)
