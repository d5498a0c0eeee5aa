"""The isometry gap without rounding: floats and mpf numbers are dyadic rationals.

With A the integer matrix c X, phi(X) = (1/n) log r with r = (tr(A^T A)/n)^n / det(A^T A) an exact
rational >= 1 (AM-GM), so the gap comes out with all its digits, as log(1 + (r - 1))/n.
"""

from __future__ import annotations

import math
from typing import Any

import flint
import mpmath
import numpy as np

from theory.errors import NotReal, TooFewRows, WrongShape, ZeroMatrix
from theory.numerics.backends import BALLS, Array, as_matrix, backend_of


def _ratio(value: Any) -> tuple[int, int]:
    """A float or mpf as numerator and denominator, the latter a power of two."""
    if isinstance(value, mpmath.mpf):
        numerator, denominator = mpmath.libmp.to_rational(value._mpf_)
        return int(numerator), int(denominator)
    return float(value).as_integer_ratio()


def _one_matrix(X: Any) -> Array:
    """One non-zero matrix (d, n) of floats or mpf."""
    checked = as_matrix(X)
    if backend_of(checked) is BALLS:
        raise NotReal("X", "balls; an exact route needs exact entries")
    if checked.ndim != 2:
        raise WrongShape("X", f"{checked.ndim} dimensions; expected one matrix (d, n)")
    if not np.any(checked != 0):
        raise ZeroMatrix("X", "largest entry 0")
    return checked


def _integers(X: Array) -> Any:
    """The primitive integer matrix proportional to a non-zero ``X`` (d, n)."""
    ratios = [[_ratio(v) for v in row] for row in X.tolist()]
    denominator = max(q for row in ratios for _, q in row)
    rows = [[p * (denominator // q) for p, q in row] for row in ratios]
    common = math.gcd(*(v for row in rows for v in row))
    return flint.fmpz_mat([[v // common for v in row] for row in rows])


def _trace(gram: Any) -> Any:
    return sum((gram[i, i] for i in range(gram.nrows())), flint.fmpz(0))


def _excess(X: Array) -> tuple[int, int] | None:
    """r - 1 as numerator and denominator; None where X is rank-deficient."""
    A = _integers(X)
    d, n = X.shape
    gram = A.transpose() * A
    det = A.det() ** 2 if d == n else gram.det()
    if det == 0:
        return None
    smallest = det * n**n
    return int(_trace(gram) ** n - smallest), int(smallest)


def exact_gap(X: Array) -> Any:
    """phi of one non-zero matrix (d, n), d >= n, of floats or mpf; inf where rank-deficient."""
    X = _one_matrix(X)
    d, n = X.shape
    if d < n:
        raise TooFewRows("X", f"d = {d}, n = {n}")
    excess = _excess(X)
    if isinstance(X.flat[0], mpmath.mpf):
        if excess is None:
            return mpmath.inf
        with mpmath.workprec(mpmath.mp.prec + 20):
            gap = mpmath.log1p(mpmath.mpf(excess[0]) / excess[1]) / n
        return +gap
    if excess is None:
        return math.inf
    with flint.ctx.workprec(80):
        return float((flint.arb(flint.fmpq(*excess)).log1p() / n).mid())


def exact_deviation(X: Array) -> Array:
    """E = X^T X / mean - I of one non-zero matrix of floats or mpf, every entry rounded once."""
    X = _one_matrix(X)
    A, n = _integers(X), X.shape[1]
    gram = A.transpose() * A
    trace = _trace(gram)
    multiprecision = isinstance(X.flat[0], mpmath.mpf)
    number = mpmath.mpf if multiprecision else int
    E = [
        [number(int(n * gram[i, j] - (trace if i == j else 0))) / int(trace) for j in range(n)]
        for i in range(n)
    ]
    return np.array(E, dtype=object if multiprecision else np.float64)
