"""Checks of theory/daneshmand2021/appendix_f.py in high precision."""

from __future__ import annotations

from collections.abc import Iterator

import flint
import mpmath
import numpy as np
from numpy.typing import NDArray

from theory.ledger import Cell, Evidence, Method
from theory.numerics.backends import Array, sqrt
from verify.cases import TIGHT, mpf_array
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


def squared_gap(H: NDArray[np.int64]) -> flint.fmpq:
    """V(H)^2 = tr(K^2)/tr(K)^2 - 1/n with K = H^T H, exactly."""
    K = H.T @ H
    return flint.fmpq(int((K * K).sum()), int(K.trace()) ** 2) - flint.fmpq(1, len(K))


@check("daneshmand2021:appendix-F")
def gaps_of_explicit_matrices(run: Run) -> Evidence:
    """W H formed as in eq. (6), up to a factor, which V does not see; the rows are orthogonal."""
    cells = []
    for label, rows, roots in (
        ("H = (1 1)", [[1, 1]], [1]),
        ("two unit rows, n = 3", [[1, 0, 0], [0, 1, 0]], [1, 1]),
        ("diag(1, 4)", [[1, 0], [0, 4]], [2, 1]),
        ("rows of norms 1 and 4, n = 3", [[1, 0, 0], [0, 4, 0]], [2, 1]),
    ):
        H, W = np.array(rows), np.diag(roots)
        s = sqrt(mpf_array((H * H).sum(-1)))
        falls = squared_gap(W @ H) < squared_gap(H)
        cells.append(Cell({"s": s, "n": H.shape[-1]}, int(falls), label=label))
    return Evidence(
        Method.ADVERSARIAL,
        ("whether V(H) > 0", "both gaps of explicit matrices in rational numbers"),
        "four matrices, two of them with equal singular values and n > d",
        cells,
        witness={"H": [[1, 1]], "W": [[1]], "V(W H) = V(H)": "sqrt(1/2)"},
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
