"""Textbook theorems about the Wasserstein distance to a Gaussian: see ``facts``."""

from __future__ import annotations

import numpy as np

from theory.expressions.formal import Statement
from theory.expressions.functions import mean, sqrt, total
from theory.expressions.layers import q
from theory.expressions.nodes import Expr, Function, equal
from theory.expressions.symbols import gram
from theory.expressions.vocabulary import OF_NORM_ONE, Chain, H, distance, distance_given, k, n
from verify.kernel.facts import Sides, fact
from verify.kernel.textbooks.layers import below
from verify.kernel.textbooks.spectra import one_of


def _commuting(random: np.random.Generator) -> Sides:
    """tr A + tr B - 2 tr (A^(1/2) B A^(1/2))^(1/2) at B = I/n."""
    for size in (2, 3):
        values = random.dirichlet(np.ones(size))
        direct = values.sum() + 1 - 2 * np.sqrt(values / size).sum()
        yield float(((np.sqrt(values) - 1 / np.sqrt(size)) ** 2).sum()), float(direct)


@fact(
    "Gelbrich",
    "Given H the rows of W H are independent N(0, H^T H/d), those of G/sqrt(n) N(0, I/(n d)). W_2^2"
    " of N(0, A) and N(0, B) is tr A + tr B - 2 tr (A^(1/2) B A^(1/2))^(1/2); here of d rows, with"
    " B = I/n: tr H^T H + 1 - (2/sqrt(n)) tr (H^T H)^(1/2).",
    "Gelbrich 1990; Olkin and Pukelsheim 1982; Dowson and Landau 1982", _commuting,
)  # fmt: skip
def gelbrich() -> Statement:
    value = trace(gram(H)) + 1 - 2 * trace(matrix_root(gram(H))) / sqrt(n)
    return Statement(frozenset(OF_NORM_ONE), equal(distance_given(H), value))


def _traces_of_roots(random: np.random.Generator) -> Sides:
    for size in (2, 3):
        A = random.standard_normal((size + 1, size))
        singular = np.linalg.svd(A, compute_uv=False)
        values, basis = np.linalg.eigh(A.T @ A)
        yield float((A * A).sum()), float(values.sum())
        yield float(np.trace((basis * np.sqrt(values)) @ basis.T)), float(singular.sum())


@fact(
    "traces of a Gram matrix and its root",
    "tr H^T H is the sum of the eigenvalues q_k of H^T H, and tr (H^T H)^(1/2) of their roots.",
    "Horn and Johnson, Matrix Analysis, 1.2.12 and 7.2.6", _traces_of_roots,
)  # fmt: skip
def traces_of_a_gram_matrix(which: str) -> Statement:
    said = {
        "trace": equal(trace(gram(H)), total(q(k), k, n)),
        "root": equal(trace(matrix_root(gram(H))), total(sqrt(q(k)), k, n)),
    }
    return Statement(frozenset(OF_NORM_ONE), said[which])


def trace(A: Expr) -> Expr:
    return Function("tr", (A,))


def matrix_root(A: Expr) -> Expr:
    return Function("root", (A,))


def _mixtures(random: np.random.Generator) -> Sides:
    """On the line, of two point masses at +-1 and N(0, s^2) each: W_2 by quantiles."""
    for scales in ((0.5, 1.5), (1.0, 3.0)):
        mixed = np.sort(np.concatenate([s * random.standard_normal(20_000) for s in scales]))
        other = np.sort(random.standard_normal(40_000))
        yield below(((mixed - other) ** 2).mean(), np.mean([(s - 1) ** 2 for s in scales]) + 0.05)


@fact(
    "distance of a mixture",
    "W_2(W_l H_l, G/sqrt(n))^2 is at most the mean over H_l of that given H_l: mix the couplings.",
    "Villani, Optimal Transport, theorem 4.8 (convexity)", _mixtures,
)  # fmt: skip
def distance_of_a_mixture(chain: Chain, at: Expr) -> Statement:
    given = mean(distance_given(one_of(chain).at(at)), chain.name)
    return Statement(frozenset([0 <= at]), distance(chain, at) <= given)
