"""The comparison itself: what it prints, and that it cannot pass by accident."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest

from theory.test_support.comparing import assert_agrees, magnitudes, relative_difference


def test_a_failure_names_the_reference_counts_the_bad_points_and_prints_them() -> None:
    def wrong_above_one(x: float) -> float:
        return x if x <= 1 else x * (1 + 1e-6)

    with pytest.raises(AssertionError) as failure:
        assert_agrees(wrong_above_one, mpmath.mpf, [0.5, 1.0, 2.0, 4.0], 1e-12, "the identity")
    lines = str(failure.value).splitlines()
    assert lines[0] == "wrong_above_one against the identity: 2 bad of 4"
    assert lines[1].startswith("worst relative difference 1e-06")
    assert len(lines) == 4


def test_no_points_is_a_failure() -> None:
    with pytest.raises(AssertionError, match="nothing was compared"):
        assert_agrees(abs, abs, [], 1e-12, "itself")


@pytest.mark.parametrize("value", [math.nan, math.inf, mpmath.nan])
def test_nan_and_inf_never_agree_with_a_number(value: float) -> None:
    assert relative_difference(value, 1.0) == math.inf


def test_arrays_are_compared_by_their_largest_entry() -> None:
    assert relative_difference(np.array([1.0, 1e-20]), [1.0, 0.0]) == pytest.approx(1e-20)
    assert relative_difference(np.array([1.0]), [1.0, 1.0]) == math.inf
    assert relative_difference(np.array([1.0, math.nan]), [1.0, 1.0]) == math.inf


def test_equal_infinities_and_zeros_agree() -> None:
    assert relative_difference(math.inf, mpmath.inf) == 0
    assert relative_difference(0.0, mpmath.mpf(0)) == 0
    assert relative_difference(1e-300, mpmath.mpf(0)) == math.inf


def test_magnitudes_reach_both_ends() -> None:
    points = magnitudes(1e-300, 1e300, 7)
    assert points[0] == pytest.approx(1e-300)
    assert points[-1] == pytest.approx(1e300)
    assert len(points) == 7
