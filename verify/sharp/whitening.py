"""Checks of theory/sharp/whitening.py: projections."""

import mpmath
import numpy as np

from lemmata.theory.definitions import orthogonality_gap
from lemmata.verify.cases import TIGHT, mpf_array, rotation
from lemmata.verify.registry import Cell, Cells, Run, exact, routes


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
