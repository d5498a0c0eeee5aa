"""Certificates of the remarks of theory/daneshmand2021/main.py: norm, whitening, collapse."""

from __future__ import annotations

import mpmath
import numpy as np

from theory.definitions import bn, orthogonality_gap
from theory.ledger import Cell, Evidence
from theory.numerics.backends import sqrt
from verify.cases import TIGHT
from verify.daneshmand2021.main import tall_matrices, whitening_cells
from verify.proofs.prover import Proof, always, certificate
from verify.proofs.steps import variables
from verify.registry import Run, check


def unit_rows_over_the_width() -> Proof:
    """Row j of BN(M)/sqrt(d) has the square norm sum_i (m_i v/c)^2 = (1/d) (sum m_i^2) v^2 = 1/d.

    v = 1/||m||, c = sqrt(d): term by term d (m v/c)^2 = m^2 v^2 once c^2 = d; d rows make 1.
    """
    m, v, w = variables("m v w")  # w = 1/c
    return always((m * v * w) ** 2 == (m * v) ** 2 * w**2)


@check("daneshmand2021:eq-1-frobenius")
def rows_add_up(run: Run) -> Evidence:
    cells = [
        Cell({"M": M}, sqrt(((bn(M) / sqrt(mpmath.mpf(len(M)))) ** 2).sum()), TIGHT, label=label)
        for label, M in tall_matrices()
        if "d = 2" in label or "d = 3" in label
    ]
    return certificate(
        run.formula,
        lambda M: mpmath.mpf(1),
        [unit_rows_over_the_width()],
        cells,
        argument="d unit rows, divided by sqrt(d)",
        domain="every M without a zero row, every d and n",
    )


def roots_cancel() -> Proof:
    """M = U S V^T: (M M^T)^(-1/2) M = U S^(-1) U^T U S V^T = U V^T, and V U^T U V^T = I.

    Singular value by singular value, (1/s) s = 1 with (1/s)^2 s^2 = 1: the pseudo-inverse root of
    M M^T = U S^2 U^T is U S^(-1) U^T where every s is positive, that is for full rank.
    """
    s, r = variables("s r")  # r = 1/s
    return always((r * s - 1) * (r * s + 1) == r**2 * s**2 - 1)


@check("daneshmand2021:remark-whitening")
def singular_vectors_are_left(run: Run) -> Evidence:
    cells = [cell for cell in whitening_cells() if "d = 3" in cell.label]
    return certificate(
        run.formula,
        lambda M: np.array(mpmath.eye(len(M[0])).tolist(), dtype=object),
        [roots_cancel()],
        cells,
        argument="the whitened matrix is U V^T",
        domain="every M of full rank, every d >= n",
    )


def volumes_and_lengths() -> list[Proof]:
    """Without BN, s_2(H_l)/s_1(H_l) -> 0 almost surely, for d >= 2 and every H_0 != 0.

    1. For a fixed x, ||W x||/||x|| has the law of chi_d/sqrt(d), independently layer by layer, and
       the area of (W x, W y) over that of (x, y) that of chi_d chi_(d-1)/d: W is invariant under
       rotations. So log ||H_l x||/l -> a_d and log(area of two columns)/l -> a_d + a_(d-1) (law of
       large numbers), with a_k = E log chi_k - log(d)/2 and a_d > a_(d-1): chi_d^2 is
       chi_(d-1)^2 + w^2 in law.
    2. s_1^2 s_2^2 <= the sum of the squared areas of all pairs of columns (the second elementary
       symmetric function of the s_i^2), and an area^2 is |x|^2 |y|^2 - (x.y)^2, which pair by pair
       of coordinates is a square. s_1 >= ||H_l x||. So log(s_2/s_1)/l has a limit <= a_(d-1) - a_d.
    3. Then q -> (1, 0, ..., 0), at which V^2 = (1-1/n)^2 + (n-1)/n^2 = 1 - 1/n.
    """
    a, b, c, e, n = variables("a b c e n")  # two coordinates (a, c) of x and (b, e) of y
    return [
        always((a**2 + c**2) * (b**2 + e**2) - (a * b + c * e) ** 2 == (a * e - b * c) ** 2),
        always((n - 1) ** 2 + (n - 1) == n * (n - 1)),
    ]


@check("daneshmand2021:remark-vanilla-collapse")
def lyapunov_exponents_of_lengths_and_areas(run: Run) -> Evidence:
    """Cells: V of a matrix of rank one, which the normalised representation tends to."""
    cells = []
    for n in (1, 2, 7):
        H = np.array([[mpmath.mpf(k + 1)] * n for k in range(7)])
        gap = mpmath.chop(orthogonality_gap(H), 1e-40)
        cells.append(Cell({"n": mpmath.mpf(n)}, gap, 1e-30, label=f"rank one, n = {n}"))
    return certificate(
        run.formula,
        lambda n: mpmath.sqrt((n - 1) / n),
        volumes_and_lengths(),
        cells,
        argument="lengths grow like chi_d, areas like chi_d chi_(d-1): the laws of large numbers",
        domain="almost surely, every H_0 != 0, every d >= n, as the depth grows; d fixed",
        points=[{"n": mpmath.mpf(n)} for n in (3, 50)],
    )
