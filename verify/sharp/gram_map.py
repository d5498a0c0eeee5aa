"""Checks of theory/sharp/gram_map.py: near isometry, known spectra, a layer sampled."""

from typing import Any

import mpmath
import numpy as np
from mpmath import mpf

from lemmata.theory.ledger import Kind
from lemmata.verify.cases import mpf_array
from lemmata.verify.chains.gaussian_cells import SHARES_OF_ROWS, row_share_cells
from lemmata.verify.chains.limit import share_cells
from lemmata.verify.registry import Cell, Cells, Run, exact, routes, sampled
from lemmata.verify.second_writings import second_writing


@exact("sharp:gram-map", domain="deviations of 1e-15 from 1/n, n = 2, 3, 10")
@routes("trapezoidal quadrature in log t", "the linearised map")
def contraction_near_isometry(run: Run) -> Cells:
    """Deviations of 1e-15 contract by n/(n+2); the next term is 1e-30."""
    for n in (2, 3, 10):
        e = mpf_array([mpmath.mpf(2 * k - n + 1) / 10**15 for k in range(n)])
        mean = mpmath.mpf(1) / n
        yield Cell({"q": mean + e}, mean + e * n / (n + 2), 1e-27, label=f"n = {n}")


@exact("sharp:gram-map", domain="two-level spectra, n = 2 and 3")
@routes("trapezoidal quadrature in log t", "the closed form at n = 2, 2F1 in mpmath")
def shares_of_two_levels(run: Run) -> Cells:
    return share_cells()


@sampled("sharp:gram-map", **SHARES_OF_ROWS)
def sampled_shares_of_rows(run: Run) -> Cells:
    return row_share_cells(run)


@second_writing(
    "sharp:gram-map",
    Kind.IDENTITY,
    lambda: [{"q": np.array([mpf(q), 1 - mpf(q)])} for q in ("0.5", "0.8", "0.03")],
)
def shares_of_two_again(q: Any) -> Any:
    """n = 2: E a cos^2/(a cos^2 + b sin^2) = sqrt(a)/(sqrt(a) + sqrt(b))."""
    a, b = mpmath.sqrt(q[0]), mpmath.sqrt(q[1])
    return [a / (a + b), b / (a + b)]
