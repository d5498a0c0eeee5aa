"""The isometry gap of float64 matrices against exact determinants."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np
import pytest
from numpy.typing import NDArray

from theory.numerics.accurate import (
    deviation_from_isometry,
    frobenius,
    gram_double_double,
    isometry_gap_float64,
)
from theory.test_support.comparing import assert_agrees, magnitudes, relative_difference

Floats = NDArray[np.float64]
RTOL = 1e-12
DETERMINANT = "-log det(X^T X / mean) / n, determinant by LU elimination"


def rotation(n: int, seed: int = 0) -> Floats:
    Q: Floats = np.linalg.qr(np.random.default_rng(seed).standard_normal((n, n)))[0]
    return Q


def noise(*shape: int, seed: int = 1) -> Floats:
    return np.random.default_rng(seed).standard_normal(shape)


def determinant_gap(X: Floats) -> Any:
    """-log of det(X^T X)^(1/n) / (tr/n), literally, with digits for any cancellation."""
    n = X.shape[1]
    with mpmath.workdps(1400 if np.abs(X[X != 0]).min() < 1e-100 * np.abs(X).max() else 110):
        A = mpmath.matrix(X.tolist())
        gram = A.T * A
        mean = sum(gram[i, i] for i in range(n)) / n
        return -mpmath.log(mpmath.det(gram / mean)) / n


def exact_entries(X: Floats) -> Any:
    """E = X^T X / mean - I from inner products in 110 digits."""
    n = X.shape[1]
    with mpmath.workdps(110):
        A = mpmath.matrix(X.tolist())
        gram = A.T * A
        mean = sum(gram[i, i] for i in range(n)) / n
        return [gram[i, j] / mean - (i == j) for i in range(n) for j in range(n)]


def near_isometry() -> list[Floats]:
    return [
        rotation(n, seed=n) + eps * noise(n, n, seed=n)
        for n in (2, 3, 7, 12)
        for eps in magnitudes(1e-17, 1.0, 18)
    ]


def graded() -> list[Floats]:
    """Singular values from 1 down to 1/c, between two rotations."""
    n = 8
    return [
        rotation(n) * np.geomspace(1, 1 / c, n) @ rotation(n, seed=1)
        for c in magnitudes(2, 1e17, 18)
    ]


def test_gaps_of_every_size_agree_with_the_determinant() -> None:
    assert_agrees(isometry_gap_float64, determinant_gap, near_isometry(), RTOL, DETERMINANT)


def test_ill_conditioned_matrices_agree_with_the_determinant() -> None:
    assert_agrees(isometry_gap_float64, determinant_gap, graded(), RTOL, DETERMINANT)


def test_tall_matrices_agree_with_the_determinant() -> None:
    points = [
        np.linalg.qr(noise(40, 5))[0] + eps * noise(40, 5) for eps in magnitudes(1e-16, 10, 12)
    ]
    assert_agrees(isometry_gap_float64, determinant_gap, points, RTOL, DETERMINANT)


@pytest.mark.parametrize("size", [1e-300, 1e-200, 1e-150, 1e-9, 1e9, 1e150, 1e200, 1e300])
def test_the_size_of_the_entries_does_not_matter(size: float) -> None:
    points = [size * (rotation(5) + eps * noise(5, 5)) for eps in (1e-11, 1e-5, 0.1, 3.0)]
    assert_agrees(isometry_gap_float64, determinant_gap, points, RTOL, DETERMINANT)


def test_subnormal_entries_are_entries() -> None:
    subnormal = np.round(noise(4, 4) * 1000) * 5e-324
    mixed = noise(4, 4)
    mixed[:, 0] *= 1e-310
    assert_agrees(isometry_gap_float64, determinant_gap, [subnormal, mixed], RTOL, DETERMINANT)


@pytest.mark.parametrize(("low", "high"), [(1e-200, 1e200), (1e-310, 1.0), (1e-300, 1e300)])
def test_columns_of_very_different_size(low: float, high: float) -> None:
    points = [noise(n, n) * np.geomspace(low, high, n) for n in (2, 3, 6)]
    assert_agrees(isometry_gap_float64, determinant_gap, points, RTOL, DETERMINANT)


@pytest.mark.parametrize("tiny", [1e-20, 1e-40, 1e-100, 1e-150])
def test_one_tiny_entry_beside_the_identity_is_seen(tiny: float) -> None:
    X = np.eye(3)
    X[0, 2] = tiny  # below any rounding of the diagonal of X^T X
    with mpmath.workdps(700):
        t = mpmath.mpf(tiny) ** 2
        expected = mpmath.log1p(t / 3)  # det(X^T X) = 1 and tr = 3 + t
    assert relative_difference(isometry_gap_float64(X), expected) < RTOL
    E = deviation_from_isometry(X)
    assert E[0, 2] == E[2, 0]
    assert relative_difference(E[0, 2], mpmath.mpf(tiny)) < RTOL


@pytest.mark.parametrize(("d", "e"), [(1000, 2.0**-33), (100, 2.0**-33), (100, 2.0**-50)])
def test_wide_matrices_against_their_known_eigenvalues(d: int, e: float) -> None:
    v = np.zeros(d)
    v[:4] = 0.5
    X = np.eye(d) - 2 * np.outer(v, v)  # a reflection whose entries are exact
    X[7, 7] += e
    with mpmath.workdps(80):
        last = (1 + mpmath.mpf(e)) ** 2  # the other eigenvalues of X^T X are 1
        expected = mpmath.log1p((last - 1) / d) - mpmath.log(last) / d
    assert relative_difference(isometry_gap_float64(X), expected) < RTOL


def test_a_random_matrix_of_width_1000_agrees_with_its_triangular_factor() -> None:
    X = noise(1000, 1000)
    diagonal = np.abs(np.diag(np.linalg.qr(X)[1]))
    expected = math.log((X * X).sum() / 1000) - 2 * np.log(diagonal).mean()
    assert relative_difference(isometry_gap_float64(X), expected) < RTOL


@pytest.mark.parametrize("n", [1, 2, 4, 8])
def test_exact_isometries_have_gap_zero(n: int) -> None:
    hadamard: Any = np.ones((1, 1))
    while hadamard.shape[0] < n:
        hadamard = np.kron(hadamard, [[1.0, 1.0], [1.0, -1.0]])
    for X in (np.eye(n), 3e-200 * np.eye(n), 0.1 * hadamard):
        assert isometry_gap_float64(X) == 0


def test_the_gap_is_never_negative_and_never_zero_but_at_isometry() -> None:
    for seed in range(100):
        n = 2 + seed % 5
        gap = isometry_gap_float64(rotation(n, seed=seed))
        exact = determinant_gap(rotation(n, seed=seed))
        assert gap >= 0
        assert (gap == 0) == (exact == 0)


@pytest.mark.parametrize("scale", [1.0, 2.0**-600, 2.0**600, 2.0**-1060])
def test_exactly_singular_matrices_have_an_infinite_gap(scale: float) -> None:
    rng = np.random.default_rng(5)
    for n in range(2, 12):
        X: Any = rng.integers(-9, 10, (n, n - 1)) @ rng.integers(-9, 10, (n - 1, n)) * scale
        assert isometry_gap_float64(X) == math.inf
    assert isometry_gap_float64(np.array([[1.0, 2.0], [2.0, 4.0]]) * scale) == math.inf


def test_one_unit_in_the_last_place_from_singular_is_not_singular() -> None:
    X = np.array([[1.0, 2.0], [2.0, np.nextafter(4.0, 5.0)]])
    assert_agrees(isometry_gap_float64, determinant_gap, [X], RTOL, DETERMINANT)


def test_fewer_rows_than_columns_is_rank_deficient() -> None:
    assert isometry_gap_float64(noise(3, 4)) == math.inf
    np.testing.assert_array_equal(isometry_gap_float64(noise(2, 3, 3, 4)), np.full((2, 3), np.inf))


def test_a_batch_is_its_matrices_one_at_a_time() -> None:
    batch = np.stack(graded()[::3]).reshape(2, 3, 8, 8)
    gaps, deviations = isometry_gap_float64(batch), deviation_from_isometry(batch)
    for index in np.ndindex(2, 3):
        assert gaps[index] == pytest.approx(isometry_gap_float64(batch[index]), rel=1e-13)
        np.testing.assert_allclose(
            deviations[index], deviation_from_isometry(batch[index]), rtol=1e-13, atol=1e-15
        )


def test_deviations_agree_with_inner_products_in_110_digits() -> None:
    def ours(X: Floats) -> list[Any]:
        return list(deviation_from_isometry(X).flat)

    points = [X for X in near_isometry() if X.shape[0] <= 7]
    assert_agrees(ours, exact_entries, points, 1e-14, "inner products in 110 digits")


def test_the_double_double_gram_matrix_has_twice_the_digits() -> None:
    def ours(X: Floats) -> list[Any]:
        high, low = gram_double_double(X)
        return [mpmath.mpf(a) + mpmath.mpf(b) for a, b in zip(high.flat, low.flat, strict=True)]

    def reference(X: Floats) -> list[Any]:
        A = mpmath.matrix(X.tolist())
        return [(A.T * A)[i, j] for i in range(X.shape[1]) for j in range(X.shape[1])]

    wide = noise(6, 4) * np.exp(10 * noise(6, 4, seed=2))
    with mpmath.workdps(80):
        points = [noise(5, 5), noise(500, 2), wide, np.ones((3, 1)) / 3]
        assert_agrees(ours, reference, points, 1e-30, "inner products in 80 digits", 80)


@pytest.mark.parametrize("size", [1e-300, 1e-160, 1.0, 1e160, 1e300])
def test_frobenius_neither_overflows_nor_underflows(size: float) -> None:
    E = size * np.array([[3.0, 0.0], [0.0, 4.0]])
    assert frobenius(E) == pytest.approx(5 * size, rel=1e-15)
    assert frobenius(0 * E) == 0
