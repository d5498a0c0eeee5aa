"""The papers' definitions, each once: for float arrays in batches, mpmath matrices and balls.

A representation is a d x n matrix whose columns are samples; arrays have shape (..., d, n).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from theory.accurate import deviation_from_isometry, isometry_gap_float64
from theory.backends import (
    FLOATS,
    Array,
    as_array,
    as_matrix,
    backend_of,
    eigenvalues,
    exp,
    log,
    log_det,
    sqrt,
    transpose,
)
from theory.errors import NotUnitNorm, OutOfRange, TooFewRows, ZeroMatrix, ZeroRow
from theory.spectrum import Spectrum, from_eigenvalues

_UNIT_TOLERANCE = 1e-9


def row_norms(X: Any) -> Array:
    """||X_j||, the Euclidean norms of the rows: (..., d, n) -> (..., d)."""
    X = as_matrix(X)
    if backend_of(X) is not FLOATS:
        return sqrt((X * X).sum(-1))
    _, exponent = np.frexp(np.abs(X).max(axis=-1, keepdims=True))
    scaled = np.ldexp(X, -exponent)  # each row to order one: no overflow, no underflow
    return np.ldexp(np.sqrt((scaled * scaled).sum(-1)), exponent[..., 0])


def bn(X: Any) -> Array:
    """BN(X) = diag(X X^T)^(-1/2) X: every row divided by its norm (meterez2024 eq. 4).

    Hypothesis: no zero row.
    """
    X = as_matrix(X)
    if backend_of(X) is FLOATS:
        _, exponent = np.frexp(np.abs(X).max(axis=-1, keepdims=True))
        X = np.ldexp(X, -exponent)
    norms = row_norms(X)
    if backend_of(X).inspect and any(not v > 0 for v in np.asarray(norms).flat):
        raise ZeroRow("X", f"norm {min(np.asarray(norms).flat, key=float)}")
    return X / norms[..., None]


def gram(X: Any) -> Array:
    """X^T X: (..., d, n) -> (..., n, n)."""
    X = as_matrix(X)
    return transpose(X) @ X


def squared_norm(X: Any) -> Array:
    """||X||_F^2 = tr(X^T X)."""
    X = as_matrix(X)
    return (X * X).sum(-1).sum(-1)


def _non_zero(X: Array) -> None:
    if backend_of(X).inspect:
        largest = np.abs(X).max(axis=(-2, -1))
        if any(not v > 0 for v in np.asarray(largest).flat):
            raise ZeroMatrix("X", "every entry is 0")


def isometry_gap(X: Any) -> Array:
    """phi(X) = -log( det(X^T X)^(1/n) / (tr(X^T X)/n) ), in [0, inf] (meterez2024 eq. 5).

    inf exactly where X is rank-deficient. Floats: right to 1e-12 relative at any size, see
    ``theory.accurate``; mpmath and balls: the definition at the working precision.
    """
    X = as_matrix(X)
    _non_zero(X)
    if backend_of(X) is FLOATS:
        return isometry_gap_float64(X)
    n = X.shape[-1]
    return log(squared_norm(X) / n) - log_det(gram(X)) / n


def isometry(X: Any) -> Array:
    """I(X) = exp(-phi(X)), in [0, 1]."""
    return exp(-isometry_gap(X))


def gram_spectrum(X: Any) -> Array:
    """The eigenvalues of X^T X, ascending: (..., d, n) -> (..., n).

    For n = d these are the lambda_k, the eigenvalues of X X^T.
    """
    X = as_matrix(X)
    if backend_of(X) is FLOATS:
        if X.shape[-2] < X.shape[-1]:
            raise TooFewRows("X", f"d = {X.shape[-2]}, n = {X.shape[-1]}")
        return np.linalg.svd(X, compute_uv=False)[..., ::-1] ** 2
    return eigenvalues(gram(X))


def normalised_spectrum(X: Any) -> Spectrum:
    """The eigenvalues of X^T X divided by their mean."""
    values = gram_spectrum(X)
    return from_eigenvalues(values / (values.sum(-1)[..., None] / values.shape[-1]))


def orthogonality_gap(H: Any) -> Array:
    """V(H) = || H^T H / ||H||_F^2 - I_n / n ||_F (daneshmand2021 eq. 2)."""
    H = as_matrix(H, "H")
    _non_zero(H)
    n = H.shape[-1]
    if backend_of(H) is FLOATS:
        return np.linalg.norm(deviation_from_isometry(H), axis=(-2, -1)) / n
    return sqrt(squared_norm(gram(H) / _scalar_over_matrix(squared_norm(H)) - _identity(n, H) / n))


def _scalar_over_matrix(value: Array) -> Array:
    return value[..., None, None] if np.ndim(value) else value


def _identity(n: int, like: Array) -> Array:
    return np.eye(n) if isinstance(like, np.ndarray) else like.new_ones(n).diag()


def v_hat(H: Any) -> Array:
    """Vhat(H) = 1/n - s_n(H)^2, s_n the smallest of the n singular values.

    Hypotheses: ||H||_F = 1, d >= n.
    """
    H = as_matrix(H, "H")
    n = H.shape[-1]
    if H.shape[-2] < n:
        raise TooFewRows("H", f"d = {H.shape[-2]}, n = {n}")
    require_unit_norm(H)
    if backend_of(H) is FLOATS:
        return -np.linalg.eigvalsh(deviation_from_isometry(H))[..., 0] / n
    return 1 / as_number(n, H) - gram_spectrum(H)[..., 0]


def as_number(value: int, like: Array) -> Any:
    """An integer as a number of the same kind as ``like``, so that 1/n is not rounded first."""
    kind = backend_of(like)
    if kind is FLOATS or not kind.inspect:
        return value
    return like.flat[0] * 0 + value


def require_unit_norm(H: Array) -> None:
    """Raise ``NotUnitNorm`` where ||H||_F is not 1 beyond rounding."""
    if backend_of(H).inspect:
        for square in np.asarray(squared_norm(H)).flat:
            if abs(float(square) - 1) > _UNIT_TOLERANCE:
                raise NotUnitNorm("H", f"||H||_F = {math.sqrt(float(square)):.6g}")


def cosine(x: Any, y: Any) -> Array:
    """<x, y> / (||x|| ||y||) of two samples (..., d)."""
    x, y = as_array(x, "x"), as_array(y, "y")
    xx, yy = (x * x).sum(-1), (y * y).sum(-1)
    if backend_of(x, y).inspect and np.any(np.asarray(xx * yy) == 0):
        raise ZeroMatrix("x", "a sample is 0")
    return (x * y).sum(-1) / (sqrt(xx) * sqrt(yy))


def relative_variance(values: Any) -> Array:
    """Var_j(v_j) / Mean_j(v_j)^2 over the last axis."""
    values = as_array(values, "values")
    if np.ndim(values) == 0:
        raise OutOfRange("values", "a single number; expected a vector")
    count = values.shape[-1]
    mean = values.sum(-1)[..., None] / count if np.ndim(values) > 1 else values.sum() / count
    if backend_of(values).inspect and np.any(np.asarray(mean) == 0):
        raise ZeroMatrix("values", "mean 0")
    return ((values / mean - 1) ** 2).sum(-1) / count


def bures_squared(q: Any) -> Array:
    """W2(N(0, K), N(0, I/n))^2 per row of a d-fold product: sum_i (sqrt(q_i) - 1/sqrt(n))^2.

    q: (..., n), the eigenvalues of K = H^T H. Written as q_i = (1 + e_i)/n this is
    sum_i (e_i / (sqrt(1 + e_i) + 1))^2 / n, which does not cancel.
    """
    q = as_array(q, "q")
    if np.ndim(q) == 0:
        raise OutOfRange("q", "a single number; expected a vector of eigenvalues")
    if backend_of(q).inspect and np.any(np.asarray(q) < 0):
        raise OutOfRange("q", f"{np.min(q)}; expected eigenvalues >= 0")
    n = q.shape[-1]
    return (((q * n - 1) / (sqrt(q * n) + 1)) ** 2).sum(-1) / n
