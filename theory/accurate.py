"""The isometry gap of a float64 matrix, right to about 1e-12 relative wherever it lies.

Three regimes, one answer:
- near isometry the gap is quadratic in E = X^T X / mean - I, and E is computed from a Gram matrix
  in twice the working precision;
- otherwise the singular values are good enough, if none is too small beside the largest;
- else the entries are taken for the dyadic rationals they are, and the determinant is an integer.
"""

from __future__ import annotations

import math

import flint
import numpy as np
from numpy.typing import NDArray

from theory.special import log_defect

Floats = NDArray[np.float64]

_SLICES = 4
_NEAR_ISOMETRY = 0.5  # ||E|| below this: eigenvalues of I + E lie in (1/2, 3/2)
_TOLERANCE = 1e-12  # relative error of a gap from singular values above which integers are used


def _scale_to_one(X: Floats) -> Floats:
    """X times a power of two (exact), its largest entry in [1/2, 1): the gap does not change."""
    _, exponent = np.frexp(np.abs(X).max(axis=(-2, -1), keepdims=True))
    scaled: Floats = np.ldexp(X, -exponent)
    return scaled


def _slices(X: Floats) -> list[Floats]:
    """X as a sum of slices so short that every product of two slices is exact in float64.

    The splitting of Ozaki, Ogita, Oishi and Rump (2012): with b bits a slice, a sum of d products
    needs 2 b + log2(d) <= 53 bits. Entries far below their column's largest one end in the last
    slices or are dropped, at 2^(-4 b) of the column.
    """
    bits = (53 - math.ceil(math.log2(X.shape[-2] + 1))) // 2
    _, exponent = np.frexp(np.abs(X).max(axis=-2, keepdims=True))
    slices, rest = [], X
    for k in range(1, _SLICES + 1):
        grid = np.ldexp(1.0, exponent - k * bits)
        slices.append(np.round(rest / grid) * grid)
        rest = rest - slices[-1]
    return slices


def _two_sum(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """a + b as a rounded sum and its exact error (Knuth)."""
    total = a + b
    shadow = total - a
    return total, (a - (total - shadow)) + (b - shadow)


def gram_double_double(X: Floats) -> tuple[Floats, Floats]:
    """X^T X as an unevaluated sum high + low, to about 2^-80 of the columns' norms."""
    slices = _slices(X)
    n = X.shape[-1]
    high = np.zeros((*X.shape[:-2], n, n))
    low = np.zeros_like(high)
    for i, left in enumerate(slices):
        for right in slices[: _SLICES - i]:  # the omitted products are below the last bit
            high, error = _two_sum(high, left.swapaxes(-1, -2) @ right)
            low += error
    return _two_sum(high, low)


def deviation_from_isometry(X: Floats) -> Floats:
    """E = X^T X / mean - I with mean = tr(X^T X)/n, each entry to full relative accuracy.

    Shape (..., d, n) -> (..., n, n). The rounded mean m is used for scaling and the diagonal is
    then recentred, which removes m's rounding error to first order.
    """
    n = X.shape[-1]
    high, low = gram_double_double(_scale_to_one(X))
    mean = np.trace(high, axis1=-2, axis2=-1)[..., None, None] / n
    identity = np.eye(n)
    E: Floats = ((high - mean * identity) + low) / mean
    centre: Floats = np.trace(E, axis1=-2, axis2=-1)[..., None, None] / n
    return (E - centre * identity) / (1 + centre)


def isometry_gap_float64(X: Floats) -> Floats:
    """phi(X) for a batch (..., d, n) of finite non-zero matrices; inf where rank-deficient."""
    batch, (d, n) = X.shape[:-2], X.shape[-2:]
    if d < n:
        return np.full(batch, np.inf)[()]
    X = X.reshape(-1, d, n)
    scaled = _scale_to_one(X)  # entries below 1e-308 of the largest vanish, but not for integers
    gap = _gap_near_isometry(scaled)
    far = np.flatnonzero(np.isnan(gap))
    gap[far] = _gap_of_singular_values(scaled[far])
    for i in np.flatnonzero(np.isnan(gap)):
        gap[i] = _gap_of_integers(X[i])
    return gap.reshape(batch)[()]


def _gap_near_isometry(X: Floats) -> Floats:
    """(1/n) sum_k (mu_k - log(1 + mu_k)) over the eigenvalues mu of E; nan where E is not small."""
    E = deviation_from_isometry(X)
    mu = np.clip(np.linalg.eigvalsh(E), -1.0, None)  # rounding may put a tiny 1 + mu below 0
    near = np.linalg.norm(E, axis=(-2, -1)) < _NEAR_ISOMETRY
    return np.where(near, np.mean(log_defect(mu), axis=-1), np.nan)


def _gap_of_singular_values(X: Floats) -> Floats:
    """log mean s^2 - mean log s^2; nan where the small singular values are not to be trusted."""
    singular = np.linalg.svd(X, compute_uv=False)  # (batch, n)
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        ratios = singular / singular[:, :1]
        gap = np.log(np.mean(ratios**2, axis=-1)) - 2 * np.mean(np.log(ratios), axis=-1)
        error = np.finfo(np.float64).eps * np.mean(1 / ratios, axis=-1)
        return np.where(error < _TOLERANCE * gap, gap, np.nan)


def _gap_of_integers(X: Floats) -> float:
    """The gap from the exact determinant of the integer matrix 2^k X."""
    n = X.shape[1]
    mantissa, exponent = np.frexp(X)
    shift = 53 - int(exponent[mantissa != 0].min())
    integers = flint.fmpz_mat(
        [
            [int(m * 2**53) << (e - 53 + shift) if m else 0 for m, e in zip(*row, strict=True)]
            for row in zip(mantissa.tolist(), exponent.tolist(), strict=True)
        ]
    )
    gram = integers.transpose() * integers
    if integers.rank() < n:
        return math.inf
    det = integers.det() ** 2 if X.shape[0] == n else gram.det()
    trace = sum((gram[i, i] for i in range(n)), flint.fmpz(0))
    mean = flint.arb(trace) / n
    return float((mean.log() - flint.arb(det).log() / n).mid())
