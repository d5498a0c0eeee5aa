"""The isometry gap by integer arithmetic on the entries, with one rounding at the end.

Floats and mpf numbers are dyadic rationals. With A the integer matrix c X, phi(X) = (1/n) log r
with r = (tr(A^T A)/n)^n / det(A^T A) an exact rational >= 1 (AM-GM), so the gap comes out with all
its digits, as log(1 + (r - 1))/n.
"""

import math
from typing import Any

import flint
import mpmath
import numpy as np

from lemmata.theory.errors import NotReal, TooFewRows, WrongShape, ZeroMatrix
from lemmata.theory.numerics.backends import (
    BALLS,
    MULTIPRECISION,
    Array,
    as_matrix,
    backend_of,
    dyadic,
)


def _one_matrix(X: Array) -> Array:
    """One non-zero matrix (d, n) of floats or mpf."""
    matrix = as_matrix(X)
    if backend_of(matrix) is BALLS:
        raise NotReal("X", "balls; an exact route needs exact entries")
    if matrix.ndim != 2:
        raise WrongShape("X", f"{matrix.ndim} dimensions; expected one matrix (d, n)")
    if not np.any(matrix != 0):
        raise ZeroMatrix("X", "largest entry 0")
    return matrix


def _integers(X: Array) -> Array:
    """The primitive integer matrix proportional to a non-zero ``X`` (d, n)."""
    ratios = [[dyadic(v) for v in row] for row in X.tolist()]
    denominator = max(q for row in ratios for _, q in row)
    rows = [[p * (denominator // q) for p, q in row] for row in ratios]
    common = math.gcd(*(v for row in rows for v in row))
    return flint.fmpz_mat([[v // common for v in row] for row in rows])


def _gram(X: Array) -> tuple[Any, Any, Any]:
    """The integers A, A^T A and tr(A^T A)."""
    A = _integers(X)
    gram = A.transpose() * A
    return A, gram, sum((gram[i, i] for i in range(gram.nrows())), flint.fmpz(0))


def exact_gap(X: Array) -> Array:
    """phi of one non-zero matrix (d, n), d >= n, of floats or mpf; inf where rank-deficient."""
    X = _one_matrix(X)
    multiprecision = backend_of(X) is MULTIPRECISION
    d, n = X.shape
    if d < n:
        raise TooFewRows("X", f"d = {d}, n = {n}")
    A, gram, trace = _gram(X)
    smallest = (A.det() ** 2 if d == n else gram.det()) * n**n
    if smallest == 0:
        return mpmath.inf if multiprecision else math.inf
    excess = trace**n - smallest  # r - 1, times the smallest
    if multiprecision:
        with mpmath.workprec(mpmath.mp.prec + 20):
            gap = mpmath.log1p(mpmath.mpf(int(excess)) / int(smallest)) / n
        return +gap
    with flint.ctx.workprec(80):
        return float((flint.arb(flint.fmpq(excess, smallest)).log1p() / n).mid())


def exact_deviation(X: Array) -> Array:
    """E = X^T X / mean - I of one non-zero matrix of floats or mpf, every entry rounded once."""
    X = _one_matrix(X)
    multiprecision = backend_of(X) is MULTIPRECISION
    number, n = mpmath.mpf if multiprecision else int, X.shape[1]
    _, gram, trace = _gram(X)
    E = [
        [number(int(n * gram[i, j] - (trace if i == j else 0))) / int(trace) for j in range(n)]
        for i in range(n)
    ]
    return np.array(E, dtype=object if multiprecision else np.float64)
