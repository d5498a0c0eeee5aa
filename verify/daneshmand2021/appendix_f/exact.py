"""The check of theory/daneshmand2021/appendix_f.py in rational numbers."""

from __future__ import annotations

from collections.abc import Iterator

import flint
import numpy as np
from numpy.typing import NDArray

from theory.ledger import Cell
from theory.numerics.backends import sqrt
from verify.cases import mpf_array
from verify.registry import Run, exact


def squared_gap(H: NDArray[np.int64]) -> flint.fmpq:
    """V(H)^2 = tr(K^2)/tr(K)^2 - 1/n with K = H^T H, exactly."""
    K = H.T @ H
    return flint.fmpq(int((K * K).sum()), int(K.trace()) ** 2) - flint.fmpq(1, len(K))


@exact(
    "daneshmand2021:appendix-F",
    routes=("whether V(H) > 0", "both gaps of explicit matrices in rational numbers"),
    domain="four matrices, two of them with equal singular values and n > d",
    witness={"H": [[1, 1]], "W": [[1]], "V(W H) = V(H)": "sqrt(1/2)"},
)
def gaps_of_explicit_matrices(run: Run) -> Iterator[Cell]:
    """W H formed as in eq. (6), up to a factor, which V does not see; the rows are orthogonal."""
    for label, rows, roots in (
        ("H = (1 1)", [[1, 1]], [1]),
        ("two unit rows, n = 3", [[1, 0, 0], [0, 1, 0]], [1, 1]),
        ("diag(1, 4)", [[1, 0], [0, 4]], [2, 1]),
        ("rows of norms 1 and 4, n = 3", [[1, 0, 0], [0, 4, 0]], [2, 1]),
    ):
        H, W = np.array(rows), np.diag(roots)
        s = sqrt(mpf_array((H * H).sum(-1)))
        falls = squared_gap(W @ H) < squared_gap(H)
        yield Cell({"s": s, "n": H.shape[-1]}, int(falls), label=label)
