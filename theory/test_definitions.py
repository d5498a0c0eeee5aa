"""The papers' definitions: floats in batches, mpmath at any precision, balls; at every scale.

The isometry gap itself is compared in numerics/test_accurate.py and numerics/test_exact.py.
"""

import math
from itertools import product
from typing import Any

import flint
import mpmath
import numpy as np
import pytest

from lemmata.theory import definitions as df
from lemmata.theory.numerics.backends import as_ball
from lemmata.theory.test_support import comparing, matrices
from lemmata.theory.test_support.comparing import assert_agrees, ball_holds, magnitudes, over
from lemmata.theory.test_support.matrices import Floats, noise, rotation

SIZES = [5e-324, 1e-300, 1e-150, 1.0, 1e150, 1e300]
mp_matrix = np.frompyfunc(mpmath.mpf, 1, 1)
balls = np.frompyfunc(as_ball, 1, 1)


def unit(H: Floats) -> Floats:
    return H / np.linalg.norm(H)


def flat(function: Any) -> Any:
    return lambda X: list(function(X).flat)


# --- norms and BN ---------------------------------------------------------------------------------


def hypot(X: Floats) -> list[Any]:
    return [mpmath.sqrt(mpmath.fsum(mpmath.mpf(v) ** 2 for v in row)) for row in X.tolist()]


def literal_bn(X: Floats) -> list[Any]:
    return [v / n for row, n in zip(X.tolist(), hypot(X), strict=True) for v in row]


def test_row_norms_at_every_scale() -> None:
    points = [noise(3, 4) * size for size in SIZES] + [noise(2, 300)]
    points.append(np.array([[1e-300, 1.0], [5e-324, 5e-324]]))
    for X in points:
        for ours, exact in zip(df.row_norms(X), hypot(X), strict=True):
            assert abs(ours - exact) <= max(1e-15 * exact, 5e-324)


def test_bn_has_unit_rows_at_every_scale_and_keeps_directions() -> None:
    points = [noise(3, 4) * size for size in SIZES[1:]]
    points += [np.array([[3e-200, 4e-200], [3e200, -4e200]]), np.array([[5e-324, 0.0]])]
    points += [np.array([[1.7e308, 1.7e308]]), np.array([[5e-324, 1e-323]])]
    assert_agrees(flat(df.bn), literal_bn, points, 1e-15, "division by the root of squares")
    for ours, reference in ((flat(df.bn), literal_bn), (df.row_norms, hypot)):
        comparing.assert_keeps_digits(ours, reference, lambda: [mp_matrix(noise(3, 4)) / 3])


def test_gram_and_squared_norm() -> None:
    np.testing.assert_array_equal(df.gram([[1, 2], [3, 4]]), [[10, 14], [14, 20]])
    assert df.squared_norm([[1, 2], [3, 4]]) == 30


# --- the isometry gap, the deviation and V --------------------------------------------------------


def literal_v(H: Any) -> Any:
    return mpmath.sqrt(mpmath.fsum(v**2 for v in matrices.deviation_entries(H))) / H.shape[1]


def test_v_near_zero_and_far_from_it() -> None:
    frame = np.linalg.qr(noise(9, 4))[0]
    tall = [unit(frame + e * noise(9, 4)) for e in magnitudes(1e-17, 10, 16)]
    tiny = np.eye(3)
    tiny[0, 1] = 1e-200
    points = [*[size * H for H in tall for size in (1e-200, 1.0, 1e200)], tiny]
    v = df.orthogonality_gap, literal_v
    assert_agrees(*v, points, 1e-13, "H^T H/||H||^2 - I/n literally", 500)

    def of_unit_norm() -> list[Any]:
        near = (mp_matrix(np.eye(3)) + mpmath.mpf(e) * noise(3, 3) for e in ("0.3", "1e-25"))
        return [H / mpmath.sqrt((H * H).sum()) for H in near]

    comparing.assert_keeps_digits(*v, of_unit_norm, lost=2, spare=300)


def test_gaps_where_rank_is_lost_and_at_isometry() -> None:
    for X in ([[1.0, 2.0], [2.0, 4.0]], [[1.0, 2.0, 3.0]], [[0.0, 0.0], [0.0, 1.0]]):
        assert df.isometry_gap(X) == df.isometry_gap(mp_matrix(np.array(X))) == math.inf
        assert df.isometry(X) == 0
    rank_one = np.outer([0.6, 0.8, 0.0, 0.0], [0.6, 0.0, 0.8])
    assert df.orthogonality_gap(rank_one) == pytest.approx(math.sqrt(1 - 1 / 3), rel=1e-14)
    assert df.isometry(np.eye(3)) == 1
    assert df.orthogonality_gap(np.eye(3)) == 0


def test_balls_hold_the_gaps_and_the_deviation_is_the_same_in_every_kind() -> None:
    H = unit(noise(5, 3))
    np.testing.assert_allclose(
        df.deviation(H), df.deviation(mp_matrix(H)).astype(float), rtol=1e-14
    )
    with mpmath.workdps(60):
        assert ball_holds(df.orthogonality_gap(balls(H)), literal_v(H))
        assert all(map(ball_holds, df.deviation(balls(H)).flat, matrices.deviation_entries(H)))
        for X in (rotation(4) + e * noise(4, 4) for e in (1e-12, 1e-3, 1.0)):
            assert ball_holds(df.isometry_gap(balls(X)), matrices.determinant_gap(X))
            assert ball_holds(df.isometry(balls(X)), mpmath.exp(-matrices.determinant_gap(X)))


# --- spectra --------------------------------------------------------------------------------------


def test_gram_spectra_agree_with_mpmaths_symmetric_eigenvalues() -> None:
    def reference(X: Floats) -> list[Any]:
        A = mpmath.matrix(X.tolist())
        return sorted(mpmath.eigsy(A.T * A, eigvals_only=True))

    points = [noise(4, 4) * size for size in (1e-150, 1.0, 1e150)] + [noise(7, 3)]
    ours = flat(df.gram_spectrum)
    assert_agrees(ours, reference, points, 1e-14, "eigenvalues of X^T X in mpmath")


def test_small_eigenvalues_in_mpmath_keep_their_digits() -> None:
    def graded() -> list[Any]:
        scaled = mp_matrix(np.eye(3))
        scaled[0, 0] = mpmath.mpf(10) ** -12 / 3
        return [mp_matrix(rotation(3)) @ scaled @ mp_matrix(rotation(3, seed=1))]

    def reference(X: Any) -> Any:
        return min(mpmath.svd_r(mpmath.matrix(X.tolist()), compute_uv=False)) ** 2

    comparing.assert_keeps_digits(
        lambda X: df.gram_spectrum(X)[0], reference, graded, lost=2, spare=100, precisions=(30, 50)
    )


# --- batches --------------------------------------------------------------------------------------

BATCH = np.stack([unit(noise(4, 3, seed=k)) for k in range(6)]).reshape(2, 3, 4, 3)
OF_MATRICES = [df.isometry_gap, df.deviation, df.orthogonality_gap, df.gram_spectrum, df.bn]
OF_VECTORS = [df.relative_variance, df.bures_squared]


@over(
    [
        *product([*OF_MATRICES, df.row_norms, df.gram, df.squared_norm, df.isometry], [BATCH]),
        *product(OF_VECTORS, [np.abs(BATCH[:, :, 0])]),
    ]
)
def test_a_batch_is_its_members_one_at_a_time(function: Any, batch: Any) -> None:
    comparing.assert_one_at_a_time(function, batch, 1e-13, 1e-16)


@over(product(OF_MATRICES, [mpmath.mpf, flint.arb]))
def test_batches_of_mpmath_numbers_and_balls(function: Any, kind: Any) -> None:
    whole, expected = function(np.frompyfunc(kind, 1, 1)(BATCH)), np.asarray(function(BATCH))
    assert whole.shape == expected.shape
    np.testing.assert_allclose(whole.astype(float), expected, rtol=1e-12)


# --- scalars of vectors ---------------------------------------------------------------------------


def test_the_relative_variance_of_nearly_equal_values() -> None:
    def reference(values: Floats) -> Any:
        exact = [mpmath.mpf(v) for v in values.tolist()]
        mean = mpmath.fsum(exact) / len(exact)
        return mpmath.fsum((v / mean - 1) ** 2 for v in exact) / len(exact)

    spread = noise(7)
    points = [s * (1 + e * spread) for s in (1e-300, 1, 1e300) for e in magnitudes(1e-15, 0.5, 9)]
    points.append(np.array([2.0, 2.0, 2.0]))
    assert_agrees(df.relative_variance, reference, points, 1e-14, "the definition in mpmath")


def test_bures_near_the_uniform_spectrum_and_far_from_it() -> None:
    def reference(q: Floats) -> Any:
        centre = 1 / mpmath.sqrt(len(q))
        return mpmath.fsum((mpmath.sqrt(mpmath.mpf(v)) - centre) ** 2 for v in q.tolist())

    e = np.array([0.5, -1.0, 0.25, 0.25, 0.0, 0.0, 0.0])
    points = [(1 + size * e) / 7 for size in magnitudes(1e-14, 1, 9)]
    points += [np.array([1.0, 0.0, 0.0]), np.array([1e-300, 1.0])]
    assert_agrees(df.bures_squared, reference, points, 1e-14, "differences of roots in mpmath")
