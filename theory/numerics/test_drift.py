"""The drift of the gap against its references, from isometry to singular spectra."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import mpmath
import numpy as np
import pytest

from theory.numerics.sphere import drift, gram_map_deviations
from theory.spectrum import from_deviations, from_eigenvalues, from_log_eigenvalues
from theory.test_support.comparing import assert_agrees, relative_difference
from theory.test_support.sphere_references import (
    BETA,
    GENOCCHI,
    MOMENTS,
    NEAR,
    RTOL,
    drift_by_divided_difference,
    drift_by_moments,
    drift_of_two_levels,
    log_spectra,
    two_levels,
)


def drift_of_deviations(e: Sequence[float], counts: Sequence[int]) -> Any:
    return drift(from_deviations(e, counts))


def test_near_isometry_the_drift_is_the_series_of_moments() -> None:
    assert_agrees(drift_of_deviations, drift_by_moments, NEAR, RTOL, MOMENTS, 320)


def test_in_dimension_one_there_is_no_drift() -> None:
    assert drift([1.0]) == 0
    assert drift(np.ones((2, 5))).tolist() == [0, 0]


def test_doubled_spectra_agree_with_the_divided_difference() -> None:
    def ours(*logs: float) -> Any:
        return drift(from_log_eigenvalues(logs, [2] * len(logs)))

    def reference(*logs: float) -> Any:
        return drift_by_divided_difference(logs)

    points = [tuple(logs) for logs in log_spectra()]
    assert_agrees(ours, reference, points, RTOL, GENOCCHI)


def test_two_level_spectra_agree_with_the_beta_integral() -> None:
    def ours(log_a: float, m: int, log_b: float, k: int) -> Any:
        return drift(from_log_eigenvalues([log_a, log_b], [m, k]))

    assert_agrees(ours, drift_of_two_levels, two_levels(), RTOL, BETA)


def test_a_wide_spectrum_listed_or_counted_is_the_same() -> None:
    values = np.repeat([0.25, 1.0, 1.75], [3000, 4000, 3000])
    counted = drift(from_eigenvalues([0.25, 1.0, 1.75], [3000, 4000, 3000]))
    assert relative_difference(drift(values), counted) < 1e-13


def test_the_drift_of_a_singular_spectrum_is_finite() -> None:
    # half of the eigenvalues 0, the others 2: E log 2 beta, beta ~ Beta(d/4, d/4)
    for d in (2, 4, 10, 1000):
        with mpmath.workdps(40):
            expected = mpmath.log(2) + mpmath.digamma(mpmath.mpf(d) / 4) - mpmath.digamma(d / 2)
        ours = drift(from_eigenvalues([0.0, 2.0], [d // 2, d // 2]))
        assert relative_difference(ours, expected) < RTOL


def test_a_batch_of_spectra_is_its_spectra_one_at_a_time() -> None:
    values = np.random.default_rng(2).uniform(0.01, 2, (2, 3, 5))
    values /= values.mean(axis=-1, keepdims=True)
    drifts, maps = drift(values), gram_map_deviations(values)
    assert drifts.shape == (2, 3)
    for index in np.ndindex(2, 3):
        assert relative_difference(drifts[index], drift(values[index])) < 1e-14
        assert relative_difference(maps[index], gram_map_deviations(values[index])) < 1e-14


@pytest.mark.parametrize("digits", [30, 50, 100])
def test_the_drift_keeps_every_digit_in_mpmath(digits: int) -> None:
    for size in (1, mpmath.mpf(10) ** -60):
        with mpmath.workdps(digits):
            e = [size * mpmath.mpf(1) / 3, -size * mpmath.mpf(1) / 3]
            ours = drift(from_deviations(e, [5, 5]))
        with mpmath.workdps(4 * digits + 60):
            expected = drift_by_moments(e, [5, 5], digits + 5)
            assert relative_difference(ours, expected) < 10.0 ** (2 - digits)


def test_deviations_below_every_float_keep_their_digits_in_mpmath() -> None:
    """-S/(d(d+2)), the local law, is exact to 1e-600 relative here."""
    with mpmath.workdps(50):
        e = mpmath.mpf(10) ** -300
        ours = drift(from_deviations(np.array([-e, e])))
        assert relative_difference(ours, -(e**2) / 4) < 1e-45
