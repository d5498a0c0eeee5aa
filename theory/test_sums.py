"""The sum over all layers in sharp:theorem-5, by both of its branches and literally."""

import math
from typing import Any

import mpmath
import pytest

from lemmata.theory.sharp import gradients
from lemmata.theory.sharp.gradients import expected_log_gradient, sum_of_roots
from lemmata.theory.sharp.isometry import contraction_rate
from lemmata.theory.test_support.comparing import over, relative_difference


def literal_sum(s_0: float, rate: float) -> Any:
    """sum h(s_0 exp(-rate k)) term by term, exp(-h) = -W_0(-exp(-1-s)), until h = sqrt(2 s)."""
    with mpmath.workdps(60):
        s, total = mpmath.mpf(s_0), mpmath.mpf(0)
        while s > mpmath.mpf(10) ** -28:
            total -= mpmath.log(-mpmath.lambertw(-mpmath.exp(-1 - s)).real)
            s *= mpmath.exp(-mpmath.mpf(rate))
        return total + mpmath.sqrt(2 * s) / -mpmath.expm1(-mpmath.mpf(rate) / 2)


@over([(s_0, rate) for s_0 in (1e-20, 1e-3, 0.7, 30.0, 600.0) for rate in (0.2, 3.0)])
def test_a_fast_sum_is_the_literal_one(s_0: float, rate: float) -> None:
    assert relative_difference(sum_of_roots(s_0, rate), literal_sum(s_0, rate)) < 1e-12


@over([(s_0, rate) for s_0 in (1e-9, 1e-3, 0.7, 30.0, 2000.0) for rate in (1e-4, 3e-4, 9.99e-4)])
def test_a_slow_sum_is_the_direct_one(s_0: float, rate: float) -> None:
    """Euler and Maclaurin's is wrong by about rate^3/1000, relative to what is left of the sum."""
    slow = sum_of_roots(s_0, rate)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(gradients, "_SLOW", 0.0)
        direct = sum_of_roots(s_0, rate)
    assert relative_difference(slow, direct) < 1e-10


def test_the_bound_is_the_literal_sum() -> None:
    """Of h(d phi_0 r^k) at the rate r of sharp:theorem-1, which is what is proved."""
    for phi_0, d, K in ((0.5, 3, 2.0), (0.01, 8, 1.0)):
        whole = literal_sum(d * phi_0, -math.log(float(contraction_rate(phi_0, d))))
        expected = math.log(K) + math.log(d) / 2 + whole / 2
        assert relative_difference(float(expected_log_gradient(phi_0, d, K)), expected) < 1e-10
