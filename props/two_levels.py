"""The Gram map of two levels as a table, for climbs along deep chains.

With m eigenvalues exp(x) times the k others, a layer at d = inf takes x to a number of the same
sign. Its quotient by x is smooth, tabulated once in mpmath (2F1) over asinh(x) and interpolated by
cubics: ten operations a layer where the quadrature takes hundreds, which the gradient remembers.
Good to 1e-8; beyond exp(200) the quotient is kept. What is found is judged without it.
"""

import functools

import mpmath
import numpy as np
import torch
from torch import Tensor

from theory.numerics import reference

_LAST, _STEP = 6.0, 0.025  # of asinh(x)
_DIGITS = 20


@functools.cache
def _cubics(m: int, k: int) -> Tensor:
    """x'/x over asinh(x) in [-_LAST, _LAST]: Lagrange's cubics in the share of a step, (steps, 4).

    The nodes lie half a step from 0, where the quotient is 0/0.
    """
    nodes = np.arange(-_LAST + _STEP / 2, _LAST, _STEP)
    values = torch.tensor(
        [float(_quotient(m, k, mpmath.sinh(t))) for t in nodes.tolist()], dtype=torch.float64
    )
    before, here, after, beyond = values.unfold(0, 4, 1).unbind(-1)
    return torch.stack(
        [
            here,
            after - before / 3 - here / 2 - beyond / 6,
            (before + after) / 2 - here,
            (beyond - before) / 6 + (here - after) / 2,
        ],
        -1,
    )


def _quotient(m: int, k: int, x: mpmath.mpf) -> mpmath.mpf:
    with mpmath.workdps(_DIGITS + int(abs(x) / mpmath.log(10)) + 2):
        share = reference.mean_share_two_level(mpmath.exp(x), m, 1, k)
        return mpmath.log(k * share / (1 - m * share)) / x


def next_log_ratio(x: Tensor, m: int, k: int) -> Tensor:
    """x after a layer, of any shape; differentiable."""
    cubics = _cubics(m, k)
    place = (torch.asinh(x) + _LAST) / _STEP - 1.5
    left = place.detach().floor().clamp(0, len(cubics) - 1)
    s = (place - left).clamp(-1, 2)
    c = cubics[left.long()]
    return x * (c[..., 0] + s * (c[..., 1] + s * (c[..., 2] + s * c[..., 3])))


def deviations(x: Tensor, m: int, k: int) -> Tensor:
    """(e_1, e_2) of mean 0 with (1 + e_1)/(1 + e_2) = exp(x), near isometry to all digits."""
    small = torch.expm1(-abs(x))
    ratio = 1 + small
    first = torch.where(x < 0, k * small / (m * ratio + k), -k * small / (m + k * ratio))
    return torch.stack([first, -m * first / k], -1)
