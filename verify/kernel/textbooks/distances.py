"""Textbook theorems about the Wasserstein distance to a Gaussian: see ``facts``."""

from __future__ import annotations

from typing import Any

import numpy as np

from theory.expressions.formal import Statement
from theory.expressions.functions import mean, sqrt, total
from theory.expressions.layers import q
from theory.expressions.nodes import Expr, equal
from theory.expressions.vocabulary import OF_NORM_ONE, Chain, H, distance, distance_given, k, n
from verify.kernel.facts import Sides, fact
from verify.kernel.textbook import one_of
from verify.kernel.textbooks.layers import below


def _commuting(random: Any) -> Sides:
    """tr A + tr B - 2 tr (A^(1/2) B A^(1/2))^(1/2) at B = I/n."""
    for size in (2, 3):
        values = random.dirichlet(np.ones(size))
        direct = values.sum() + 1 - 2 * np.sqrt(values / size).sum()
        yield float(((np.sqrt(values) - 1 / np.sqrt(size)) ** 2).sum()), float(direct)


@fact(
    "distance given H",
    "Given H the rows of W H are independent N(0, H^T H/d), those of G/sqrt(n) N(0, I/(n d)): W_2^2"
    " is the sum of (sqrt(q_k) - 1/sqrt(n))^2, the covariances commuting.",
    "Olkin and Pukelsheim 1982; Dowson and Landau 1982", _commuting,
)  # fmt: skip
def distance_of_a_state() -> Statement:
    value = total((sqrt(q(k)) - 1 / sqrt(n)) ** 2, k, n)
    return Statement(frozenset(OF_NORM_ONE), equal(distance_given(H), value))


def _mixtures(random: Any) -> Sides:
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
