"""Checks of theory/daneshmand2021/section_3.py in high precision and in the limit d = inf."""

import math
from collections.abc import Iterator

import mpmath
import numpy as np

from theory.definitions import gram
from theory.ledger import Cell
from theory.numerics.backends import Array, sqrt
from verify.cases import rotation, square_matrices
from verify.chains.limit import alpha_of, limit_chain
from verify.daneshmand2021.section_3.sampled import DEPTH
from verify.registry import Run, domain, exact, routes


def whitened(M: Array) -> Array:
    """H^T H of H = (M M^T)^(-1/2) M, from the eigenvectors of the d x d matrix, zero eigenvalues
    dropped.
    """
    values, vectors = mpmath.eigsy(mpmath.matrix((M @ M.T).tolist()))
    Q = np.array(vectors.tolist(), dtype=object)
    largest = max(values)
    roots = np.array([1 / sqrt(v) if v > largest * 1e-35 else mpmath.mpf(0) for v in values])
    H = (Q * roots) @ Q.T @ M
    return np.vectorize(lambda v: mpmath.chop(v, 1e-15), otypes=[object])(gram(H))


@exact("daneshmand2021:remark-whitening", domain="full-rank matrices, d = 2 to 6, n = 1 to 3")
@routes("the identity matrix", "eigenvectors of M M^T in mpmath")
def whitened_gram(run: Run) -> Iterator[Cell]:
    for d, n in ((2, 1), (2, 2), (3, 2), (4, 3), (6, 2)):
        for label, X in square_matrices(d):
            M = X[:, :n] + rotation(d, 3)[:, :n] / 7  # full-rank columns of hard square matrices
            yield Cell({"M": M}, whitened(M), 1e-12, label=f"{label}, d = {d}, n = {n}")


@exact("daneshmand2021:remark-A1-width")
@routes("the bound", "two-level Gram chain at d = inf by 2F1 in mpmath")
@domain(f"d = inf, n = 2, 8, 50, orthogonal and nearly singular inputs, {DEPTH} layers")
def a1_in_the_limit_of_width(run: Run) -> Iterator[Cell]:
    """Nothing is random there: the smallest eigenvalue of all layers decides."""
    for n, first in ((2, "0.5"), (2, "1e-9"), (8, "0.9"), (50, "0.02")):
        chain = limit_chain(n, first, DEPTH)
        held = alpha_of(chain, DEPTH) >= mpmath.mpf("0.1") * mpmath.sqrt(min(chain[0]))
        label = f"n = {n}, d = inf, q_1 = {first} at the input"
        yield Cell({"n": n, "d": math.inf, "c": 2.0}, mpmath.mpf(int(held)), label=label)
