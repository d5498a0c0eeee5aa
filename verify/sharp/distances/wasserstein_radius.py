"""Checks of theory/sharp/distances.py: at d = inf, chains sampled."""

import math

import mpmath

from lemmata.verify.chains.gaussian_cells import A1_SHAPES, DEPTHS
from lemmata.verify.chains.limit import alpha_of, limit_chain, squared_distance
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes, sampled
from lemmata.verify.statistics.estimate import asymptotic
from lemmata.verify.statistics.intervals import sampled_cell

NEVER = mpmath.mpf(0)  # A1 holds almost surely at d = inf


@exact("sharp:wasserstein-radius", domain="d = inf, n = 2 to 150, depth 1 to 40")
@routes("the bound", "2F1 in mpmath, layer by layer")
def distance_in_the_limit_of_width(run: Run) -> Cells:
    for size, first in ((2, "0.9"), (4, "0.26"), (8, "0.5"), (150, "0.05")):
        chain = limit_chain(size, first, 40)
        for depth in (1, 20, 40):
            alpha, seen = alpha_of(chain, depth), squared_distance(chain[depth], size)
            given = {"alpha": alpha, "l": depth, "n": size, "d": math.inf, "failure": NEVER}
            yield Cell(given, seen, 1e-15, label=f"n = {size}, q_1 = {first} at the input")


SHAPES = A1_SHAPES[1:]


@sampled("sharp:wasserstein-radius")
@routes("the bound", "couplings given H_l, the law-exact Gram chain")
@domain("n = 2, 4, 8, d = 64 to 8192, depth 1 to 20")
def sampled_distance_without_a1(run: Run) -> Cells:
    """Over the event; where A1 fails both sides have the largest distance."""
    from lemmata.verify.chains.gaussian_kernels import distance_under_a1

    for s in SHAPES:
        kernel = distance_under_a1(s.q, s.d, s.alpha, DEPTHS, s.batch, run.device)
        seen = asymptotic(run, s.label, kernel, batch=s.batch, parts=len(SHAPES))
        for k, depth in enumerate(DEPTHS):
            at, given = k * (3 + s.n), {**s.under_a1(depth), "failure": 0.0}
            interval = (0.0, float(seen.upper[at]))  # a coupling bounds from above alone
            label = f"{s.label}, depth {depth}"
            yield sampled_cell(seen, given, float(seen.estimate[at]), interval, label)
