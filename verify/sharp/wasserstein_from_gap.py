"""Checks of theory/sharp/wasserstein_from_gap.py: where it is attained, chains."""

import mpmath

from lemmata.theory.ledger import Cell
from lemmata.verify.cases import TIGHT
from lemmata.verify.chains.gaussian_cells import Shape
from lemmata.verify.chains.limit import extreme_states, gap_of, squared_distance
from lemmata.verify.registry import Cells, Run, domain, exact, routes, sampled
from lemmata.verify.statistics.estimate import estimate
from lemmata.verify.statistics.intervals import sampled_cell


@exact("sharp:wasserstein-from-gap", domain="k of n eigenvalues equal, the others 0, n = 2 to 500")
@routes("the bound", "a count of the samples that are left")
def lost_samples(run: Run) -> Cells:
    """k eigenvalues 1/k: V^2 = 1/k - 1/n, and W2^2 = 2 - 2 sqrt(k/n). The bound is attained."""
    for size, k in ((2, 1), (3, 1), (3, 2), (8, 5), (500, 1), (500, 499)):
        square = mpmath.mpf(1) / k - mpmath.mpf(1) / size
        apart = 2 - 2 * mpmath.sqrt(mpmath.mpf(k) / size)
        yield Cell({"n": size, "square": square}, apart, TIGHT, label=f"{k} of {size} samples")


@exact("sharp:wasserstein-from-gap", domain="one eigenvalue apart, n = 2, 3 and 8")
@routes("the bound", "the Bures distance in mpmath")
def spread(run: Run) -> Cells:
    for label, size, state in extreme_states():
        given = {"n": size, "square": gap_of(state, size) ** 2}
        yield Cell(given, squared_distance(state, size), TIGHT, label=label)


# from n = d, where a sample is nearly lost, to d >> n
SHAPES = (
    Shape(2, 2, 1 - 1e-6, 0.0, 1000),
    Shape(2, 16, 0.999, 0.0, 500),
    Shape(4, 4, 0.001, 0.0, 500),
    Shape(8, 64, 0.5, 0.0, 125),
)
DEPTHS = (1, 5)


@sampled("sharp:wasserstein-from-gap")
@routes("the bound at the mean of V^2", "couplings given H_l, the law-exact Gram chain")
@domain("n = 2, 4, 8, d = n to 8 n, depth 1 and 5")
def sampled_distance_from_the_mean_square(run: Run) -> Cells:
    """E V^2 enters by the lower end of its own interval, so that agreement is certain."""
    from lemmata.verify.chains.gaussian_moments import distance_and_square

    for shape in SHAPES:
        kernel = distance_and_square(shape.q, shape.d, DEPTHS, shape.batch, run.device)
        most = [2 - 2 * shape.n**-0.5 + 1e-9, 1.0] * len(DEPTHS)
        seen = estimate(run, shape.label, kernel, 0.0, most, batch=shape.batch, parts=len(SHAPES))
        for k, depth in enumerate(DEPTHS):
            given = {"n": shape.n, "square": float(seen.lower[2 * k + 1])}
            interval = (0.0, float(seen.upper[2 * k]))  # a coupling bounds from above alone
            mean, label = float(seen.estimate[2 * k]), f"{shape.label}, depth {depth}"
            yield sampled_cell(seen, given, mean, interval, label)
