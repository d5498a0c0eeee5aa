"""Checks of theory/sharp/mean_subtraction.py: standard BN in mpmath's own loops."""

import mpmath
import numpy as np

from lemmata.verify.cases import mpf_array, rotation
from lemmata.verify.registry import Cell, Cells, Run, exact, routes


@exact("sharp:mean-subtraction", domain="d = 1 to 8, n = 2 to 5, large means and small ones")
@routes("BN of the differences", "rows centred, normalised and set against Q, entry by entry")
def centred_rows(run: Run) -> Cells:
    """sum_i b_i Q_ik, with b = (m - mean)/|m - mean|: the mean of the first k less the next."""
    for d, size, mean in ((1, 2, "0"), (3, 3, "1e6"), (8, 5, "-0.5"), (4, 4, "1e-20")):
        shift = mpf_array([[k * i % 3 for i in range(size)] for k in range(d)]) + mpmath.mpf(mean)
        M = rotation(max(d, size))[:d, :size] + shift
        seen = []
        for row in M:
            centre = mpmath.fsum(row) / size
            length = mpmath.sqrt(mpmath.fsum((v - centre) ** 2 for v in row))
            b = [(v - centre) / length for v in row]
            seen.append(
                [(mpmath.fsum(b[:k]) - k * b[k]) / mpmath.sqrt(k * (k + 1)) for k in range(1, size)]
            )
        yield Cell({"M": M}, np.array(seen), 1e-30, label=f"d = {d}, n = {size}, mean {mean}")
