"""The exact gap against the determinant in many digits."""

from __future__ import annotations

import math

import mpmath
import numpy as np

from theory.numerics.exact import exact_deviation, exact_gap
from theory.test_support.comparing import assert_agrees, over, relative_difference
from theory.test_support.matrices import DETERMINANT, determinant_gap, noise, rotation


def test_floats_agree_with_elimination_in_2000_digits() -> None:
    matrices = [
        *[noise(4, 4), noise(7, 3), rotation(5), np.array([[5e-324]])],
        *[np.vander(np.arange(1.0, 7.0)), np.diag([1e-300, 1.0, 1e300])],
    ]
    assert_agrees(exact_gap, determinant_gap, matrices, 2e-16, DETERMINANT, 2000)


@over([30, 50, 200])
def test_mpf_matrices_agree_with_elimination(digits: int) -> None:
    with mpmath.workdps(digits):
        third, tiny = mpmath.mpf(1) / 3, mpmath.mpf(10) ** -300
        X = np.array([[third, 2 * third, 0], [-third, 1, third], [0, third, 2]]) + 0 * third
        near = np.array([[1, tiny], [0, 1]]) + 0 * third
        rtol = 10.0 ** (1 - digits)
        assert_agrees(exact_gap, determinant_gap, [X, near], rtol, DETERMINANT, 1000 + digits)


def test_a_singular_matrix_has_an_infinite_gap_in_both_kinds() -> None:
    X = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]])
    assert exact_gap(X) == math.inf
    assert exact_gap(X + mpmath.mpf(0)) == mpmath.inf


def test_the_exact_deviation_is_rounded_once() -> None:
    X = np.array([[1.0, 1e-200], [0.0, 1.0 + 2.0**-52]])
    E = exact_deviation(X)
    with mpmath.workdps(900):
        square = [mpmath.mpf(1), mpmath.mpf(1 + 2.0**-52) ** 2 + mpmath.mpf(1e-200) ** 2]
        mean = mpmath.fsum(square) / 2
        expected = [square[0] / mean - 1, mpmath.mpf(1e-200) / mean, square[1] / mean - 1]
    for ours, exact in zip((E[0, 0], E[0, 1], E[1, 1]), expected, strict=True):
        assert relative_difference(ours, exact) < 2e-16
