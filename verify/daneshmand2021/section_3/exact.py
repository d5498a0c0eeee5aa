"""Checks of theory/daneshmand2021/section_3.py in high precision: whitening, rank one, A1."""

import mpmath
import numpy as np

from lemmata.theory.definitions import gram, orthogonality_gap
from lemmata.theory.ledger import Cell
from lemmata.theory.numerics.backends import Array, sqrt
from lemmata.verify.cases import rotation, square_matrices
from lemmata.verify.chains.finite_width import radii
from lemmata.verify.chains.limit import State, limit_chain
from lemmata.verify.daneshmand2021.section_3.sampled import DEPTH
from lemmata.verify.registry import Cells, Run, domain, exact, routes


def whitened(M: Array) -> Array:
    """H^T H of H = (M M^T)^(-1/2) M, from the eigenvectors of M M^T, zero eigenvalues dropped."""
    values, vectors = mpmath.eigsy(mpmath.matrix((M @ M.T).tolist()))
    Q = np.array(vectors.tolist(), dtype=object)
    largest = max(values)
    roots = np.array([1 / sqrt(v) if v > largest * 1e-35 else mpmath.mpf(0) for v in values])
    H = (Q * roots) @ Q.T @ M
    return np.vectorize(lambda v: mpmath.chop(v, 1e-15), otypes=[object])(gram(H))


@exact("daneshmand2021:remark-whitening", domain="full-rank matrices, d = 2 to 6, n = 1 to 3")
@routes("the identity matrix", "eigenvectors of M M^T in mpmath")
def whitened_gram(run: Run) -> Cells:
    for d, n in ((2, 1), (2, 2), (3, 2), (4, 3), (6, 2)):
        for label, X in square_matrices(d):
            M = X[:, :n] + rotation(d, 3)[:, :n] / 7  # full-rank columns of hard square matrices
            yield Cell({"M": M}, whitened(M), 1e-12, label=f"{label}, d = {d}, n = {n}")


@exact("daneshmand2021:remark-vanilla-collapse", domain="matrices of rank one, n = 1, 2, 7")
@routes("the limit", "the gap of a matrix of rank one in mpmath")
def gap_of_rank_one_matrices(run: Run) -> Cells:
    """The normalised representation tends to a matrix of rank one."""
    for n in (1, 2, 7):
        H = np.array([[mpmath.mpf(k + 1)] * n for k in range(7)])
        gap = mpmath.chop(orthogonality_gap(H), 1e-40)
        yield Cell({"n": mpmath.mpf(n)}, gap, 1e-30, label=f"rank one, n = {n}")


WIDE, FAILURE = 10**90, mpmath.mpf(10) ** -20


@exact("daneshmand2021:remark-A1-width")
@routes("the bound", "two-level Gram chain by 2F1 in mpmath, and how far d = 1e90 is from it")
@domain(f"d = 1e90, n = 2, 8, 50, orthogonal and nearly singular inputs, {DEPTH} layers")
def a1_in_the_limit_of_width(run: Run) -> Cells:
    """Within the radii of finite_width the smallest eigenvalue of all layers decides, for every
    chain but those of probability 1e-20; without them nothing is known of the probability.
    """
    for n, first in ((2, "0.5"), (2, "1e-9"), (8, "0.9"), (50, "0.02")):
        chain = limit_chain(n, first, DEPTH)
        within = radii([_extremes(state, n) for state in chain], n, mpmath.mpf(WIDE), FAILURE)
        least = min((min(q) - r / n for q, r in zip(chain[1:], within[1:], strict=True)))
        held = least >= mpmath.mpf("0.01") * min(chain[0])
        interval = (1 - FAILURE if held else mpmath.mpf(0)), mpmath.mpf(1)
        yield Cell(
            {"n": n, "d": WIDE, "c": 2.0},
            interval[0],
            interval=interval,
            label=f"n = {n}, d = 1e90, q_1 = {first} at the input",
            interval_method="Chebyshev around the chain at d = inf",
        )


def _extremes(state: State, n: int) -> tuple[Array, Array]:
    """Of n q - 1: the least, and the largest size."""
    deviations = [n * q - 1 for q in state]
    return min(deviations), max(abs(e) for e in deviations)
