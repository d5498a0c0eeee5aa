"""Checks of theory/sharp/sliced_orthogonalisation.py: explicit matrices."""

from collections.abc import Iterator

from lemmata.theory.definitions import orthogonality_gap
from lemmata.theory.numerics.backends import Array, sqrt
from lemmata.verify.cases import mpf_array, rotation
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes


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
