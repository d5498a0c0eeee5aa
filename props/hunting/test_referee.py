"""The referee on near-ties that float64 gets wrong both ways."""

from __future__ import annotations

import math

import flint
import mpmath
import pytest

from props.hunting.referee import MOST_DIGITS, Ruling, referee
from theory.ledger import Kind

UPPER, LOWER = Kind.UPPER_BOUND, Kind.LOWER_BOUND


def test_a_violation_that_float64_sees_and_is_not_there() -> None:
    """0.1 + 0.2 <= 0.3 fails in float64; of the decimal numbers it is an equality."""
    assert 0.1 + 0.2 > 0.3
    tiny = mpmath.mpf(10) ** -30
    decided = referee(
        UPPER, lambda: (mpmath.mpf("0.1") + mpmath.mpf("0.2"), mpmath.mpf("0.3") + tiny)
    )
    assert decided.ruling is Ruling.ROUNDING


def test_a_violation_that_float64_does_not_see() -> None:
    """log1p(x) <= x - x^2/2 + x^3/3 - x^4/3 is false: the last coefficient should be 1/4."""
    x = 1e-6
    assert not math.log1p(x) > x - x**2 / 2 + x**3 / 3 - x**4 / 3
    y = mpmath.mpf(x)
    decided = referee(UPPER, lambda: (mpmath.log1p(y), y - y**2 / 2 + y**3 / 3 - y**4 / 3))
    assert decided.ruling is Ruling.REAL


def test_ramanujans_near_integer_is_below_the_integer() -> None:
    """exp(pi sqrt(163)) is short of 640320^3 + 744 by 7.5e-13: 18 digits are not enough."""
    near = 640320**3 + 744
    assert math.exp(math.pi * math.sqrt(163)) != near

    def sides() -> tuple[mpmath.mpf, int]:
        return mpmath.exp(mpmath.pi * mpmath.sqrt(163)), near

    def balls() -> tuple[flint.arb, flint.arb]:
        return (flint.arb.pi() * flint.arb(163).sqrt()).exp(), flint.arb(near)

    decided = referee(UPPER, sides, balls)
    assert decided.ruling is Ruling.ROUNDING
    assert decided.proved
    assert referee(LOWER, sides, balls).ruling is Ruling.REAL


def test_a_tie_is_undecided_at_the_last_precision() -> None:
    decided = referee(UPPER, lambda: (mpmath.sqrt(2) ** 2, mpmath.mpf(2)))
    assert decided.ruling is Ruling.UNDECIDED
    assert decided.digits == MOST_DIGITS
    assert "undecided at 400 digits" in str(decided)


@pytest.mark.parametrize("k", range(1, 7))
def test_noise_that_vanishes_at_one_precision_is_not_real(k: int) -> None:
    """As of a gap at isometry: 0 at 100 digits, k/7 10^-200 at 200, rounded up by 50."""

    def sides() -> tuple[mpmath.mpf, mpmath.mpf]:
        digits = mpmath.mp.dps
        noise = mpmath.mpf(k) / 7 * mpmath.mpf(10) ** -digits
        return (mpmath.mpf(0) if digits == 100 else noise), mpmath.mpf(0)

    with mpmath.workdps(50):
        assert referee(UPPER, sides).ruling is Ruling.UNDECIDED


def test_a_difference_beyond_the_digits_allowed_is_undecided() -> None:
    tiny = mpmath.mpf(10) ** -90
    wide = referee(UPPER, lambda: (1 + tiny, mpmath.mpf(1)))
    narrow = referee(UPPER, lambda: (1 + tiny, mpmath.mpf(1)), most_digits=60)
    assert wide.ruling is Ruling.REAL
    assert narrow.ruling is Ruling.UNDECIDED


def test_a_cancelling_expression_is_not_trusted_at_low_precision() -> None:
    """(1 - cos x)/x^2 at x = 1e-20 is 0 in 25 digits: below 1/2 - 1e-9, it seems."""
    x = mpmath.mpf(10) ** -20
    decided = referee(
        LOWER,
        lambda: ((1 - mpmath.cos(x)) / x**2, mpmath.mpf(1) / 2 - mpmath.mpf(10) ** -9),
    )
    assert decided.ruling is Ruling.ROUNDING


def test_balls_that_contradict_the_floating_values_undo_the_ruling() -> None:
    decided = referee(
        UPPER, lambda: (mpmath.mpf(2), mpmath.mpf(1)), lambda: (flint.arb(0), flint.arb(1))
    )
    assert decided.ruling is Ruling.UNDECIDED


def test_an_infinite_side_is_real_at_any_precision() -> None:
    sides = (-mpmath.inf, mpmath.mpf(0))
    assert referee(LOWER, lambda: sides).ruling is Ruling.REAL
    assert referee(UPPER, lambda: sides).ruling is Ruling.ROUNDING


def test_an_identity_is_violated_where_its_sides_differ() -> None:
    decided = referee(Kind.IDENTITY, lambda: (mpmath.mpf(1), 1 + mpmath.mpf(10) ** -20))
    assert decided.ruling is Ruling.REAL
