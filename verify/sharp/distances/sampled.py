"""Sampled checks of theory/sharp/distances.py."""

import numpy as np

from lemmata.verify.chains.gaussian_cells import A1_SHAPES, Shape, distances, label_of
from lemmata.verify.registry import Cells, Run, domain, routes, sampled
from lemmata.verify.statistics.estimate import asymptotic, estimate
from lemmata.verify.statistics.intervals import sampled_cell

# (q, d, replicas in a batch), 65536 rows each. Near q = 1/n the dual's noise is of first order and
# the distance of second: those spectra are left to the route above.
ROWS = (
    ((0.9, 0.1), 2, 4096),
    ((0.999, 0.001), 512, 16),
    ((0.7, 0.1, 0.1, 0.1), 64, 128),
    ((0.001, 0.333, 0.666), 3, 2731),
)


@sampled("sharp:wasserstein", margin=0.2)
@routes("roots of the eigenvalues", "Kantorovich's dual and a coupling of the rows of W H")
@domain("n = 2, 3, 4, d = n to 512, eigenvalues from 0.001 to 0.999")
def sampled_duality(run: Run) -> Cells:
    """Any coupling costs at least the distance, any pair of potentials gives at most it."""
    from lemmata.verify.chains.gaussian_kernels import transport_costs

    for q, d, batch in ROWS:
        kernel = transport_costs(q, d, batch, run.device)
        seen = asymptotic(run, (q, d), kernel, batch=batch, parts=len(ROWS))
        interval, coupled = (float(seen.lower[0]), float(seen.upper[1])), float(seen.estimate[1])
        yield sampled_cell(seen, {"q": np.array(q)}, coupled, interval, label_of(q, d))


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
