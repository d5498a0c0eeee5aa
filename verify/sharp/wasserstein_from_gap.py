"""Checks of theory/sharp/wasserstein_from_gap.py: where it is attained, chains, and the proof."""

import mpmath

from theory.expressions.formal import natural
from theory.expressions.functions import mean, sqrt
from theory.expressions.vocabulary import GAUSSIAN, distance, gap, l, n
from theory.ledger import Cell
from verify.cases import TIGHT
from verify.chains.gaussian_cells import Shape
from verify.chains.limit import extreme_states, gap_of, squared_distance
from verify.kernel.lemmas.distances import M, distance_from_the_square
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.registry import Cells, Run, domain, exact, routes, sampled
from verify.statistics.estimate import estimate
from verify.statistics.intervals import sampled_cell


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


@proof("sharp:wasserstein-from-gap")
def tangent_of_the_root(p: Proof) -> Theorem:
    """2 - 3/M + (1 + n V^2)/M^3 in the mean, at M^2 = 1 + n E V^2: 2 - 2/M."""
    chain = GAUSSIAN.name
    unit = p.fact("states of chain 1", GAUSSIAN, l)
    given = p.state("given H_l", distance_from_the_square(p), GAUSSIAN, l, {}, unit)
    averaged = p.expect("mean", given, chain)
    square = mean(gap(GAUSSIAN.at(l)) ** 2, chain)
    inside = 1 + n * square
    low = p.arith("not below 1", 1 <= inside, under=natural(n))
    root = p.monotone("a root", "sqrt", low)
    at = p.at("at the root", averaged, {M: sqrt(inside)}, root)
    undone = p.at("M^2", p.law("", "root of a square", inside), {}, low)
    m = sqrt(inside)
    return p.arith("the claim", distance(GAUSSIAN, l) <= 2 * n * square / (m * (1 + m)),
                   p.fact("distance of a mixture", GAUSSIAN, l), at,
                   (undone, 2 / (m * (m + 1)) - 1 / m**3))  # fmt: skip


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
    from verify.chains.gaussian_moments import distance_and_square

    for shape in SHAPES:
        kernel = distance_and_square(shape.q, shape.d, DEPTHS, shape.batch, run.device)
        most = [2 - 2 * shape.n**-0.5 + 1e-9, 1.0] * len(DEPTHS)
        seen = estimate(run, shape.label, kernel, 0.0, most, batch=shape.batch, parts=len(SHAPES))
        for k, depth in enumerate(DEPTHS):
            given = {"n": shape.n, "square": float(seen.lower[2 * k + 1])}
            interval = (0.0, float(seen.upper[2 * k]))  # a coupling bounds from above alone
            mean, label = float(seen.estimate[2 * k]), f"{shape.label}, depth {depth}"
            yield sampled_cell(seen, given, mean, interval, label)
