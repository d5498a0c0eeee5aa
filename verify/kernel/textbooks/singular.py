"""Textbook theorems about singular values, projections and ranks: see ``facts``."""

from __future__ import annotations

import numpy as np

from theory import definitions
from theory.expressions.formal import Statement
from theory.expressions.functions import sqrt, total
from theory.expressions.nodes import Every, Expr, Function, Variable, equal
from theory.expressions.particular import ORTHOGONALISED, RANKS, SAMPLES, M, r, s, whitened
from theory.expressions.symbols import product, rank, squared_row
from theory.expressions.vocabulary import bn, gap, j, k, n
from verify.kernel.facts import Sides, fact

g = Variable("g")


def _orthogonalised(random: np.random.Generator) -> Sides:
    """W H of eq. (6) formed, against its squared singular values s_k/sum s."""
    for d, samples in ((2, 2), (2, 5), (3, 4)):
        U, values, V = np.linalg.svd(random.standard_normal((d, samples)), full_matrices=False)
        turn = np.linalg.qr(random.standard_normal((d, d)))[0]
        W = (turn / np.sqrt(values)) @ U.T / np.sqrt(values.sum())
        shares = values / values.sum()
        direct = ((shares - 1 / samples) ** 2).sum() + (samples - d) / samples**2
        yield float(definitions.orthogonality_gap(W @ (U * values) @ V)), float(np.sqrt(direct))


@fact(
    "singular values of W H",
    "With H = U S V^T and W = V' S^(-1/2) U^T/||S^(1/2)||_F, V' orthogonal, W H"
    " has the squared singular values s_k/sum s, of sum 1, and n - r zeros; V is the norm of their"
    " deviations from 1/n.",
    "Horn and Johnson, Matrix Analysis, 2.6.3; daneshmand2021, eqs. (2) and (6)", _orthogonalised,
)  # fmt: skip
def singular_values_of_wh() -> Statement:
    deviations = total((s(k) / total(s(k), k, r) - 1 / n) ** 2, k, r)
    zeros = (n - r) / n**2
    return Statement(frozenset(SAMPLES), equal(gap(ORTHOGONALISED), sqrt(deviations + zeros)))


def _whitened(random: np.random.Generator) -> Sides:
    for size, samples in ((1, 2), (2, 3), (3, 3)):
        A = random.standard_normal((4, size)) @ random.standard_normal((size, samples))
        U, values, V = np.linalg.svd(A, full_matrices=False)
        white = U[:, :size] @ V[:size]
        values = np.linalg.eigvalsh(white.T @ white)
        yield from ((float(v) ** 2 + 1, float(v) + 1) for v in values)
        yield float(values.sum()), float(size)
        shares = values / values.sum()
        direct = np.sqrt(((shares - 1 / samples) ** 2).sum())
        yield float(definitions.orthogonality_gap(white)) + 1, float(direct) + 1


@fact(
    "whitening",
    "With M = U S V^T of rank r whitening leaves U_r V_r^T, whose Gram matrix is a projection of"
    " rank r: its eigenvalues g_k are 0 or 1 and sum to r; V is the norm of the deviations of"
    " g_k/sum g from 1/n.",
    "Horn and Johnson, Matrix Analysis, 2.6.3, 2.5.6; daneshmand2021, eq. (2)", _whitened,
)  # fmt: skip
def whitening(which: str) -> Statement:
    deviations = total((g(k) / total(g(k), k, n) - 1 / n) ** 2, k, n)
    said = {
        "projection": equal(g(k) ** 2, g(k)),
        "rank": equal(total(g(k), k, n), r),
        "gap": equal(gap(whitened(M)), sqrt(deviations)),
    }
    return Statement(frozenset(RANKS), said[which])


def _ranks(random: np.random.Generator) -> Sides:
    for size, samples in ((1, 3), (2, 3), (3, 3)):
        A = random.standard_normal((4, size)) @ random.standard_normal((size, samples))
        B = random.standard_normal((4, 4))
        scaled = np.diag(1 / definitions.row_norms(B @ A)) @ B @ A
        yield float(np.linalg.matrix_rank(scaled)), float(np.linalg.matrix_rank(A))
        yield float(abs(scaled - definitions.bn(B @ A)).max()), 1e-12


@fact(
    "rank of a product", "rank(A B) <= rank(B).",
    "Horn and Johnson, Matrix Analysis, 0.4.5", _ranks, bound=True,
)  # fmt: skip
def rank_of_a_product(A: Expr, B: Expr) -> Statement:
    return Statement(frozenset(), rank(product(A, B)) <= rank(B))


@fact(
    "BN as a product", "BN(A) = diag(A A^T)^(-1/2) A, where no row of A is zero.",
    "meterez2024, eq. (4): the definition", _ranks, bound=True,
)  # fmt: skip
def bn_as_a_product(A: Expr) -> Statement:
    assumes = [Every(j, 0 < squared_row(A, j))]
    return Statement(frozenset(assumes), equal(bn(A), product(Function("scaling", (A,)), A)))
