"""Integrals over t in (0, inf) by the trapezoidal rule in x = log t.

Every integrand here is analytic and bounded in the strip |Im x| < pi/2, vanishes like t^2 (or t)
on the left and at least like t^(-1/2) on the right, so the rule with step h is wrong by about
exp(-pi^2/h) relative: twice the nodes, twice the digits. See Trefethen and Weideman, SIAM Review
56 (2014), section 5.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import mpmath
import numpy as np

from theory.backends import MULTIPRECISION, Array, Backend

Integrand = Callable[[Array], Array]  # log t, (nodes,) -> values, (nodes, ...)
_BLOCK = 64  # nodes at a time, so that memory does not grow with their number


def integrate(
    integrand: Integrand, kind: Backend, *, centre: float, left: float, right: float, slack: float
) -> Array:
    """The integral of f(log t) dt/t.

    ``centre`` is log t where the integrand turns over, ``left`` and ``right`` its least rates of
    exponential decay in x on either side, ``slack`` how much larger (as a logarithm) it may be
    inside the strip than on the line.
    """
    digits = mpmath.mp.dps if kind is MULTIPRECISION else 16
    target = digits * math.log(10) + 3 + slack
    step = math.pi**2 / target
    number = mpmath.mpf if kind is MULTIPRECISION else float
    first = math.floor((centre - target / left) / step)
    last = math.ceil((centre + target / right) / step)
    total: Array = 0
    for start in range(first, last + 1, _BLOCK):
        nodes = [number(i) * number(step) for i in range(start, min(start + _BLOCK, last + 1))]
        values = integrand(np.array(nodes))
        total = total + values.sum(axis=0)
        past = start * step > centre  # from here on the integrand only decays
        if past and np.all(np.abs(values[-1]) <= np.abs(total) * number(10) ** (-digits - 3)):
            break
    return total * number(step)
