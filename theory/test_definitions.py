"""The papers' definitions: floats in batches, mpmath at any precision, balls; at every scale."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import flint
import mpmath
import numpy as np
import pytest

from theory.definitions import (
    bn,
    bures_squared,
    cosine,
    deviation,
    gram,
    gram_spectrum,
    isometry,
    isometry_gap,
    orthogonality_gap,
    relative_variance,
    row_norms,
    squared_norm,
    v_hat,
)
from theory.numerics.backends import as_ball
from theory.test_support.comparing import (
    assert_agrees,
    ball_holds,
    magnitudes,
    over,
    relative_difference,
)
from theory.test_support.matrices import (
    DETERMINANT,
    Floats,
    determinant_gap,
    deviation_entries,
    noise,
    rotation,
)

SIZES = [5e-324, 1e-300, 1e-150, 1.0, 1e150, 1e300]
DIGITS = [30, 50, 200]
mp_matrix = np.frompyfunc(mpmath.mpf, 1, 1)
balls = np.frompyfunc(as_ball, 1, 1)


def unit(H: Floats) -> Floats:
    return H / np.linalg.norm(H)


def flat(function: Any) -> Any:
    return lambda X: list(function(X).flat)


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
        return [v / n for row, n in zip(X.tolist(), hypot(X), strict=True) for v in row]

    points = [noise(3, 4) * size for size in SIZES[1:]]
    points += [np.array([[3e-200, 4e-200], [3e200, -4e200]]), np.array([[5e-324, 0.0]])]
    points += [np.array([[1.7e308, 1.7e308]]), np.array([[5e-324, 1e-323]])]
    assert_agrees(flat(bn), reference, points, 1e-15, "division by the root of the sum of squares")


@over(DIGITS)
def test_bn_in_mpmath_has_unit_rows(digits: int) -> None:
    with mpmath.workdps(digits):
        X = bn(mp_matrix(noise(3, 4)) / 3)
        assert all(abs(v - 1) < mpmath.mpf(10) ** (1 - digits) for v in row_norms(X))


def test_gram_and_squared_norm() -> None:
    np.testing.assert_array_equal(gram([[1, 2], [3, 4]]), [[10, 14], [14, 20]])
    assert squared_norm([[1, 2], [3, 4]]) == 30


# --- the isometry gap -----------------------------------------------------------------------------


def test_the_gap_agrees_with_the_determinant_also_near_isometry() -> None:
    parts = product(SIZES[1:], (1e-11, 1e-3, 1))
    points = [size * (rotation(4) + e * noise(4, 4)) for size, e in parts]
    assert_agrees(isometry_gap, determinant_gap, points, 1e-12, DETERMINANT, 110)


@over(DIGITS)
def test_the_gap_in_mpmath_keeps_every_digit_also_near_isometry(digits: int) -> None:
    with mpmath.workdps(digits):
        for e in (mpmath.mpf(1) / 3, mpmath.mpf(10) ** -40, mpmath.mpf(10) ** -400):
            X = mp_matrix(np.eye(3)) + e * mp_matrix(noise(3, 3))  # e may vanish beside 1
            with mpmath.workdps(1000 + digits):
                expected = determinant_gap(X)
            assert relative_difference(isometry_gap(X), expected) < 10.0 ** (1 - digits)


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


def literal_v(H: Any) -> Any:
    return mpmath.sqrt(mpmath.fsum(v**2 for v in deviation_entries(H))) / H.shape[1]


def literal_v_hat(H: Any) -> Any:
    """1/n - s_n^2 with mpmath's singular values, for ||H||_F = 1."""
    values = mpmath.svd_r(mpmath.matrix(H.tolist()), compute_uv=False)
    total = mpmath.fsum(v**2 for v in values)
    return mpmath.mpf(1) / H.shape[1] - min(values) ** 2 / total


def test_v_and_v_hat_near_zero_and_far_from_it() -> None:
    frame = np.linalg.qr(noise(9, 4))[0]
    tall = [unit(frame + e * noise(9, 4)) for e in magnitudes(1e-17, 10, 16)]
    tiny = np.eye(3)
    tiny[0, 1] = 1e-200
    points = [*[size * H for H in tall for size in (1e-200, 1.0, 1e200)], tiny]
    assert_agrees(orthogonality_gap, literal_v, points, 1e-13, "H^T H/||H||^2 - I/n literally", 500)
    assert_agrees(v_hat, literal_v_hat, tall, 1e-12, "1/n - s_n^2, singular values", 60)


def test_v_and_v_hat_of_collapsed_representations() -> None:
    rank_one = np.outer([0.6, 0.8, 0.0, 0.0], [0.6, 0.0, 0.8])
    assert orthogonality_gap(rank_one) == pytest.approx(math.sqrt(1 - 1 / 3), rel=1e-14)
    assert v_hat(rank_one) == pytest.approx(1 / 3, rel=1e-14)
    assert orthogonality_gap(np.eye(3)) == 0
    assert v_hat(np.eye(4) / 2) == 0


@over(DIGITS)
def test_v_and_v_hat_in_mpmath_keep_every_digit(digits: int) -> None:
    with mpmath.workdps(digits):
        for e in (mpmath.mpf(1) / 3, mpmath.mpf(10) ** -25):
            H = mp_matrix(np.eye(3)) + e * mp_matrix(noise(3, 3))
            H = H / mpmath.sqrt((H * H).sum())
            with mpmath.workdps(2 * digits + 100):
                v, least = literal_v(H), literal_v_hat(H)
            assert relative_difference(orthogonality_gap(H), v) < 10.0 ** (2 - digits)
            assert relative_difference(v_hat(H), least) < 10.0 ** (3 - digits)


def test_balls_hold_v_and_v_hat_and_the_deviation_is_the_same_in_every_kind() -> None:
    H = unit(noise(5, 3))
    np.testing.assert_allclose(deviation(H), deviation(mp_matrix(H)).astype(float), rtol=1e-14)
    with mpmath.workdps(60):
        assert ball_holds(orthogonality_gap(balls(H)), literal_v(H))
        assert ball_holds(v_hat(balls(H)), literal_v_hat(H))
        assert all(map(ball_holds, deviation(balls(H)).flat, deviation_entries(H)))


# --- spectra --------------------------------------------------------------------------------------


def test_gram_spectra_agree_with_mpmaths_symmetric_eigenvalues() -> None:
    def reference(X: Floats) -> list[Any]:
        A = mpmath.matrix(X.tolist())
        return sorted(mpmath.eigsy(A.T * A, eigvals_only=True))

    points = [noise(4, 4) * size for size in (1e-150, 1.0, 1e150)] + [noise(7, 3)]
    assert_agrees(flat(gram_spectrum), reference, points, 1e-14, "eigenvalues of X^T X in mpmath")


@over([30, 50])
def test_small_eigenvalues_in_mpmath_keep_their_digits(digits: int) -> None:
    with mpmath.workdps(digits):
        small = mpmath.mpf(10) ** -12 / 3
        scaled = np.diag([small, 1 + 0 * small, 1 + 0 * small])
        X = mp_matrix(rotation(3)) @ scaled @ mp_matrix(rotation(3, seed=1))
        with mpmath.workdps(3 * digits):
            least = min(mpmath.svd_r(mpmath.matrix(X.tolist()), compute_uv=False)) ** 2
        assert relative_difference(gram_spectrum(X)[0], least) < 10.0 ** (2 - digits)


# --- batches --------------------------------------------------------------------------------------

BATCH = np.stack([unit(noise(4, 3, seed=k)) for k in range(6)]).reshape(2, 3, 4, 3)
OF_MATRICES = [isometry_gap, orthogonality_gap, v_hat, gram_spectrum, bn]


@over([*OF_MATRICES, row_norms, gram, squared_norm, isometry])
def test_a_batch_is_its_matrices_one_at_a_time(function: Any) -> None:
    whole = np.asarray(function(BATCH))
    for index in np.ndindex(2, 3):
        np.testing.assert_allclose(whole[index], function(BATCH[index]), rtol=1e-13, atol=1e-16)


@over(product(OF_MATRICES, [mpmath.mpf, flint.arb]))
def test_batches_of_mpmath_numbers_and_balls(function: Any, kind: Any) -> None:
    whole, expected = function(np.frompyfunc(kind, 1, 1)(BATCH)), np.asarray(function(BATCH))
    assert whole.shape == expected.shape
    np.testing.assert_allclose(whole.astype(float), expected, rtol=1e-12)


# --- scalars of vectors ---------------------------------------------------------------------------


def test_the_cosine_at_every_scale() -> None:
    def reference(x: list[float], y: list[float]) -> Any:
        a, b = [mpmath.mpf(v) for v in x], [mpmath.mpf(v) for v in y]
        return mpmath.fdot(a, b) / mpmath.sqrt(mpmath.fdot(a, a) * mpmath.fdot(b, b))

    x, y = [1.0, 2.0, -0.5], [0.3, 1.0, 4.0]
    points = [([s * v for v in x], [t * v for v in y]) for s, t in product(SIZES[1:], repeat=2)]
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
        centre = 1 / mpmath.sqrt(len(q))
        return mpmath.fsum((mpmath.sqrt(mpmath.mpf(v)) - centre) ** 2 for v in q.tolist())

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
