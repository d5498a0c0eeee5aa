"""Textbook theorems about rotations, full rank and singular vectors."""

from __future__ import annotations

import numpy as np

from theory import definitions
from theory.expressions.formal import Statement, natural
from theory.expressions.functions import log, total
from theory.expressions.nodes import Every, Expr, equal
from theory.expressions.symbols import det, gram, log_det, product, squared_row
from theory.expressions.vocabulary import (
    AS_MANY,
    LARGEST,
    ROTATED,
    ROTATIONS,
    SCALED,
    SINGULAR,
    START,
    W,
    X,
    bn,
    d,
    j,
    k,
    lam,
    phi,
)  # fmt: skip
from verify.kernel.facts import Sides, fact
from verify.kernel.textbooks.spectra import matrices, mu


def _grams(random: np.random.Generator) -> Sides:
    for A, Q in matrices(random):
        yield from zip(((Q @ A).T @ (Q @ A)).flat, (A.T @ A).flat, strict=True)


@fact(
    "Gram matrix of a rotation", "(W X)^T W X = X^T X for orthogonal W.",
    "W^T W = I", _grams,
)  # fmt: skip
def gram_of_a_rotation() -> Statement:
    return Statement(frozenset(), equal(gram(ROTATED), gram(X)))


def _products(random: np.random.Generator) -> Sides:
    for A, _ in matrices(random):
        log_values = np.log(np.linalg.eigvalsh(A @ A.T))
        yield float(2 * np.linalg.slogdet(A)[1]), float(log_values.sum())


@fact(
    "determinant", "det(X^T X) is the product of the eigenvalues of X X^T, n = d.",
    "Horn and Johnson, Matrix Analysis, 1.2.16", _products,
)  # fmt: skip
def determinant() -> Statement:
    assumes = [*natural(d, 1), AS_MANY, Every(k, 0 < lam(k))]
    return Statement(frozenset(assumes), equal(log_det(X), total(log(lam(k)), k, d)))


def _of_full_rank(random: np.random.Generator) -> Sides:
    for A, _ in matrices(random):
        yield from ((0.0, float(v)) for v in np.linalg.eigvalsh(A @ A.T))
        yield from ((0.0, float(v)) for v in (A**2).sum(1))
        yield 0.0, float(np.linalg.det(definitions.bn(A)) ** 2)


@fact(
    "full rank",
    "Where det(A^T A) > 0, n = d, no row of A is zero and det(BN(A)^T BN(A)) > 0; the eigenvalues"
    " of X X^T are positive, and where they are, so is det(X^T X).",
    "Horn and Johnson, Matrix Analysis, 0.3.5, 7.1.7", _of_full_rank,
)  # fmt: skip
def of_full_rank(which: str, A: Expr = X) -> Statement:
    said = {
        "rows": 0 < squared_row(A, j), "after BN": 0 < det(bn(A)), "eigenvalues": 0 < lam(k),
    }  # fmt: skip
    if which == "determinant":
        return Statement(frozenset([*natural(d, 1), AS_MANY, Every(k, 0 < lam(k))]), 0 < det(X))
    if which == "eigenvalues" and A != X:
        raise ValueError(f"lambda are the eigenvalues of X X^T, not of {A}")
    return Statement(frozenset([*natural(d, 1), AS_MANY, 0 < det(A)]), said[which])


def _multiples(random: np.random.Generator) -> Sides:
    for A, Q in matrices(random):
        scaled = A * (len(A) / (A**2).sum()) ** 0.5
        yield float((scaled**2).sum()), float(len(A))
        yield float(definitions.isometry_gap(scaled)), float(definitions.isometry_gap(A))
        yield from zip(definitions.bn(Q @ scaled).flat, definitions.bn(Q @ A).flat, strict=True)
        factor = (len(A) / (A**2).sum()) ** len(A)
        yield float(np.linalg.det(scaled) ** 2), factor * float(np.linalg.det(A) ** 2)


@fact(
    "scaled to trace d",
    "sqrt(d) X/|X| for X of full rank, n = d, has squared row norms that sum to d, a determinant"
    " that is not 0 and the isometry gap of X, and after a rotation BN makes the same of both.",
    "meterez2024, eqs. (3) and (5): BN and the gap do not see a positive factor", _multiples,
)  # fmt: skip
def scaled_to_trace_d(which: str) -> Statement:
    said = {
        "trace": equal(total(squared_row(SCALED, j), j, d), d),
        "full rank": 0 < det(SCALED),
        "gap": equal(phi(SCALED), phi(X)),
        "after BN": equal(phi(bn(product(W, SCALED))), phi(bn(ROTATED))),
    }
    return Statement(frozenset([*natural(d, 1), AS_MANY, 0 < det(X)]), said[which])


def _greatest(random: np.random.Generator) -> Sides:
    for A, _ in matrices(random):
        most = np.linalg.eigvalsh(A.T @ A)[-1] * (1 + 1e-12)
        yield from ((float(v), float(most)) for v in np.linalg.eigvalsh(A @ A.T))


@fact(
    "largest eigenvalue",
    "Every eigenvalue lambda_k of X X^T is at most lambda_max(X^T X), n = d: both have the same.",
    "Horn and Johnson, Matrix Analysis, 1.3.22", _greatest,
)  # fmt: skip
def largest_eigenvalue() -> Statement:
    return Statement(frozenset([*natural(d, 1), AS_MANY]), lam(k) <= LARGEST)


def _starts(random: np.random.Generator) -> Sides:
    """The first state of the chain as it is run here, whatever is drawn."""
    import torch

    from verify.chains import chain

    for A, _ in matrices(random):
        for seed in (1, 2):
            drawn = torch.Generator().manual_seed(seed)
            first, *_ = chain.states(chain.orthogonal_layer, torch.tensor(A)[None], 1, drawn)
            yield from zip(first.numpy().ravel().tolist(), A.flat, strict=True)


@fact(
    "start of chain 3", "The state at layer 0 is the input X_0, which is not random.",
    "meterez2024, eq. (3): the definition", _starts,
)  # fmt: skip
def start_of_chain_3() -> Statement:
    return Statement(frozenset(), equal(ROTATIONS.at(0), START))


def _of_width_one(random: np.random.Generator) -> Sides:
    for value in random.standard_normal(3):
        yield float(definitions.isometry_gap(np.array([[value]]))), 0.0


@fact(
    "gap at width 1", "phi(A) = 0 for d = n = 1: trace and determinant are the one entry, squared.",
    "meterez2024, eq. (5): the definition", _of_width_one,
)  # fmt: skip
def gap_at_width_1(A: Expr) -> Statement:
    return Statement(frozenset([*natural(d, 1), AS_MANY, d <= 1, 0 < det(A)]), equal(phi(A), 0))


def _singular_rows(random: np.random.Generator) -> Sides:
    for A, _ in matrices(random):
        U, values, _ = np.linalg.svd(A)
        yield from zip(((U.T @ A) ** 2).sum(1), values**2, strict=True)
        yield float(np.linalg.slogdet((U.T @ A).T @ (U.T @ A))[1]), float(np.log(values**2).sum())


@fact(
    "singular vectors",
    "With X = U Sigma V^T the rows of U^T X = Sigma V^T have the squared norms mu_j = sigma_j^2,"
    " and det((U^T X)^T U^T X) is their product; of full rank, they are positive.",
    "Horn and Johnson, Matrix Analysis, 2.6.3", _singular_rows,
)  # fmt: skip
def singular_vectors(which: str) -> Statement:
    said = {
        "rows": equal(squared_row(SINGULAR, j), mu(j)),
        "determinant": equal(log_det(SINGULAR), total(log(mu(j)), j, d)),
        "positive": 0 < mu(j),
        "full rank": 0 < det(SINGULAR),
    }
    return Statement(frozenset([*natural(d, 1), AS_MANY, 0 < det(X)]), said[which])
