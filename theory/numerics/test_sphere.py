"""The drift of the gap and the Gram map against their references, from isometry to singularity."""

import math
from collections.abc import Sequence
from typing import Any

import mpmath
import numpy as np

from lemmata.theory.numerics.sphere import drift, gram_map_deviations
from lemmata.theory.spectrum import from_deviations, from_eigenvalues, from_log_eigenvalues
from lemmata.theory.test_support import comparing
from lemmata.theory.test_support import sphere_references as ref
from lemmata.theory.test_support.comparing import (
    assert_agrees,
    magnitudes,
    over,
    relative_difference,
)
from lemmata.theory.test_support.sphere_references import NEAR, RTOL, drift_by_moments


def of_deviations(function: Any) -> Any:
    return lambda e, counts: function(from_deviations(e, counts))


def of_two_levels(function: Any) -> Any:
    return lambda a, m, b, k: function(from_log_eigenvalues([a, b], [m, k]))


def doubled(logs: list[float]) -> Any:
    return drift(from_log_eigenvalues(logs, [2] * len(logs)))


LEVELS, LOGS = ref.two_levels(), ref.log_spectra()


@over(
    [
        (of_deviations(drift), drift_by_moments, NEAR, ref.MOMENTS, 320),
        (of_deviations(gram_map_deviations), ref.gram_map_by_moments, NEAR[::2], ref.MOMENTS, 320),
        (of_two_levels(drift), ref.drift_of_two_levels, LEVELS, ref.BETA, 50),
        (of_two_levels(gram_map_deviations), ref.gram_map_of_two_levels, LEVELS, ref.BETA, 50),
        (doubled, ref.drift_by_divided_difference, LOGS, ref.GENOCCHI, 50),
    ]
)
def test_integrals_agree(ours: Any, reference: Any, points: Any, name: str, digits: int) -> None:
    assert_agrees(ours, reference, points, RTOL, name, digits)


# --- the drift ------------------------------------------------------------------------------------


def test_in_dimension_one_there_is_no_drift() -> None:
    assert drift([1.0]) == 0
    assert drift(np.ones((2, 5))).tolist() == [0, 0]


def test_a_wide_spectrum_listed_or_counted_is_the_same() -> None:
    values = np.repeat([0.25, 1.0, 1.75], [3000, 4000, 3000])
    counted = drift(from_eigenvalues([0.25, 1.0, 1.75], [3000, 4000, 3000]))
    assert relative_difference(drift(values), counted) < 1e-13


@over([2, 4, 10, 1000])
def test_the_drift_of_a_singular_spectrum_is_finite(d: int) -> None:
    """Half of the eigenvalues 0, the others 2: E log 2 beta, beta ~ Beta(d/4, d/4)."""
    with mpmath.workdps(40):
        expected = mpmath.log(2) + mpmath.digamma(mpmath.mpf(d) / 4) - mpmath.digamma(d / 2)
    ours = drift(from_eigenvalues([0.0, 2.0], [d // 2, d // 2]))
    assert relative_difference(ours, expected) < RTOL


def test_the_drift_keeps_every_digit_in_mpmath_also_of_deviations_below_every_float() -> None:
    def spectra() -> list[Any]:
        return [([s, -s], [5, 5]) for s in (mpmath.mpf(1) / 3, mpmath.mpf(10) ** -300 / 3)]

    def reference(e: Any, counts: Any) -> Any:
        return drift_by_moments(e, counts, mpmath.mp.dps // 4)

    comparing.assert_keeps_digits(
        of_deviations(drift), reference, spectra, lost=2, spare=660, precisions=(30, 50, 100)
    )


# --- the Gram map ---------------------------------------------------------------------------------


def shares_of_roots(logs: Sequence[Any]) -> list[Any]:
    """n p - 1 for n = 2: p_i = sqrt(q_i) / (sqrt(q_1) + sqrt(q_2))."""
    roots = [mpmath.exp(mpmath.mpf(v) / 2) for v in logs]
    return [2 * r / mpmath.fsum(roots) - 1 for r in roots]


def test_the_gram_map_of_two_eigenvalues_is_the_share_of_square_roots() -> None:
    def ours(logs: Sequence[Any]) -> Any:
        return gram_map_deviations(from_log_eigenvalues(logs))

    points = []
    for ratio in magnitudes(1e-14, 1e300, 12):
        logs = np.array([0.0, math.log(ratio)])
        points.append((logs - np.log(np.mean(np.exp(logs)))).tolist())
    assert_agrees(ours, shares_of_roots, points, RTOL, "the share of square roots", 40)

    def halves() -> list[Any]:
        return [[-mpmath.log(2), mpmath.log(3) - mpmath.log(2)]]

    comparing.assert_keeps_digits(ours, shares_of_roots, halves, lost=2, precisions=(30, 50))


@over(LOGS)
def test_the_shares_sum_to_one(logs: list[float]) -> None:
    moved = gram_map_deviations(from_log_eigenvalues(logs))
    assert abs(moved.sum()) < 1e-12 * np.abs(moved).max() * len(logs)
    assert np.all(moved >= -1 - 1e-15)


@over([2, 3, 8, 50])
def test_a_vanishing_share_does_not_become_negative(n: int) -> None:
    for log_small in (-30.0, -37.0, -60.0, -700.0):
        log_rest = math.log((n - math.exp(log_small)) / (n - 1))
        spectrum = from_log_eigenvalues([log_small, log_rest], [1, n - 1])
        from_deviations(gram_map_deviations(spectrum), [1, n - 1])  # raises below -1


# --- both -----------------------------------------------------------------------------------------


def test_a_batch_of_spectra_equals_each_spectrum_alone() -> None:
    values = np.random.default_rng(2).uniform(0.01, 2, (2, 3, 5))
    values /= values.mean(axis=-1, keepdims=True)
    for function in (drift, gram_map_deviations):
        comparing.assert_one_at_a_time(function, values, 1e-13, 1e-15)
