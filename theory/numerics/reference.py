"""Reference values in mpmath, by other formulas than those of this package.

Only tests and checks use them. They share no quadrature and no closed form with what they check.
"""

import functools
from typing import Any

import mpmath
import numpy as np

from lemmata.theory.numerics.backends import Array


def mean_log_doubled(values: Array) -> Array:
    """E log sum_k lambda_k u_k^2 on the sphere in 2 m dimensions, each lambda_k twice, distinct.

    The u_k^2 of a pair sum to a uniform Dirichlet weight, and Hermite and Genocchi turn the mean
    into a divided difference,
    sum_k lambda_k^(m-1) log(lambda_k) / prod_{j != k} (lambda_k - lambda_j) - H_{m-1}.
    The terms cancel, so digits are added.
    """
    m = len(values)
    with mpmath.workdps(mpmath.mp.dps + 30 * m):
        lam = [mpmath.mpf(v) for v in values]
        total = mpmath.mpf(0)
        for k, x in enumerate(lam):
            others = mpmath.fprod(x - y for j, y in enumerate(lam) if j != k)
            total += x ** (m - 1) * mpmath.log(x) / others
        total -= mpmath.harmonic(m - 1)
    return +total


def mean_log_two_level(a: Array, m: int, b: Array, k: int) -> Array:
    """E log(a beta + b (1 - beta)), beta ~ Beta(m/2, k/2): two eigenvalues, m and k times.

    An integral over the angle with beta = sin^2, by mpmath's tanh-sinh rule.
    """
    return _angle_integral(a, m, b, k, mpmath.mp.prec)


@functools.cache
def _angle_integral(a: Array, m: int, b: Array, k: int, bits: int) -> Array:
    """Cached, as many checks have the same spectra; ``bits`` is the working precision."""

    def density(theta: Array) -> Array:
        c, s = mpmath.cos_sin(theta)
        return mpmath.log(a * s**2 + b * c**2) * s ** (m - 1) * c ** (k - 1) / mass

    half = mpmath.mpf(1) / 2
    grid = [0, mpmath.pi / 8, mpmath.pi / 4, 3 * mpmath.pi / 8, mpmath.pi / 2]
    with mpmath.workprec(bits):
        mass = mpmath.beta(m * half, k * half) / 2  # within, as quad's error is an absolute one
        return mpmath.quad(density, grid)


def mean_share_two_level(a: Array, m: int, b: Array, k: int) -> Array:
    """E[a beta / (a beta + b (1 - beta))] / m: the share of one of the m eigenvalues a.

    Euler's integral: (a/b) E[beta / (1 - z beta)] with z = 1 - a/b is Gauss's 2F1.
    """
    a, b = mpmath.mpf(a), mpmath.mpf(b)
    half = mpmath.mpf(1) / 2
    value = mpmath.hyp2f1(1, m * half + 1, (m + k) * half + 1, 1 - a / b)
    return a / b * value / (m + k)


def jacobian(function: Any, x: Array) -> Array:
    """The Jacobian of a smooth vector function by central differences, to 2/3 of the digits."""
    x = np.array([mpmath.mpf(v) for v in x])
    h = mpmath.mpf(10) ** (-mpmath.mp.dps // 3)
    columns = []
    for i in range(len(x)):
        step = np.array([h if j == i else mpmath.mpf(0) for j in range(len(x))])
        columns.append((function(x + step) - function(x - step)) / (2 * h))
    return np.stack(columns, axis=-1)


def largest_singular_value(A: Array) -> Array:
    return max(mpmath.svd_r(mpmath.matrix(A.tolist()), compute_uv=False))
