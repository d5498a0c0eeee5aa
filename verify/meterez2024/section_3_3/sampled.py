"""Checks of theory/meterez2024/section_3_3.py: one layer exactly, thousands sampled."""

from typing import Any

import mpmath

from lemmata.theory.ledger import Cell, Kind
from lemmata.verify.cases import TIGHT
from lemmata.verify.depth.slopes import DEPTH, Deep, gradient_cells, slope_cells
from lemmata.verify.registry import Cells, Run, domain, exact, routes, sampled
from lemmata.verify.second_writings import grid, second_writing


@exact("meterez2024:theorem-5", domain="one layer from an isometry, d = 2, K = 100")
@routes("the bound", "the mean of log |sin theta| over the angle of the rotation")
def one_layer_from_an_isometry(run: Run) -> Cells:
    """The loss K times one entry: the gradient is K |sin theta|, E log |sin theta| = -log 2."""
    K = mpmath.mpf(100)
    given = {"phi_0": mpmath.mpf(0), "d": 2, "K": K, "C": mpmath.mpf(1)}
    yield Cell(given, mpmath.log(K / 2), TIGHT, label="X_0 = I, d = 2, K = 100")


STEEP = 1e30  # so that K cannot be lost


@sampled("meterez2024:theorem-5")
@routes("the bound", "gradients through chain (3)")
@domain(f"{DEPTH} layers from unit rows, d = 2, 4, 8; a linear read-out of norm 1e30")
def deep_gradients(run: Run) -> Cells:
    """The bound with C = 1. Cross entropy is sqrt(2)-Lipschitz (lemma-C.2); steeper is harder."""
    return gradient_cells(run, STEEP, {"K": STEEP, "C": 1.0})


ROUTES = ("no growth", "the median slope of log ||dL/dW_l|| in depth")
# Sizes as in section_3_2.py: the pilot's slope was 1.2, 2.7 and 6.9 of its standard deviations.
GAUSSIAN = (
    Deep("gaussian", 8, 8, 4500, 32),
    Deep("gaussian", 16, 16, 1000, 32),
    Deep("gaussian", 32, 8, 500, 32),
)
# As many layers as float64 carries, as there; in the pilot the slope was -4.6 deviations.
SMALL = (Deep("gaussian", 3, 3, 150, 32, invariant=True),)


@sampled("meterez2024:remark-gaussian-explodes", routes=ROUTES)
@domain("d = n = 3, a rotation-invariant loss, 150 layers")
def vanishing_at_width_3(run: Run) -> Cells:
    """The loss tr(B X X^T)/2 has X^T G = G^T X, G = dL/dX_l, at the last layer, so at every one."""
    return slope_cells(run, SMALL, lambda c: {"d": c.d})


@sampled("meterez2024:remark-gaussian-explodes", routes=ROUTES)
@domain("d = 8, 16, 32, n = 8 and 16, 500 to 4500 layers")
def slope_with_gaussian_weights(run: Run) -> Cells:
    return slope_cells(run, GAUSSIAN, lambda c: {"d": c.d})


# An earlier measurement of 24 replicas and 550 layers found the slopes .0069(1), .0180(2), .120(2):
# each above ten of its standard deviations over replicas.
PRACTICAL = (
    Deep("orthogonal", 16, 4, 300, 32),
    Deep("orthogonal", 32, 16, 300, 32),
    Deep("orthogonal", 32, 24, 300, 32),
)


@sampled("meterez2024:remark-practical", routes=ROUTES)
@domain("orthogonal weights, n < d: d = 16 with n = 4, d = 32 with n = 16 and 24")
def slope_of_batches_smaller_than_the_width(run: Run) -> Cells:
    return slope_cells(run, PRACTICAL, lambda c: {"d": c.d, "n": c.n})


@second_writing("meterez2024:remark-practical", Kind.UPPER_BOUND, grid(d=[2, 32], n=[2, 16]))
def no_growth(d: int, n: int) -> Any:
    return 0.0


@second_writing("meterez2024:remark-gaussian-explodes", Kind.LOWER_BOUND, grid(d=[2, 3, 100]))
def growth_again(d: int) -> Any:
    """The gradients explode exponentially in depth: log ||dL/dW|| ~ c L, c > 0."""
    return 0
