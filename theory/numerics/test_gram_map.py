"""The Gram map against its references, from isometry to vanishing shares."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import mpmath
import numpy as np
import pytest

from theory.numerics.sphere import gram_map_deviations
from theory.spectrum import from_deviations, from_log_eigenvalues
from theory.test_support.comparing import assert_agrees, magnitudes, relative_difference
from theory.test_support.sphere_references import (
    BETA,
    MOMENTS,
    NEAR,
    RTOL,
    gram_map_by_moments,
    gram_map_of_two_levels,
    log_spectra,
    two_levels,
)


@pytest.mark.parametrize("ratio", magnitudes(1e-14, 1e300, 12))
def test_the_gram_map_of_two_eigenvalues_is_the_share_of_square_roots(ratio: float) -> None:
    logs = np.array([0.0, math.log(ratio)])
    logs -= np.log(np.mean(np.exp(logs)))
    with mpmath.workdps(40):
        roots = [mpmath.exp(mpmath.mpf(v) / 2) for v in logs]
        expected = [2 * r / mpmath.fsum(roots) - 1 for r in roots]
    ours = gram_map_deviations(from_log_eigenvalues(logs))
    assert relative_difference(ours, expected) < RTOL


def test_the_gram_map_of_two_levels_agrees_with_the_beta_integral() -> None:
    def ours(log_a: float, m: int, log_b: float, k: int) -> Any:
        return gram_map_deviations(from_log_eigenvalues([log_a, log_b], [m, k]))

    assert_agrees(ours, gram_map_of_two_levels, two_levels(), RTOL, BETA)


def test_near_isometry_the_gram_map_is_the_series_of_moments() -> None:
    def ours(e: Sequence[float], counts: Sequence[int]) -> Any:
        return gram_map_deviations(from_deviations(e, counts))

    assert_agrees(ours, gram_map_by_moments, NEAR[::2], RTOL, MOMENTS, 320)


def test_the_shares_sum_to_one() -> None:
    for logs in log_spectra():
        spectrum = from_log_eigenvalues(logs)
        moved = gram_map_deviations(spectrum)
        assert abs(moved.sum()) < 1e-12 * np.abs(moved).max() * len(logs)
        assert np.all(moved >= -1 - 1e-15)


@pytest.mark.parametrize("digits", [30, 50])
def test_the_gram_map_keeps_every_digit_in_mpmath(digits: int) -> None:
    with mpmath.workdps(digits):
        values = [mpmath.mpf(1) / 2, mpmath.mpf(3) / 2]
        roots = [mpmath.sqrt(v) for v in values]
        expected = [2 * r / mpmath.fsum(roots) - 1 for r in roots]
        assert relative_difference(gram_map_deviations(values), expected) < 10.0 ** (2 - digits)


@pytest.mark.parametrize("n", [2, 3, 8, 50])
def test_a_vanishing_share_does_not_become_negative(n: int) -> None:
    for log_small in (-30.0, -37.0, -60.0, -700.0):
        log_rest = math.log((n - math.exp(log_small)) / (n - 1))
        spectrum = from_log_eigenvalues([log_small, log_rest], [1, n - 1])
        from_deviations(gram_map_deviations(spectrum), [1, n - 1])  # raises below -1
