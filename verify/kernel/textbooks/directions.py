"""Textbook theorems about one more sample beside those of H, and about determinants of normals.

R = W H has the rows r_j = K^(1/2) z_j, z_j ~ N(0, I_n), K = H^T H, and D = diag(1/||r_j||^2). The
new sample's squared distance from the others' span is multiplied by (B N)^T M (B N),
M = (1/d) D^(1/2) (I - P) D^(1/2), which has d - n eigenvalues kappa_i that are not 0, and B an
eigenbasis of it. With N for B N, of the same law given W, the direction of what counts of N would
depend on W, which s does not. Logarithms of what has a density are not bounded; they are
integrable, so that their means are linear as well.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import digamma

from theory import definitions
from theory.expressions.formal import Statement, natural
from theory.expressions.functions import log, mean, total
from theory.expressions.layers import (
    GROWTH,
    INDEPENDENT,
    ROW,
    Q,
    R,
    g,
    i,
    o,
    q,
    r,
    s,
)
from theory.expressions.nodes import Expr, Function, Hypothesis, Operand, Variable, equal, term
from theory.expressions.symbols import det, log_det, squared_row
from theory.expressions.vocabulary import GAUSSIAN, OF_NORM_ONE, H, W, d, k, n, phi
from verify.kernel.facts import Sides, fact
from verify.kernel.textbooks.layers import below, states

kappa = Variable("kappa", random="W")
ROWS, NORMALS = (Function(name, (W, H)) for name in ("R", "Z"))
"""W H, and the d x n normals of which it is Z K^(1/2)."""
FULL: list[Hypothesis] = [*OF_NORM_ONE, *natural(d), 0 < det(H), n < d]
x = Variable("x")


def chi(degrees: Operand) -> Expr:
    """E log of a chi-square variable, digamma(k/2) + log 2."""
    return Function("chi", (term(degrees),))


def drawn(random: np.random.Generator) -> Any:
    """H, R = Z K^(1/2), D^(-1), the next H, and M; also of one sample, and for d = n + 1."""
    for shape in ((5, 3), (4, 1), (3, 2)):
        A = random.standard_normal(shape)
        A /= np.sqrt((A**2).sum())
        values, U = np.linalg.eigh(A.T @ A)
        Z = random.standard_normal(A.shape)
        rows = Z @ (U * values**0.5) @ U.T
        after = definitions.bn(rows) / len(A) ** 0.5
        basis = np.linalg.qr(after)[0]
        outside = np.eye(len(A)) - basis @ basis.T
        lengths = (rows**2).sum(1)
        yield A, Z, rows, lengths, after, outside / np.sqrt(np.outer(lengths, lengths)) / len(A)


def _directions(random: np.random.Generator) -> Sides:
    for A, _, _, lengths, after, M in drawn(random):
        values, B = np.linalg.eigh(M)
        N = random.standard_normal(len(A))
        v = B @ N / lengths**0.5
        left = v - after @ np.linalg.lstsq(after, v, rcond=None)[0]
        yield float((left**2).sum() / len(A)), float((values * N**2).sum())
        own = N[len(A.T) :]  # the first n eigenvalues are 0
        length = (own**2).sum() ** 0.5
        yield (
            float((left**2).sum() / len(A)),
            float(length**2 * (values[len(A.T) :] * (own / length) ** 2).sum()),
        )
        yield from (below(1e-300, v) for v in values[len(A.T) :])


@fact(
    "a new sample",
    "The squared distance of a new sample from the span of the others is multiplied by a sum of"
    " kappa_i N_i^2 over the d - n eigenvalues kappa_i > 0 of M, which is not 0, N the sample's"
    " normals in an eigenbasis of M; these d - n have the length Q > 0 and a direction s_1i, a row"
    " of a Haar matrix, and E log Q^2 is that of a chi-square variable.",
    "spectral theorem; Muirhead, Aspects of Multivariate Statistical Theory, theorem 1.5.6",
    _directions,
)  # fmt: skip
def a_new_sample(which: str) -> Statement:
    form = total(kappa(i) * s(1, i) ** 2, i, d - n)
    said = {
        "growth": equal(GROWTH, Q**2 * form),
        "eigenvalues": 0 < kappa(i),
        "not zero": 0 < form,
        "unit": equal(total(s(1, i) ** 2, i, d - n), 1),
        "length": 0 < Q,
        "log of the length": equal(mean(log(Q**2), "N"), chi(d - n)),
    }
    return Statement(frozenset(FULL), said[which])


def _minors(random: np.random.Generator) -> Sides:
    for A, Z, rows, lengths, after, M in drawn(random):
        kept = np.linalg.eigvalsh(M)[len(A.T) :]
        log_dets = [np.linalg.slogdet(B.T @ B)[1] for B in (rows, after, Z, A)]
        width = len(A) * np.log(len(A))
        yield (
            float(np.log(kept).sum()),
            float(log_dets[0] - log_dets[1] - np.log(lengths).sum() - width),
        )
        yield float(log_dets[0]), float(log_dets[2] + log_dets[3])


@fact(
    "complementary minors",
    "The product of the kappa_i is det(R^T R)/(d^d prod_j ||r_j||^2 det(H'^T H')): Jacobi's"
    " identity for diag(1/||r_j||^2) between the columns of H' and what is orthogonal to them.",
    "Horn and Johnson, Matrix Analysis, 0.8.4", _minors,
)  # fmt: skip
def complementary_minors() -> Statement:
    value = log_det(ROWS) - log_det(GAUSSIAN.after) - d * log(d)
    rows = total(log(squared_row(ROWS, r)), r, d)
    return Statement(frozenset(FULL), equal(total(log(kappa(i)), i, d - n), value - rows))


@fact(
    "determinant of W H", "W H = Z K^(1/2) with Z of d n independent standard normals:"
    " det(R^T R) = det(Z^T Z) det(H^T H).",
    "sharp:gram-chain; determinants are multiplicative: Horn and Johnson, 0.3.5", _minors,
)  # fmt: skip
def determinant_of_wh() -> Statement:
    return Statement(frozenset(FULL), equal(log_det(ROWS), log_det(NORMALS) + log_det(H)))


def _wishart(random: np.random.Generator) -> Sides:
    """E log det(Z^T Z) at n = 2, by the lengths of one column and of what is left of the other."""
    size = 4000
    Z = random.standard_normal((size, 5, 2))
    first = (Z[..., 0] ** 2).sum(-1)
    left = (Z[..., 1] ** 2).sum(-1) - (Z[..., 0] * Z[..., 1]).sum(-1) ** 2 / first
    dets = np.linalg.det(np.swapaxes(Z, 1, 2) @ Z)
    yield float(np.log(dets).mean()), float((np.log(first) + np.log(left)).mean())
    for value, degrees in ((first, 5), (left, 4)):
        error = abs(np.log(value).mean() - digamma(degrees / 2) - np.log(2))
        yield below(error, 6 * np.log(value).std() / size**0.5)


@fact(
    "determinant of normals",
    "det(Z^T Z) is a product of independent chi-square variables with d, d-1, ..., d-n+1 degrees"
    " of freedom: the column's squared distances from the span of those before.",
    "Muirhead, Aspects of Multivariate Statistical Theory, theorem 3.2.15 (Bartlett)", _wishart,
)  # fmt: skip
def determinant_of_normals() -> Statement:
    value = total(chi(d + 1 - k), k, n)
    return Statement(frozenset(FULL), equal(mean(log_det(NORMALS), "W"), value))


def _logs(random: np.random.Generator) -> Sides:
    for degrees in (0.01, 0.5, 1.0, 2.0, 7.0, 1e3):
        value = digamma(degrees / 2) + np.log(2)
        above = np.log(degrees) - 1 / degrees
        yield below(above - 1 / (3 * degrees**2), value)
        yield below(value, above)


@fact(
    "log of a chi-square variable",
    "log k - 1/k - 1/(3 k^2) <= E log chi^2_k = digamma(k/2) + log 2 <= log k - 1/k for k > 0.",
    "Alzer, On some inequalities for the gamma and psi functions, Math. Comp. 66 (1997), theorem 8;"
    " DLMF 5.11.2 with its error bounds", _logs,
)  # fmt: skip
def log_of_a_chi_square_variable(which: str) -> Statement:
    said = {"below": log(x) - 1 / x - 1 / (3 * x**2) <= chi(x), "above": chi(x) <= log(x) - 1 / x}
    return Statement(frozenset([0 < x]), said[which])


def _lengths(random: np.random.Generator) -> Sides:
    """||r||^2 is sum_k q_k g_k^2 in an eigenbasis; E log R^2 for n = 3, sampled."""
    for A, values in states(random):
        eigenvalues, U = np.linalg.eigh(A.T @ A)
        z = random.standard_normal(len(values))
        row = (U * eigenvalues**0.5) @ U.T @ z
        yield float((row**2).sum()), float((eigenvalues * (U.T @ z) ** 2).sum())
    logs = np.log((random.standard_normal((4000, 3)) ** 2).sum(1))
    yield below(abs(logs.mean() - digamma(1.5) - np.log(2)), 6 * logs.std() / 4000**0.5)


@fact(
    "length of a row", "The squared norm of a row of W H has the law of x = sum_k q_k g_k^2, and is"
    " not 0; R^2, the sum of the g_k^2, is a chi-square variable.",
    "sharp:gram-chain; the normal law is invariant under rotations", _lengths,
)  # fmt: skip
def length_of_a_row(which: str) -> Statement:
    said = {
        "law": equal(mean(log(squared_row(ROWS, r)), "W"), mean(log(ROW), "g")),
        "normals": equal(mean(log(R**2), "g"), chi(n)),
    }
    return Statement(frozenset(FULL), said[which])


def _spectra(random: np.random.Generator) -> Sides:
    for A, values in states(random):
        log_det_of = np.linalg.slogdet(A.T @ A)[1]
        yield float(log_det_of), float(np.log(values).sum())
        yield (
            float(definitions.isometry_gap(A)),
            float(-np.log(len(values)) - log_det_of / len(values)),
        )


@fact(
    "determinant of a Gram matrix",
    "det(H^T H) is the product of the q_k, which are positive where it is; phi(H) = -log n"
    " - log det(H^T H)/n for ||H||_F = 1.",
    "Horn and Johnson, Matrix Analysis, 1.2.16; meterez2024, eq. (5): the definition", _spectra,
)  # fmt: skip
def determinant_of_a_gram_matrix(which: str) -> Statement:
    said = {
        "product": equal(log_det(H), total(log(q(k)), k, n)),
        "positive": 0 < q(k),
        "gap": equal(phi(H), -log(n) - log_det(H) / n),
    }
    return Statement(frozenset([*OF_NORM_ONE, 0 < det(H)]), said[which])


def _ranks(random: np.random.Generator) -> Sides:
    for A, _ in states(random):
        for _ in range(4):
            A = definitions.bn(random.standard_normal((len(A), len(A))) @ A) / len(A) ** 0.5
            yield below(1e-300, np.linalg.det(A.T @ A))


@fact(
    "rank of chain 1", "Where n <= d samples are independent at the input, so they are at every"
    " layer, but with probability 0: a Gaussian W is invertible, and so is the scaling of rows.",
    "a normal law has a density", _ranks,
)  # fmt: skip
def rank_of_chain_1(at: Expr) -> Statement:
    assumes: list[Hypothesis] = [*natural(n), *natural(d), n < d, 0 <= at, INDEPENDENT]
    return Statement(frozenset(assumes), 0 < det(GAUSSIAN.at(at)))


def _polar(random: np.random.Generator) -> Sides:
    """E o_11^4 = 3/(n (n+2)) and E R^2 = n for n = 3, by Gauss-Hermite quadrature."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(40)
    weights = weights / weights.sum()
    grid = np.meshgrid(nodes, nodes, nodes)
    mass = np.einsum("i,j,k->ijk", weights, weights, weights)
    squares = sum(axis**2 for axis in grid)
    yield float((mass * squares).sum()), 3.0
    yield float((mass * grid[0] ** 4).sum()), 3 / (3 * 5) * float((mass * squares**2).sum())


@fact(
    "polar coordinates",
    "Independent standard normals have a direction that is a row of a Haar matrix of O(n):"
    " g_k = R o_1k for k = 1..n, with R > 0, and the o_1k^2 sum to 1.",
    "Muirhead, Aspects of Multivariate Statistical Theory, theorem 1.5.6", _polar,
)  # fmt: skip
def polar_coordinates(which: str) -> Statement:
    said = {
        "direction": equal(g(k), R * o(1, k)),
        "length": 0 < R,
        "unit": equal(total(o(1, i) ** 2, i, n), 1),
    }
    within = [*natural(k), k <= n] if which == "direction" else []
    return Statement(frozenset([*natural(n), *within]), said[which])
