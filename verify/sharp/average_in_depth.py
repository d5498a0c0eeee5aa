"""Checks of theory/sharp/average_in_depth.py: averages sampled as for appendix C."""

import math

from lemmata.verify.chains.gaussian_cells import AVERAGES_IN_DEPTH, averages_in_depth
from lemmata.verify.chains.limit import average_of
from lemmata.verify.registry import Cell, Cells, Run, exact, routes, sampled


@sampled("sharp:average-in-depth", **AVERAGES_IN_DEPTH)
def sampled_average_against_the_sharp_form(run: Run) -> Cells:
    return averages_in_depth(run, ("l", "n", "d", "v_hat_0"))


@exact("sharp:average-in-depth", domain="d = inf, n = 2 and 8, depth 60")
@routes("the bound", "2F1 in mpmath, layer by layer")
def average_in_the_limit_of_width(run: Run) -> Cells:
    for n, small in ((2, "0.05"), (8, "0.1249")):
        v_hat_0, average = average_of(n, small, 60)
        parameters = {"l": 60, "n": n, "d": math.inf, "v_hat_0": v_hat_0}
        yield Cell(parameters, average, 1e-30, label=f"n = {n}, d = inf")
