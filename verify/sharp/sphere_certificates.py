"""Certificates of the two sphere integrals: sharp:drift, lemma 9 of daneshmand2021, sharp:gram-map.

The closed forms are integrals; they are compared with flint's own quadrature, which encloses them.
"""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np

from theory.ledger import Cell, Evidence
from theory.numerics import reference
from theory.numerics.backends import Array, as_ball, as_mpf, elementwise
from theory.numerics.enclosures import enclose_drift, enclose_gram_map
from theory.spectrum import Spectrum, as_spectrum, from_eigenvalues
from verify.cases import distinct_pairs, doubled, mpf_array
from verify.daneshmand2021.appendix_b_steps import variance_of_a_mean
from verify.proofs.prover import INTEGRALS, Proof, always, certificate
from verify.proofs.steps import gaussian_transform, variables
from verify.registry import Run, check

_balls = elementwise(as_ball)


def enclosed_drift(spectrum: Any) -> Any:
    s = as_spectrum(spectrum)
    balls = Spectrum(_balls(s.log_eigenvalues), _balls(s.deviations), s.multiplicities)
    return as_mpf(enclose_drift(balls))


@check("sharp:drift")
def frullani_and_gaussians(run: Run) -> Evidence:
    """log x = int (exp(-t) - exp(-t x)) dt/t (both are 0 at 1 and have the derivative 1/x).

    At x = sum lambda_k w_k^2, w ~ N(0, I_d), in expectation (Tonelli on either side of x = 1):
    E log x = int [exp(-t) - prod (1+2 lambda_k t)^(-1/2)] dt/t. But x = |w|^2 sum lambda_k u_k^2,
    u = w/|w| being independent of |w|: subtract the same at lambda = 1. Each row of W ~ O_d is such
    a u, and sharp:bn-identity makes the change of the gap the mean over the rows.
    """
    cells = [
        Cell(
            {"spectrum": doubled(v)}, reference.mean_log_doubled(v), 1e-30, label=f"{label}, d = 4"
        )
        for label, v in distinct_pairs(2)
        if label in ("arithmetic", "geometric over 10 decades")
    ]
    return certificate(
        run.formula,
        enclosed_drift,
        [gaussian_transform()],
        cells,
        argument="Frullani's integral, Gaussian transforms, |w| independent of w/|w|",
        domain="every spectrum of mean 1, every d",
        points=[{"spectrum": from_eigenvalues(mpf_array(["0.25", "0.75", "2"]))}],
        relative=INTEGRALS,
    )


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
