"""Checks of theory/sharp/wasserstein_decay.py: chains sampled as for corollary 3."""

import math

import mpmath

from lemmata.verify.chains.gaussian_cells import A1_SHAPES, distances
from lemmata.verify.chains.limit import alpha_of, limit_chain, squared_distance
from lemmata.verify.registry import Cell, Cells, Run, exact, routes, sampled

NEVER = mpmath.mpf(0)  # A1 holds almost surely at d = inf


@sampled("sharp:wasserstein-decay", domain="n = 2, 4, 8, d = 2 to 8192, depth 1 to 20")
@routes("the bound", "couplings given H_l, the law-exact Gram chain")
def sampled_distance_without_a1(run: Run) -> Cells:
    """Where A1 fails the distance is at most its largest; the bound gets the least P[A1 fails]."""
    for at in distances(run, A1_SHAPES):
        mean, lower, upper = at.seen.estimate, at.seen.lower, at.seen.upper
        lhs = float(mean[0] + at.farthest * (1 - mean[2]))
        high = float(upper[0] + at.farthest * (1 - lower[2]))
        failure = max(0.0, 1 - float(upper[2]))
        yield at.cell({**at.shape.under_a1(at.l), "failure": failure}, lhs, (0.0, high))


@exact("sharp:wasserstein-decay", domain="d = inf, n = 2 and 150, depth 1, 20 and 520")
@routes("the bound", "2F1 in mpmath, layer by layer")
def distance_in_the_limit_of_width(run: Run) -> Cells:
    for size, first in ((2, "0.9"), (150, "0.05")):
        chain = limit_chain(size, first, 520)
        for depth in (1, 20, 520):
            alpha, seen = alpha_of(chain, depth), squared_distance(chain[depth], size)
            given = {"alpha": alpha, "l": depth, "n": size, "d": math.inf, "failure": NEVER}
            yield Cell(given, seen, 1e-15, label=f"q_1 = {first} at the input")
