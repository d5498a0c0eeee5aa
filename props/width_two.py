"""E phi(X_l) along chain (3) at d = 2, as the properties observe it."""

from __future__ import annotations

from typing import Any

import mpmath

from props.recipes import Lift, in_mpf, in_tensors
from theory.numerics.backends import Array
from verify.chains.width_two_gap import COARSE, DEEPEST, FINE, LARGEST, expected_gap

_ERROR = mpmath.mpf(10) ** -10


def at_least(phi: Any, layers: int, lift: Lift) -> Array:
    """E phi(X_layers), or in mpmath what float64 is sure of: a little less.

    A larger gap or more layers than it is sure of are no case: they would be judged as if exact.
    """
    if lift is in_mpf:
        if phi > LARGEST * 1.000001 or layers > DEEPEST:
            raise ValueError(f"a gap of {phi}, {layers} layers: at most {LARGEST}, {DEEPEST}")
        return in_mpf([float(expected_gap(float(phi), layers))])[0] * (1 - _ERROR)
    return expected_gap(phi, layers, COARSE if lift is in_tensors else FINE, lift)
