"""Exact checks of theory/sharp/distances.py."""

import math
from collections.abc import Iterator

import mpmath

from lemmata.theory.numerics.backends import Array
from lemmata.verify.cases import TIGHT, mpf_array, rotation
from lemmata.verify.chains.limit import (
    alpha_of,
    extreme_states,
    gap_of,
    limit_chain,
    squared_distance,
)
from lemmata.verify.registry import Cell, Cells, Run, exact, routes


def bures(K: Array) -> mpmath.mpf:
    """tr K + tr B - 2 tr (B^(1/2) K B^(1/2))^(1/2) with B = I/n: a matrix root, no eigenvalues."""
    n = len(K)
    root = mpmath.sqrtm(mpmath.matrix((K / n).tolist()))
    return sum(K[i, i] + mpmath.mpf(1) / n - 2 * root[i, i] for i in range(n))


def gram_eigenvalues() -> Iterator[tuple[str, Array]]:
    """Eigenvalues q of H^T H, sum 1: extreme, near 1/n, spread."""
    for n in (2, 3, 8):
        for first in ("1e-30", "1e-3", "0.3", "0.999", "0.999999999999"):
            one = mpmath.mpf(first)
            yield f"one {first}, n = {n}", mpf_array([one, *[(1 - one) / (n - 1)] * (n - 1)])
        near = [mpmath.mpf(1) / n + mpmath.mpf(2 * k - n + 1) / 10**9 for k in range(n)]
        yield f"near 1/n, n = {n}", mpf_array(near)
        total = mpmath.fsum(mpmath.mpf(3) ** k for k in range(n))
        yield f"geometric, n = {n}", mpf_array([mpmath.mpf(3) ** k / total for k in range(n)])


def _rotated(label: str, q: Array) -> Cell:
    R = rotation(len(q))
    tolerance = 1e-15 if "near" in label else 1e-25  # the traces cancel to second order
    return Cell({"q": q}, bures((R * q) @ R.T), tolerance, label=label)


@exact("sharp:wasserstein", domain="Gram matrices with eigenvalues above 1e-6, n = 2, 3, 8")
@routes("roots of the eigenvalues", "mpmath's matrix square root of a rotated covariance")
def bures_of_rotated_covariances(run: Run) -> Cells:
    """Newton's iteration for the matrix root needs an invertible matrix."""
    return (_rotated(label, q) for label, q in gram_eigenvalues() if min(q) >= 1e-6)


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


NEVER = mpmath.mpf(0)  # A1 holds almost surely at d = inf


@exact("sharp:wasserstein-decay", domain="d = inf, n = 2 and 150, depth 1, 20 and 520")
@routes("the bound", "2F1 in mpmath, layer by layer")
def distance_in_the_limit_of_width(run: Run) -> Cells:
    for size, first in ((2, "0.9"), (150, "0.05")):
        chain = limit_chain(size, first, 520)
        for depth in (1, 20, 520):
            alpha, seen = alpha_of(chain, depth), squared_distance(chain[depth], size)
            given = {"alpha": alpha, "l": depth, "n": size, "d": math.inf, "failure": NEVER}
            yield Cell(given, seen, 1e-15, label=f"q_1 = {first} at the input")
