"""Textbook theorems about rows, spectra, the gap and the states of a chain."""

from __future__ import annotations

from typing import Any

import numpy as np

from theory import definitions
from theory.expressions.formal import Statement, natural
from theory.expressions.functions import log, total
from theory.expressions.nodes import Every, Expr, Function, Variable, equal
from theory.expressions.symbols import det, gram, log_det, squared_row
from theory.expressions.vocabulary import (
    ALPHA,
    AS_MANY,
    GAUSSIAN,
    OF_NORM_ONE,
    ROTATED,
    WIDE,
    Chain,
    H,
    X,
    bn,
    d,
    j,
    k,
    lam,
    n,
    norm,
    of_mean_one,
    phi,
    row,
    smallest,
    w,
)  # fmt: skip
from verify.kernel.facts import Sides, fact

mu, u = Variable("mu"), Variable("u")


def _haar(random: np.random.Generator, size: int) -> Any:
    q, r = np.linalg.qr(random.standard_normal((size, size)))
    return q * np.sign(np.diag(r))


def matrices(random: np.random.Generator) -> Any:
    for size in (2, 3, 5):
        yield random.standard_normal((size, size)), _haar(random, size)


def _unit_rows(random: np.random.Generator) -> Sides:
    for _, Q in matrices(random):
        yield from ((float((row**2).sum()), 1.0) for row in Q)


@fact(
    "unit rows", "The rows of an orthogonal matrix are unit vectors.",
    "W W^T = I, entry by entry", _unit_rows,
)  # fmt: skip
def unit_rows() -> Statement:
    return Statement(frozenset(natural(d, 1)), equal(total(w(j, k) ** 2, k, d), 1))


def _quadratic_forms(random: np.random.Generator) -> Sides:
    for A, Q in matrices(random):
        values = np.linalg.eigvalsh(A @ A.T)
        yield 0.0, float((values * Q[0] ** 2).sum())


@fact(
    "positive definite", "A positive definite form is positive at a unit vector.",
    "Horn and Johnson, Matrix Analysis, 4.1.10 and 7.1", _quadratic_forms,
)  # fmt: skip
def positive_definite() -> Statement:
    assumes = [*natural(d, 1), Every(k, 0 < lam(k))]
    return Statement(frozenset(assumes), 0 < total(lam(k) * w(j, k) ** 2, k, d))


def _eigenbases(random: np.random.Generator) -> Sides:
    for A, Q in matrices(random):
        values, U = np.linalg.eigh(A @ A.T)
        rotated = Q @ U
        for i, line in enumerate(Q @ A):
            yield float((line**2).sum()), float((values * rotated[i] ** 2).sum())


@fact(
    "eigenbasis",
    "With X X^T = U diag(lambda) U^T a row of W X has the squared norm sum_k lambda_k w_jk^2, w the"
    " entries of W U, which is a Haar matrix where W is one.",
    "Spectral theorem; Haar measure is invariant", _eigenbases,
)  # fmt: skip
def eigenbasis() -> Statement:
    assumes = frozenset(of_mean_one(1))
    return Statement(assumes, equal(squared_row(ROTATED, j), row(j).body))  # type: ignore[attr-defined]


def _rotations(random: np.random.Generator) -> Sides:
    for A, Q in matrices(random):
        yield float(definitions.isometry_gap(Q @ A)), float(definitions.isometry_gap(A))


@fact(
    "gap of a rotation", "Rotations keep X^T X, and the isometry gap with it.",
    "(W X)^T W X = X^T X", _rotations,
)  # fmt: skip
def gap_of_a_rotation() -> Statement:
    return Statement(frozenset(), equal(phi(ROTATED), phi(X)))


def _traces(random: np.random.Generator) -> Sides:
    for A, Q in matrices(random):
        yield float(((Q @ A) ** 2).sum()), float(np.linalg.eigvalsh(A @ A.T).sum())


@fact(
    "trace", "The squared row norms of X, and of W X, sum to tr X X^T, the sum of its eigenvalues.",
    "Horn and Johnson, Matrix Analysis, 1.2", _traces,
)  # fmt: skip
def trace(A: Expr = ROTATED) -> Statement:
    if A not in (ROTATED, X):
        raise ValueError(f"lambda are the eigenvalues of X X^T, not of {A}")
    rows = total(squared_row(A, j), j, d)
    return Statement(frozenset(natural(d, 1)), equal(rows, total(lam(k), k, d)))


def _definitions_of_the_gap(random: np.random.Generator) -> Sides:
    for A, _ in matrices(random):
        size = len(A)
        direct = np.log((A**2).sum() / size) - 2 * np.linalg.slogdet(A)[1] / size
        yield float(definitions.isometry_gap(A)), float(direct)


@fact(
    "the gap", "phi(A) = log(tr(A^T A)/d) - log det(A^T A)/d, the trace as the sum over the rows.",
    "meterez2024, eq. (5): the definition, for n = d", _definitions_of_the_gap,
)  # fmt: skip
def the_gap(A: Expr) -> Statement:
    value = log(total(squared_row(A, j), j, d) / d) - log_det(A) / d
    return Statement(frozenset([*natural(d, 1), AS_MANY]), equal(phi(A), value))


def _scaled_determinants(random: np.random.Generator) -> Sides:
    for A, _ in matrices(random):
        direct = 2 * np.linalg.slogdet(definitions.bn(A))[1]
        yield float(direct), float(2 * np.linalg.slogdet(A)[1] - np.log((A**2).sum(1)).sum())


@fact(
    "determinant of scaled rows",
    "Dividing the rows by their norms divides det(A^T A) > 0 by prod r_j^2, n = d.",
    "Determinants are multiplicative: Horn and Johnson, 0.3.5", _scaled_determinants,
)  # fmt: skip
def determinant_of_scaled_rows(A: Expr) -> Statement:
    value = log_det(A) - total(log(squared_row(A, j)), j, d)
    return Statement(frozenset([*natural(d, 1), AS_MANY, 0 < det(A)]), equal(log_det(bn(A)), value))


def _normalised(random: np.random.Generator) -> Sides:
    for A, _ in matrices(random):
        yield from ((float((line**2).sum()), 1.0) for line in definitions.bn(A))


@fact(
    "rows of BN", "The rows of BN(A) are unit vectors, where those of A are not zero.",
    "meterez2024, eq. (4): the definition", _normalised,
)  # fmt: skip
def rows_of_bn(A: Expr) -> Statement:
    return Statement(frozenset([0 < squared_row(A, j)]), equal(squared_row(bn(A), j), 1))


def _spectral(random: np.random.Generator) -> Sides:
    for A, _ in matrices(random):
        values, U = np.linalg.eigh(A @ A.T)
        for i, line in enumerate(A):
            yield float((line**2).sum()), float((values * U[i] ** 2).sum())
            yield float((U[i] ** 2).sum()), 1.0


@fact(
    "spectral theorem",
    "X X^T = U diag(mu) U^T with U orthogonal: the squared norm of row j of X is sum_k mu_k u_jk^2,"
    " and the rows of U are unit vectors.",
    "Horn and Johnson, Matrix Analysis, 4.1.5", _spectral,
)  # fmt: skip
def spectral_theorem(which: str) -> Statement:
    value, unit = total(mu(k) * u(j, k) ** 2, k, d), total(u(j, k) ** 2, k, d)
    said = {"rows": equal(squared_row(X, j), value), "unit": equal(unit, 1)}
    return Statement(frozenset(natural(d, 1)), said[which])


def _least(random: np.random.Generator) -> Sides:
    for A, _ in matrices(random):
        least = np.linalg.eigvalsh(A.T @ A)[0]
        yield from ((float(least) * (1 - 1e-12), float(v)) for v in np.linalg.eigvalsh(A @ A.T))


@fact(
    "least eigenvalue",
    "Every eigenvalue mu_k of X X^T is at least lambda_min(X^T X), n = d: both have the same ones.",
    "Horn and Johnson, Matrix Analysis, 1.3.22", _least,
)  # fmt: skip
def least_eigenvalue() -> Statement:
    least = Function("lambda_min", (gram(X),))
    return Statement(frozenset([*natural(d, 1), AS_MANY]), least <= mu(k))


def _norms(random: np.random.Generator) -> Sides:
    for A, _ in matrices(random):
        yield float((definitions.bn(A) ** 2).sum() / len(A)), 1.0


def one_of(chain: Chain) -> Chain:
    """Chain (1), at a width or in the limit; no other."""
    if chain not in (GAUSSIAN, WIDE):
        raise ValueError(f"{chain.name} is not chain (1)")
    return chain


@fact(
    "states of chain 1",
    "Every H_l has Frobenius norm 1: d unit rows over sqrt(d); H_0 by assumption.",
    "daneshmand2021, eq. (1)", _norms,
)  # fmt: skip
def states_of_chain_1(chain: Chain, at: Expr) -> Statement:
    return Statement(frozenset([0 <= at]), equal(norm(one_of(chain).at(at)), 1))


def _least_shares(random: np.random.Generator) -> Sides:
    for A, _ in matrices(random):
        values = np.linalg.eigvalsh(A.T @ A)
        v_hat = 1 / len(A) - values[0] / values.sum()
        yield 0.0, float(v_hat)
        yield float(v_hat), 1 / len(A)


@fact(
    "range of Vhat",
    "0 <= Vhat(H) <= 1/n for ||H||_F = 1: s_n^2 is the least of n squares that sum to 1.",
    "the least of n numbers is at most their mean", _least_shares,
)  # fmt: skip
def range_of_vhat(which: str) -> Statement:
    said = {"below": 0 <= smallest(H), "above": smallest(H) <= 1 / n}
    return Statement(frozenset(OF_NORM_ONE), said[which])


def event(least: list[float], alpha: float) -> list[float]:
    """A_0, A_1, ... for the smallest singular values of H_1, H_2, ..."""
    return [float(all(s >= alpha for s in least[:l])) for l in range(len(least) + 1)]


def _indicators(random: np.random.Generator) -> Sides:
    """Six layers of the chain; alpha is reached by the first of them, or by three of the six."""
    for A, _ in matrices(random):
        H, shares, least = A / np.linalg.norm(A), [], []
        for _ in range(6):
            H = definitions.bn(random.standard_normal(A.shape) @ H) / len(A) ** 0.5
            least.append(float(np.linalg.svd(H)[1][-1]))
            shares.append(float(np.linalg.eigvalsh(H.T @ H)[0]))  # 1/n - Vhat(H)
        for alpha in (least[0], float(np.median(least))):
            held = event(least, alpha)
            yield from (pair for A_l in held for pair in ((0.0, A_l), (A_l, 1.0), (A_l, A_l**2)))
            yield from ((held[l + 1], held[l]) for l in range(6))
            yield from (
                (held[l] * alpha**2 * (1 - 1e-9), held[l] * shares[l - 1]) for l in range(1, 7)
            )
            yield from ((1.0, held[0]), (held[6], float(min(least) >= alpha)))


@fact(
    "event A1",
    "The indicator A_l of s_n(H_k) >= alpha for k = 1..l is 0 or 1 and does not rise with l; where"
    " it is 1, from l = 1 on, alpha^2 <= s_n(H_l)^2 = 1/n - Vhat(H_l).",
    "daneshmand2021, assumption A1(alpha, l): the definition", _indicators,
)  # fmt: skip
def event_a1(chain: Chain, which: str, at: Expr) -> Statement:
    A = one_of(chain).family("A", at)
    said = {
        "not negative": ([0 <= at], 0 <= A),
        "at most 1": ([0 <= at], A <= 1),
        "0 or 1": ([0 <= at], equal(A**2, A)),
        "falls": ([0 <= at], chain.family("A", at + 1) <= A),
        "share": ([1 <= at, 0 < ALPHA], A * ALPHA**2 <= A * (1 / n - smallest(chain.at(at)))),
    }
    assumes, shows = said[which]
    return Statement(frozenset(assumes), shows)
