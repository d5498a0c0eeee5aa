"""Checks of theory/sharp/average_gap.py: gaps averaged over depth, sampled."""

import numpy as np

from lemmata.verify.registry import Cells, Run, domain, routes, sampled
from lemmata.verify.statistics.estimate import asymptotic
from lemmata.verify.statistics.intervals import cells_of

# (q, d, layers, replicas in a batch): from isometric samples at rest, where the noise counts, and
# from nearly dependent ones, where the input does. V scatters by a third of itself at n = 2, less
# beyond, and layers are nearly independent: 8 batches know the mean to some 5 %.
FROM = (
    ((0.5, 0.5), 8, 20, 20),
    ((0.125,) * 8, 64, 20, 8),
    ((0.125,) * 8, 256, 20, 8),
    ((0.97, 0.01, 0.01, 0.01), 64, 30, 10),
    ((1 - 3e-4, 1e-4, 1e-4, 1e-4), 512, 4, 10),
)


@sampled("sharp:average-gap")
@routes("the bound", "V over the first layers, the law-exact Gram chain")
@domain("n = 2, 4, 8, d = 8 to 512, 4 to 30 layers from isometric and nearly singular samples")
def averages(run: Run) -> Cells:
    from lemmata.verify.chains.gaussian_moments import average_gap

    for q, width, layers, batch in FROM:
        n, gap = len(q), float(-np.log(len(q) * np.array(q)).mean())
        kernel = average_gap(q, width, layers, batch, run.device)
        seen = asymptotic(run, (q, width), kernel, batch=batch, parts=len(FROM))
        given = {"l": layers, "n": n, "d": width, "phi_0": abs(gap)}
        yield from cells_of(seen, [given], [f"n = {n}, d = {width}, q_1 = {q[0]:.3g}"])
