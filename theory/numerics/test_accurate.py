"""The isometry gap and the deviation of float64 matrices against exact determinants."""

import math
from typing import Any

import mpmath
import numpy as np
import pytest

from lemmata.theory.definitions import deviation, isometry_gap
from lemmata.theory.numerics import accurate
from lemmata.theory.test_support import matrices as mx
from lemmata.theory.test_support.comparing import (
    assert_agrees,
    magnitudes,
    over,
    relative_difference,
)
from lemmata.theory.test_support.matrices import Floats, noise, rotation

RTOL = 1e-12


def near_isometry() -> list[Floats]:
    return [
        rotation(n, seed=n) + eps * noise(n, n, seed=n)
        for n in (2, 3, 7, 12)
        for eps in magnitudes(1e-17, 1.0, 18)
    ]


def graded() -> list[Floats]:
    """Singular values from 1 down to 1/c, between two rotations."""
    n, left, right = 8, rotation(8), rotation(8, seed=1)
    return [left * np.geomspace(1, 1 / c, n) @ right for c in magnitudes(2, 1e17, 18)]


def tall() -> list[Floats]:
    frame = np.linalg.qr(noise(40, 5, seed=1))[0]
    return [frame + eps * noise(40, 5, seed=1) for eps in magnitudes(1e-16, 10, 12)]


def of_any_size() -> list[Floats]:
    sizes = (1e-300, 1e-200, 1e-150, 1e-9, 1e9, 1e150, 1e200, 1e300)
    steps = (1e-11, 1e-5, 0.1, 3.0)
    return [s * (rotation(5) + eps * noise(5, 5, seed=1)) for s in sizes for eps in steps]


def with_small_columns() -> list[Floats]:
    """Columns of very different size, subnormal entries, and one unit from singular."""
    mixed = noise(4, 4, seed=1)
    mixed[:, 0] *= 1e-310
    ends = ((1e-200, 1e200), (1e-310, 1.0), (1e-300, 1e300))
    return [
        *[noise(n, n, seed=1) * np.geomspace(*end, n) for end in ends for n in (2, 3, 6)],
        np.round(noise(4, 4, seed=1) * 1000) * 5e-324,
        mixed,
        np.array([[1.0, 2.0], [2.0, np.nextafter(4.0, 5.0)]]),
    ]


def one_tiny_entry() -> list[Floats]:
    """Beside the identity, below any rounding of the diagonal of X^T X."""
    return [np.eye(3) + tiny * np.eye(3, k=2) for tiny in (1e-20, 1e-40, 1e-100, 1e-150)]


@over(
    [
        ("gaps of every size", near_isometry(), 110),
        ("ill-conditioned matrices", graded(), 110),
        ("tall matrices", tall(), 110),
        ("entries of any size", of_any_size(), 110),
        ("columns of very different size", with_small_columns(), 1400),
        ("gaps below every rounding", one_tiny_entry(), 700),
    ]
)
def test_gaps_agree_with_the_determinant(name: str, points: list[Floats], digits: int) -> None:
    assert_agrees(isometry_gap, mx.determinant_gap, points, RTOL, mx.DETERMINANT, digits)


@over([(1000, 2.0**-33), (100, 2.0**-33), (100, 2.0**-50)])
def test_wide_matrices_against_their_known_eigenvalues(d: int, e: float) -> None:
    v = np.zeros(d)
    v[:4] = 0.5
    X = np.eye(d) - 2 * np.outer(v, v)  # a reflection whose entries are exact
    X[7, 7] += e
    with mpmath.workdps(80):
        last = (1 + mpmath.mpf(e)) ** 2  # the other eigenvalues of X^T X are 1
        expected = mpmath.log1p((last - 1) / d) - mpmath.log(last) / d
    assert relative_difference(isometry_gap(X), expected) < RTOL


def test_a_random_matrix_of_width_1000_agrees_with_its_triangular_factor() -> None:
    X = noise(1000, 1000, seed=1)
    diagonal = np.abs(np.diag(np.linalg.qr(X)[1]))
    expected = math.log((X * X).sum() / 1000) - 2 * np.log(diagonal).mean()
    assert relative_difference(isometry_gap(X), expected) < RTOL


@over([1, 2, 4, 8])
def test_exact_isometries_have_gap_zero(n: int) -> None:
    hadamard: Any = np.ones((1, 1))
    while hadamard.shape[0] < n:
        hadamard = np.kron(hadamard, [[1.0, 1.0], [1.0, -1.0]])
    for X in (np.eye(n), 3e-200 * np.eye(n), 0.1 * hadamard):
        assert isometry_gap(X) == 0


@over(range(100))
def test_the_gap_is_never_negative_and_never_zero_but_at_isometry(seed: int) -> None:
    X = rotation(2 + seed % 5, seed=seed)
    gap = isometry_gap(X)
    assert gap >= 0
    with mpmath.workdps(110):
        assert (gap == 0) == (mx.determinant_gap(X) == 0)


@over([1.0, 2.0**-600, 2.0**600, 2.0**-1060])
def test_exactly_singular_matrices_have_an_infinite_gap(scale: float) -> None:
    rng = np.random.default_rng(5)
    for n in range(2, 12):
        X: Any = rng.integers(-9, 10, (n, n - 1)) @ rng.integers(-9, 10, (n - 1, n)) * scale
        assert isometry_gap(X) == math.inf
    assert isometry_gap(np.array([[1.0, 2.0], [2.0, 4.0]]) * scale) == math.inf


def test_deviations_agree_with_inner_products_entry_by_entry() -> None:
    def ours(X: Floats) -> list[Any]:
        return list(deviation(X).flat)

    points = [X for X in near_isometry() if X.shape[0] <= 7]
    assert_agrees(ours, mx.deviation_entries, points, 1e-14, "inner products in 110 digits", 110)
    with mpmath.workdps(700):
        for X in one_tiny_entry():
            for entry, exact in zip(ours(X), mx.deviation_entries(X), strict=True):
                assert relative_difference(entry, exact) < RTOL


def test_the_double_double_gram_matrix_has_twice_the_digits() -> None:
    def ours(X: Floats) -> list[Any]:
        high, low = accurate.gram_double_double(X)
        return [mpmath.mpf(a) + mpmath.mpf(b) for a, b in zip(high.flat, low.flat, strict=True)]

    def reference(X: Floats) -> list[Any]:
        A = mpmath.matrix(X.tolist())
        return list(A.T * A)

    wide = noise(6, 4, seed=1) * np.exp(10 * noise(6, 4, seed=2))
    with mpmath.workdps(80):
        # entries of one sign fill every bit that a sum of products may have
        full = np.nextafter(1 - 2.0**-12 * np.abs(noise(3000, 2, seed=3)), 0)
        points = [noise(5, 5, seed=1), noise(500, 2, seed=1), wide, np.ones((3, 1)) / 3, full]
        assert_agrees(ours, reference, points, 1e-30, "inner products in 80 digits", 80)


@over([1e-300, 1e-160, 1.0, 1e160, 1e300])
def test_frobenius_neither_overflows_nor_underflows(size: float) -> None:
    E = size * np.array([[3.0, 0.0], [0.0, 4.0]])
    assert accurate.frobenius(E) == pytest.approx(5 * size, rel=1e-15)
    assert accurate.frobenius(0 * E) == 0
