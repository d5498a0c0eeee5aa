"""The isometry gap of float64 matrices to about 1e-12 relative, at every size of the gap.

There are three regimes:
- near isometry the gap is quadratic in E = X^T X / mean - I, and E is computed from a Gram matrix
  in twice the working precision, or exactly if even that does not resolve it;
- otherwise by singular values, if none is too small beside the largest;
- else by exact arithmetic on the entries, which are dyadic rationals (``theory.numerics.exact``).
"""

import math

import numpy as np
from numpy.typing import NDArray

from lemmata.theory.errors import NotReal, ZeroMatrix
from lemmata.theory.numerics.backends import FLOATS, as_matrix, backend_of
from lemmata.theory.numerics.exact import exact_deviation, exact_gap
from lemmata.theory.numerics.special import log_defect

Floats = NDArray[np.float64]

_EPS = float(np.finfo(np.float64).eps)
_BITS_KEPT = 110  # of the columns' norms in a Gram matrix: more than high + low can hold
_RESOLVED = 1e-18  # ||E|| per column below which high + low no longer give 1e-12 relative
_TOLERANCE = 1e-13  # if the estimated relative error of a gap is larger, a better method is used


def _floats(X: Floats, name: str = "X", zero: bool = True) -> Floats:
    """A batch of finite float64 matrices (..., d, n), ``zero`` saying whether one may be 0."""
    matrix: Floats = as_matrix(X, name)
    if backend_of(matrix) is not FLOATS:
        raise NotReal(name, f"{backend_of(matrix).name}; this route is for float64 entries")
    if not zero and not np.all(np.abs(matrix).max(axis=(-2, -1)) > 0):
        raise ZeroMatrix(name, "largest entry 0")
    return matrix


def _scale_to_one(X: Floats) -> Floats:
    """X times a power of two (exact), its largest entry in [1/2, 1): the gap does not change."""
    _, exponent = np.frexp(np.abs(X).max(axis=(-2, -1), keepdims=True))
    return np.asarray(np.ldexp(X, -exponent))


def _slice_bits(d: int) -> int:
    return (53 - math.ceil(math.log2(d + 1))) // 2


def _slices(X: Floats) -> list[Floats]:
    """X as a sum of slices so short that every product of two slices is exact in float64.

    The splitting of Ozaki, Ogita, Oishi and Rump (2012): with b bits a slice, a sum of d products
    needs 2 b + log2(d) <= 53 bits. There are as many slices as the entries need; what lies below
    2^-110 of a column's largest entry is dropped.
    """
    bits = _slice_bits(X.shape[-2])
    _, exponent = np.frexp(np.abs(X).max(axis=-2, keepdims=True))
    slices: list[Floats] = []
    rest = X
    while not slices or (rest.any() and len(slices) * bits < _BITS_KEPT):
        # the floor is for columns so small that X is nowhere near isometry
        grid = np.ldexp(1.0, np.maximum(exponent - (len(slices) + 1) * bits, -1000))
        slices.append(np.round(rest / grid) * grid)
        rest = rest - slices[-1]
    return slices


def _two_sum(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """a + b as a rounded sum and its exact error (Knuth)."""
    total = a + b
    shadow = total - a
    return total, (a - (total - shadow)) + (b - shadow)


def gram_double_double(X: Floats) -> tuple[Floats, Floats]:
    """X^T X as an unevaluated sum high + low, to about 2^-104 of the columns' norms."""
    X = _floats(X)
    slices = _slices(X)
    bits, n = _slice_bits(X.shape[-2]), X.shape[-1]
    high = np.zeros((*X.shape[:-2], n, n))
    low = np.zeros_like(high)
    for i, left in enumerate(slices):
        for j, right in enumerate(slices):
            if (i + j) * bits < _BITS_KEPT:
                high, error = _two_sum(high, left.swapaxes(-1, -2) @ right)
                low += error
    return _two_sum(high, low)


def frobenius(E: Floats) -> Floats:
    """||E||_F of a batch, by way of its largest entry: no overflow, no underflow."""
    E = _floats(E, "E")
    largest = np.abs(E).max(axis=(-2, -1), keepdims=True)
    scaled = E / np.where(largest > 0, largest, 1)
    norm: Floats = largest[..., 0, 0] * np.sqrt((scaled * scaled).sum(axis=(-2, -1)))
    return norm


def deviation_from_isometry(X: Floats) -> Floats:
    """E = X^T X / mean - I with mean = tr(X^T X)/n, to 1e-12 of its norm or better.

    Shape (..., d, n) -> (..., n, n). The rounded mean m is used for scaling and the diagonal is
    then recentred, which removes m's rounding error to first order.
    """
    X = _floats(X, zero=False)
    n = X.shape[-1]
    high, low = gram_double_double(_scale_to_one(X))
    mean = np.trace(high, axis1=-2, axis2=-1)[..., None, None] / n
    identity = np.eye(n)
    E: Floats = ((high - mean * identity) + low) / mean
    centre: Floats = np.trace(E, axis1=-2, axis2=-1)[..., None, None] / n
    E = (E - centre * identity) / (1 + centre)
    for i in np.argwhere(frobenius(E) < _RESOLVED * n):
        E[tuple(i)] = exact_deviation(X[tuple(i)])
    return E


def isometry_gap_float64(X: Floats) -> Floats:
    """phi(X) for a batch (..., d, n) of finite non-zero matrices; inf where rank-deficient.

    The exact route takes seconds from n = 400 on; only ill-conditioned matrices need it.
    """
    X = _floats(X, zero=False)
    batch, (d, n) = X.shape[:-2], X.shape[-2:]
    if d < n:
        return np.full(batch, np.inf)[()]
    X = X.reshape(-1, d, n)
    gap = _gap_of_deviations(X)
    far = np.flatnonzero(np.isnan(gap))
    gap[far] = _gap_of_singular_values(_scale_to_one(X[far]))
    for i in np.flatnonzero(np.isnan(gap)):
        gap[i] = exact_gap(X[i])
    return gap.reshape(batch)[()]


def _trusted(gap: Floats, error: Floats) -> Floats:
    """The gap where its estimated error is small, nan elsewhere."""
    return np.where((error < _TOLERANCE * gap) | (error == 0), gap, np.nan)


def _gap_of_deviations(X: Floats) -> Floats:
    """(1/n) sum_k (mu_k - log(1 + mu_k)) over the eigenvalues mu of E, each known to eps ||E||."""
    mu = np.linalg.eigvalsh(deviation_from_isometry(X))
    mu = np.clip(mu, -1.0, None)  # rounding may put a tiny 1 + mu below 0
    size = np.abs(mu).max(axis=-1)
    with np.errstate(divide="ignore"):
        slope = np.mean(np.abs(mu) / (1 + mu), axis=-1)
        return _trusted(np.mean(log_defect(mu), axis=-1), _EPS * size * slope)


def _gap_of_singular_values(X: Floats) -> Floats:
    """log mean s^2 - mean log s^2, each s known to eps times the largest."""
    singular = np.linalg.svd(X, compute_uv=False)  # (batch, n)
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        ratios = singular / singular[:, :1]
        gap = np.log(np.mean(ratios**2, axis=-1)) - 2 * np.mean(np.log(ratios), axis=-1)
        return _trusted(gap, _EPS * np.mean(1 / ratios, axis=-1))
