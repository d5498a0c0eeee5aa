"""Matrices at which the tests compare, and their gap and deviation literally, in mpmath."""

from typing import Any

import mpmath
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
DETERMINANT = "-log det(X^T X / mean) / n, determinant by LU elimination"


def noise(*shape: int, seed: int = 0) -> Floats:
    return np.random.default_rng(seed).standard_normal(shape)


def rotation(n: int, seed: int = 0) -> Floats:
    Q: Floats = np.linalg.qr(noise(n, n, seed=seed))[0]
    return Q


def _normalised_gram(X: Any) -> Any:
    """X^T X / mean, mean = tr(X^T X)/n, at the working precision."""
    A = mpmath.matrix(X.tolist())
    gram, n = A.T * A, X.shape[1]
    return gram / (sum(gram[i, i] for i in range(n)) / n)


def determinant_gap(X: Any) -> Any:
    """-log of det(X^T X)^(1/n) / (tr/n), literally."""
    return -mpmath.log(mpmath.det(_normalised_gram(X))) / X.shape[1]


def deviation_matrix(X: Any) -> Any:
    """E = X^T X / mean - I."""
    return _normalised_gram(X) - mpmath.eye(X.shape[1])


def deviation_entries(X: Any) -> list[Any]:
    return list(deviation_matrix(X))
