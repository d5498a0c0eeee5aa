"""Checks of theory/daneshmand2021/appendix_f.py in high precision."""

from __future__ import annotations

from collections.abc import Iterator

import mpmath

from theory.backends import Array, sqrt
from theory.definitions import orthogonality_gap
from theory.ledger import Cell, Evidence, Method
from verify.cases import TIGHT, mpf_array, rotation
from verify.registry import Run, check


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


@check("daneshmand2021:appendix-F")
def gap_after_orthogonalisation(run: Run) -> Evidence:
    """W H formed as in eq. (6), from rotations U, V and V' = V."""
    cells = []
    for label, s in singular_values():
        n = len(s)
        U, V = rotation(n, 1), rotation(n, 2)
        H = (U * s) @ V.T
        W = (V / sqrt(s)) @ U.T / sqrt(s.sum())
        after = mpmath.chop(orthogonality_gap(W @ H), 1e-40)
        cells.append(Cell({"s": s}, after, 1e-20, label=label))
    return Evidence(
        Method.ADVERSARIAL,
        ("V(H) from the singular values", "V(W H) of explicit matrices in mpmath"),
        "square H, n = 1 to 5, equal to spread singular values",
        cells,
    )


@check("daneshmand2021:appendix-F-step")
def third_against_fourth_powers(run: Run) -> Evidence:
    cells = [
        Cell({"s": s}, s.sum() ** 2 * (s**3).sum() ** 2, TIGHT, label=label)
        for label, s in singular_values()
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("fourth powers", "third powers in mpmath"),
        "sum of squares 1, n = 1 to 5",
        cells,
    )
