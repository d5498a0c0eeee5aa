"""Checks of theory/daneshmand2021/section_3.py: chain (1) and the vanilla chain, sampled."""

import math

from lemmata.verify.chains.gaussian_cells import GAPS_UNDER_A1, Shape, gaps_under_a1
from lemmata.verify.registry import Cells, Run, domain, routes, sampled
from lemmata.verify.statistics.estimate import estimate, stop_when_decided
from lemmata.verify.statistics.intervals import cells_of


@sampled("daneshmand2021:theorem-1", **GAPS_UNDER_A1)
def sampled_gap_under_a1(run: Run) -> Cells:
    return gaps_under_a1(run)


# The log ratio of the first two singular values grows by about 1/(2 d) a layer, so that orthogonal
# samples need of the order of 20 d layers. At d = 512 that is too many: there the input is nearly
# of rank one, and stays so.
COLLAPSES = (
    (Shape(2, 2, 0.5, 0.0, 250), 40),
    (Shape(3, 3, 1 / 3, 0.0, 250), 60),
    (Shape(6, 6, 1 / 6, 0.0, 125), 120),
    (Shape(2, 16, 0.5, 0.0, 60), 320),
    (Shape(2, 512, 1 - 1e-9, 0.0, 60), 20),
)


@sampled("daneshmand2021:remark-vanilla-collapse", margin=0.1)
@routes("the limit", "the vanilla chain, sampled")
@domain("n = 2 to 6, d = n to 512, orthogonal and nearly singular inputs")
def sampled_collapse(run: Run) -> Cells:
    from lemmata.verify.chains.gaussian_kernels import vanilla_gap

    for shape, layers in COLLAPSES:
        kernel = vanilla_gap(shape.q, shape.d, layers, shape.batch, run.device)
        high, parts = [math.sqrt(1 - 1 / shape.n) * (1 + 1e-12)], len(COLLAPSES)
        key = shape.label, layers
        sequence = estimate(run, key, kernel, [0.0], high, batch=shape.batch, parts=parts)
        yield from cells_of(sequence, [{"n": shape.n}], [f"{shape.label}, depth {layers}"])


DEPTH = 1000
# (n, d, replicas in a batch): a width of order n, and those that the remark needs at least, c = 2,
# where A1 fails most often. Wider networks: 325 of them decide that 9 in 10 do not fail, each of
# 1000 layers, which at d = 512 would be 3e8 rows; the limit d = inf needs none.
SHAPES = ((2, 4, 100), (2, 8, 100), (4, 32, 100))


@sampled("daneshmand2021:remark-A1-width", domain="d = 2 n for n = 2, d = 2 n^2 for n = 2, 4")
@routes("the bound", "the law-exact Gram chain from an orthogonal input, sampled")
def sampled_frequency_of_a1(run: Run) -> Cells:
    """Stops as soon as a frequency is known to lie on one side of 9/10."""
    from lemmata.verify.chains.gaussian_kernels import a1_event

    for n, d, batch in SHAPES:
        sequence = estimate(
            run,
            (n, d),
            a1_event(n, d, DEPTH, batch, run.device),
            [0.0],
            [1.0],
            batch=batch,
            batches=6,
            parts=len(SHAPES),
            stop=stop_when_decided([0.9], 1.0),
        )
        yield from cells_of(sequence, [{"n": n, "d": d, "c": 2.0}], [f"n = {n}, d = {d}"])
