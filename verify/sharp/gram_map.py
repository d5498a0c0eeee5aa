"""Checks of theory/sharp/gram_map.py: near isometry, a layer sampled, and the certificate."""

import mpmath

from verify.cases import mpf_array
from verify.chains.gaussian_cells import SHARES_OF_ROWS, row_share_cells
from verify.chains.limit import share_cells
from verify.proofs.orthogonality import enclosed_shares, variance_of_a_mean
from verify.proofs.reductions import (
    INTEGRALS,
    Reduction,
    Shown,
    always,
    argument,
    certificate,
    variables,
)
from verify.proofs.steps import gaussian_transform
from verify.registry import Cell, Cells, Run, exact, routes, sampled


@exact("sharp:gram-map", domain="deviations of 1e-15 from 1/n, n = 2, 3, 10")
@routes("trapezoidal quadrature in log t", "the linearised map")
def contraction_near_isometry(run: Run) -> Cells:
    """Deviations of 1e-15 contract by n/(n+2); the next term is 1e-30."""
    for n in (2, 3, 10):
        e = mpf_array([mpmath.mpf(2 * k - n + 1) / 10**15 for k in range(n)])
        mean = mpmath.mpf(1) / n
        yield Cell({"q": mean + e}, mean + e * n / (n + 2), 1e-27, label=f"n = {n}")


@sampled("sharp:gram-map", **SHARES_OF_ROWS)
def sampled_shares_of_rows(run: Run) -> Cells:
    return row_share_cells(run)


def contraction_of_small_deviations() -> Shown:
    """q = 1/n + e, sum e = 0: to first order p_i - 1/n = e_i - n sum_j E[u_i^2 u_j^2] e_j.

    E u_i^2 u_j^2 = (1 + 2 delta_ij)/(n(n+2)) on the sphere, so this is e_i - 2 e_i/(n+2), and
    (n+2) e - 2 e = n e.
    """
    n, e = variables("n e")
    return always((n + 2) * e - 2 * e == n * e)


@certificate("sharp:gram-map", domain="every Gram spectrum, every n, d -> inf")
@argument("lemma 9's certificate, the variance of a mean, two moments on the sphere")
def law_of_large_numbers(run: Run) -> Reduction:
    """E||C - diag(p)||_F^2 <= 1/d -> 0 by lemma 6's certificate, and p by lemma 9's."""
    steps = [gaussian_transform(), variance_of_a_mean(), contraction_of_small_deviations()]
    return Reduction(enclosed_shares, steps, share_cells(), relative=INTEGRALS)
