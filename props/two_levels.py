"""The Gram map of two levels as a table, for climbs along deep chains.

Let m eigenvalues be exp(x) times the k others. A layer at d = inf maps x to a number of the same
sign; its quotient by x is smooth, tabulated once (2F1) over asinh(x) and interpolated by cubics.
This takes ten operations a layer, where quadrature takes hundreds. It is accurate to 1e-8; beyond
exp(200) the quotient is constant. Cases are judged without the table.
"""

import functools

import flint
import mpmath
import numpy as np
import torch
from torch import Tensor

from lemmata.theory.numerics.backends import as_ball, as_mpf

_LAST, _STEP = 6.0, 0.025  # of asinh(x)
_NODES = np.arange(-_LAST + _STEP / 2, _LAST, _STEP)
_DIGITS = 20


@functools.cache
def _cubics(m: int, k: int) -> Tensor:
    """x'/x over asinh(x) between the nodes, cubic in the distance to the left one: (steps, 4).

    The nodes lie half a step from 0, where the quotient is 0/0.
    """
    from scipy.interpolate import CubicSpline

    values = []
    for node in _NODES.tolist():
        x = mpmath.sinh(node)
        with mpmath.workdps(_DIGITS + int(abs(x) / mpmath.log(10)) + 2):
            share = _share(mpmath.exp(x), m, k)
            values.append(float(mpmath.log(k * share / (1 - m * share)) / x))
    return torch.tensor(CubicSpline(_NODES, values).c.T)


def _share(a: mpmath.mpf, m: int, k: int) -> mpmath.mpf:
    """E[a beta / (a beta + 1 - beta)] / m, beta ~ Beta(m/2, k/2), by flint: mpmath's takes long."""
    value, bits = flint.arb("nan"), mpmath.mp.prec
    while value.rel_accuracy_bits() < mpmath.mp.prec:
        bits *= 2
        with flint.ctx.workprec(bits):
            value = as_ball(1 - a).hypgeom_2f1(1, flint.arb(m) / 2 + 1, flint.arb(m + k) / 2 + 1)
    return a * as_mpf(value) / (m + k)


def next_log_ratio(x: Tensor, m: int, k: int) -> Tensor:
    """x after a layer, of any shape; differentiable."""
    cubics = _cubics(m, k)
    place = torch.asinh(x).clamp(_NODES[0], _NODES[-1]) - _NODES[0]
    left = (place.detach() / _STEP).floor().clamp(0, len(cubics) - 1)
    s, c = place - left * _STEP, cubics[left.long()]
    return torch.mul(x, c[..., 3] + s * (c[..., 2] + s * (c[..., 1] + s * c[..., 0])))


def deviations(x: Tensor, m: int, k: int) -> Tensor:
    """(e_1, e_2) of mean 0 with (1 + e_1)/(1 + e_2) = exp(x), near isometry to all digits."""
    small = torch.expm1(-abs(x))
    ratio = 1 + small
    first = torch.where(x < 0, k * small / (m * ratio + k), -k * small / (m + k * ratio))
    return torch.stack([first, -m * first / k], -1)
