"""Checks of theory/sharp/theorem_5.py: gradients through 2000 layers, one layer."""

import math

from lemmata.verify.depth.slopes import DEPTH, gradient_cells
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes, sampled


@sampled("sharp:theorem-5")
@routes("the bound", "gradients through chain (3)")
@domain(f"{DEPTH} layers from unit rows, d = 2, 4, 8; a linear read-out of norm K = 1000")
def deep_gradients(run: Run) -> Cells:
    return gradient_cells(run, 1000.0, {"K": 1000.0})


@exact("sharp:theorem-5", domain="one layer near isometry, d = 2")
@routes("the bound", "the loss (K/sqrt(2)) <x_1, x_2>, its gradient by hand")
def one_layer(run: Run) -> Cells:
    """The gradient (K/sqrt(2)) (x_2, x_1) of norm K is not shortened: K up to sqrt(phi_0)."""
    phi_0, K = 1e-24, 1000.0
    value = math.log(K)
    near = (value - 1e-9, value + 1e-9)
    yield Cell(
        {"phi_0": phi_0, "d": 2, "K": K},
        value,
        interval=near,
        label="one layer, d = 2",
        interval_method="enclosure",
    )
