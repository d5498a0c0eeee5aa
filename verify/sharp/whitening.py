"""Checks of theory/sharp/whitening.py: projections, and the proof."""

import mpmath
import numpy as np

from theory.definitions import orthogonality_gap
from theory.expressions.functions import sqrt, total
from theory.expressions.nodes import equal
from theory.expressions.particular import RANKS, M, r, whitened
from theory.expressions.vocabulary import gap, k, n
from verify.cases import TIGHT, mpf_array, rotation
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.textbooks.singular import g
from verify.kernel.theorem import Theorem
from verify.registry import Cell, Cells, Run, exact, routes


@exact("sharp:whitening", domain="projections of rank 1 to 5, n = 2 to 5")
@routes("the closed form", "V of r orthonormal rows in mpmath")
def gaps_of_projections(run: Run) -> Cells:
    """U_r V_r^T with U_r the first unit vectors: r rows of an orthogonal matrix."""
    for samples, size in ((2, 1), (3, 1), (3, 2), (5, 5)):
        H = rotation(samples)[:size]
        zeros = mpf_array(np.zeros((samples - size, samples)))
        padded = np.concatenate([H, zeros]) if size < samples else H
        value = mpmath.chop(orthogonality_gap(padded), 1e-40)
        given = {"r": mpmath.mpf(size), "n": mpmath.mpf(samples)}
        yield Cell(given, value, TIGHT, label=f"r = {size}, n = {samples}")


@proof("sharp:whitening")
def eigenvalues_of_a_projection(p: Proof) -> Theorem:
    """sum (g_k/r - 1/n)^2 = sum g_k^2/r^2 - 2 sum g_k/(r n) + 1/n = 1/r - 1/n, as g_k^2 = g_k."""
    square, rank, V = (p.fact("whitening", which) for which in ("projection", "rank", "gap"))
    squares = p.sum("all squares", square, k, n)
    shares = p.rewrite("shares", V, rank)
    inside = total((g(k) / r - 1 / n) ** 2, k, n)
    value = p.arith("deviations", equal(inside, 1 / r - 1 / n), (squares, 1 / r**2),
                    (rank, 1 / r**2 - 2 / (r * n)), under=RANKS)  # fmt: skip
    root = p.monotone("root", "sqrt", value)
    return p.arith("the claim", equal(gap(whitened(M)), sqrt(1 / r - 1 / n)), shares, root)
