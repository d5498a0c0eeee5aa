"""Spectra given as eigenvalues, deviations or logarithms: the gap and the digits they keep."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import flint
import mpmath
import numpy as np
import pytest

from theory.errors import MeanNotOne
from theory.spectrum import (
    Spectrum,
    as_spectrum,
    from_deviations,
    from_eigenvalues,
    from_log_eigenvalues,
    one_large,
    one_small,
)
from theory.test_support.comparing import (
    assert_agrees,
    ball_holds,
    magnitudes,
    over,
    relative_difference,
)

RTOL = 1e-14
GEOMETRIC = "log of the arithmetic over the geometric mean"


def gap_of(values: Sequence[Any]) -> Any:
    """log mean lambda - mean log lambda, literally."""
    mean_log = mpmath.fsum(mpmath.log(v) for v in values) / len(values)
    return mpmath.log(mpmath.fsum(values) / len(values)) - mean_log


def test_the_gap_of_deviations_at_every_magnitude() -> None:
    def ours(size: float) -> Any:
        return from_deviations([-3 * size, size, 2 * size]).gap

    def reference(size: float) -> Any:
        return gap_of([1 + mpmath.mpf(size) * k for k in (-3, 1, 2)])

    sizes = magnitudes(1e-150, 0.33, 40)
    assert_agrees(ours, reference, sizes, RTOL, GEOMETRIC, 340)


def test_the_gap_of_logarithms_down_to_minus_1e300() -> None:
    def ours(depth: float) -> Any:
        logs = np.array([-depth, 0.1, 0.0, -depth / 3])
        return from_log_eigenvalues(logs - np.log(np.mean(np.exp(logs)))).gap

    def reference(depth: float) -> Any:
        logs = [-mpmath.mpf(depth), mpmath.mpf(0.1), mpmath.mpf(0), -mpmath.mpf(depth) / 3]
        log_mean = mpmath.log(mpmath.fsum(mpmath.exp(v) for v in logs) / 4)
        return log_mean - mpmath.fsum(logs) / 4

    depths = [*magnitudes(0.01, 5000, 25), 1e10, 1e300]
    assert_agrees(ours, reference, depths, 1e-13, GEOMETRIC)


def test_the_gap_of_eigenvalues_counted_and_listed() -> None:
    values = [1e-300, 0.25, 0.999, 1.001, 2.75]
    expected = gap_of([mpmath.mpf(v) for v in values])
    assert relative_difference(from_eigenvalues(values).gap, expected) < RTOL
    listed = from_eigenvalues(np.repeat([0.5, 1.25], [100, 200]))
    assert relative_difference(from_eigenvalues([0.5, 1.25], [100, 200]).gap, listed.gap) < RTOL


def test_zero_eigenvalues_spread_and_width() -> None:
    assert from_eigenvalues([0.0, 2.0]).gap == np.inf
    assert from_deviations([-1.0, 1.0]).gap == np.inf
    assert from_deviations([1e-100, -1e-100]).spread == pytest.approx(2e-200)
    spectrum = from_eigenvalues([0.5, 1.25], [2, 4])
    assert spectrum.spread == pytest.approx(0.75)
    assert spectrum.width == 6
    np.testing.assert_allclose(spectrum.eigenvalues, [0.5, 1.25], rtol=1e-15)


@over([from_eigenvalues, from_deviations, from_log_eigenvalues])
def test_a_batch_is_its_spectra_one_at_a_time(make: Any) -> None:
    values = np.random.default_rng(0).uniform(0.2, 2, (2, 3, 4))
    values /= values.mean(axis=-1, keepdims=True)
    argument = {from_eigenvalues: values, from_deviations: values - 1}.get(make, np.log(values))
    whole = make(argument)
    assert whole.gap.shape == (2, 3)
    for index in np.ndindex(2, 3):
        one = make(argument[index])
        np.testing.assert_array_equal(whole.deviations[index], one.deviations)
        np.testing.assert_array_equal(whole.log_eigenvalues[index], one.log_eigenvalues)


def test_rounding_of_the_mean_is_taken_off_the_logarithms_too() -> None:
    off = 1 + 3e-10  # within the tolerance: the spectrum is divided by its mean
    spectrum = from_eigenvalues([0.3 * off, 1.7 * off])
    expected = gap_of([mpmath.mpf(0.3 * off), mpmath.mpf(1.7 * off)])
    assert relative_difference(spectrum.gap, expected) < RTOL
    np.testing.assert_allclose(spectrum.eigenvalues, 1 + spectrum.deviations, rtol=1e-15)


def test_deviations_far_below_rounding_must_still_sum_to_zero() -> None:
    with pytest.raises(MeanNotOne):
        from_deviations([1e-100, -1.1e-100])
    assert from_deviations([1e-100, -1e-100 * (1 + 1e-12)]).width == 2


@over([30, 50, 200])
def test_mpmath_spectra_keep_every_digit(digits: int) -> None:
    with mpmath.workdps(digits):
        for size in (mpmath.mpf(1) / 4, mpmath.mpf(10) ** -40, mpmath.mpf(10) ** -400):
            spectrum = from_deviations([-3 * size, size, 2 * size])
            with mpmath.workdps(1000 + digits):
                expected = gap_of([1 + size * k for k in (-3, 1, 2)])
            assert relative_difference(spectrum.gap, expected) < 10.0 ** (2 - digits)
        deep = from_log_eigenvalues([mpmath.mpf(-5000), mpmath.log(2)])
        expected = (5000 - mpmath.log(2)) / 2  # exp(-5000) beside 2 is below every digit here
        assert relative_difference(deep.gap, expected) < 10.0 ** (2 - digits)
        far_first = from_eigenvalues([mpmath.mpf(1) / 10, mpmath.mpf(19) / 10])
        expected = gap_of([mpmath.mpf(1) / 10, mpmath.mpf(19) / 10])
        assert relative_difference(far_first.gap, expected) < 10.0 ** (2 - digits)


def test_balls_hold_the_gap() -> None:
    third = flint.arb(1) / 3
    ball = from_eigenvalues(np.array([third, 2 - third])).gap
    with mpmath.workdps(50):
        assert ball_holds(ball, gap_of([mpmath.mpf(1) / 3, mpmath.mpf(5) / 3]))
    assert ball.rel_accuracy_bits() > 40


def test_a_spectrum_passes_as_it_is() -> None:
    spectrum = from_eigenvalues([0.5, 1.5])
    assert as_spectrum(spectrum) is spectrum
    assert isinstance(as_spectrum([0.5, 1.5]), Spectrum)


@over([one_small, one_large])
def test_the_extremal_spectra_take_batches_of_gaps(make: Any) -> None:
    gaps = np.array([[0.0, 1e-300, 1e-12], [0.3, 5.0, 700.0]])
    whole = make(gaps, 7)
    assert whole.deviations.shape == (2, 3, 2)
    for index in np.ndindex(2, 3):
        one = make(float(gaps[index]), 7)
        np.testing.assert_array_equal(whole.log_eigenvalues[index], one.log_eigenvalues)
        np.testing.assert_array_equal(whole.deviations[index], one.deviations)


@over(product([one_small, one_large], [30, 50, 200]))
def test_the_extremal_spectra_keep_every_digit_in_mpmath(make: Any, digits: int) -> None:
    with mpmath.workdps(digits):
        for phi in (mpmath.mpf(10) ** -100, mpmath.mpf(1) / 7, mpmath.mpf(90)):
            spectrum = make(phi, 5)
            with mpmath.workdps(digits + 250):
                # the larger of the two is recovered from the mean, not from its own logarithm
                small, count = (0, 1) if make is one_small else (1, 4)
                low = mpmath.exp(spectrum.log_eigenvalues[small])
                high = (5 - count * low) / (5 - count)
                achieved = gap_of([low] * count + [high] * (5 - count))
            # lambda - 1 ~ sqrt(phi) carries its own rounding, relative to 1
            assert relative_difference(achieved, phi) < 10.0 ** (3 - digits)
