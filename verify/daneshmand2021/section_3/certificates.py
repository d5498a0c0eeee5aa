"""Certificates of theory/daneshmand2021/section_3.py."""

import mpmath
import numpy as np

from theory.definitions import orthogonality_gap
from theory.ledger import Cell
from verify.cases import rotation
from verify.daneshmand2021.section_3.exact import whitened
from verify.proofs.reductions import Reduction, Shown, always, argument, certificate, variables
from verify.registry import Run, domain


def roots_cancel() -> Shown:
    """M = U S V^T: (M M^T)^(-1/2) M = U S^(-1) U^T U S V^T = U V^T, and V U^T U V^T = I.

    Singular value by singular value, (1/s) s = 1 with (1/s)^2 s^2 = 1: the pseudo-inverse root of
    M M^T = U S^2 U^T is U S^(-1) U^T where every s is positive, that is for full rank.
    """
    s, r = variables("s r")  # r = 1/s
    return always((r * s - 1) * (r * s + 1) == r**2 * s**2 - 1)


@certificate("daneshmand2021:remark-whitening", domain="every M of full rank, every d >= n")
@argument("the whitened matrix is U V^T")
def singular_vectors_are_left(run: Run) -> Reduction:
    M = rotation(3)[:, :2] + 1
    cells = [Cell({"M": M}, whitened(M), 1e-12, label="a shifted rotation, d = 3, n = 2")]
    return Reduction(
        lambda M: np.array(mpmath.eye(len(M[0])).tolist(), dtype=object), [roots_cancel()], cells
    )


def volumes_and_lengths() -> list[Shown]:
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


@certificate("daneshmand2021:remark-vanilla-collapse")
@argument("lengths grow like chi_d, areas like chi_d chi_(d-1): the laws of large numbers")
@domain("almost surely, every H_0 != 0, every d >= n, as the depth grows; d fixed")
def lyapunov_exponents_of_lengths_and_areas(run: Run) -> Reduction:
    """Cells: V of a matrix of rank one, which the normalised representation tends to."""
    cells = []
    for n in (1, 2, 7):
        H = np.array([[mpmath.mpf(k + 1)] * n for k in range(7)])
        gap = mpmath.chop(orthogonality_gap(H), 1e-40)
        cells.append(Cell({"n": mpmath.mpf(n)}, gap, 1e-30, label=f"rank one, n = {n}"))
    proofs = volumes_and_lengths()
    points = [{"n": mpmath.mpf(n)} for n in (3, 50)]
    return Reduction(lambda n: mpmath.sqrt((n - 1) / n), proofs, cells, points=points)
