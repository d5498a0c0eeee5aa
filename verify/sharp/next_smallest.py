"""Checks of theory/sharp/next_smallest.py: one layer at d = inf, sampled."""

import math

import numpy as np

from lemmata.theory.sharp.gram_map import gram_map
from lemmata.verify.chains.gaussian_cells import Shape
from lemmata.verify.chains.limit import smallest_share
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes, sampled
from lemmata.verify.statistics.estimate import asymptotic
from lemmata.verify.statistics.intervals import Intervals, cells_of


@exact("sharp:next-smallest", domain="d = inf, n = 2 to 64, one small and one large eigenvalue")
@routes("the bound", "2F1 in mpmath")
def smallest_in_the_limit_of_width(run: Run) -> Cells:
    for label, n, v_hat, after in smallest_share():
        few = 1 / (v_hat * 0 + n) - v_hat
        one_large = label.startswith("one large")
        many = 1 - (n - 1) * few if one_large else (1 - few) / (n - 1)
        yield Cell({"n": n, "d": math.inf, "ratio": few / many}, after, 1e-30, label=label)


# from orthogonal samples, where the bound is nearly attained for large n, at n/d = 1/4 and 5/8
SHAPES = (
    Shape(2, 8, 0.5, 0.0, 1000),
    Shape(3, 6, 0.2, 0.0, 500),
    Shape(16, 64, 1 / 16, 0.0, 60),
    Shape(50, 80, 0.02, 0.0, 60),
)


@sampled("sharp:next-smallest")
@routes("the bound", "Vhat in the law-exact Gram form")
@domain("one layer, n = 2 to 50, d = 6 to 80")
def sampled_smallest(run: Run) -> Cells:
    from lemmata.verify.chains.gaussian_kernels import one_layer

    for s in SHAPES:
        p = gram_map(np.array(s.q))
        kernel = one_layer(s.q, p, s.d, s.batch, run.device)
        seen = asymptotic(run, s.label, kernel, batch=s.batch, parts=len(SHAPES))
        first = Intervals(
            seen.estimate[:1], seen.lower[:1], seen.upper[:1], seen.samples, seen.method
        )
        given = {"n": s.n, "d": s.d, "ratio": min(s.q) / max(s.q)}
        yield from cells_of(first, [given], [s.label])
