"""Checks of theory/sharp/orthogonality_decay.py: chains sampled as for theorem 1."""

import math

from lemmata.verify.chains.gaussian_cells import GAPS_UNDER_A1, gaps_under_a1
from lemmata.verify.chains.limit import STARTS, alpha_of, gap_of, limit_chain
from lemmata.verify.registry import Cell, Cells, Run, exact, routes, sampled


@sampled("sharp:orthogonality-decay", **GAPS_UNDER_A1)
def sampled_gap_under_a1(run: Run) -> Cells:
    return gaps_under_a1(run)


@exact("sharp:orthogonality-decay", domain="d = inf, two spectra, depth 5 and 100")
@routes("the bound", "2F1 in mpmath, layer by layer")
def gap_in_the_limit_of_width(run: Run) -> Cells:
    for size, first in STARTS[3:6:2]:
        chain = limit_chain(size, first, 101)
        for depth in (5, 100):
            gap = gap_of(chain[depth + 1], size)
            parameters = {"alpha": alpha_of(chain, depth), "l": depth, "n": size, "d": math.inf}
            yield Cell(parameters, gap, 1e-30, label=f"q_1 = {first} at the input")
