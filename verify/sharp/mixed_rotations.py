"""Checks of theory/sharp/mixed_rotations.py: rotations of the plane carried out."""

import mpmath
import numpy as np

from lemmata.theory.definitions import bn, gram
from lemmata.verify.cases import mpf_array
from lemmata.verify.registry import Cell, Cells, Run, exact, routes

ANGLES = 512  # the trapezoidal rule, whose error is (1 - sqrt(r))/(1 + sqrt(r)) to this power


@exact("sharp:mixed-rotations", domain="d = n = 2, q_1 from 1/2 + 1e-6 to 0.98, rotated samples")
@routes("the bound", "BN of W X and its Gram matrix, averaged over the angle of W")
def rotations_of_the_plane(run: Run) -> Cells:
    angles = [mpmath.pi * (2 * m + 1) / ANGLES for m in range(ANGLES // 2)]
    for text in ("0.500001", "0.6", "0.9", "0.98"):
        first = mpmath.mpf(text)
        X = np.diag([mpmath.sqrt(2 * first), mpmath.sqrt(2 - 2 * first)])
        C = sum(
            gram(
                bn(mpf_array([[mpmath.cos(t), -mpmath.sin(t)], [mpmath.sin(t), mpmath.cos(t)]]) @ X)
            )
            for t in angles
        ) / (2 * len(angles))
        least, most = sorted(mpmath.eigsy(mpmath.matrix(C.tolist()), eigvals_only=True))
        seen = np.array([most, (most - least) / mpmath.sqrt(2)])  # the trace is 1
        yield Cell({"q": mpf_array([first, 1 - first])}, seen, 1e-20, label=f"q_1 = {text}")
