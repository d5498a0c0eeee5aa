"""Certificates of lemma 9 of daneshmand2021 and of sharp:gram-map.

The closed forms are integrals; they are compared with flint's own quadrature, which encloses them.
"""

from __future__ import annotations

import mpmath
import numpy as np

from theory.ledger import Cell, Evidence
from theory.numerics import reference
from theory.numerics.backends import Array, as_ball, as_mpf, elementwise
from theory.numerics.enclosures import enclose_gram_map
from theory.spectrum import from_eigenvalues
from verify.cases import mpf_array
from verify.daneshmand2021.appendix_b_steps import variance_of_a_mean
from verify.proofs.prover import INTEGRALS, Proof, always, certificate
from verify.proofs.steps import gaussian_transform, variables
from verify.registry import Run, check

_balls = elementwise(as_ball)


def enclosed_shares(q: Array) -> Array:
    levels = sorted(set(q))
    counts = [list(q).count(v) for v in levels]
    balls = from_eigenvalues(_balls(mpf_array(levels) * len(q)), counts)
    share = dict(zip(levels, enclose_gram_map(balls), strict=True))
    return np.array([as_mpf(share[v]) for v in q])


def _share_cells() -> list[Cell]:
    found = []
    for first in ("0.1", "0.5"):
        q = mpf_array([first, 1 - mpmath.mpf(first)])
        found.append(Cell({"q": q}, reference.share_of_two(q), 1e-30, label=f"n = 2, {first}"))
    one = reference.mean_share_two_level(2, 1, 1, 2)
    q = mpf_array([mpmath.mpf(1) / 2, *[mpmath.mpf(1) / 4] * 2])
    p = mpf_array([one, *[(1 - one) / 2] * 2])
    return [*found, Cell({"q": q}, p, 1e-30, label="n = 3, 2 to 1")]


@check("daneshmand2021:lemma-9")
def sawa_by_gaussian_transforms(run: Run) -> Evidence:
    """1/x = int exp(-t x) dt at x = sum q_k w_k^2, in expectation (Tonelli: all is positive).

    E q_i w_i^2 exp(-t x) = q_i (1+2t q_i)^(-3/2) prod_{j != i} (1+2t q_j)^(-1/2), the w_k being
    independent; that is the integrand. Where q_i = 0 both sides are 0.
    """
    return certificate(
        run.formula,
        enclosed_shares,
        [gaussian_transform()],
        _share_cells(),
        argument="1/x as a Laplace transform, Gaussian transforms, Tonelli",
        domain="every Gram spectrum, every n",
        relative=INTEGRALS,
    )


def contraction_of_small_deviations() -> Proof:
    """q = 1/n + e, sum e = 0: to first order p_i - 1/n = e_i - n sum_j E[u_i^2 u_j^2] e_j.

    E u_i^2 u_j^2 = (1 + 2 delta_ij)/(n(n+2)) on the sphere, so this is e_i - 2 e_i/(n+2), and
    (n+2) e - 2 e = n e.
    """
    n, e = variables("n e")
    return always((n + 2) * e - 2 * e == n * e)


@check("sharp:gram-map")
def law_of_large_numbers(run: Run) -> Evidence:
    """E||C - diag(p)||_F^2 <= 1/d -> 0 by lemma 6's certificate, and p by lemma 9's."""
    return certificate(
        run.formula,
        enclosed_shares,
        [gaussian_transform(), variance_of_a_mean(), contraction_of_small_deviations()],
        _share_cells(),
        argument="lemma 9's certificate, the variance of a mean, two moments on the sphere",
        domain="every Gram spectrum, every n, d -> inf",
        relative=INTEGRALS,
    )
