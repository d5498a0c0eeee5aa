"""The papers' definitions: floats in batches, mpmath at any precision, balls; at every scale."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
from numpy.typing import NDArray

from theory.definitions import (
    bn,
    bures_squared,
    cosine,
    deviation,
    gram,
    gram_spectrum,
    isometry,
    isometry_gap,
    normalised_spectrum,
    orthogonality_gap,
    relative_variance,
    row_norms,
    squared_norm,
    v_hat,
)
from theory.errors import OutOfRange
from theory.numerics.backends import as_ball
from theory.test_support.comparing import assert_agrees, ball_holds, magnitudes, relative_difference

Floats = NDArray[np.float64]
SIZES = [5e-324, 1e-300, 1e-150, 1.0, 1e150, 1e300]


def noise(*shape: int, seed: int = 0) -> Floats:
    return np.random.default_rng(seed).standard_normal(shape)


def rotation(n: int, seed: int = 0) -> Floats:
    Q: Floats = np.linalg.qr(noise(n, n, seed=seed))[0]
    return Q


def unit(H: Floats) -> Floats:
    return H / np.linalg.norm(H)


def mp_matrix(X: Floats) -> Any:
    return np.array([[mpmath.mpf(v) for v in row] for row in X.tolist()])


def balls(X: Floats) -> Any:
    return np.array([[as_ball(v) for v in row] for row in X.tolist()])


# --- norms and BN ---------------------------------------------------------------------------------


def hypot(X: Floats) -> list[Any]:
    return [mpmath.sqrt(mpmath.fsum(mpmath.mpf(v) ** 2 for v in row)) for row in X.tolist()]


def test_row_norms_at_every_scale() -> None:
    points = [noise(3, 4) * size for size in SIZES] + [noise(2, 300)]
    points.append(np.array([[1e-300, 1.0], [5e-324, 5e-324]]))
    for X in points:
        for ours, exact in zip(row_norms(X), hypot(X), strict=True):
            assert abs(ours - exact) <= max(1e-15 * exact, 5e-324)


def test_bn_has_unit_rows_at_every_scale_and_keeps_directions() -> None:
    def reference(X: Floats) -> list[Any]:
        norms = hypot(X)
        return [v / n for row, n in zip(X.tolist(), norms, strict=True) for v in row]

    def ours(X: Floats) -> list[Any]:
        return list(bn(X).flat)

    points = [noise(3, 4) * size for size in SIZES[1:]]
    points += [np.array([[3e-200, 4e-200], [3e200, -4e200]]), np.array([[5e-324, 0.0]])]
    points += [np.array([[1.7e308, 1.7e308]]), np.array([[5e-324, 1e-323]])]
    assert_agrees(ours, reference, points, 1e-15, "division by mpmath's root of the sum of squares")


@pytest.mark.parametrize("digits", [30, 50, 200])
def test_bn_in_mpmath_has_unit_rows(digits: int) -> None:
    with mpmath.workdps(digits):
        X = bn(mp_matrix(noise(3, 4)) / 3)
        assert all(abs(v - 1) < mpmath.mpf(10) ** (1 - digits) for v in row_norms(X))


def test_gram_and_squared_norm_say_when_float64_cannot_hold_them() -> None:
    for function in (gram, squared_norm, gram_spectrum):
        with pytest.raises(OutOfRange, match="exceeds"):
            function(np.array([[1e200, 1.0], [1.0, -1e200]]))
    with pytest.raises(OutOfRange, match="a row norm"):
        row_norms(np.array([[1.7e308, 1.7e308]]))
    np.testing.assert_array_equal(gram([[1, 2], [3, 4]]), [[10, 14], [14, 20]])
    assert squared_norm([[1, 2], [3, 4]]) == 30


# --- the isometry gap -----------------------------------------------------------------------------


def determinant_gap(X: Any) -> Any:
    A = mpmath.matrix(X.tolist())
    product, n = A.T * A, X.shape[1]
    mean = sum(product[i, i] for i in range(n)) / n
    return -mpmath.log(mpmath.det(product / mean)) / n


def test_the_gap_agrees_with_the_determinant_also_near_isometry() -> None:
    points = [
        size * (rotation(4) + e * noise(4, 4)) for size in SIZES[1:] for e in (1e-11, 1e-3, 1)
    ]
    assert_agrees(isometry_gap, determinant_gap, points, 1e-12, "determinant by LU", 110)


@pytest.mark.parametrize("digits", [30, 50, 200])
def test_the_gap_in_mpmath_keeps_every_digit_also_near_isometry(digits: int) -> None:
    with mpmath.workdps(digits):
        for e in (mpmath.mpf(1) / 3, mpmath.mpf(10) ** -40, mpmath.mpf(10) ** -400):
            X = mp_matrix(np.eye(3)) + e * mp_matrix(noise(3, 3))
            with mpmath.workdps(1000 + digits):
                expected = determinant_gap(X)
            if expected:
                assert relative_difference(isometry_gap(X), expected) < 10.0 ** (1 - digits)
            else:  # e vanished beside 1
                assert isometry_gap(X) == 0


def test_the_ball_holds_the_gap() -> None:
    for e in (1e-12, 1e-3, 1.0):
        X = rotation(4) + e * noise(4, 4)
        with mpmath.workdps(60):
            assert ball_holds(isometry_gap(balls(X)), isometry_gap(mp_matrix(X)))
            assert ball_holds(isometry(balls(X)), mpmath.exp(-determinant_gap(X)))


def test_the_gap_is_infinite_and_the_isometry_zero_where_rank_is_lost() -> None:
    for X in ([[1.0, 2.0], [2.0, 4.0]], [[1.0, 2.0, 3.0]], [[0.0, 0.0], [0.0, 1.0]]):
        assert isometry_gap(X) == math.inf
        assert isometry(X) == 0
        assert isometry_gap(mp_matrix(np.array(X))) == mpmath.inf
    assert isometry(np.eye(3)) == 1


# --- deviations, V and Vhat -----------------------------------------------------------------------


def gram_minus_identity(H: Any) -> list[Any]:
    A = mpmath.matrix(H.tolist())
    product, n = A.T * A, H.shape[1]
    trace = sum(product[i, i] for i in range(n))
    return [n * product[i, j] / trace - (i == j) for i in range(n) for j in range(n)]


def literal_v(H: Any) -> Any:
    return mpmath.sqrt(mpmath.fsum(v**2 for v in gram_minus_identity(H))) / H.shape[1]


def literal_v_hat(H: Any) -> Any:
    """1/n - s_n^2 with mpmath's singular values, for ||H||_F = 1."""
    values = mpmath.svd_r(mpmath.matrix(H.tolist()), compute_uv=False)
    total = mpmath.fsum(v**2 for v in values)
    return mpmath.mpf(1) / H.shape[1] - min(values) ** 2 / total


def tall_near_orthogonal() -> list[Floats]:
    return [unit(np.linalg.qr(noise(9, 4))[0] + e * noise(9, 4)) for e in magnitudes(1e-17, 10, 16)]


def test_v_near_zero_and_far_from_it() -> None:
    points = [size * H for H in tall_near_orthogonal() for size in (1e-200, 1.0, 1e200)]
    tiny = np.eye(3)
    tiny[0, 1] = 1e-200
    points.append(tiny)
    assert_agrees(orthogonality_gap, literal_v, points, 1e-13, "H^T H/||H||^2 - I/n literally", 500)


def test_v_hat_near_zero_and_far_from_it() -> None:
    assert_agrees(
        v_hat, literal_v_hat, tall_near_orthogonal(), 1e-12, "1/n - s_n^2, singular values", 60
    )


def test_v_and_v_hat_of_collapsed_representations() -> None:
    rank_one = np.outer([0.6, 0.8, 0.0, 0.0], [0.6, 0.0, 0.8])
    assert orthogonality_gap(rank_one) == pytest.approx(math.sqrt(1 - 1 / 3), rel=1e-14)
    assert v_hat(rank_one) == pytest.approx(1 / 3, rel=1e-14)
    assert orthogonality_gap(np.eye(3)) == 0
    assert v_hat(np.eye(4) / 2) == 0


@pytest.mark.parametrize("digits", [30, 50, 200])
def test_v_and_v_hat_in_mpmath_keep_every_digit(digits: int) -> None:
    with mpmath.workdps(digits):
        for e in (mpmath.mpf(1) / 3, mpmath.mpf(10) ** -25):
            H = mp_matrix(np.eye(3)) + e * mp_matrix(noise(3, 3))
            H = H / mpmath.sqrt((H * H).sum())
            with mpmath.workdps(2 * digits + 100):
                v, least = literal_v(H), literal_v_hat(H)
            assert relative_difference(orthogonality_gap(H), v) < 10.0 ** (2 - digits)
            assert relative_difference(v_hat(H), least) < 10.0 ** (3 - digits)


def test_balls_hold_v_and_v_hat() -> None:
    H = unit(noise(5, 3))
    with mpmath.workdps(50):
        assert ball_holds(orthogonality_gap(balls(H)), literal_v(H))
        assert ball_holds(v_hat(balls(H)), literal_v_hat(H))


def test_the_deviation_is_the_same_in_every_kind() -> None:
    H = noise(5, 3)
    floats, exact, enclosed = deviation(H), deviation(mp_matrix(H)), deviation(balls(H))
    np.testing.assert_allclose(floats, exact.astype(float), rtol=1e-14)
    with mpmath.workdps(60):
        for ball, value in zip(enclosed.flat, gram_minus_identity(H), strict=True):
            assert ball_holds(ball, value)


# --- spectra --------------------------------------------------------------------------------------


def test_gram_spectra_agree_with_mpmaths_symmetric_eigenvalues() -> None:
    def reference(X: Floats) -> list[Any]:
        A = mpmath.matrix(X.tolist())
        return sorted(mpmath.eigsy(A.T * A, eigvals_only=True))

    def ours(X: Floats) -> list[Any]:
        return list(gram_spectrum(X))

    points = [noise(4, 4) * size for size in (1e-150, 1.0, 1e150)] + [noise(7, 3)]
    assert_agrees(ours, reference, points, 1e-14, "eigenvalues of X^T X in mpmath")


@pytest.mark.parametrize("digits", [30, 50])
def test_small_eigenvalues_in_mpmath_keep_their_digits(digits: int) -> None:
    with mpmath.workdps(digits):
        small = mpmath.mpf(10) ** -12 / 3
        scaled = np.diag([small, 1 + 0 * small, 1 + 0 * small])
        X = mp_matrix(rotation(3)) @ scaled @ mp_matrix(rotation(3, seed=1))
        with mpmath.workdps(3 * digits):
            least = min(mpmath.svd_r(mpmath.matrix(X.tolist()), compute_uv=False)) ** 2
        assert relative_difference(gram_spectrum(X)[0], least) < 10.0 ** (2 - digits)


def test_normalised_spectra_keep_lambda_minus_one_near_isometry() -> None:
    def reference(X: Floats) -> list[Any]:
        entries = gram_minus_identity(X)
        E = mpmath.matrix([entries[4 * i : 4 * i + 4] for i in range(4)])
        return sorted(mpmath.eigsy(E, eigvals_only=True))

    def ours(X: Floats) -> list[Any]:
        return list(normalised_spectrum(X).deviations)

    points = [
        s * (rotation(4) + e * noise(4, 4)) for s in (1e-200, 1e200) for e in (1e-14, 1e-6, 1)
    ]
    assert_agrees(ours, reference, points, 1e-13, "eigenvalues of X^T X / mean - I in mpmath", 80)


def test_the_gap_of_the_normalised_spectrum_is_the_gap() -> None:
    for e in (1e-15, 1e-8, 1e-2, 1.0):
        X = rotation(6) + e * noise(6, 6)
        with mpmath.workdps(110):
            assert relative_difference(normalised_spectrum(X).gap, determinant_gap(X)) < 1e-12


# --- batches --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "function",
    [
        row_norms,
        bn,
        gram,
        squared_norm,
        isometry_gap,
        isometry,
        gram_spectrum,
        orthogonality_gap,
        v_hat,
    ],
)
def test_a_batch_is_its_matrices_one_at_a_time(function: Callable[[Any], Any]) -> None:
    batch = np.stack([unit(noise(4, 3, seed=k)) for k in range(6)]).reshape(2, 3, 4, 3)
    whole = np.asarray(function(batch))
    for index in np.ndindex(2, 3):
        np.testing.assert_allclose(whole[index], function(batch[index]), rtol=1e-13, atol=1e-16)


@pytest.mark.parametrize("function", [isometry_gap, orthogonality_gap, v_hat, gram_spectrum, bn])
@pytest.mark.parametrize("kind", [mpmath.mpf, flint.arb])
def test_batches_of_mpmath_numbers_and_balls(function: Callable[[Any], Any], kind: Any) -> None:
    floats = np.stack([unit(noise(4, 3, seed=k)) for k in range(6)]).reshape(2, 3, 4, 3)
    whole = function(np.frompyfunc(kind, 1, 1)(floats))
    expected = np.asarray(function(floats))
    assert whole.shape == expected.shape
    np.testing.assert_allclose(whole.astype(float), expected, rtol=1e-12)


# --- scalars of vectors ---------------------------------------------------------------------------


def test_the_cosine_at_every_scale() -> None:
    def reference(x: list[float], y: list[float]) -> Any:
        a, b = [mpmath.mpf(v) for v in x], [mpmath.mpf(v) for v in y]
        return mpmath.fdot(a, b) / mpmath.sqrt(mpmath.fdot(a, a) * mpmath.fdot(b, b))

    x, y = [1.0, 2.0, -0.5], [0.3, 1.0, 4.0]
    points = [([s * v for v in x], [t * v for v in y]) for s in SIZES[1:] for t in SIZES[1:]]
    assert_agrees(cosine, reference, points, 1e-14, "inner products in mpmath")


def test_the_relative_variance_of_nearly_equal_values() -> None:
    def reference(values: Floats) -> Any:
        exact = [mpmath.mpf(v) for v in values.tolist()]
        mean = mpmath.fsum(exact) / len(exact)
        return mpmath.fsum((v / mean - 1) ** 2 for v in exact) / len(exact)

    spread = noise(7)
    points = [s * (1 + e * spread) for s in (1e-300, 1, 1e300) for e in magnitudes(1e-15, 0.5, 9)]
    assert_agrees(relative_variance, reference, points, 1e-14, "the definition in mpmath")
    assert relative_variance([2.0, 2.0, 2.0]) == 0


def test_bures_near_the_uniform_spectrum_and_far_from_it() -> None:
    def reference(q: Floats) -> Any:
        n = mpmath.mpf(len(q))
        return mpmath.fsum(
            (mpmath.sqrt(mpmath.mpf(v)) - 1 / mpmath.sqrt(n)) ** 2 for v in q.tolist()
        )

    e = np.array([0.5, -1.0, 0.25, 0.25, 0.0, 0.0, 0.0])
    points = [(1 + size * e) / 7 for size in magnitudes(1e-14, 1, 9)]
    points += [np.array([1.0, 0.0, 0.0]), np.array([1e-300, 1.0])]
    assert_agrees(bures_squared, reference, points, 1e-14, "differences of square roots in mpmath")


def test_vectors_in_batches() -> None:
    values = np.random.default_rng(3).uniform(0.5, 2, (2, 3, 5))
    for function in (relative_variance, bures_squared):
        for index in np.ndindex(2, 3):
            assert function(values)[index] == pytest.approx(function(values[index]), rel=1e-14)
    assert cosine(values, values[0, 0]).shape == (2, 3)
