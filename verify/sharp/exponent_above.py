"""Checks of theory/sharp/exponent_above.py: one layer from orthogonal samples."""

from lemmata.verify.registry import Cells, Run, domain, routes, sampled
from lemmata.verify.statistics.estimate import asymptotic
from lemmata.verify.statistics.intervals import cells_of

# (n, d, replicas in a batch). In a pilot at another seed log Y scattered by 0.67, 0.26, 0.19 and
# 0.04, and its mean lay 0.59, 0.15, 0.09 and 0.013 below the bound: 8 batches decide
SIZES = ((4, 8, 100), (8, 16, 100), (8, 24, 100), (16, 112, 250))


@sampled("sharp:exponent-above")
@routes("the bound", "the growth of an n-th direction in one layer, the law-exact Gram chain")
@domain("n = 4, 8, 16, d below and at (n-1)^2/2")
def one_layer(run: Run) -> Cells:
    from lemmata.verify.chains.gaussian_moments import growth_from

    for n, d, batch in SIZES:
        kernel = growth_from([1 / (n - 1)] * (n - 1), d, 1, batch, run.device)
        seen = asymptotic(run, (n, d), kernel, batch=batch, parts=len(SIZES))
        yield from cells_of(seen, [{"n": n, "d": d}], [f"n = {n}, d = {d}"])
