"""Checks of theory/meterez2024/section_3_2.py by gradients through thousands of layers.

64 replicas at standard effort: the median lies between the ninth from below and from above. In a
pilot (see slopes.batches) of 16 replicas with 500 layers the slope was 1.2, 5.4 and 9.7 of its
standard deviations in REPEATED. The deviation falls like 1/sqrt(layers); the depths are the least
multiples of 500 at which the slope is 3.5 deviations.
"""

from theory.ledger import Cell
from verify.depth.slopes import Deep, slope_cells
from verify.registry import Run, domain, routes, sampled

ROUTES = ("no growth", "the median slope of log ||dL/dW_l|| in depth")
REPEATED = (
    Deep("orthogonal", 8, 8, 4500, 32, distinct=7),
    Deep("orthogonal", 8, 8, 500, 32, distinct=4),
    Deep("orthogonal", 16, 16, 500, 32, distinct=8),
)
# As many layers as float64 carries: rounding feeds the part of the gradient that rotations of the
# samples keep, which does not shrink, while the rest falls by about exp(-0.1) a layer.
# In the pilot the slope was -4.5 of its standard deviations.
SMALL = (Deep("orthogonal", 3, 3, 150, 32, distinct=2, invariant=True),)


@sampled("meterez2024:remark-degenerate")
@routes(*ROUTES)
@domain("d = n = 3, two distinct samples, a rotation-invariant loss")
def vanishing_from_two_samples_at_width_3(run: Run) -> list[Cell]:
    """The loss tr(B X X^T)/2 has X^T G = G^T X, G = dL/dX_l, at the last layer, so at every one."""
    return slope_cells(run, SMALL, lambda c: {"rank": c.distinct, "n": c.n})


@sampled("meterez2024:remark-degenerate")
@routes(*ROUTES)
@domain("repeated samples, d = n = 8, 16, 500 and 4500 layers")
def slope_with_repeated_samples(run: Run) -> list[Cell]:
    """At least two different samples: the gradients do explode."""
    return slope_cells(run, REPEATED, lambda c: {"rank": c.distinct, "n": c.n})
