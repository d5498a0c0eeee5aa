"""Textbook theorems and definitions about Jacobians and the norms of matrices: see ``facts``."""

from __future__ import annotations

from typing import Any

import numpy as np

from theory.definitions import bn, row_norms
from theory.expressions.changing import substituted
from theory.expressions.formal import Statement, natural
from theory.expressions.functions import log, sqrt, total
from theory.expressions.jacobians import (
    NORM,
    NORMALISATION,
    block,
    eigenvalue,
    entry,
    i,
    jacobian_norm,
    norm,
    x,
)  # fmt: skip
from theory.expressions.nodes import Every, Expr, Function, Variable, Whole, equal
from theory.expressions.partial import partial
from theory.expressions.symbols import det, gram, log_det, shortest_row, squared_row
from theory.expressions.vocabulary import AS_MANY, X, d, j, k, lam, n
from verify.kernel.facts import Sides, fact

c = Variable("c")
ROW_OF_X = total(x(j, k) ** 2, k, n)


def matrices(random: np.random.Generator) -> Any:
    for size in ((2, 3), (3, 3), (4, 2)):
        yield random.standard_normal(size)


def _normalisations(random: np.random.Generator) -> Sides:
    for A in matrices(random):
        J = differenced(lambda v: v / np.sqrt((v * v).sum()), A[0])
        whole = jacobian_of_bn(A)
        size = A.shape[1]
        yield from zip(J.flat, whole[:size, :size].flat, strict=True)


def differenced(f: Any, at: Any) -> Any:
    step = 1e-6
    moved = [(f(at + step * e) - f(at - step * e)) / (2 * step) for e in np.eye(len(at))]
    return np.array(moved).T


def jacobian_of_bn(A: Any) -> Any:
    return differenced(lambda v: bn(v.reshape(A.shape)).reshape(-1), A.reshape(-1))


@fact(
    "Jacobian of a normalisation",
    "The entry (i, j) of the Jacobian D of x -> x/||x|| is d(x_i/||x||)/dx_j.",
    "the definition of a Jacobian", _normalisations,
)  # fmt: skip
def jacobian_of_a_normalisation(row: Expr, column: Expr) -> Statement:
    return Statement(
        frozenset(), equal(entry(NORMALISATION, row, column), partial(x(row) / NORM, x(column)))
    )


@fact(
    "block of BN",
    "BN divides each row by its norm: with x_jk the entries of X, the entry of the block of row j"
    " is d(x_ji/||x_j||)/dx_jk.",
    "meterez2024, eq. (4), and the definition of a Jacobian", _normalisations,
)  # fmt: skip
def block_of_bn(row: Expr, column: Expr) -> Statement:
    said = equal(entry(block(X, j), row, column), partial(x(j, row) / sqrt(ROW_OF_X), x(j, column)))
    return Statement(frozenset(), said)


def rows(random: np.random.Generator) -> Sides:
    for A in matrices(random):
        yield from (
            (float(r) ** 2, float((a * a).sum())) for r, a in zip(row_norms(A), A, strict=True)
        )


@fact(
    "squared row", "||X_j||^2 is the sum of the squares of the entries x_jk.",
    "the definition of the norm", rows,
)  # fmt: skip
def squared_norm_of_a_row() -> Statement:
    return Statement(frozenset(), equal(squared_row(X, j), ROW_OF_X))


def _projections(random: np.random.Generator) -> Any:
    for size in (2, 3, 5):
        u = random.standard_normal(size)
        yield 1.5, 1.5 * (np.eye(size) - np.outer(u, u) / (u @ u))


def _eigenvalues_of_projections(random: np.random.Generator) -> Sides:
    for factor, A in _projections(random):
        yield from zip(np.linalg.eigvalsh(A), [0.0, *[factor] * (len(A) - 1)], strict=True)
        yield float(np.linalg.norm(A, 2)), factor


@fact(
    "multiple of a projection",
    "A symmetric n x n matrix A with A^2 = c A, c > 0, has no eigenvalues but 0 and c, and tr A/c"
    " of them are c: for tr A = (n-1) c the first is 0 and the others c. Its norm is at most c, and"
    " c where its trace is positive.",
    "Horn and Johnson, Matrix Analysis, 1.1.P5, 2.5.6 and 5.6.6", _eigenvalues_of_projections,
)  # fmt: skip
def multiple_of_a_projection(which: str, A: Expr, c: Expr) -> Statement:
    if A not in (NORMALISATION, block(X, j)):
        raise ValueError(f"{A} is not known to be an n x n matrix")
    m = Variable("j2")
    square = total(entry(A, i, k) * entry(A, k, m), k, n) - c * entry(A, i, m)
    skew = entry(A, i, m) - entry(A, m, i)
    trace = total(entry(A, i, i), i, n)
    zero = [equal(total(total(part**2, m, n), i, n), 0) for part in (square, skew)]
    assumes = [*natural(n), 0 < c, *zero]
    full = equal(trace, (n - 1) * c)
    more: dict[str, Any] = {
        "first": ([full, *natural(k), k <= 1], equal(eigenvalue(A, k), 0)),
        "others": ([full, Whole(k), 1 < k, k <= n], equal(eigenvalue(A, k), c)),
        "norm above": ([], norm(A) <= c),
        "norm": ([0 < trace], equal(norm(A), c)),
    }
    return Statement(frozenset([*assumes, *more[which][0]]), more[which][1])


def _blocks(random: np.random.Generator) -> Sides:
    for A in matrices(random):
        whole = jacobian_of_bn(A)
        parts = [differenced(lambda v: v / np.sqrt((v * v).sum()), a) for a in A]
        yield float(np.linalg.norm(whole, 2)), max(float(np.linalg.norm(p, 2)) for p in parts)


@fact(
    "norm of a block-diagonal matrix",
    "J_BN(X) has one block for each row, since row j of BN(X) depends on row j of X alone; the norm"
    " of a block-diagonal matrix is the largest of its blocks' norms: none is larger, and what none"
    " exceeds it does not exceed.",
    "Horn and Johnson, Matrix Analysis, 5.6.P24", _blocks,
)  # fmt: skip
def norm_of_a_block_diagonal_matrix(which: str) -> Statement:
    one = norm(block(X, j))
    if which == "each":
        return Statement(frozenset(natural(d)), one <= jacobian_norm(X))
    return Statement(frozenset([*natural(d), Every(j, one <= c)]), jacobian_norm(X) <= c)


def _shortest(random: np.random.Generator) -> Sides:
    for A in matrices(random):
        yield float(row_norms(A).min()) ** 2, float(min((a * a).sum() for a in A))


@fact(
    "shortest row",
    "min_j ||X_j||: no row is shorter; it is positive if all are; and what all reach it reaches.",
    "the definition of a minimum", _shortest,
)  # fmt: skip
def shortest(which: str) -> Statement:
    square, one = shortest_row(X) ** 2, squared_row(X, j)
    if which == "positive":
        return Statement(frozenset([*natural(d), Every(j, 0 < one)]), 0 < shortest_row(X))
    if which == "each":
        return Statement(frozenset(natural(d)), square <= one)
    return Statement(frozenset([*natural(d), Every(j, c <= one)]), c <= square)


def _least_eigenvalues(random: np.random.Generator) -> Sides:
    for A in matrices(random):
        if A.shape[0] == A.shape[1]:
            yield float(np.linalg.eigvalsh(A.T @ A)[0]), float(np.linalg.eigvalsh(A @ A.T).min())


@fact(
    "least of the eigenvalues",
    "lambda_min(X^T X), n = d, is one of the eigenvalues lambda_k of X X^T: positive if they are,"
    " and f(lambda_min) is one of the terms of sum_k f(lambda_k), not above it where none is"
    " negative.",
    "Horn and Johnson, Matrix Analysis, 1.3.22", _least_eigenvalues,
)  # fmt: skip
def least_of_the_eigenvalues(f: Expr | None = None, x: Variable = c) -> Statement:
    """``f`` is a term in x."""
    least = Function("lambda_min", (gram(X),))
    if f is None:
        return Statement(frozenset([*natural(d), AS_MANY, Every(k, 0 < lam(k))]), 0 < least)
    one, all_of_them = (substituted(f, {x: value}) for value in (least, lam(k)))
    terms = [*natural(d), AS_MANY, Every(k, 0 <= all_of_them)]
    return Statement(frozenset(terms), one <= total(all_of_them, k, d))


def _sizes(random: np.random.Generator) -> Sides:
    for A in matrices(random):
        yield 0.0, float(np.linalg.norm(A, 2))


@fact("sign of a norm", "Norms are not negative.", "Horn and Johnson, 5.1.1", _sizes, bound=True)
def sign_of_a_norm() -> Statement:
    return Statement(frozenset(), 0 <= jacobian_norm(X))


def _hadamard(random: np.random.Generator) -> Sides:
    for A in matrices(random):
        if A.shape[0] == A.shape[1]:
            yield float(2 * np.linalg.slogdet(A)[1]), float(np.log((A * A).sum(1)).sum())


@fact(
    "Hadamard", "det(A^T A) is at most the product of the squared norms of the rows, n = d.",
    "Hadamard's inequality: Horn and Johnson, Matrix Analysis, 7.8.3", _hadamard, bound=True,
)  # fmt: skip
def hadamard(A: Expr) -> Statement:
    rows = total(log(squared_row(A, j)), j, d)
    return Statement(frozenset([*natural(d), AS_MANY, 0 < det(A)]), log_det(A) <= rows)
