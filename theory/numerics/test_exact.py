"""The exact gap against the determinant in many digits."""

from typing import Any

import mpmath
import numpy as np

from lemmata.theory.definitions import isometry_gap
from lemmata.theory.numerics.exact import exact_deviation, exact_gap
from lemmata.theory.test_support import comparing
from lemmata.theory.test_support import matrices as mx


def test_floats_agree_with_elimination_in_2000_digits() -> None:
    matrices = [
        *[mx.noise(4, 4), mx.noise(7, 3), mx.rotation(5), np.array([[5e-324]])],
        *[np.vander(np.arange(1.0, 7.0)), np.diag([1e-300, 1.0, 1e300])],
    ]
    comparing.assert_agrees(exact_gap, mx.determinant_gap, matrices, 2e-16, mx.DETERMINANT, 2000)


def test_mpf_matrices_agree_with_elimination_and_keep_every_digit_near_isometry() -> None:
    def points() -> list[Any]:
        third, tiny = mpmath.mpf(1) / 3, [mpmath.mpf(10) ** -k for k in (40, 300, 400)]
        X = np.array([[third, 2 * third, 0], [-third, 1, third], [0, third, 2]]) + 0 * third
        return [X, *(np.eye(3) + e * mx.noise(3, 3) for e in tiny)]  # e may vanish beside 1

    comparing.assert_keeps_digits(isometry_gap, mx.determinant_gap, points, spare=1000)


def test_the_exact_deviation_is_rounded_once() -> None:
    X = np.array([[1.0, 1e-200], [0.0, 1.0 + 2.0**-52]])
    with mpmath.workdps(900):
        for ours, exact in zip(exact_deviation(X).flat, mx.deviation_entries(X), strict=True):
            assert comparing.relative_difference(ours, exact) < 2e-16
