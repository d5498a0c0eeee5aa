"""Spectra given as eigenvalues, deviations or logarithms: the gap and the digits they keep."""

from collections.abc import Callable
from typing import Any

import flint
import mpmath
import numpy as np
import pytest

from lemmata.theory import spectrum as sp
from lemmata.theory.errors import MeanNotOne
from lemmata.theory.test_support import comparing
from lemmata.theory.test_support.comparing import (
    assert_agrees,
    magnitudes,
    over,
    relative_difference,
)

RTOL = 1e-14
GEOMETRIC = "log of the arithmetic over the geometric mean"


def gap_of(values: Any) -> Any:
    """log mean lambda - mean log lambda, literally."""
    exact = [mpmath.mpf(v) for v in values]
    mean_log = mpmath.fsum(mpmath.log(v) for v in exact) / len(exact)
    return mpmath.log(mpmath.fsum(exact) / len(exact)) - mean_log


def of_deviations(size: Any) -> Any:
    return sp.from_deviations([-3 * size, size, 2 * size]).gap


def literal_of_deviations(size: Any) -> Any:
    return gap_of([1 + mpmath.mpf(size) * k for k in (-3, 1, 2)])


def test_the_gap_of_deviations_at_every_magnitude() -> None:
    sizes = magnitudes(1e-150, 0.33, 40)
    assert_agrees(of_deviations, literal_of_deviations, sizes, RTOL, GEOMETRIC, 340)


def test_the_gap_of_logarithms_down_to_minus_1e300() -> None:
    def ours(depth: float) -> Any:
        logs = np.array([-depth, 0.1, 0.0, -depth / 3])
        return sp.from_log_eigenvalues(logs - np.log(np.mean(np.exp(logs)))).gap

    def reference(depth: float) -> Any:
        logs = [-mpmath.mpf(depth), mpmath.mpf(0.1), mpmath.mpf(0), -mpmath.mpf(depth) / 3]
        log_mean = mpmath.log(mpmath.fsum(mpmath.exp(v) for v in logs) / 4)
        return log_mean - mpmath.fsum(logs) / 4

    depths = [*magnitudes(0.01, 5000, 25), 1e10, 1e300]
    assert_agrees(ours, reference, depths, 1e-13, GEOMETRIC)


def test_the_gap_of_eigenvalues_counted_and_listed_and_divided_by_their_mean() -> None:
    off = 1 + 3e-10  # within the tolerance
    rounded, listed = [0.3 * off, 1.7 * off], np.repeat([0.5, 1.25], [100, 200])
    points = [[1e-300, 0.25, 0.999, 1.001, 2.75], rounded, listed]
    assert_agrees(lambda values: sp.from_eigenvalues(values).gap, gap_of, points, RTOL, GEOMETRIC)
    counted = sp.from_eigenvalues([0.5, 1.25], [100, 200])
    assert relative_difference(counted.gap, gap_of(listed)) < RTOL
    scaled = sp.from_eigenvalues(rounded)
    np.testing.assert_allclose(scaled.eigenvalues, 1 + scaled.deviations, rtol=1e-15)


def test_zero_eigenvalues_spread_and_width() -> None:
    assert sp.from_eigenvalues([0.0, 2.0]).gap == sp.from_deviations([-1.0, 1.0]).gap == np.inf
    assert sp.from_deviations([1e-100, -1e-100]).spread == pytest.approx(2e-200)
    spectrum = sp.from_eigenvalues([0.5, 1.25], [2, 4])
    assert (spectrum.spread, spectrum.width) == (pytest.approx(0.75), 6)
    np.testing.assert_allclose(spectrum.eigenvalues, [0.5, 1.25], rtol=1e-15)
    assert sp.as_spectrum(spectrum) is spectrum
    assert isinstance(sp.as_spectrum([0.5, 1.5]), sp.Spectrum)


VALUES = np.random.default_rng(0).uniform(0.2, 2, (2, 3, 4))
VALUES /= VALUES.mean(axis=-1, keepdims=True)
GAPS = np.array([[0.0, 1e-300, 1e-12], [0.3, 5.0, 700.0]])


@over(
    [
        (sp.from_eigenvalues, VALUES),
        (sp.from_deviations, VALUES - 1),
        (sp.from_log_eigenvalues, np.log(VALUES)),
        (lambda gaps: sp.one_small(gaps, 7), GAPS),
        (lambda gaps: sp.one_large(gaps, 7), GAPS),
    ]
)
def test_a_batch_is_its_spectra_one_at_a_time(make: Any, batch: Any) -> None:
    for field in ("deviations", "log_eigenvalues", "gap"):
        comparing.assert_one_at_a_time(field_of(make, field), batch)


def field_of(make: Any, field: str) -> Callable[[Any], Any]:
    return lambda batch: getattr(make(batch), field)


def test_deviations_far_below_rounding_must_still_sum_to_zero() -> None:
    with pytest.raises(MeanNotOne):
        sp.from_deviations([1e-100, -1.1e-100])
    assert sp.from_deviations([1e-100, -1e-100 * (1 + 1e-12)]).width == 2


@over(
    [
        (of_deviations, literal_of_deviations, ["0.25", "1e-40", "1e-400"]),
        (lambda v: sp.from_eigenvalues([v, 2 - v]).gap, lambda v: gap_of([v, 2 - v]), ["0.125"]),
        (
            lambda v: sp.from_log_eigenvalues([v, mpmath.log(2)]).gap,
            lambda v: -(v + mpmath.log(2)) / 2,  # exp(-5000) beside 2 is below every digit
            [-5000],
        ),
    ]
)
def test_mpmath_spectra_keep_every_digit(ours: Any, reference: Any, points: list[Any]) -> None:
    def made() -> list[Any]:
        return [mpmath.mpf(v) for v in points]

    comparing.assert_keeps_digits(ours, reference, made, lost=2, spare=1000)


def test_balls_hold_the_gap() -> None:
    third = flint.arb(1) / 3
    ball = sp.from_eigenvalues(np.array([third, 2 - third])).gap
    with mpmath.workdps(50):
        assert comparing.ball_holds(ball, gap_of([mpmath.mpf(1) / 3, mpmath.mpf(5) / 3]))
    assert ball.rel_accuracy_bits() > 40


@over([(sp.one_small, 0, 1), (sp.one_large, 1, 4)])
def test_the_extremal_spectra_keep_every_digit_in_mpmath(make: Any, at: int, count: int) -> None:
    """``count`` smaller eigenvalues; the others are recovered from the mean."""

    def achieved(phi: Any) -> Any:
        log_low = make(phi, 5).log_eigenvalues[at]
        with mpmath.workdps(mpmath.mp.dps + 250):
            low = mpmath.exp(log_low)
            return gap_of([low] * count + [(5 - count * low) / (5 - count)] * (5 - count))

    def gaps() -> list[Any]:
        return [mpmath.mpf(10) ** -100, mpmath.mpf(1) / 7, mpmath.mpf(90)]

    # lambda - 1 ~ sqrt(phi) carries its own rounding, relative to 1
    comparing.assert_keeps_digits(achieved, lambda phi: phi, gaps, lost=3)
