"""E phi(X_l) along chain (3) at d = 2, at any depth, in floats and in tensors.

There all spectra of a gap are alike. With tan(angle) = exp(y) a layer takes the gap phi to
log(1 + (exp(2 phi) - 1)/(1 + exp(-2y)))/2, y of density 1/(pi cosh y): its mean is the trapezoidal
rule in y. E phi(X_l)/phi is kept at Chebyshev's nodes in log(1 + phi), up to the first gap: gaps
never rise. Good to 1e-10 for gaps up to 50 and 65 layers (test_width_two_gap.py).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theory.numerics.backends import Array, exp, expm1, log, log1p, stack, where

FINE, COARSE = (48, 0.25), (24, 0.4)  # nodes and step; the second is good to 1e-4
LARGEST, DEEPEST = 50.0, 65  # gaps and layers up to here
_LAST = 34.0
Floats = NDArray[np.float64]


@functools.cache
def _rules(count: int, step: float) -> tuple[Floats, Floats, Floats, Floats]:
    """Chebyshev's nodes in [0, 1], values -> coefficients, the shares 1/(1 + exp(-2y)), weights."""
    angles = (np.arange(count) + 0.5) * np.pi / count
    coefficients = 2 / count * np.cos(np.outer(np.arange(count), angles))
    coefficients[0] /= 2
    y = np.arange(-_LAST, _LAST, step)
    return (
        (1 + np.cos(angles)) / 2,
        coefficients,
        1 / (1 + np.exp(-2 * y)),
        step / np.pi / np.cosh(y),
    )


def expected_gap(
    phi: Any,
    layers: int,
    rule: tuple[int, float] = FINE,
    lift: Callable[[Any], Array] = np.array,
) -> Array:
    """E phi(X_layers) from phi(X_0) = phi, a number of the arithmetic that ``lift`` makes."""
    rules = _rules(*rule)
    nodes, coefficients, shares, weights = (lift(rule.tolist()) for rule in rules)
    top = log1p(phi)
    gaps = expm1(top * nodes)[:, None]
    near, least = where(gaps < 1, gaps, gaps * 0), exp(-2 * gaps)
    after = where(  # (nodes, angles)
        gaps < 1,
        log1p(expm1(2 * near) * shares) / 2,
        gaps + log(shares + least * (1 - shares)) / 2,
    )
    x = 2 * log1p(after) / top - 1
    before, here = x * 0 + 1, x
    moments = []
    for _ in rules[0]:  # Chebyshev's polynomials at the next gaps, and their means
        moments.append((before * after * weights).sum(-1) / gaps[:, 0])
        before, here = here, 2 * x * here - before
    transition = stack(moments).T @ coefficients
    ratios = nodes * 0 + 1
    for _ in range(layers):
        ratios = transition @ ratios
    return phi * (coefficients @ ratios).sum()
