"""Checks of theory/sharp/iterative_orthogonalisation.py: explicit matrices, and the proof."""

from collections.abc import Iterator
from typing import Any

import mpmath

from theory.definitions import orthogonality_gap
from theory.numerics.backends import Array, sqrt
from verify.cases import mpf_array, rotation
from verify.proofs.orthogonality import hoelder_by_two_squares
from verify.proofs.prover import Reduction, argument, proved
from verify.registry import Cell, Cells, Run, domain, exact, routes


def singular_values() -> Iterator[tuple[str, Array]]:
    """Singular values with sum of squares 1: equal, nearly equal, spread, one tiny."""
    for n in (1, 2, 3, 5):
        for label, raw in (
            ("equal", [1] * n),
            ("nearly equal", [1 + mpmath.mpf(k) / 10**9 for k in range(n)]),
            ("arithmetic", [k + 1 for k in range(n)]),
            ("one tiny", [mpmath.mpf(10) ** -9, *[1] * (n - 1)]),
        ):
            s = mpf_array(raw)
            yield f"{label}, n = {n}", s / sqrt((s * s).sum())


@exact("sharp:iterative-orthogonalisation")
@routes("V(H) from the singular values", "V(W H) of explicit matrices in mpmath")
@domain("d = 1 to 5, n = d and d + 2, equal to spread singular values")
def gap_after_orthogonalisation(run: Run) -> Cells:
    """W H formed as in eq. (6), from rotations U, V' and the first columns of a rotation V."""
    for label, s in singular_values():
        d = len(s)
        for n in (d, d + 2):
            U, V = rotation(d, 1), rotation(n, 2)[:, :d]
            H = (U * s) @ V.T
            W = (rotation(d, 3) / sqrt(s)) @ U.T / sqrt(s.sum())
            after = mpmath.chop(orthogonality_gap(W @ H), 1e-40)
            yield Cell({"s": s, "n": n}, after, 1e-20, label=f"{label}, {n} samples")


def _gap(shares: Array, n: int) -> Any:
    """V^2 = sum q^2 - 1/n."""
    return mpmath.sqrt((shares * shares).sum() - mpmath.mpf(1) / n)


@proved("sharp:iterative-orthogonalisation", domain="every H of rank d, every n >= d")
@argument("power sums: Cauchy and Schwarz twice, each a sum of squares over pairs")
def power_sums(run: Run) -> Reduction:
    cells = []
    for raw in ([1, 2], [1, 1, 2], [1, 3, 3, 9], ["1e-6", 1, 1]):
        s = mpf_array(raw)
        for n in (len(s), 2 * len(s)):
            after = _gap(s / s.sum(), n)
            cells.append(Cell({"s": s, "n": n}, after, 1e-35, label=f"s ~ {raw}, n = {n}"))
    return Reduction(lambda s, n: _gap(s * s / (s * s).sum(), n), [hoelder_by_two_squares()], cells)
