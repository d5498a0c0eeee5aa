"""Checks of theory/sharp/sliced_orthogonalisation.py: explicit matrices."""

from collections.abc import Iterator
from typing import Any

import mpmath
import numpy as np
from mpmath import mpf

from lemmata.theory.definitions import orthogonality_gap
from lemmata.theory.ledger import Kind
from lemmata.theory.numerics.backends import Array, sqrt
from lemmata.verify.cases import mpf_array, rotation
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes
from lemmata.verify.second_writings import second_writing


def frames() -> Iterator[tuple[str, Array]]:
    """V with orthonormal columns, n x d, of which the first d rows are more or less a rotation."""
    for d, n in ((1, 2), (2, 3), (2, 7), (3, 3), (3, 4), (3, 9)):
        yield f"d = {d}, n = {n}", rotation(n, 2)[:, :d]
    yield "a slice of rank one, d = 2, n = 3", mpf_array([["0.6", 0], ["0.8", 0], [0, 1]])
    halves = mpf_array([[1, 1], [1, -1], [1, 1], [1, -1]]) / 2
    yield "a slice that is 1/sqrt(2) of a rotation, d = 2, n = 4", halves


@exact("sharp:sliced-orthogonalisation")
@routes("the d x d matrix P S P^T", "W of eq. (6) and W H formed, V of its n x n Gram matrix")
@domain("d = 1 to 3, n = d to 9, equal and spread singular values, slices of full rank and of one")
def gap_of_explicit_matrices(run: Run) -> Cells:
    for where, V in frames():
        n, d = V.shape
        for label, s in (
            ("equal", mpf_array([1] * d)),
            ("spread", mpf_array([k * k + 1 for k in range(d)])),
        ):
            if n == d and label == "equal":
                continue  # 0 on both sides, but for rounding
            U, P = rotation(d, 1), V[:d]
            W = (P / sqrt(s)) @ U.T / sqrt(s.sum())
            after = orthogonality_gap(W @ ((U * s) @ V.T))
            yield Cell({"P": P, "s": s, "n": n}, after, 1e-20, label=f"{label}, {where}")


@second_writing(
    "sharp:sliced-orthogonalisation",
    Kind.IDENTITY,
    lambda: [
        {
            "P": np.array([[mpf(2) / 3, mpf(1) / 3], [mpf(-1) / 5, mpf(1) / 2]]),
            "s": np.array([mpf(1), mpf(k)]),
            "n": n,
        }
        for k, n in ((1, 3), (4, 7))
    ],
)
def sliced_gap_again(P: Any, s: Any, n: int) -> Any:
    """V(W H) from the squared singular values of P S^(1/2), P the first d = 2 rows of V.

    sqrt(sum_i (q_i - 1/n)^2 + (n-2)/n^2), q the roots of x^2 - x + det/tr^2.
    """
    A = [[sum(P[i][k] * s[k] * P[j][k] for k in (0, 1)) for j in (0, 1)] for i in (0, 1)]
    trace, det = A[0][0] + A[1][1], A[0][0] * A[1][1] - A[0][1] * A[1][0]
    apart = mpmath.sqrt(1 - 4 * det / trace**2)
    shares = (1 + apart) / 2, (1 - apart) / 2
    return mpmath.sqrt(sum((q - mpf(1) / n) ** 2 for q in shares) + mpf(n - 2) / n**2)
