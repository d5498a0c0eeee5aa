"""The defects and their inverses against other formulas, over all magnitudes."""

import math
from functools import cache
from typing import Any

import flint
import mpmath
import numpy as np
import pytest

from lemmata.theory.numerics.special import (
    exp_defect,
    log_defect,
    lower_root,
    newton_from_above,
    upper_root,
)
from lemmata.theory.test_support import comparing
from lemmata.theory.test_support.comparing import assert_agrees, ball_holds, magnitudes, over

FULL = 1e-15  # a few units in the last place
FUNCTIONS = [log_defect, exp_defect, lower_root, upper_root]
LAMBERT_DIGITS = 400  # the Lambert function loses half of them at the branch point

# every magnitude, and both sides of every place where the code changes its formula
SMALL = magnitudes(1e-150, 0.4, 60)
LOG_POINTS = [-1 + v for v in magnitudes(1e-15, 0.4, 20)] + [-v for v in SMALL] + SMALL
LOG_POINTS += [0.4999999, 0.5, 0.5000001, -0.4999999, -0.5, -0.5000001, *magnitudes(0.6, 1e300, 40)]
EXP_POINTS = [-v for v in SMALL] + SMALL + [1.0, -1.0, 0.9999999, 1.0000001, -0.9999999, -1.0000001]
EXP_POINTS += magnitudes(0.5, 709, 30) + [-v for v in magnitudes(0.5, 1e300, 30)]
S_POINTS = [0.0, *magnitudes(1e-300, 1e-14, 24), *magnitudes(1e-13, 1e6, 50)]


def hypergeometric_log_defect(x: float) -> Any:
    """x - log(1 + x) = x^2/2 2F1(1, 2; 3; -x)."""
    v = mpmath.mpf(x)
    return v * v / 2 * mpmath.hyp2f1(1, 2, 3, -v)


def confluent_exp_defect(x: float) -> Any:
    """exp(x) - 1 - x = x^2/2 1F1(1; 3; x)."""
    v = mpmath.mpf(x)
    if v < -1000:  # where the series needs as many terms as |x|
        return -1 - v
    return v * v / 2 * mpmath.hyp1f1(1, 3, v)


@cache
def _lambert(branch: int, s: Any, bits: int) -> Any:
    return -mpmath.lambertw(-mpmath.exp(-1 - mpmath.mpf(s)), branch).real


def lambert(branch: int) -> Any:
    """-W_k(-exp(-1-s)), at so many digits that the branch point costs nothing."""
    return lambda s: _lambert(branch, s, mpmath.mp.prec)


def test_the_defects_are_hypergeometric_functions() -> None:
    assert_agrees(log_defect, hypergeometric_log_defect, LOG_POINTS, FULL, "x^2/2 2F1(1,2;3;-x)")
    # exp itself is good to about |x| eps / 2
    assert_agrees(exp_defect, confluent_exp_defect, EXP_POINTS, 2e-15, "x^2/2 1F1(1;3;x)")


def test_the_defects_at_their_ends() -> None:
    assert log_defect(0.0) == 0
    assert log_defect(-1.0) == math.inf
    assert exp_defect(0.0) == 0
    assert exp_defect(1000.0) == math.inf


def log_lambert_0(s: float) -> Any:
    return -mpmath.log(lambert(0)(s)) if s < 1e4 else 1 + s - lambert(0)(s)


@over(
    [
        (lower_root, log_lambert_0, FULL, "-log(-W_0(-exp(-1-s)))"),
        (upper_root, lambda s: mpmath.log(lambert(-1)(s)), FULL, "log(-W_-1(-exp(-1-s)))"),
        # right at the branch point too
        (lambda s: -np.expm1(-lower_root(s)), lambda s: 1 - lambert(0)(s), FULL, "1 + W_0"),
        (lambda s: np.expm1(upper_root(s)), lambda s: lambert(-1)(s) - 1, 2e-15, "-W_-1 - 1"),
    ]
)
def test_the_roots_are_lambert_functions(ours: Any, expected: Any, rtol: float, name: str) -> None:
    assert_agrees(ours, expected, S_POINTS, rtol, name, LAMBERT_DIGITS)


def test_every_digit_is_kept_in_mpmath() -> None:
    def small() -> list[Any]:
        return [sign * mpmath.mpf(10) ** -k for sign in (1, -1) for k in (1, 3, 30, 300, 3000)]

    def positive() -> list[Any]:
        return [mpmath.mpf(10) ** k for k in (-300, -40, -12, -1, 0, 2)]

    keeps = comparing.assert_keeps_digits
    keeps(log_defect, hypergeometric_log_defect, small, spare=20)
    keeps(exp_defect, confluent_exp_defect, small, spare=20)
    keeps(lower_root, lambda s: -mpmath.log(lambert(0)(s)), positive, spare=800)
    keeps(upper_root, lambda s: mpmath.log(lambert(-1)(s)), positive, spare=800)


@over(FUNCTIONS)
def test_arrays_are_treated_entry_by_entry(function: Any) -> None:
    points = np.array([[1e-300, 1e-8, 0.3], [0.7, 20.0, 600.0]])
    comparing.assert_one_at_a_time(function, points)


@over([log_defect, exp_defect])
def test_balls_hold_the_value(function: Any) -> None:
    for ball, value in ((flint.arb("0.75"), 0.75), (flint.arb(0, 0.25), 0.125)):
        with mpmath.workdps(60):
            assert ball_holds(function(ball), function(mpmath.mpf(value)))


def test_newton_says_where_it_did_not_settle() -> None:
    with pytest.raises(ArithmeticError, match="did not settle"):
        newton_from_above(np.ones_like, np.ones_like, np.float64(0))
