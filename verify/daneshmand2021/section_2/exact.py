"""Exact checks of theory/daneshmand2021/section_2.py."""

from itertools import islice
from typing import Any

import mpmath
import numpy as np

from lemmata.theory.definitions import bn
from lemmata.theory.ledger import Kind
from lemmata.theory.numerics.backends import sqrt
from lemmata.verify.cases import TIGHT, square_matrices
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes
from lemmata.verify.second_writings import grid, second_writing


@exact("daneshmand2021:eq-1-frobenius", domain="three matrices, d = 3, n = 2")
@routes("one", "BN and the norm in mpmath")
def rows_add_up(run: Run) -> Cells:
    for label, X in islice(square_matrices(3), 3):
        M = X[:, :2] + 1  # no zero row
        norm = sqrt(((bn(M) / sqrt(mpmath.mpf(3))) ** 2).sum())
        yield Cell({"M": M}, norm, TIGHT, label=f"{label}, d = 3, n = 2")


@exact("daneshmand2021:remark-independence")
@routes("n", "eigenvalues of the Gram matrix above 1e-30 of the largest, in mpmath")
@domain("n = 2, 3, 4, d = n and n + 2, far below n^2 at n = 4; three layers of Gaussian weights")
def rank_after_three_layers(run: Run) -> Cells:
    """numpy draws the weights at a fixed seed; 50 digits leave no doubt of what is 0."""
    for n, d in ((2, 2), (3, 3), (3, 5), (4, 4), (4, 6)):
        weights = np.random.default_rng(0).standard_normal((3, d, d))
        H = np.array([[mpmath.mpf(int(i == j)) for j in range(n)] for i in range(d)])
        for W in weights:
            H = bn(np.array([[mpmath.mpf(w) for w in row] for row in W.tolist()]) @ H)
        values = mpmath.eigsy(mpmath.matrix((H.T @ H).tolist()), eigvals_only=True)
        kept = sum(1 for v in values if v > max(values) * mpmath.mpf(10) ** -30)
        yield Cell({"n": n, "d": d}, kept, label=f"n = {n}, d = {d}, layer 3")


@second_writing(
    "daneshmand2021:remark-independence", Kind.IDENTITY, grid(n=[2, 3, 7], d=[7, 8, 30])
)
def rank_again(n: int, d: int) -> Any:
    """min(n, d) for every d >= n."""
    return min(n, d)
