"""Checks of theory/sharp/exponent_above.py: one layer from orthogonal samples."""

from verify.registry import Cells, Run, domain, routes, sampled
from verify.statistics.estimate import asymptotic
from verify.statistics.intervals import cells_of

# (n, d, replicas in a batch): log Y scatters by some 0.35 at n = 8, where the mutant is 0.34 lower
SIZES = ((4, 8, 100), (8, 16, 100), (8, 24, 50), (16, 112, 20))


@sampled("sharp:exponent-above")
@routes("the bound", "the growth of an n-th direction in one layer, the law-exact Gram chain")
@domain("n = 4, 8, 16, d below and at (n-1)^2/2")
def one_layer(run: Run) -> Cells:
    from verify.chains.gaussian_moments import growth_from

    for n, d, batch in SIZES:
        kernel = growth_from([1 / (n - 1)] * (n - 1), d, 1, batch, run.device)
        seen = asymptotic(run, (n, d), kernel, batch=batch, parts=len(SIZES))
        yield from cells_of(seen, [{"n": n, "d": d}], [f"n = {n}, d = {d}"])
