"""x - log(1 + x) and exp(x) - 1 - x to full relative accuracy, and the inverses of the latter.

A gap is a sum of terms x - log(1 + x), and an inverse gap solves exp(x) - 1 - x = s. Both functions
vanish to second order at 0, where the literal expressions lose every digit.
"""

from typing import Any

import mpmath
import numpy as np

from lemmata.theory.errors import Negative, NotReal, OutOfRange
from lemmata.theory.numerics import backends
from lemmata.theory.numerics.backends import Array, as_array, backend_of, expm1, log1p, sqrt, where

_SERIES_TERMS = 20  # r^2 <= 1/9 in log_defect, |x| <= 1 in exp_defect: both below 1e-19
_FEW_TERMS = 8  # 1e-9, for tensors


def log_defect(x: Array) -> Array:
    """x - log(1 + x) >= 0 for x > -1, to full relative accuracy; balls and symbols as it stands."""
    x = as_array(x, "x")
    kind = backend_of(x)
    if kind.inspect and np.any(np.asarray(x) < -1):
        raise OutOfRange("x", f"{min(np.asarray(x).flat)}; expected x >= -1")
    if kind is backends.MULTIPRECISION:
        return backends.elementwise(lambda v: _guarded(lambda u: u - mpmath.log1p(u), v))(x)
    if kind is backends.BALLS or kind.root:
        return x - log1p(x)
    near = abs(x) < 0.5
    # each branch sees only its own side, or the other one's infinities would spoil gradients
    series = _log_defect_series(where(near, x, x * 0))
    return where(near, series, x - log1p(where(near, x * 0, x)))


def _log_defect_series(x: Array) -> Array:
    """2 r^2/(1-r) - 2 (r^3/3 + r^5/5 + ...), r = x/(2+x), from log(1+x) = 2 artanh r."""
    r = x / (2 + x)
    odd = r * 0
    for j in reversed(range(_SERIES_TERMS if backend_of(x).inspect else _FEW_TERMS)):
        odd = odd * (r * r) + 1.0 / (2 * j + 3)
    return 2 * r * r / (1 - r) - 2 * r**3 * odd


def exp_defect(x: Array) -> Array:
    """exp(x) - 1 - x >= 0, to full relative accuracy; balls as it stands."""
    x = as_array(x, "x")
    kind = backend_of(x)
    if kind is backends.FLOATS:
        with np.errstate(over="ignore"):
            return np.where(np.abs(x) < 1, _exp_defect_series(x), np.expm1(x) - x)[()]
    if kind is backends.MULTIPRECISION:
        return backends.elementwise(lambda v: _guarded(lambda u: mpmath.expm1(u) - u, v))(x)
    return expm1(x) - x


def _exp_defect_series(x: Array) -> Array:
    """x^2/2 (1 + x/3 (1 + x/4 (1 + ...)))."""
    x = np.clip(x, -1.0, 1.0)
    tail = np.ones_like(x)
    for j in reversed(range(3, 3 + _SERIES_TERMS)):
        tail = 1 + x / j * tail
    return x * x / 2 * tail


def _guarded(function: Any, v: Array) -> Array:
    """``function`` of an mpf number with as many guard bits as cancellation near 0 costs."""
    v = mpmath.mpf(v)
    guard = 2 * max(0, -mpmath.mag(v)) + 10 if v else 0
    with mpmath.workprec(mpmath.mp.prec + guard):
        value = function(v)
    return +value


def newton_from_above(residual: Any, slope: Any, start: Array) -> Array:
    """The root of a convex increasing function, by Newton's method from a point above it.

    The iterates decrease to the root, so they end when they no longer decrease.
    """
    x = start
    for _ in range(200):
        rise = slope(x)
        new = x - residual(x) / np.where(rise > 0, rise, 1)[()]  # rise = 0 only at a root at 0
        if np.all(new >= x):
            return x
        x = np.minimum(new, x)
    raise ArithmeticError(f"Newton's method did not settle from {start}")


def _root(sign: int, s: Array) -> Array:
    """The h >= 0 with exp_defect(sign h) = s."""
    s = as_array(s, "s")
    if symbolic := backend_of(s).root:
        return symbolic(lambda h: exp_defect(sign * h) - s)
    if np.any(np.asarray(s) < 0):
        raise Negative("s", f"{min(np.asarray(s).flat)}")
    if backend_of(s) is backends.BALLS:
        raise NotReal("s", "a ball; the roots are for floats and mpmath numbers")
    above = s + sqrt(2 * s)  # where s is small; where it is large, h <= s + 1, exp(k) = 1 + s + k
    start = np.minimum(above, s + 1) if sign < 0 else np.minimum(sqrt(2 * s), log1p(above))
    return newton_from_above(
        lambda h: exp_defect(sign * h) - s, lambda h: sign * expm1(sign * h), start
    )


def lower_root(s: Array) -> Array:
    """h(s): the h >= 0 with exp(-h) - 1 + h = s, so that exp(-h) = -W_0(-exp(-1-s)).

    Equivalent: -log of scipy.special.lambertw(..., 0), which is wrong near the branch point.
    """
    symbolic = backend_of(s).root
    return symbolic(lambda h: exp_defect(-h) - s) if symbolic else _root(-1, s)


def upper_root(s: Array) -> Array:
    """The k >= 0 with exp(k) - 1 - k = s, so that exp(k) = -W_{-1}(-exp(-1-s))."""
    symbolic = backend_of(s).root
    return symbolic(lambda k: exp_defect(k) - s) if symbolic else _root(1, s)
