"""The certificate of theory/sharp/eigenvalue_from_gap.py: one eigenvalue against all the others."""

import mpmath
import numpy as np

from verify.cases import eigenvalues, spectrum_cells
from verify.proofs.isometry import literal_roots, one_eigenvalue_against_the_others
from verify.proofs.prover import Reduction, Run, argument, proved


@proved("sharp:eigenvalue-from-gap", domain="every spectrum of mean 1, every gap, every d >= 2")
@argument("AM-GM on the other eigenvalues, and the sign of one derivative")
def extremes_by_am_gm(run: Run) -> Reduction:
    """Extremal spectra attain the bounds at their own gap, summed literally; others do not."""
    cells = spectrum_cells(
        lambda s: np.array([min(eigenvalues(s)), -max(eigenvalues(s))] * 2),
        (2, 8), ("1e-12", "0.3", "3"),
    )  # fmt: skip
    points = [{"phi": mpmath.mpf(1) / 50, "d": d} for d in (3, 64, 1000)]
    return Reduction(literal_roots, one_eigenvalue_against_the_others(), cells, points=points)
