"""Checks of theory/sharp/power_sums.py: examples."""

from lemmata.verify.cases import TIGHT, mpf_array
from lemmata.verify.registry import Cell, Cells, Run, exact, routes


@exact("sharp:power-sums", domain="2 to 4 singular values, from 1e-9 to 8")
@routes("the bound", "the sum of squares, cubed, in mpmath")
def sums_of_examples(run: Run) -> Cells:
    for raw in (["0.6", "0.8"], [1, 1, 1], [1, 2, 4, 8], ["1e-9", 1]):
        values = mpf_array(raw)
        yield Cell({"s": values}, (values * values).sum() ** 3, TIGHT, label=f"s ~ {raw}")
