"""Checks of theory/sharp/iterative_orthogonalisation.py: explicit matrices."""

from collections.abc import Iterator

import mpmath

from lemmata.theory.definitions import orthogonality_gap
from lemmata.theory.numerics.backends import Array, sqrt
from lemmata.verify.cases import mpf_array, rotation
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes


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
