"""The comparison itself: what it prints, and that it cannot pass by accident."""

import math

import mpmath
import numpy as np
import pytest

from lemmata.theory.test_support.comparing import (
    assert_agrees,
    over,
    relative_difference,
)


def test_a_failure_names_the_reference_counts_the_bad_points_and_prints_them() -> None:
    def wrong_above_one(x: float) -> float:
        return x if x <= 1 else x * (1 + 1e-6)

    with pytest.raises(AssertionError) as failure:
        assert_agrees(wrong_above_one, mpmath.mpf, [0.5, 1.0, 2.0, 4.0], 1e-12, "the identity")
    lines = str(failure.value).splitlines()
    assert lines[0] == "wrong_above_one against the identity: 2 bad of 4"
    assert lines[1].startswith("worst relative difference 1e-06")
    assert len(lines) == 4


def test_a_table_counts_its_bad_rows_and_prints_each() -> None:
    def ordered(a: float, b: float) -> None:
        assert a != 5, "five"
        with pytest.raises(ZeroDivisionError):
            _ = a <= b and a / 0

    with pytest.raises(AssertionError) as failure:
        over([(1, 2), (3, 2), (5, 4)])(ordered)()
    lines = str(failure.value).splitlines()
    assert lines[0] == "ordered: 2 bad of 3"
    assert lines[1].startswith("  (3, 2): Failed: DID NOT RAISE")
    assert lines[2].startswith("  (5, 4): AssertionError: five")


def test_no_points_is_a_failure() -> None:
    with pytest.raises(AssertionError, match="nothing was compared"):
        assert_agrees(abs, abs, [], 1e-12, "itself")
    with pytest.raises(AssertionError, match="nothing was tried"):
        over([])(abs)()


@over(
    [
        *[(bad, 1.0, math.inf) for bad in (math.nan, math.inf, mpmath.nan)],
        # arrays by their largest entry
        (np.array([1.0, 1e-20]), [1.0, 0.0], 1e-20),
        (np.array([1.0]), [1.0, 1.0], math.inf),
        (np.array([1.0, math.nan]), [1.0, 1.0], math.inf),
        (math.inf, mpmath.inf, 0),
        (0.0, mpmath.mpf(0), 0),
        (1e-300, mpmath.mpf(0), math.inf),
    ]
)
def test_relative_differences(value: object, reference: object, difference: float) -> None:
    assert relative_difference(value, reference) == pytest.approx(difference)
