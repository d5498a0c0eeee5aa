"""Checks of theory/meterez2024/section_3_3.py by gradients through thousands of layers."""

from collections.abc import Iterator

from theory.ledger import Cell
from verify.depth.slopes import DEPTH, Deep, gradient_cells, slope_cells
from verify.registry import Run, domain, routes, sampled


@sampled("meterez2024:theorem-5")
@routes("the bound", "gradients through chain (3)")
@domain(f"{DEPTH} layers from unit rows, d = 2, 4, 8; a linear read-out of norm 100")
def deep_gradients(run: Run) -> Iterator[Cell]:
    """The bound with C = 1. Cross entropy is sqrt(2)-Lipschitz (lemma-C.2); steeper is harder."""
    return gradient_cells(run, 100.0, {"C": 1.0})


ROUTES = ("no growth", "the median slope of log ||dL/dW_l|| in depth")
# Sizes as in section_3_2/sampled.py: in the pilot the slope was 1.2, 2.7 and 6.9 of its standard
# deviations.
GAUSSIAN = (
    Deep("gaussian", 8, 8, 4500, 32),
    Deep("gaussian", 16, 16, 1000, 32),
    Deep("gaussian", 32, 8, 500, 32),
)
# As many layers as float64 carries, as there; in the pilot the slope was -4.6 deviations.
SMALL = (Deep("gaussian", 3, 3, 150, 32, invariant=True),)


@sampled("meterez2024:remark-gaussian-explodes")
@routes(*ROUTES)
@domain("d = 8, 16, 32, n = 8 and 16, 500 to 4500 layers")
def slope_with_gaussian_weights(run: Run) -> list[Cell]:
    return slope_cells(run, GAUSSIAN, lambda c: {"d": c.d})


@sampled("meterez2024:remark-gaussian-explodes")
@routes(*ROUTES)
@domain("d = n = 3, a rotation-invariant loss, 150 layers")
def vanishing_at_width_3(run: Run) -> list[Cell]:
    """The loss tr(B X X^T)/2 has X^T G = G^T X, G = dL/dX_l, at the last layer, so at every one."""
    return slope_cells(run, SMALL, lambda c: {"d": c.d})
