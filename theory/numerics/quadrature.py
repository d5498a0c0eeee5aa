"""Integrals over t in (0, inf) by the trapezoidal rule in x = log t.

Every integrand here is analytic and bounded in the strip |Im x| < pi/2, vanishes like t^2 (or t)
on the left and at least like t^(-1/2) on the right, so the rule with step h is wrong by about
exp(-pi^2/h) relative: twice the nodes, twice the digits. See Trefethen and Weideman, SIAM Review
56 (2014), section 5.
"""

import math
from collections.abc import Callable

import flint
import mpmath
import numpy as np

from lemmata.theory.numerics.backends import (
    FLOATS,
    MULTIPRECISION,
    Array,
    Backend,
    as_mpf,
    elementwise,
)

Integrand = Callable[[Array], Array]  # log t, (nodes,) -> values, (nodes, ...)
_GUARD_BITS = 64  # thousands of nodes, and exponents of hundreds
_TENSOR_DIGITS = 8
_RIGHT = 0.5  # the least rate of decay in x
_BLOCK = 64  # nodes at a time, so that memory does not grow with their number


def integrate(
    integrand: Integrand, kind: Backend, *, centre: float, left: float, slack: float, guard: int
) -> Array:
    """The integral of f(log t) dt/t, to the precision of the kind of numbers.

    ``centre`` is log t where the integrand turns over, ``left`` its least rate of exponential decay
    in x on the left (on the right it is 1/2), ``slack`` how much larger (as a logarithm) it may be
    inside the strip than on the line. For mpmath the integrand is evaluated in balls, at a
    precision that leaves their radii below the working precision: ``guard`` is how many bits it
    loses by cancellation. Tensors, which are there to be climbed along and not to be trusted, get
    eight digits, at once.
    """
    multiprecision = kind is MULTIPRECISION
    digits = mpmath.mp.dps if multiprecision else 16 if kind is FLOATS else _TENSOR_DIGITS
    target = digits * math.log(10) + 3 + slack
    step = math.pi**2 / target
    first, last = (centre - target / left) / step, (centre + target / _RIGHT) / step
    nodes = range(math.floor(first), math.ceil(last) + 1)
    if not multiprecision:
        return _trapezoidal(integrand, nodes, step, centre, digits, kind.inspect)
    with flint.ctx.workprec(mpmath.mp.prec + _GUARD_BITS + guard):
        balls = _trapezoidal(integrand, nodes, flint.arb(step), centre, digits, True)
        return elementwise(as_mpf)(balls)


def _trapezoidal(
    integrand: Integrand, nodes: range, step: Array, centre: float, digits: int, inspect: bool
) -> Array:
    total: Array = 0
    block = _BLOCK if inspect else len(nodes)
    for start in range(0, len(nodes), block):
        values = integrand(np.array([i * step for i in nodes[start : start + block]]))
        total = total + values.sum(axis=0)
        past = inspect and nodes[start] * float(step) > centre  # from here on it only decays
        if past and np.all(np.abs(values[-1]) <= np.abs(total) * 10.0 ** (-digits - 3)):
            break
    return total * step
