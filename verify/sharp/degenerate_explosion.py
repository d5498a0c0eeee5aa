"""Checks of theory/sharp/degenerate_explosion.py: the slope at two widths, extrapolated."""

from __future__ import annotations

from theory.ledger import Evidence, Method
from verify.registry import Run, check
from verify.slopes import Deep, cell, slopes

MARGIN = 0.15  # of the law, within which the interval must lie, as for sharp:gaussian-explosion
# The number of replicas was chosen after looking: 96 left the claim undecided at seed 0, with an
# interval of 10 % of the law on either side.


@check("sharp:degenerate-explosion")
def extrapolated_slope(run: Run) -> Evidence:
    """Five samples of which two are equal; the slope differs from its limit by O(1/d)."""
    r = 4
    narrow, wide = (Deep("orthogonal", d, r + 1, 120, 192, distinct=r) for d in (32, 64))
    values = 2 * slopes(run, wide, "W") - slopes(run, narrow, "W")
    return Evidence(
        Method.STATISTICAL,
        ("the law", "gradients through 120 layers, Student's interval (asymptotic)"),
        "n = 5 samples of which 4 distinct, d = 32 and 64 extrapolated, 192 replicas",
        [cell(values, run.alpha, {"r": r}, "r = 4, d = 32 and 64 extrapolated in 1/d")],
        margin=MARGIN,
    )
