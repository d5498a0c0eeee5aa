"""Checks of theory/sharp/stationary_gap.py: deep layers of wide chains, sampled."""

from verify.registry import Cells, Run, domain, routes, sampled
from verify.statistics.estimate import asymptotic
from verify.statistics.intervals import joint

# (n, d, replicas in a batch). d V^2 is a sum of (n-1)(n+2)/2 squares: it scatters by the root of
# 4/((n-1)(n+2)) of itself, and layers are nearly independent at n = 2. Averaged over KEPT layers
# 8 batches should know it to 5 to 9 % at the interval's level, while the mutant is 2 (n+1)/(n+2)
# times as large, by 50 % and more. The widths are such that n^2/d, of which order the next term
# may be, is at most 1/4.
SIZES = ((2, 256, 128), (4, 256, 64), (8, 256, 32))
BEFORE, KEPT = 30, 20  # layers; (n/(n+2))^(2 BEFORE) = 2e-6 is what is left of the start at n = 8


@sampled("sharp:stationary-gap", margin=0.15)
@routes("the law", "d V^2 averaged over 20 deep layers, the law-exact Gram chain")
@domain("n = 2, 4, 8, d = 256, layers 31 to 50, from orthogonal samples")
def deep_layers(run: Run) -> Cells:
    from verify.chains.gaussian_moments import deep_square

    for n, d, batch in SIZES:
        kernel = deep_square(n, d, BEFORE, KEPT, batch, run.device)
        seen = asymptotic(run, (n, d), kernel, batch=batch, parts=len(SIZES))
        yield joint(seen, {"n": n}, f"n = {n}, d = {d}")
