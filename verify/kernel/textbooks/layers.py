"""Textbook theorems about one layer of daneshmand2021, eq. (1): see ``facts``.

An inequality is sampled by ``below``: both sides are equal where it holds.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from theory import definitions
from theory.expressions.changing import free
from theory.expressions.formal import Statement, natural
from theory.expressions.functions import mean, sqrt, total
from theory.expressions.layers import (
    DEVIATION,
    NOT_NEGATIVE,
    ROW,
    SUM_ONE,
    b,
    g,
    i,
    q,
    r,
    scatter,
    share,
)
from theory.expressions.nodes import Expr, Function, Operand, Variable, equal
from theory.expressions.symbols import squared_row
from theory.expressions.vocabulary import (
    GAUSSIAN,
    OF_NORM_ONE,
    WIDE,
    H,
    d,
    gap,
    j,
    k,
    n,
    norm,
    smallest,
)
from verify.kernel.facts import Sides, fact


def below(lhs: Any, rhs: Any) -> tuple[float, float]:
    """Two sides that are equal where lhs <= rhs."""
    return float(lhs), float(min(lhs, rhs))


def states(random: np.random.Generator) -> Any:
    """Matrices of norm 1, and the eigenvalues of H^T H, the least last."""
    for rows, columns in ((2, 2), (5, 3), (4, 4)):
        A = random.standard_normal((rows, columns))
        A /= np.sqrt((A**2).sum())
        yield A, np.linalg.eigvalsh(A.T @ A)[::-1]


def _norms(random: np.random.Generator) -> Sides:
    for A, values in states(random):
        yield float(np.linalg.norm(A)), float(np.sqrt((A**2).sum(1).sum()))
        yield float(np.linalg.norm(A)), float(np.sqrt(values.sum()))


@fact(
    "Frobenius norm", "||A||_F is the root of the sum of the squared norms of the d rows.",
    "the definition", _norms,
)  # fmt: skip
def frobenius_norm(A: Expr) -> Statement:
    return Statement(frozenset(natural(d)), equal(norm(A), sqrt(total(squared_row(A, j), j, d))))


def _multiples(random: np.random.Generator) -> Sides:
    for A, _ in states(random):
        yield from zip(((3 * A) ** 2).sum(1), 9 * (A**2).sum(1), strict=True)


@fact(
    "rows of a multiple", "||(c A)_j||^2 = c^2 ||A_j||^2.",
    "homogeneity of the norm", _multiples,
)  # fmt: skip
def rows_of_a_multiple(A: Expr, c: Expr) -> Statement:
    if not free(c) <= {d, n}:
        raise ValueError(f"{c} is not known to be a number: {A} times a matrix is no multiple")
    return Statement(frozenset(), equal(squared_row(A * c, j), c**2 * squared_row(A, j)))


def _spectra(random: np.random.Generator) -> Sides:
    for A, values in states(random):
        yield 1.0, float(values.sum())
        yield from (below(0, v) for v in values)
        yield from (below(values[-1], v) for v in values)
        deviations = ((values - 1 / len(values)) ** 2).sum()
        yield float(definitions.orthogonality_gap(A)), float(np.sqrt(deviations))


@fact(
    "spectrum of a Gram matrix",
    "The eigenvalues q_1..q_n of H^T H, ||H||_F = 1: not negative, of sum 1, the least is"
    " q_n = 1/n - Vhat(H), and V(H) = ||H^T H - I/n||_F is the root of sum (q_k - 1/n)^2.",
    "Horn and Johnson, Matrix Analysis, 4.1.5 and 2.5.4; daneshmand2021, section 3: definitions",
    _spectra,
)  # fmt: skip
def spectrum_of_a_gram_matrix(which: str) -> Statement:
    said = {
        "sum": equal(total(q(k), k, n), 1),
        "not negative": 0 <= q(k),
        "least": q(n) <= q(k),
        "Vhat": equal(q(n), 1 / n - smallest(H)),
        "V": equal(gap(H), sqrt(total((q(k) - 1 / n) ** 2, k, n))),
    }
    return Statement(frozenset(OF_NORM_ONE), said[which])


def _rows_of_wh(random: np.random.Generator) -> Sides:
    for _, values in states(random):
        normals = random.standard_normal(len(values))
        yield below(1e-300, (values * normals**2).sum())


@fact(
    "rows are not zero",
    "sum_i q_i g_i^2 > 0 for q_i >= 0 of sum 1, but where some g_i is 0, which has probability 0.",
    "a normal law has a density", _rows_of_wh,
)  # fmt: skip
def rows_are_not_zero() -> Statement:
    return Statement(frozenset([*natural(n), NOT_NEGATIVE, SUM_ONE]), 0 < ROW)


def _unit_rows(random: np.random.Generator) -> Sides:
    for A, _ in states(random):
        yield from ((float((line**2).sum()), 1.0) for line in definitions.bn(A))


@fact(
    "rows of a layer", "b_r1..b_rn, a row of BN(W H) in the right singular basis of H, is a unit"
    " vector.", "daneshmand2021, eq. (1); rotations keep lengths", _unit_rows,
)  # fmt: skip
def rows_of_a_layer() -> Statement:
    return Statement(frozenset(OF_NORM_ONE), equal(total(b(r, i) ** 2, i, n), 1))


def _variances(random: np.random.Generator) -> Sides:
    """Three independent rows, each one of three unit vectors, with probabilities 1/4, 1/4, 1/2."""
    rows, odds = np.array([[0.6, 0.8], [0.6, -0.8], [1.0, 0.0]]), np.array([0.25, 0.25, 0.5])
    outer = np.einsum("ki,kj->kij", rows, rows)
    centred = outer - np.einsum("k,kij->ij", odds, outer)
    one = (odds * (centred**2).sum((1, 2))).sum()
    whole = sum(
        odds[list(three)].prod() * ((centred[list(three)].sum(0) / 3) ** 2).sum()
        for three in product(range(3), repeat=3)
    )
    yield float(whole), float(3 * one / 9)


@fact(
    "independent rows",
    "The rows of BN(W H) are independent, so that the variances of the b_r b_r^T add up:"
    " E||C - E C||_F^2 = (1/d^2) sum_r E||b_r b_r^T - E b_r b_r^T||_F^2.",
    "Bienayme; the rows of W are independent", _variances,
)  # fmt: skip
def independent_rows() -> Statement:
    assumes = frozenset([*OF_NORM_ONE, *natural(d)])
    each = mean(scatter(b(r, i) * b(r, j)), "W")
    return Statement(assumes, equal(mean(DEVIATION, "W"), total(each, r, d) / d**2))


def exchanged(k: Operand) -> Expr:
    """sum_i q_i g_i^2 after g_k and g_n have changed places."""
    return ROW - (q(k) - q(n)) * (g(k) ** 2 - g(n) ** 2)


def _exchanges(random: np.random.Generator) -> Sides:
    """n = 2, by the trapezoidal rule over the angle, and that the exchanged sum is one."""
    angle = np.linspace(0, 2 * np.pi, 400, endpoint=False)
    c, s = np.cos(angle) ** 2, np.sin(angle) ** 2
    for one, two in ((0.9, 0.1), (0.6, 0.4)):
        row = one * c + two * s
        swapped = row - (one - two) * (c - s)
        yield float((two * s / row).mean()), float((two * c / swapped).mean())
        yield float(abs(swapped - (one * s + two * c)).max()), 0.0


@fact(
    "exchange of two normals",
    "The law of independent standard normals is kept where g_k and g_n change places; the sum"
    " q_i g_i^2 becomes x - (q_k - q_n)(g_k^2 - g_n^2), and is not zero either.",
    "identically distributed and independent", _exchanges,
)  # fmt: skip
def exchange_of_two_normals(which: str) -> Statement:
    said = {
        "mean": equal(share(n), mean(q(n) * g(k) ** 2 / exchanged(k), "g")),
        "positive": 0 < exchanged(k),
    }
    within = [*natural(n), NOT_NEGATIVE, SUM_ONE, *natural(k), k <= n]
    return Statement(frozenset(within), said[which])


LEAST_MEAN = Function("lambda_min", (Function("EC", (H,)),))
"""lambda_min(E C); E C = E b_r b_r^T is the same for every row and at every width."""
eta = Variable("eta")
"""The entries of a unit eigenvector to it."""


def _diagonal(random: np.random.Generator) -> Sides:
    for _, values in states(random):
        lowest, vectors = np.linalg.eigh(np.diag(values))
        yield float(lowest[0]), float((values * vectors[:, 0] ** 2).sum())
        yield 1.0, float((vectors[:, 0] ** 2).sum())
        yield from (below(lowest[0], v) for v in values)


@fact(
    "mean of C",
    "E C = diag(p_k) in the right singular basis of H, the other entries being odd in a normal;"
    " its least eigenvalue is sum_k p_k eta_k^2 for a unit vector eta, and at most each p_k.",
    "daneshmand2021, appendix B; Horn and Johnson, Matrix Analysis, 4.2.2 (Rayleigh)", _diagonal,
)  # fmt: skip
def mean_of_c(which: str) -> Statement:
    said = {
        "eigenvector": equal(LEAST_MEAN, total(share(k) * eta(k) ** 2, k, n)),
        "unit": equal(total(eta(k) ** 2, k, n), 1),
        "entry": LEAST_MEAN <= share(n),
    }
    return Statement(frozenset(OF_NORM_ONE), said[which])


def _perturbed(random: np.random.Generator) -> Sides:
    for A, _ in states(random):
        for B, _ in states(random):
            if len(A.T) == len(B.T):
                one, two = (np.linalg.eigvalsh(M.T @ M)[0] for M in (A, B))
                yield below((one - two) ** 2, ((A.T @ A - B.T @ B) ** 2).sum())


@fact(
    "Weyl",
    "|lambda_min(C) - lambda_min(E C)| <= ||C - E C||_F, with lambda_min(C) = 1/n - Vhat(H').",
    "Horn and Johnson, Matrix Analysis, 4.3.1 and 5.6.9", _perturbed,
)  # fmt: skip
def weyl() -> Statement:
    apart = smallest(GAUSSIAN.after) - (1 / n - LEAST_MEAN)
    return Statement(frozenset([*OF_NORM_ONE, *natural(d)]), apart**2 <= DEVIATION)


def _in_the_limit(random: np.random.Generator) -> Sides:
    """n = 2, q = 4/5 and 1/5, over all angles: p_1/p_2 is the root of q_1/q_2, so p_2 = 1/3."""
    angle = np.linspace(0, 2 * np.pi, 400, endpoint=False)
    rows = definitions.bn(np.stack([2 * np.cos(angle), np.sin(angle)], -1)) / 20
    yield float(np.linalg.eigvalsh(rows.T @ rows)[0]), 1 / 3
    yield float(definitions.orthogonality_gap(rows)), (2 * (1 / 3 - 1 / 2) ** 2) ** 0.5


@fact(
    "layer at d = inf",
    "In the limit of width C is its mean, diag(p_k): Vhat(H') = 1/n - lambda_min(E C), and"
    " V(H') is the root of sum_k (p_k - 1/n)^2.",
    "the law of large numbers over the rows; lambda_min and V are continuous", _in_the_limit,
)  # fmt: skip
def layer_in_the_limit(which: str = "least") -> Statement:
    gap_of_it = equal(gap(WIDE.after), sqrt(total((share(k) - 1 / n) ** 2, k, n)))
    said = {"least": equal(smallest(WIDE.after), 1 / n - LEAST_MEAN), "gap": gap_of_it}
    return Statement(frozenset(OF_NORM_ONE), said[which])


@fact(
    "next layer at d = inf", "H_(l+1) is the limit layer of H_l: no randomness is left.",
    "daneshmand2021, eq. (1), d = inf: the definition", _in_the_limit,
)  # fmt: skip
def next_layer_in_the_limit(at: Expr) -> Statement:
    after = Function("limit", (WIDE.at(at),))
    return Statement(frozenset([0 <= at]), equal(smallest(WIDE.at(at + 1)), smallest(after)))
