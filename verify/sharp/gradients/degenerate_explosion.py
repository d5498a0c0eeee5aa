"""Checks of theory/sharp/gradients.py: the slope at two widths, extrapolated."""

from typing import Any

import mpmath

from lemmata.theory.ledger import Kind
from lemmata.verify.depth.slopes import Deep, Pair, slopes
from lemmata.verify.registry import Cells, Run, domain, routes, sampled
from lemmata.verify.second_writings import grid, second_writing
from lemmata.verify.statistics.intervals import joint_cell, median

# Sizes from a pilot (see slopes.batches) of 32 replicas with 120 layers: the extrapolated slope is
# off by 3 +- 2 % of the law and scatters by 11 %, so by 10 % with 160 layers. The median of 128
# lies within 0.7 to 1 times the scatter on each side: within the margin, which is a half of the
# distance to the law of r + 1.
RANK, PAIR, REPLICAS = 4, Pair(4, 64, 160), 64


@sampled("sharp:degenerate-explosion", margin=0.15)
@routes("the law", "the median slope of log ||dL/dW_l||, gradients through 160 layers")
@domain("n = 5 samples of which 4 distinct, d = 16 and 64 extrapolated")
def extrapolated_slope(run: Run) -> Cells:
    """Five samples of which two are equal; the rate is that of Gaussian weights, d >> r."""
    widths = PAIR.d // 4, PAIR.d
    sides = [Deep("orthogonal", d, RANK + 1, PAIR.layers, REPLICAS, distinct=RANK) for d in widths]
    narrow, wide = slopes(run, sides)
    label = f"r = {RANK}, d = {PAIR.d // 4} and {PAIR.d} extrapolated"
    yield joint_cell(median(PAIR.extrapolated(narrow, wide), run.alpha), {"r": RANK}, label)


@second_writing("sharp:degenerate-explosion", Kind.LIMIT, grid(r=["3", "4", "17"]))
def log_growth_again(r: Any) -> Any:
    """The same law at the number of distinct samples."""
    return (mpmath.log(r - 1) - mpmath.log(r - 2)) / 2
