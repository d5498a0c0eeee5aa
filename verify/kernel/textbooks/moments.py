"""Textbook theorems about the second and fourth moments of a Gram matrix: see ``facts``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from theory import definitions
from theory.expressions.formal import Statement, natural
from theory.expressions.functions import mean, total
from theory.expressions.layers import DEVIATION, b, entry, i, r, scatter, share
from theory.expressions.nodes import Function, equal
from theory.expressions.partial import delta
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
    yield from zip(mean_of.flat, np.diag(shares).flat, strict=True)


@fact(
    "columns of E C",
    "E b_ri b_rj is p_j for i = j and else 0, being odd in a normal; so E C_ij, the rows having one"
    " law: the squares of column j sum to p_j^2.",
    "daneshmand2021, appendix B; the normal law is even", _columns,
)  # fmt: skip
def columns_of_the_mean(which: str) -> Statement:
    body, more = (b(r, i) * b(r, j), []) if which == "row" else (entry(i, j), natural(d))
    column = equal(total(mean(body, "W") ** 2, i, n), share(j) ** 2)
    said = {
        "row": column,
        "C": column,
        "entries": equal(mean(body, "W"), delta(i, j) * share(j)),
    }
    if which == "entries":
        more = [*more, *natural(i), i <= n, *natural(j), j <= n]
    return Statement(frozenset([*OF_NORM_ONE, *more]), said[which])


def _gaps(random: np.random.Generator) -> Sides:
    for _ in range(3):
        A = definitions.bn(random.standard_normal((4, 3))) / 2
        C = A.T @ A
        yield float(definitions.orthogonality_gap(A)) ** 2, float((C**2).sum() - 1 / 3)
        yield float(np.trace(C)), 1.0


@fact(
    "gap of a layer", "tr C = 1, so that V(H')^2 = ||C - I/n||_F^2 = sum_ij C_ij^2 - 1/n.",
    "daneshmand2021, eq. (1), section 3: the definition", _gaps,
)  # fmt: skip
def gap_of_a_layer(which: str = "square") -> Statement:
    squares = total(total(entry(i, j) ** 2, i, n), j, n)
    said = {
        "trace": equal(total(entry(j, j), j, n), 1),
        "square": equal(gap(GAUSSIAN.after) ** 2, squares - 1 / n),
    }
    return Statement(frozenset([*OF_NORM_ONE, *natural(d)]), said[which])


def outcomes(odds: np.ndarray, width: int) -> Iterator[tuple[float, list[int]]]:
    """What ``width`` independent rows can be, each one of a few, and with which probability."""
    for drawn in product(range(len(odds)), repeat=width):
        yield float(odds[list(drawn)].prod()), list(drawn)


def _fourth_moments(random: np.random.Generator) -> Sides:
    """d rows, each one of a few unit vectors with probabilities, one law nearly certain."""
    narrow = np.array([[0.6, 0.8], [0.6, -0.8], [1.0, 0.0]]), np.array([0.25, 0.25, 0.5])
    rare = np.array([[1.0, 0.0, 0.0], [0.0, 0.6, 0.8]]), np.array([0.99, 0.01])
    for rows, odds in (narrow, rare):
        outer = np.einsum("ki,kj->kij", rows, rows)
        centred = outer - np.einsum("k,kij->ij", odds, outer)
        one = (centred**2).sum((1, 2))
        square, fourth = (odds * one).sum(), (odds * one**2).sum()
        for width in (1, 2, 4):
            whole = sum(
                chance * ((centred[drawn].sum(0) / width) ** 2).sum() ** 2
                for chance, drawn in outcomes(odds, width)
            )
            bound = (width * fourth + 3 * (width * square) ** 2) / width**4
            yield below(whole, bound)
            exact = width * fourth + width * (width - 1) * square**2
            inner = np.einsum("aij,bij->ab", centred, centred) ** 2
            exact += 2 * width * (width - 1) * (odds @ inner @ odds)
            yield float(whole), float(exact / width**4)


@fact(
    "fourth moments of independent rows",
    "The rows of BN(W H) are independent. With X_r = b_r b_r^T - E b_r b_r^T, E||sum_r X_r||^4 ="
    " sum_r E||X_r||^4 + sum_(r != s) (E||X_r||^2 E||X_s||^2 + 2 E<X_r, X_s>^2), all else having"
    " mean 0, so that E||C - E C||_F^4 <= (1/d^4) (sum_r E||X_r||^4 + 3 (sum_r E||X_r||^2)^2).",
    "Rosenthal's inequality (1970) for the fourth power, expanded; the rows of W are independent",
    _fourth_moments,
)  # fmt: skip
def fourth_moments_of_rows() -> Statement:
    one = scatter(b(r, i) * b(r, j))
    squares, fourths = (total(mean(x, "W"), r, d) for x in (one, one**2))
    bound = (fourths + 3 * squares**2) / d**4
    return Statement(frozenset([*OF_NORM_ONE, *natural(d)]), mean(DEVIATION**2, "W") <= bound)


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
