"""The certificate of theory/sharp/whitening.py."""

import mpmath
import numpy as np

from theory.definitions import orthogonality_gap
from verify.cases import TIGHT, mpf_array, rotation
from verify.proofs.prover import Reduction, Shown, always, argument, proved, variables
from verify.registry import Cell, Run


def projection_of_rank_r() -> Shown:
    """r eigenvalues 1/r and n - r zeros: V^2 = r (1/r - 1/n)^2 + (n-r)/n^2 = 1/r - 1/n.

    Multiplied by r n^2: (n-r)^2 + r (n-r) = n (n-r).
    """
    n, r = variables("n r")
    return always((n - r) ** 2 + r * (n - r) == n * (n - r))


@proved("sharp:whitening", domain="every M of rank r >= 1, every d and n")
@argument("whitening leaves the projection onto the row space")
def eigenvalues_of_a_projection(run: Run) -> Reduction:
    """Cells: the projection Q^T Q of r orthonormal rows of an orthogonal matrix, its gap."""
    cells = []
    for n, r in ((2, 1), (3, 1), (3, 2), (5, 5)):
        H = rotation(n)[:r]  # U_r V_r^T with U_r the first unit vectors
        padded = np.concatenate([H, mpf_array(np.zeros((n - r, n)))]) if r < n else H
        gap = mpmath.chop(orthogonality_gap(padded), 1e-40)
        given = {"r": mpmath.mpf(r), "n": mpmath.mpf(n)}
        cells.append(Cell(given, gap, TIGHT, label=f"r = {r}, n = {n}"))
    return Reduction(lambda r, n: mpmath.sqrt((n - r) / (r * n)), [projection_of_rank_r()], cells)
