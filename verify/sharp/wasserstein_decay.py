"""Checks of theory/sharp/wasserstein_decay.py: chains sampled as for corollary 3, and the proof."""

import math
from typing import Any

import mpmath

from verify.chains.gaussian_cells import A1_SHAPES, distances
from verify.chains.limit import alpha_of, limit_chain, squared_distance
from verify.proofs import orthogonality as steps
from verify.proofs.prover import Reduction, Shown, always, argument, proved, variables
from verify.proofs.steps import no_negative_coefficient
from verify.registry import Cell, Cells, Run, routes, sampled

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


def one_layer_less() -> Shown:
    """r >= 1 - 2/(3n) >= 2/3, 3 sqrt(n) <= 4n and 3 n sqrt(n) <= 6 n^2, the last two squared."""
    (n,) = variables("n")
    return always(
        no_negative_coefficient(3 * (3 * n - 2) - 2 * 3 * n, 2),  # 1 - 2/(3n) >= 2/3
        no_negative_coefficient(16 * n**2 - 9 * n, 1),
        no_negative_coefficient(36 * n**4 - 9 * n**3, 1),
    )


def distance_is_at_most_two() -> Shown:
    """W2^2 given H_l is sum (sqrt(q_i) - 1/sqrt(n))^2 <= sum q_i + sum 1/n = 2: 2 a b >= 0."""
    a, b = variables("a b")
    return always(a**2 + b**2 - (a - b) ** 2 == 2 * a * b)


@proved("sharp:wasserstein-decay", domain="every alpha, n, depth l >= 1, d >= n and d = inf")
@argument("sharp:orthogonality-decay's and lemma 2's certificates, one layer less")
def lemma_2_and_the_decay(run: Run) -> Reduction:
    cells, fifth = [], mpmath.mpf(1) / 5
    for n, first in ((2, "0.9"), (150, "0.05")):
        chain = limit_chain(n, first, 520)
        for depth in (1, 20, 520):
            alpha, distance = alpha_of(chain, depth), squared_distance(chain[depth], n)
            parameters = {"alpha": alpha, "l": depth, "n": n, "d": math.inf, "failure": NEVER}
            cells.append(Cell(parameters, distance, 1e-15, label=f"q_1 = {first} at the input"))

    def bound(alpha: Any, l: int, n: int, d: Any, failure: Any) -> Any:
        noise = 0 if d == math.inf else 6 * (n / alpha) ** 2 / mpmath.sqrt(d)
        return 4 * mpmath.exp(l * mpmath.log(1 - 2 * alpha**2 / 3)) * n + noise + 2 * failure

    proofs = [*steps.drift_condition(), *steps.gap_below_the_smallest()]
    proofs += [steps.roots_below_differences(), one_layer_less(), distance_is_at_most_two()]
    points = [{"alpha": fifth, "l": 7, "n": 5, "d": mpmath.mpf(1000), "failure": fifth}]
    return Reduction(bound, proofs, cells, points=points)
