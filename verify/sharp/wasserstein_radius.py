"""Checks of theory/sharp/wasserstein_radius.py: at d = inf, chains sampled, and the proof."""

import math
from collections.abc import Iterator

import mpmath

from theory.numerics.backends import Array
from verify.chains.gaussian_cells import A1_SHAPES, DEPTHS
from verify.chains.limit import alpha_of, limit_chain, squared_distance
from verify.proofs import orthogonality as steps
from verify.proofs.prover import Reduction, argument, proved
from verify.proofs.second_moments import concave_and_of_sum_zero, hoelder_by_a_tangent, unrolled
from verify.registry import Cell, Cells, Run, domain, exact, routes, sampled
from verify.statistics.estimate import asymptotic
from verify.statistics.intervals import sampled_cell

NEVER = mpmath.mpf(0)  # A1 holds almost surely at d = inf


def limit_cells() -> Iterator[Cell]:
    for n, first in ((2, "0.9"), (4, "0.26"), (8, "0.5"), (150, "0.05")):
        chain = limit_chain(n, first, 40)
        for depth in (1, 20, 40):
            alpha, distance = alpha_of(chain, depth), squared_distance(chain[depth], n)
            given = {"alpha": alpha, "l": depth, "n": n, "d": math.inf, "failure": NEVER}
            yield Cell(given, distance, 1e-15, label=f"n = {n}, q_1 = {first} at the input")


@exact("sharp:wasserstein-radius", domain="d = inf, n = 2 to 150, depth 1 to 40")
@routes("the bound", "2F1 in mpmath, layer by layer")
def distance_in_the_limit_of_width(run: Run) -> Cells:
    return limit_cells()


WIDE = A1_SHAPES[1:]


@sampled("sharp:wasserstein-radius")
@routes("the bound", "couplings given H_l, the law-exact Gram chain")
@domain("n = 2, 4, 8, d = 64 to 8192, depth 1 to 20")
def sampled_distance_without_a1(run: Run) -> Cells:
    """Over the event; where A1 fails both sides have the largest distance."""
    from verify.chains.gaussian_kernels import distance_under_a1

    for s in WIDE:
        kernel = distance_under_a1(s.q, s.d, s.alpha, DEPTHS, s.batch, run.device)
        seen = asymptotic(run, s.label, kernel, batch=s.batch, parts=len(WIDE))
        for k, l in enumerate(DEPTHS):
            at, given = k * (3 + s.n), {**s.under_a1(l), "failure": 0.0}
            interval = (0.0, float(seen.upper[at]))  # a coupling bounds from above alone
            label = f"{s.label}, depth {l}"
            yield sampled_cell(seen, given, float(seen.estimate[at]), interval, label)


@proved("sharp:wasserstein-radius", domain="every alpha, n, depth l >= 1, d and d = inf")
@argument("sharp:gap-in-depth's and sharp:wasserstein-from-gap's certificates, Jensen")
def both_laws_together(run: Run) -> Reduction:
    def bound(alpha: Array, l: int, n: int, d: Array, failure: Array) -> Array:
        w = mpmath.mpf(0) if d == math.inf else 1 / mpmath.mpf(d)
        r = (1 - w) * (1 - mpmath.mpf(2 * n) / (n + 2) * alpha**2) ** 2
        B = (1 - mpmath.mpf(1) / n) * (r ** (l - 1) + w * (1 - r ** (l - 1)) / (1 - r))
        return 2 - 2 / mpmath.sqrt(1 + n * B) + (2 - 2 / mpmath.sqrt(n)) * failure

    proofs = [steps.log_convexity(), steps.tangent_at_isometry(), steps.variance_of_a_mean()]
    proofs += [concave_and_of_sum_zero(), unrolled(), hoelder_by_a_tangent()]
    fifth = mpmath.mpf(1) / 5
    points = [{"alpha": fifth, "l": 7, "n": 5, "d": mpmath.mpf(1000), "failure": fifth}]
    return Reduction(bound, proofs, list(limit_cells()), points=points)
