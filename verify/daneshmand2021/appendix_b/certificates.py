"""Certificates of theory/daneshmand2021/appendix_b.py: proofs over the whole domain.

q_i are the eigenvalues of H_l^T H_l, q_n the smallest, Vhat = 1/n - q_n; C = H_{l+1}^T H_{l+1}.
For n = 1 every gap is 0 and nothing is left to show.
"""

import math
from itertools import islice
from typing import Any

import mpmath

from theory.ledger import Cell
from verify.cases import TIGHT
from verify.chains.limit import STARTS, lemma_4_cells, limit_chain, share_cells
from verify.daneshmand2021.appendix_b import exact
from verify.proofs import orthogonality as steps
from verify.proofs.prover import INTEGRALS, Reduction, argument, proved
from verify.proofs.steps import gaussian_transform
from verify.registry import Run, domain

CONTRACTION = "AM-GM on the other eigenvalues, the tangent of a convex function, Beta integrals"


@proved("daneshmand2021:lemma-4", domain="every H of unit norm, every n")
@argument("a sum of squares below the square of the sum; n (n-1) <= 4 n^2")
def gap_by_a_square(run: Run) -> Reduction:
    return Reduction(
        lambda n, v_hat: 2 * v_hat * n, steps.gap_below_the_smallest(), lemma_4_cells()
    )


@proved("daneshmand2021:theorem-5")
@argument(f"{CONTRACTION}; Weyl's inequality and the variance of a mean")
@domain("every H of unit norm, every n, every d >= n and d = inf")
def drift_from_its_lemmas(run: Run) -> Reduction:
    """E Vhat' <= (1/n - p_n) + E|Vhat' - (1/n - p_n)| <= lemma 8 + sqrt(lemma 7).

    Cells at d = inf, and at n = d = 2 from an orthogonal input: E Vhat' = E|z_1 + z_2|/4 = 1/pi,
    z_j uniform on the circle.
    """
    cells = list(islice(exact.drift_in_the_limit_of_width(run), 24, 36))  # n = 8
    two = {"n": 2, "d": mpmath.mpf(2), "v_hat": mpmath.mpf(0)}
    cells.append(Cell(two, 1 / mpmath.pi, TIGHT, label="n = d = 2, orthogonal"))

    def bound(n: int, d: Any, v_hat: Any) -> Any:
        noise = 0 if d == math.inf else 1 / mpmath.sqrt(d)
        return v_hat - mpmath.mpf(2) / 3 * (mpmath.mpf(1) / n - v_hat) * v_hat + noise

    return Reduction(
        bound,
        steps.drift_condition(),
        cells,
        points=[
            {"n": n, "d": mpmath.mpf(d), "v_hat": mpmath.mpf(1) / (3 * n)}
            for n in (2, 7)
            for d in (2, 3, 10, 1000)
        ],
    )


@proved("daneshmand2021:lemma-6", domain="every H of unit norm, every d")
@argument("the variance of a mean of independent rank-one projections")
def variance_of_independent_rows(run: Run) -> Reduction:
    """C is a mean of d independent u u^T with unit u: E||C - E C||^2 = (1 - sum p_i^2)/d."""
    cells = []
    for n, first in STARTS:
        one, rest = limit_chain(n, first, 1)[1]
        variance = (1 - one**2 - (n - 1) * rest**2) / n
        cells.append(
            Cell({"d": mpmath.mpf(n)}, variance, TIGHT, label=f"n = d = {n}, q_1 = {first}")
        )
    return Reduction(lambda d: 1 / d, [steps.variance_of_a_mean()], cells)


@proved("daneshmand2021:lemma-7", domain="every H of unit norm, every d >= n")
@argument("Weyl's inequality and lemma 6's certificate")
def smallest_eigenvalue_by_weyl(run: Run) -> Reduction:
    """Cells at n = 2, q = (1/2, 1/2): Vhat' = |z_1 + ... + z_d|/(2d), z_j uniform on the circle.

    So E Vhat'^2 = 1/(4d) exactly, for every d.
    """
    cells = [
        Cell({"d": mpmath.mpf(d)}, 1 / mpmath.mpf(4 * d), TIGHT, label=f"n = 2, d = {d}")
        for d in (2, 8, 100)
    ]
    return Reduction(
        lambda d: 1 / d,
        [steps.variance_of_a_mean(), steps.smallest_eigenvalue_is_lipschitz()],
        cells,
    )


@proved("daneshmand2021:lemma-8", domain="every Gram spectrum, every n")
@argument(CONTRACTION)
def contraction_by_convexity(run: Run) -> Reduction:
    cells = list(islice(exact.contraction_of_two_level_spectra(run), 12, 36))  # n = 3, 8

    def bounds(n: int, v_hat: Any) -> list[Any]:
        q = mpmath.mpf(1) / n - v_hat
        return [v_hat * (1 - c * q) for c in (mpmath.mpf(2) / 3, mpmath.mpf(2 * n) / (n + 2))]

    return Reduction(bounds, [steps.log_convexity(), steps.tangent_at_isometry()], cells)


@proved("daneshmand2021:lemma-9", domain="every Gram spectrum, every n")
@argument("1/x as a Laplace transform, Gaussian transforms, Tonelli")
def sawa_by_gaussian_transforms(run: Run) -> Reduction:
    """1/x = int exp(-t x) dt at x = sum q_k w_k^2, in expectation (Tonelli: all is positive).

    E q_i w_i^2 exp(-t x) = q_i (1+2t q_i)^(-3/2) prod_{j != i} (1+2t q_j)^(-1/2), the w_k being
    independent; that is the integrand. Where q_i = 0 both sides are 0.
    """
    return Reduction(
        steps.enclosed_shares, [gaussian_transform()], share_cells(), relative=INTEGRALS
    )


@proved("daneshmand2021:lemma-10", domain="every t > 0, n >= 2, delta in [0, 1/n]")
@argument("-log of an affine function is convex, and so is exp of a convex function")
def convex_since_log_convex(run: Run) -> Reduction:
    return Reduction(
        lambda t, n, delta: 0,
        [steps.log_convexity()],
        [exact.curvature(n, t, "0.5") for n, t in ((2, "1e-3"), (4, "1"), (100, "50"))],
    )
