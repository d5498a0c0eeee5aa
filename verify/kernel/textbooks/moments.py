"""Textbook theorems about the second moments of a Gram matrix: see ``facts``."""

from __future__ import annotations

import numpy as np

from theory import definitions
from theory.expressions.formal import Statement, natural
from theory.expressions.functions import mean, total
from theory.expressions.layers import DEVIATION, b, entry, i, r, share
from theory.expressions.nodes import Function, equal
from theory.expressions.vocabulary import GAUSSIAN, OF_NORM_ONE, H, W, d, gap, j, n, smallest
from verify.kernel.facts import Sides, fact
from verify.kernel.textbooks.layers import LEAST_MEAN, below, states


def _columns(random: np.random.Generator) -> Sides:
    """n = 2, over equally many angles: E b b^T is diagonal."""
    angle = np.linspace(0, 2 * np.pi, 400, endpoint=False)
    rows = np.stack([np.sqrt(0.8) * np.cos(angle), np.sqrt(0.2) * np.sin(angle)], -1)
    rows /= np.sqrt((rows**2).sum(-1, keepdims=True))
    mean_of = rows.T @ rows / len(rows)
    shares = (rows**2).mean(0)
    yield from zip((mean_of**2).sum(0), shares**2, strict=True)


@fact(
    "columns of E C",
    "E b_ri b_rj is p_j for i = j and else 0, being odd in a normal; so E C_ij, the rows having one"
    " law: the squares of column j sum to p_j^2.",
    "daneshmand2021, appendix B; the normal law is even", _columns,
)  # fmt: skip
def columns_of_the_mean(which: str) -> Statement:
    body, more = {"row": (b(r, i) * b(r, j), []), "C": (entry(i, j), natural(d))}[which]
    squares = total(mean(body, "W") ** 2, i, n)
    return Statement(frozenset([*OF_NORM_ONE, *more]), equal(squares, share(j) ** 2))


def _gaps(random: np.random.Generator) -> Sides:
    for _ in range(3):
        A = definitions.bn(random.standard_normal((4, 3))) / 2
        C = A.T @ A
        yield float(definitions.orthogonality_gap(A)) ** 2, float((C**2).sum() - 1 / 3)


@fact(
    "gap of a layer", "V(H')^2 = ||C - I/n||_F^2 = sum_ij C_ij^2 - 1/n, as tr C = 1.",
    "daneshmand2021, section 3: the definition", _gaps,
)  # fmt: skip
def gap_of_a_layer() -> Statement:
    squares = total(total(entry(i, j) ** 2, i, n), j, n)
    assumes = frozenset([*OF_NORM_ONE, *natural(d)])
    return Statement(assumes, equal(gap(GAUSSIAN.after) ** 2, squares - 1 / n))


rho = Function("rho", (W, H))
"""The largest modulus of an eigenvalue of C - E C."""


def _radii(random: np.random.Generator) -> Sides:
    for A, _ in states(random):
        for B, _ in states(random):
            if len(A.T) == len(B.T):
                apart = A.T @ A - B.T @ B  # of trace 0: both have norm 1
                one, two = (np.linalg.eigvalsh(M.T @ M)[0] for M in (A, B))
                radius, size = np.abs(np.linalg.eigvalsh(apart)).max() ** 2, len(A.T)
                yield below((one - two) ** 2, radius * (1 + 1e-12))
                yield below(size * radius, (size - 1) * (apart**2).sum() * (1 + 1e-12))


@fact(
    "Weyl and a trace of 0",
    "With rho the largest modulus of an eigenvalue of C - E C: |lambda_min(C) - lambda_min(E C)| <="
    " rho, and as C and E C have trace 1, n rho^2 <= (n - 1) ||C - E C||_F^2.",
    "Horn and Johnson, Matrix Analysis, 4.3.1; Wolkowicz and Styan 1980, theorem 2.1", _radii,
)  # fmt: skip
def weyl_and_a_trace(which: str) -> Statement:
    apart = smallest(GAUSSIAN.after) - (1 / n - LEAST_MEAN)
    said = {"Weyl": apart**2 <= rho**2, "trace": n * rho**2 <= (n - 1) * DEVIATION}
    return Statement(frozenset([*OF_NORM_ONE, *natural(d)]), said[which])
