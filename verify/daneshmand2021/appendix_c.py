"""Checks of theory/daneshmand2021/appendix_c.py: the proof, averages over depth sampled."""

import math
from typing import Any

import mpmath

from verify.cases import TIGHT
from verify.chains.gaussian_cells import AVERAGES_IN_DEPTH, averages_in_depth
from verify.chains.limit import STARTS, average_of
from verify.proofs.orthogonality import drift_condition, telescoping_sum
from verify.proofs.prover import Reduction, argument, proved
from verify.registry import Cell, Cells, Run, domain, sampled


@proved("daneshmand2021:appendix-C")
@argument("the sharper drift of lemma 8, telescoped, and 9 n^3 >= 4 (n+2)^2 (n-1)")
@domain("every H_0 of unit norm, every n, every d >= n and d = inf, every depth")
def average_by_telescoping(run: Run) -> Reduction:
    cells = []
    for n, first in STARTS[:4]:
        v_hat_0, average = average_of(n, first, 40)
        parameters = {"l": 40, "d": math.inf, "v_hat_0": v_hat_0}
        cells.append(Cell(parameters, average, 1e-30, label=f"n = {n}"))
    # n = d = 2 from an orthogonal input: Vhat' = |cos|/2 of a uniform angle
    exact = 1 / (2 * mpmath.pi) - mpmath.mpf(1) / 8
    two = {"l": 1, "d": mpmath.mpf(2), "v_hat_0": mpmath.mpf(0)}
    cells.append(Cell(two, exact, TIGHT, label="n = d = 2, orthogonal"))

    def bound(l: int, d: Any, v_hat_0: Any) -> Any:
        noise = 0 if d == math.inf else mpmath.mpf(3) / 2 / mpmath.sqrt(d)
        return mpmath.mpf(3) / 2 * v_hat_0 / l + noise

    points = [{"l": 3, "d": mpmath.mpf(d), "v_hat_0": mpmath.mpf(1) / 9} for d in (2, 3, 10, 1000)]
    return Reduction(bound, [*drift_condition(), telescoping_sum()], cells, points=points)


@sampled("daneshmand2021:appendix-C", **AVERAGES_IN_DEPTH)
def sampled_average_in_depth(run: Run) -> Cells:
    return averages_in_depth(run, ("l", "d", "v_hat_0"))
