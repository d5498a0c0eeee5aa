"""The certificate of theory/sharp/power_sums.py."""

import mpmath

from verify.cases import TIGHT, mpf_array
from verify.proofs.orthogonality import hoelder_by_two_squares
from verify.proofs.prover import Reduction, argument, proved
from verify.registry import Cell, Run


@proved("sharp:power-sums", domain="all positive s_i")
@argument("Cauchy and Schwarz twice, each a sum of squares over pairs")
def two_squares(run: Run) -> Reduction:
    cells = []
    for raw in (["0.6", "0.8"], [1, 1, 1], [1, 2, 4, 8], ["1e-9", 1]):
        s = mpf_array(raw)
        cells.append(Cell({"s": s}, (s * s).sum() ** 3, TIGHT, label=f"s ~ {raw}"))
    proofs = [hoelder_by_two_squares()]
    return Reduction(lambda s: mpmath.fsum(s) ** 2 * mpmath.fsum(v**4 for v in s), proofs, cells)
