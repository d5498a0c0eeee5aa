"""What sharp:sliced-orthogonalisation's module says of its law."""

import numpy as np
import pytest

from lemmata.theory.sharp.normalisations import gap_after_slicing, sliced
from lemmata.theory.weingarten import moment


def test_at_equal_singular_values_a_slice_never_lowers_the_gap() -> None:
    draw = np.random.default_rng(0)
    for d, n in ((2, 3), (3, 9), (8, 24)):
        P = np.linalg.qr(draw.normal(size=(n, d))).Q[:d]
        assert gap_after_slicing(P, np.ones(d), n) > np.sqrt(1 / d - 1 / n)
        rotation = np.linalg.qr(draw.normal(size=(d, d))).Q
        same = gap_after_slicing(rotation / 2, np.ones(d), n)
        assert same == pytest.approx(np.sqrt(1 / d - 1 / n))


def mean_of_the_square(d: int, n: int) -> float:
    """E tr A^2 of the d x d corner of a Haar matrix of O(n), by exact fourth moments."""
    kinds = {
        ((1, 1, 1, 1), (1, 1, 1, 1)): d * d,
        ((1, 1, 1, 1), (1, 1, 2, 2)): d * d * (d - 1),
        ((1, 1, 2, 2), (1, 1, 1, 1)): d * d * (d - 1),
        ((1, 1, 2, 2), (1, 2, 1, 2)): d * d * (d - 1) ** 2,
    }
    return sum(float(count * moment(*indices, n)) for indices, count in kinds.items())


def test_the_share_of_squares_over_haar_matrices() -> None:
    for d, n in ((2, 3), (5, 5), (100, 300), (100, 10**7)):
        share = mean_of_the_square(d, n) / (d * d / n) ** 2
        said = n * (2 * d + 1 - (d - 1) ** 2 / (n - 1)) / (d**2 * (n + 2))
        assert share == pytest.approx(said)
    assert mean_of_the_square(500, 1500) / (500**2 / 1500) ** 2 == pytest.approx(
        5 / 3 / 500, rel=3e-3
    )
    draw = np.random.default_rng(1)
    P = np.linalg.qr(draw.normal(size=(1500, 500))).Q[:500]
    A = sliced(P, np.ones(500))
    assert (A * A).sum() / A.trace() ** 2 == pytest.approx(5 / 3 / 500, rel=0.02)
