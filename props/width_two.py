"""E phi(X_l) along chain (3) at d = 2, at any depth, in float64 and in tensors.

There all spectra of a gap are alike. With tan(angle) = exp(y) a layer takes the gap phi to
log(1 + (exp(2 phi) - 1)/(1 + exp(-2y)))/2, y of density 1/(pi cosh y): its mean is the trapezoidal
rule in y. E phi(X_l)/phi is kept at Chebyshev's nodes in log(1 + phi), up to the first gap: gaps
never rise. Good to 1e-9 (test_width_two.py).
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from props.recipes import Lift
from theory.backends import Array, exp, expm1, log1p, stack

_NODES, _STEP, _LAST = 48, 0.25, 34.0
Floats = NDArray[np.float64]


@functools.cache
def _rules() -> tuple[Floats, Floats, Floats, Floats]:
    """Chebyshev's nodes in [0, 1], values -> coefficients, the shares 1/(1 + exp(-2y)), weights."""
    angles = (np.arange(_NODES) + 0.5) * np.pi / _NODES
    coefficients = 2 / _NODES * np.cos(np.outer(np.arange(_NODES), angles))
    coefficients[0] /= 2
    y = np.arange(-_LAST, _LAST, _STEP)
    return (
        (1 + np.cos(angles)) / 2,
        coefficients,
        1 / (1 + np.exp(-2 * y)),
        _STEP / np.pi / np.cosh(y),
    )


def expected_gap(phi: Any, layers: int, lift: Lift) -> Array:
    """E phi(X_layers) from phi(X_0) = phi, a number of the arithmetic of ``lift``."""
    nodes, coefficients, shares, weights = (lift(rule.tolist()) for rule in _rules())
    top = log1p(phi)
    gaps = expm1(top * nodes)[:, None]
    after = log1p(expm1(2 * gaps) * shares) / 2  # (nodes, angles)
    x = 2 * log1p(after) / top - 1
    before, here = x * 0 + 1, x
    moments = []
    for _ in range(_NODES):  # Chebyshev's polynomials at the next gaps, and their means
        moments.append((before * after * weights).sum(-1) / gaps[:, 0])
        before, here = here, 2 * x * here - before
    transition = stack(moments).T @ coefficients
    ratios = nodes * 0 + 1
    for _ in range(layers):
        ratios = transition @ ratios
    return phi * (coefficients @ ratios).sum()
