"""Checks of theory/sharp/exponent_below.py: the exponent from given samples on."""

import numpy as np

from lemmata.verify.registry import Cells, Run, domain, routes, sampled
from lemmata.verify.statistics.estimate import asymptotic
from lemmata.verify.statistics.intervals import cells_of

# (q of the n - 1 others, d, layers, replicas in a batch): at the least width, at four times it, and
# from samples that are nearly dependent, where phi(H_0) counts
FROM = (
    ((1.0,), 4, 5, 60),
    ((1 / 3,) * 3, 16, 10, 20),
    ((0.98, 0.01, 0.01), 16, 4, 20),
    ((1 / 7,) * 7, 64, 10, 10),
    ((1 / 7,) * 7, 256, 10, 6),
)


@sampled("sharp:exponent-below")
@routes("the bound", "the growth of an n-th direction, the law-exact Gram chain")
@domain("n = 2, 4, 8, d = n^2 to 4 n^2, 4 to 10 layers from isometric and nearly singular samples")
def exponents(run: Run) -> Cells:
    from lemmata.verify.chains.gaussian_moments import growth_from

    for q, width, layers, batch in FROM:
        size, gap = len(q) + 1, float(-np.log(len(q) * np.array(q)).mean())
        kernel = growth_from(q, width, layers, batch, run.device)
        seen = asymptotic(run, (q, width), kernel, batch=batch, parts=len(FROM))
        given = {"n": size, "d": width, "l": layers, "phi_0": abs(gap)}
        yield from cells_of(seen, [given], [f"n = {size}, d = {width}, q_1 = {q[0]:.3g}"])
