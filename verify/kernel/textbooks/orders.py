"""Textbook theorems about the smallest singular values of Gaussian layers: see ``facts``."""

from __future__ import annotations

import numpy as np

from theory.expressions.formal import Statement, natural
from theory.expressions.functions import mean, sqrt, total
from theory.expressions.layers import (
    GROWTH,
    NOT_NEGATIVE,
    ROTATED_ROW,
    SPHERE,
    SUM_ONE,
    o,
    q,
    r,
    rotated_share,
)
from theory.expressions.nodes import Expr, Function, Relation, Variable, equal
from theory.expressions.symbols import gram
from theory.expressions.vocabulary import AS_MANY, GAUSSIAN, OF_NORM_ONE, H, d, gap, k, n, smallest
from verify.kernel.facts import Sides, fact
from verify.kernel.textbooks.directions import FULL, NORMALS, drawn
from verify.kernel.textbooks.layers import below, states
from verify.kernel.textbooks.subsets import DIRECTIONS

TOP = Function("lambda_max", (gram(H),))
"""q_1, the largest eigenvalue of H^T H."""


def least(A: Expr) -> Expr:
    """The root of the least eigenvalue of A^T A: 0 where A has more columns than rows."""
    return Function("s_min", (A,))


def _orders(random: np.random.Generator) -> Sides:
    for A, values in states(random):
        for _ in range(4):
            u = random.standard_normal(A.shape)
            u /= np.sqrt((u**2).sum(1, keepdims=True))
            scaled = u * values**0.5 / np.sqrt(len(A) * (u**2 * values).sum(1))[:, None]
            after = np.linalg.eigvalsh(scaled.T @ scaled)[0]
            first = np.linalg.eigvalsh(u.T @ u)[0]
            yield below(values[-1] * first, len(A) * values[0] * after + 1e-12)
        yield from (below(v, values[0]) for v in values)
        yield below(1e-300, values[0])


@fact(
    "order of Gram matrices",
    "u_j^T K u_j <= q_1, so that H'^T H' >= K^(1/2) U^T U K^(1/2)/(d q_1) in the order of symmetric"
    " matrices, and lambda_min(H'^T H') = 1/n - Vhat(H') is at least q_n s_min(U)^2/(d q_1), where"
    " q_k <= q_1, and 0 < q_1.",
    "Horn and Johnson, Matrix Analysis, 4.2.2, 7.7.2 and 7.7.4", _orders,
)  # fmt: skip
def order_of_gram_matrices(which: str) -> Statement:
    left, after = (1 / n - smallest(A) for A in (H, GAUSSIAN.after))
    said: dict[str, Relation] = {
        "layer": left * least(DIRECTIONS) ** 2 <= d * TOP * after,
        "largest": q(k) <= TOP,
        "positive": 0 < TOP,
    }
    more = natural(d) if which == "layer" else []
    return Statement(frozenset([*OF_NORM_ONE, *more]), said[which])


def _lengths(random: np.random.Generator) -> Sides:
    """Weights of mean n, two values each."""
    u = random.standard_normal((3, 2))
    u /= np.sqrt((u**2).sum(1, keepdims=True))
    weights = np.stack(np.meshgrid(*[[0.5, 3.5]] * 3), -1).reshape(-1, 3)
    squares = [np.linalg.eigvalsh((u * w[:, None]).T @ u)[0] for w in weights]
    yield below(np.mean(squares), 2 * np.linalg.eigvalsh(u.T @ u)[0])


@fact(
    "shortest image",
    "The lengths of the rows of Z are independent of their directions, E |z_j|^2 = n: at the unit"
    " vector x at which |U x| is least, E |Z x|^2 = n |U x|^2, so that"
    " E s_min(Z)^2 <= n E s_min(U)^2.",
    "Horn and Johnson, Matrix Analysis, 4.2.2 (Rayleigh)", _lengths,
)  # fmt: skip
def shortest_image() -> Statement:
    said = mean(least(NORMALS) ** 2, "W") <= n * mean(least(DIRECTIONS) ** 2, "W")
    return Statement(frozenset([*OF_NORM_ONE, *natural(d)]), said)


def _singular(random: np.random.Generator) -> Sides:
    for rows, columns in ((2, 2), (5, 2), (8, 4)):
        Z = random.standard_normal((4000, rows, columns))
        found = np.linalg.svd(Z, compute_uv=False)[:, -1]
        error = 6 * found.std() / 4000**0.5
        yield below(rows**0.5 - columns**0.5, found.mean() + error)
        yield below(0, found.min())


@fact(
    "Gordon", "E s_min(Z) >= sqrt(d) - sqrt(n) for a d x n matrix of independent standard normals,"
    " d >= n; a singular value is not negative.",
    "Gordon 1985; Davidson and Szarek, Local operator theory, random matrices and Banach spaces"
    " (2001), theorem II.13", _singular,
)  # fmt: skip
def gordon(which: str) -> Statement:
    Z = least(NORMALS)
    said = {"mean": sqrt(d) - sqrt(n) <= mean(Z, "W"), "sign": 0 <= Z}
    more = [n <= d] if which == "mean" else []
    return Statement(frozenset([*natural(n), *natural(d), *more]), said[which])


P, size = Variable("P", random="W"), Variable("x", random="W")
"""P_r, the r-th diagonal entry of the projector on the columns of BN(W H), x_r = ||r_r||^2."""


def _projected(random: np.random.Generator) -> Sides:
    """E x^T M x is the trace of M; and E 1/chi^2_n = 1/(n-2) at n = 5, sampled."""
    for A, _, _, lengths, after, M in drawn(random):
        basis = np.linalg.qr(after)[0]
        diagonal = (basis**2).sum(1)
        yield float(np.trace(M)), float(((1 - diagonal) / lengths).sum() / len(A))
        yield float(diagonal.sum()), float(len(A.T))
        yield from (below(0, v) for v in diagonal)
    inverse = 1 / (random.standard_normal((4000, 5)) ** 2).sum(1)
    yield below(abs(inverse.mean() - 1 / 3), 6 * inverse.std() / 4000**0.5)


@fact(
    "trace of a projector",
    "Over the normals of the new sample the mean of the growth is tr M = (1/d) sum_r (1 - P_r)/x_r"
    " with sum_r P_r = n. Where H^T H = I/n the lengths of rows, chi-square variables over n, are"
    " independent of their directions and so of P_r, and E 1/chi^2_n = 1/(n-2) for n >= 3.",
    "Horn and Johnson, Matrix Analysis, 1.2; Muirhead, theorem 1.5.6", _projected,
)  # fmt: skip
def trace_of_a_projector(which: str) -> Statement:
    row = size(r)
    said = {
        "growth": equal(mean(GROWTH, "N"), total((1 - P(r)) / row, r, d) / d),
        "trace": equal(total(P(r), r, d), n),
        "rows": 0 < row,
        "independent": equal(mean((1 - P(r)) / row, "W"), mean(1 - P(r), "W") * n / (n - 2)),
    }
    more = [equal(gap(H), 0), 3 <= n] if which == "independent" else []
    return Statement(frozenset([*FULL, *more]), said[which])


def _rotated(random: np.random.Generator) -> Sides:
    """n = 2, over equally many angles: a rotation's row, and that of normals over its length."""
    angle = np.linspace(0, 2 * np.pi, 400, endpoint=False)
    row, g = np.stack([np.cos(angle), np.sin(angle)]), np.stack([np.sin(angle), np.cos(angle)])
    for one, two in ((0.9, 0.1), (0.6, 0.4)):
        sides = [(one * x**2 / (one * x**2 + two * y**2)).mean() for x, y in (row, 3 * g)]
        yield float(sides[0]), float(sides[1])
        yield below(1e-300, (one * row[0] ** 2 + two * row[1] ** 2).min())


@fact(
    "a row of a Haar matrix",
    "The rows of a Haar matrix of O(d) are uniform on the sphere, as the direction of d normals is:"
    " a function of one has the same mean of both, n = d; sum q_k w_1k^2 is not 0.",
    "Muirhead, Aspects of Multivariate Statistical Theory, theorem 1.5.6 and section 2.1.4",
    _rotated,
)  # fmt: skip
def a_row_of_a_haar_matrix(which: str) -> Statement:
    said = {
        "mean": equal(rotated_share(k), mean(q(k) * o(1, k) ** 2 / SPHERE, "g")),
        "positive": 0 < ROTATED_ROW,
    }
    within = [*natural(k), k <= n] if which == "mean" else []
    assumes = [*natural(n), NOT_NEGATIVE, SUM_ONE, AS_MANY, *within]
    return Statement(frozenset(assumes), said[which])
