"""Textbook theorems about determinants of d directions: see ``facts``.

u_1..u_d are the directions of the rows z_j of Z, U the matrix of them, and y_j = u_j^T K u_j. For
J = 1..N the choices of n rows, a_J is the squared determinant of U restricted to them, and x_J the
sum of log y_j over them.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from theory.expressions.formal import Statement
from theory.expressions.functions import exp, log, mean, total
from theory.expressions.layers import SPHERE
from theory.expressions.nodes import Function, Variable, equal
from theory.expressions.symbols import log_det
from theory.expressions.vocabulary import GAUSSIAN, H, W, d, n
from verify.kernel.facts import Sides, fact
from verify.kernel.textbooks.directions import FULL, NORMALS
from verify.kernel.textbooks.layers import below, states

J, N = Variable("J"), Variable("choices", fixed=True)
a, chosen = Variable("a", random="W"), Variable("chosen", random="W")
DIRECTIONS = Function("U", (W, H))


def _choices(random: np.random.Generator) -> Sides:
    for A, _ in states(random):
        (rows, columns), values = A.shape, np.linalg.eigvalsh(A.T @ A)
        u = random.standard_normal(A.shape)
        u /= np.sqrt((u**2).sum(1, keepdims=True))
        y = (u**2 * values).sum(1)
        scaled = u * values**0.5 / np.sqrt(rows * y)[:, None]  # H', in the eigenbasis of K
        every = [list(c) for c in combinations(range(rows), columns)]
        weights = np.array([np.linalg.det(u[c]) ** 2 for c in every])
        logs = np.array([np.log(y[c]).sum() for c in every])
        first = np.log(values).sum() - columns * np.log(rows)
        after = np.linalg.slogdet(scaled.T @ scaled)[1]
        yield float(after), float(first + np.log((weights * np.exp(-logs)).sum()))
        yield float(np.linalg.det(u.T @ u)), float(weights.sum())
        yield from (below(0, v) for v in weights)


@fact(
    "Cauchy and Binet",
    "det(U^T U) is the sum of the a_J >= 0, and so is det(sum_j u_j u_j^T/y_j) of a_J exp(-x_J);"
    " H'^T H' is K^(1/2) times the latter times K^(1/2)/d.",
    "Horn and Johnson, Matrix Analysis, 0.8.7", _choices,
)  # fmt: skip
def cauchy_and_binet(which: str) -> Statement:
    after = log(total(a(J) * exp(-chosen(J)), J, N))
    said = {
        "layer": equal(log_det(GAUSSIAN.after), log_det(H) - n * log(d) + after),
        "directions": equal(log_det(DIRECTIONS), log(total(a(J), J, N))),
        "not negative": 0 <= a(J),
        "positive": 0 < total(a(J), J, N),
        "counted": 0 <= N,
    }
    return Statement(frozenset(FULL), said[which])


def _leverages(random: np.random.Generator) -> Sides:
    """The share of the choices with row j is its leverage; they sum to n, and given u_1 the mean
    of the first does not depend on it: sum_j l_j log y_j has the mean n E log y.
    """
    rows, columns, size = 5, 2, 4000
    u = random.standard_normal((size, rows, columns))
    u /= np.sqrt((u**2).sum(-1, keepdims=True))
    leverage = np.einsum("sji,sik,sjk->sj", u, np.linalg.inv(np.swapaxes(u, 1, 2) @ u), u)
    every = [list(c) for c in combinations(range(rows), columns)]
    weights = np.stack([np.linalg.det(u[:, c]) ** 2 for c in every], -1)
    held = np.array([[j in c for c in every] for j in range(rows)])
    shares = (weights[:, None] * held).sum(-1) / weights.sum(-1)[:, None]
    yield from zip(shares[:9].ravel().tolist(), leverage[:9].ravel().tolist(), strict=True)
    logs = np.log(0.9 * u[..., 0] ** 2 + 0.1 * u[..., 1] ** 2)
    apart = (leverage * logs).sum(-1) - columns * logs.mean(-1)
    yield below(abs(apart.mean()), 6 * apart.std() / size**0.5)


@fact(
    "leverages",
    "sum_J a_J x_J/sum_J a_J = sum_j l_j log y_j, l_j = u_j^T (U^T U)^(-1) u_j. The other rows"
    " being free of rotations, the mean of l_j given u_j is n/d: of the sum it is n E log y, y ="
    " sum_k q_k o_1k^2 of a direction o.",
    "Cramer's rule; the uniform law on the sphere is invariant under rotations", _leverages,
)  # fmt: skip
def leverages() -> Statement:
    share = total(a(J) * chosen(J), J, N) / total(a(J), J, N)
    return Statement(frozenset(FULL), equal(mean(share, "W"), n * mean(log(SPHERE), "g")))


def _lengths(random: np.random.Generator) -> Sides:
    """log det at weights of mean n, two values each, is at most that at n."""
    u = random.standard_normal((3, 2))
    u /= np.sqrt((u**2).sum(1, keepdims=True))
    weights = np.stack(np.meshgrid(*[[0.5, 3.5]] * 3), -1).reshape(-1, 3)
    dets = [np.linalg.slogdet((u * w[:, None]).T @ u)[1] for w in weights]
    yield below(np.mean(dets), 2 * np.log(2) + np.linalg.slogdet(u.T @ u)[1])


@fact(
    "lengths of normals",
    "log det is concave, and Z^T Z = sum_j |z_j|^2 u_j u_j^T with lengths that are independent of"
    " the directions, E |z_j|^2 = n: E log det(Z^T Z) <= E log det(n U^T U).",
    "Horn and Johnson, Matrix Analysis, 7.6.6; Jensen, given the directions", _lengths,
)  # fmt: skip
def lengths_of_normals() -> Statement:
    below_it = mean(log_det(DIRECTIONS), "W") + n * log(n)
    return Statement(frozenset(FULL), mean(log_det(NORMALS), "W") <= below_it)
