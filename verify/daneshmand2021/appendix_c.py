"""Checks of theory/daneshmand2021/appendix_c.py: averages over depth sampled."""

import math

import mpmath

from lemmata.verify.cases import TIGHT
from lemmata.verify.chains.gaussian_cells import AVERAGES_IN_DEPTH, averages_in_depth
from lemmata.verify.chains.limit import STARTS, average_of
from lemmata.verify.registry import Cell, Cells, Run, exact, routes, sampled


@exact("daneshmand2021:appendix-C", domain="d = inf at depth 40, and n = d = 2 at depth 1")
@routes("the bound", "2F1 in mpmath, and Vhat' = |cos|/2 of a uniform angle")
def average_in_the_limit_of_width(run: Run) -> Cells:
    for size, small in STARTS[:4]:
        v_hat_0, seen = average_of(size, small, 40)
        parameters = {"l": 40, "d": math.inf, "v_hat_0": v_hat_0}
        yield Cell(parameters, seen, 1e-30, label=f"n = {size}")
    exact_value = 1 / (2 * mpmath.pi) - mpmath.mpf(1) / 8
    two = {"l": 1, "d": mpmath.mpf(2), "v_hat_0": mpmath.mpf(0)}
    yield Cell(two, exact_value, TIGHT, label="n = d = 2, orthogonal")


@sampled("daneshmand2021:appendix-C", **AVERAGES_IN_DEPTH)
def sampled_average_in_depth(run: Run) -> Cells:
    return averages_in_depth(run, ("l", "d", "v_hat_0"))
