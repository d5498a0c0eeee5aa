"""Exact checks of theory/sharp/normalisations.py."""

from collections.abc import Iterator
from typing import Any

import mpmath
import numpy as np
from mpmath import mpf

from lemmata.theory.definitions import orthogonality_gap
from lemmata.theory.ledger import Kind
from lemmata.theory.numerics.backends import Array, sqrt
from lemmata.verify.cases import TIGHT, mpf_array, rotation
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes
from lemmata.verify.second_writings import second_writing


@exact("sharp:mean-subtraction", domain="d = 1 to 8, n = 2 to 5, large means and small ones")
@routes("BN of the differences", "rows centred, normalised and set against Q, entry by entry")
def centred_rows(run: Run) -> Cells:
    """sum_i b_i Q_ik, with b = (m - mean)/|m - mean|: the mean of the first k less the next."""
    for d, size, mean in ((1, 2, "0"), (3, 3, "1e6"), (8, 5, "-0.5"), (4, 4, "1e-20")):
        shift = mpf_array([[k * i % 3 for i in range(size)] for k in range(d)]) + mpmath.mpf(mean)
        M = rotation(max(d, size))[:d, :size] + shift
        seen = []
        for row in M:
            centre = mpmath.fsum(row) / size
            length = mpmath.sqrt(mpmath.fsum((v - centre) ** 2 for v in row))
            b = [(v - centre) / length for v in row]
            seen.append(
                [(mpmath.fsum(b[:k]) - k * b[k]) / mpmath.sqrt(k * (k + 1)) for k in range(1, size)]
            )
        yield Cell({"M": M}, np.array(seen), 1e-30, label=f"d = {d}, n = {size}, mean {mean}")


@exact("sharp:whitening", domain="projections of rank 1 to 5, n = 2 to 5")
@routes("the closed form", "V of r orthonormal rows in mpmath")
def gaps_of_projections(run: Run) -> Cells:
    """U_r V_r^T with U_r the first unit vectors: r rows of an orthogonal matrix."""
    for samples, size in ((2, 1), (3, 1), (3, 2), (5, 5)):
        H = rotation(samples)[:size]
        zeros = mpf_array(np.zeros((samples - size, samples)))
        padded = np.concatenate([H, zeros]) if size < samples else H
        value = mpmath.chop(orthogonality_gap(padded), 1e-40)
        given = {"r": mpmath.mpf(size), "n": mpmath.mpf(samples)}
        yield Cell(given, value, TIGHT, label=f"r = {size}, n = {samples}")


@exact("sharp:power-sums", domain="2 to 4 singular values, from 1e-9 to 8")
@routes("the bound", "the sum of squares, cubed, in mpmath")
def sums_of_examples(run: Run) -> Cells:
    for raw in (["0.6", "0.8"], [1, 1, 1], [1, 2, 4, 8], ["1e-9", 1]):
        values = mpf_array(raw)
        yield Cell({"s": values}, (values * values).sum() ** 3, TIGHT, label=f"s ~ {raw}")


def singular_values() -> Iterator[tuple[str, Array]]:
    """Singular values with sum of squares 1: equal, nearly equal, spread, one tiny."""
    for size in (1, 2, 3, 5):
        for label, raw in (
            ("equal", [1] * size),
            ("nearly equal", [1 + mpmath.mpf(i) / 10**9 for i in range(size)]),
            ("arithmetic", [i + 1 for i in range(size)]),
            ("one tiny", [mpmath.mpf(10) ** -9, *[1] * (size - 1)]),
        ):
            values = mpf_array(raw)
            yield f"{label}, n = {size}", values / sqrt((values * values).sum())


@exact("sharp:iterative-orthogonalisation")
@routes("V(H) from the singular values", "V(W H) of explicit matrices in mpmath")
@domain("d = 1 to 5, n = d and d + 2, equal to spread singular values")
def gap_after_orthogonalisation(run: Run) -> Cells:
    """W H formed as in eq. (6), from rotations U, V' and the first columns of a rotation V."""
    for label, values in singular_values():
        d = len(values)
        for samples in (d, d + 2):
            U, V = rotation(d, 1), rotation(samples, 2)[:, :d]
            H = (U * values) @ V.T
            W = (rotation(d, 3) / sqrt(values)) @ U.T / sqrt(values.sum())
            after = mpmath.chop(orthogonality_gap(W @ H), 1e-40)
            yield Cell(
                {"s": values, "n": samples}, after, 1e-20, label=f"{label}, {samples} samples"
            )


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
