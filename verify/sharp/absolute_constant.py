"""Checks of theory/sharp/absolute_constant.py: two layers at d = 2, the local rate."""

import mpmath

from lemmata.verify.cases import two_layer_cells
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes


@exact("sharp:absolute-constant")
@routes("the bound", "the layer's law at d = 2, integrated in mpmath; the local rate 1/2")
@domain("two layers at d = 2, and twenty at a gap of 1e-30, where each halves it")
def layers_at_width_2(run: Run) -> Cells:
    yield from two_layer_cells(("0.1", "0.999"), "two layers, ", l=2)
    tiny = mpmath.mpf(10) ** -30
    given = {"phi_0": tiny, "l": 20, "d": 2}
    yield Cell(given, tiny / 2**20, 1e-10, label="the local rate 1/2")
