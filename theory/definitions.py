"""The papers' definitions, each once: for float arrays in batches, mpmath matrices and balls.

A representation is a d x n matrix whose columns are samples; arrays have shape (..., d, n).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np

from theory.errors import (
    Negative,
    NotUnitNorm,
    OutOfRange,
    TooFewRows,
    WrongShape,
    ZeroMatrix,
    ZeroRow,
)
from theory.numerics.accurate import deviation_from_isometry, frobenius, isometry_gap_float64
from theory.numerics.backends import (
    FLOATS,
    MULTIPRECISION,
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
from theory.numerics.exact import exact_deviation, exact_gap
from theory.spectrum import Spectrum, from_deviations, from_eigenvalues

_UNIT_TOLERANCE = 1e-9
_NEAR_ISOMETRY = 0.5  # |lambda - 1| below this: lambda - 1 says more than log lambda


def _row_scaled(X: Array) -> tuple[Array, Array]:
    """Each row divided by a power of two near its largest entry, and the exponents (floats)."""
    _, exponent = np.frexp(np.abs(X).max(axis=-1, keepdims=True))
    return np.ldexp(X, -exponent), exponent


def row_norms(X: Any) -> Array:
    """||X_j||, the Euclidean norms of the rows: (..., d, n) -> (..., d)."""
    X = as_matrix(X)
    if backend_of(X) is not FLOATS:
        return sqrt((X * X).sum(-1))
    scaled, exponent = _row_scaled(X)  # no overflow, no underflow on the way
    with np.errstate(over="ignore"):
        norms = np.ldexp(np.sqrt((scaled * scaled).sum(-1)), exponent[..., 0])
    return _representable(norms, "X", "a row norm")


def _representable(value: Array, name: str, what: str) -> Array:
    """``value``, which overflows only where float64 cannot hold it; that is an error, not inf."""
    if not np.all(np.isfinite(value)):
        raise OutOfRange(name, f"{what} exceeds {np.finfo(np.float64).max:.3g}")
    return value


def bn(X: Any) -> Array:
    """BN(X) = diag(X X^T)^(-1/2) X: every row divided by its norm (meterez2024 eq. 4).

    Hypothesis: no zero row.
    """
    X = as_matrix(X)
    if backend_of(X) is FLOATS:
        X, _ = _row_scaled(X)
    norms = row_norms(X)
    if backend_of(X).inspect and any(not v > 0 for v in np.asarray(norms).flat):
        raise ZeroRow("X", f"norm {min(np.asarray(norms).flat, key=float)}")
    return X / norms[..., None]


def gram(X: Any) -> Array:
    """X^T X: (..., d, n) -> (..., n, n)."""
    X = as_matrix(X)
    if backend_of(X) is not FLOATS:
        return transpose(X) @ X
    with np.errstate(over="ignore", invalid="ignore"):
        return _representable(transpose(X) @ X, "X", "an entry of X^T X")


def squared_norm(X: Any) -> Array:
    """||X||_F^2 = tr(X^T X)."""
    X = as_matrix(X)
    if backend_of(X) is not FLOATS:
        return (X * X).sum(-1).sum(-1)
    with np.errstate(over="ignore"):
        return _representable((X * X).sum(-1).sum(-1), "X", "||X||_F^2")


def _non_zero(X: Array, name: str) -> None:
    if backend_of(X).inspect:
        for largest in np.asarray(np.abs(X).max(axis=(-2, -1))).flat:
            if not largest > 0:
                raise ZeroMatrix(name, f"largest entry {largest}")


def _tall(X: Array, name: str) -> None:
    if X.shape[-2] < X.shape[-1]:
        raise TooFewRows(name, f"d = {X.shape[-2]}, n = {X.shape[-1]}")


def _each(function: Callable[[Array], Any], X: Array) -> Array:
    """``function`` of one matrix of objects over a batch; a number for a single matrix."""
    if X.ndim == 2:
        return function(X)
    return np.array([_each(function, x) for x in X], dtype=object)


def isometry_gap(X: Any) -> Array:
    """phi(X) = -log( det(X^T X)^(1/n) / (tr(X^T X)/n) ), in [0, inf] (meterez2024 eq. 5).

    inf exactly where X is rank-deficient. Floats: right to 1e-12 relative at any size, see
    ``numerics.accurate``; mpmath: every digit, see ``numerics.exact``; balls: the definition.
    """
    X = as_matrix(X)
    _non_zero(X, "X")
    kind = backend_of(X)
    if kind is FLOATS:
        return isometry_gap_float64(X)
    d, n = X.shape[-2:]
    if kind is MULTIPRECISION:
        return _each(lambda x: exact_gap(x) if d >= n else mpmath.inf, X)
    return log(squared_norm(X) / n) - log_det(gram(X)) / n


def isometry(X: Any) -> Array:
    """I(X) = exp(-phi(X)), in [0, 1]."""
    return exp(-isometry_gap(X))


def deviation(X: Any) -> Array:
    """E = n X^T X / ||X||_F^2 - I, how far X^T X is from isometry: (..., d, n) -> (..., n, n)."""
    X = as_matrix(X)
    _non_zero(X, "X")
    kind, n = backend_of(X), X.shape[-1]
    if kind is FLOATS:
        return deviation_from_isometry(X)
    if kind is MULTIPRECISION:
        return _each(exact_deviation, X)
    trace = squared_norm(X)
    scaled = gram(X) * n / (trace[..., None, None] if np.ndim(trace) else trace)
    return scaled - (np.eye(n) if kind.inspect else X.new_ones(n).diag())


def gram_spectrum(X: Any) -> Array:
    """The eigenvalues of X^T X, ascending: (..., d, n) -> (..., n).

    For n = d these are the lambda_k, the eigenvalues of X X^T.
    """
    X = as_matrix(X)
    _tall(X, "X")
    if backend_of(X) is MULTIPRECISION:
        # the smallest eigenvalue loses as many digits as the condition number has
        with mpmath.workprec(3 * mpmath.mp.prec):
            values = eigenvalues(gram(X))
        return values * mpmath.mpf(1)
    if backend_of(X) is not FLOATS:
        return eigenvalues(gram(X))
    with np.errstate(over="ignore"):
        squares = np.linalg.svd(X, compute_uv=False)[..., ::-1] ** 2
    return _representable(squares, "X", "an eigenvalue of X^T X")


def normalised_spectrum(X: Any) -> Spectrum:
    """The eigenvalues of X^T X divided by their mean, with the digits of lambda - 1 and log lambda.

    Near isometry they are 1 + the eigenvalues of ``deviation``; far from it, in float64, squared
    singular values keep the small ones better.
    """
    X = as_matrix(X)
    _tall(X, "X")
    e = eigenvalues(deviation(X))
    if backend_of(X) is not FLOATS:
        return from_deviations(e)
    scaled = X / np.abs(X).max(axis=(-2, -1), keepdims=True)
    values = np.linalg.svd(scaled, compute_uv=False)[..., ::-1] ** 2
    values = values / values.mean(axis=-1, keepdims=True)
    near = np.abs(e).max(axis=-1, keepdims=True) < _NEAR_ISOMETRY
    close = from_deviations(np.where(near, e, 0.0))
    far = from_eigenvalues(np.where(near, 1.0, values))
    return Spectrum(
        np.where(near, close.log_eigenvalues, far.log_eigenvalues),
        np.where(near, close.deviations, far.deviations),
        far.multiplicities,
    )


def orthogonality_gap(H: Any) -> Array:
    """V(H) = || H^T H / ||H||_F^2 - I_n / n ||_F (daneshmand2021 eq. 2)."""
    H = as_matrix(H, "H")
    _non_zero(H, "H")
    E, n = deviation(H), H.shape[-1]
    return (frobenius(E) if backend_of(H) is FLOATS else sqrt(squared_norm(E))) / n


def v_hat(H: Any) -> Array:
    """Vhat(H) = 1/n - s_n(H)^2, s_n the smallest of the n singular values.

    Hypotheses: ||H||_F = 1, d >= n.
    """
    H = as_matrix(H, "H")
    _tall(H, "H")
    require_unit_norm(H)
    return -eigenvalues(deviation(H))[..., 0] / H.shape[-1]


def require_unit_norm(H: Array, name: str = "H") -> None:
    """Raise ``NotUnitNorm`` where ||H||_F is not 1 beyond rounding."""
    H = as_matrix(H, name)
    if not backend_of(H).inspect:
        return
    if float(np.abs(H).max()) > 2:  # before its square overflows
        raise NotUnitNorm(name, f"an entry of size {float(np.abs(H).max()):.6g}")
    for square in np.asarray(squared_norm(H)).flat:
        if not abs(float(square) - 1) <= _UNIT_TOLERANCE:
            raise NotUnitNorm(name, f"||{name}||_F = {math.sqrt(float(square)):.6g}")


def _as_vector(values: Any, name: str) -> Array:
    values = as_array(values, name)
    if np.ndim(values) == 0:
        raise WrongShape(name, f"{values}, a single number; expected a vector")
    return values


def _vector_scaled(x: Array, name: str) -> Array:
    """A batch of non-zero vectors, each of order one: floats by a power of two, others as given."""
    if not backend_of(x).inspect:
        return x
    largest = np.abs(x).max(axis=-1, keepdims=True)
    if np.any(largest == 0):
        raise ZeroMatrix(name, "a sample is 0")
    return _row_scaled(x)[0] if backend_of(x) is FLOATS else x


def cosine(x: Any, y: Any) -> Array:
    """<x, y> / (||x|| ||y||) of two samples (..., d)."""
    x, y = _as_vector(x, "x"), _as_vector(y, "y")
    if x.shape[-1] != y.shape[-1]:
        raise WrongShape("y", f"{y.shape[-1]} entries against {x.shape[-1]} of x")
    x, y = _vector_scaled(x, "x"), _vector_scaled(y, "y")
    return (x * y).sum(-1) / (sqrt((x * x).sum(-1)) * sqrt((y * y).sum(-1)))


def relative_variance(values: Any) -> Array:
    """Var_j(v_j) / Mean_j(v_j)^2 over the last axis, also of values that are nearly equal."""
    values = _vector_scaled(_as_vector(values, "values"), "values")
    kind, count = backend_of(values), values.shape[-1]
    mean = values.sum(-1)[..., None] / count if np.ndim(values) > 1 else values.sum() / count
    if kind.inspect and np.any(np.asarray(mean) == 0):
        raise ZeroMatrix("values", "mean 0")
    apart = values - mean
    rest = apart.sum(-1)[..., None] / count if np.ndim(values) > 1 else apart.sum() / count
    # the mean was rounded: what is left of it is taken off, and put back into the mean
    return (((apart - rest) / (mean + rest)) ** 2).sum(-1) / count


def bures_squared(q: Any) -> Array:
    """W2(N(0, K), N(0, I/n))^2 per row of a d-fold product: sum_i (sqrt(q_i) - 1/sqrt(n))^2.

    q: (..., n), the eigenvalues of K = H^T H. Written as q_i = (1 + e_i)/n this is
    sum_i (e_i / (sqrt(1 + e_i) + 1))^2 / n, which does not cancel.
    """
    q = _as_vector(q, "q")
    if backend_of(q).inspect and np.any(np.asarray(q) < 0):
        raise Negative("q", f"eigenvalue {min(np.asarray(q).flat)}")
    n = q.shape[-1]
    return ((_times_minus_one(q, n) / (sqrt(q * n) + 1)) ** 2).sum(-1) / n


def _times_minus_one(q: Array, n: int) -> Array:
    """n q - 1, for floats without rounding n q: its two halves have exact products with n."""
    if backend_of(q) is not FLOATS:
        return q * n - 1
    mantissa, exponent = np.frexp(q)
    high = np.ldexp(np.round(np.ldexp(mantissa, 26)), exponent - 26)
    return (high * n - 1) + (q - high) * n
