"""Checks of theory/sharp/eigenvalue_from_gap.py: extremal and other spectra."""

import numpy as np

from lemmata.verify.cases import eigenvalues, spectrum_cells
from lemmata.verify.registry import Cells, Run, domain, exact, routes


@exact("sharp:eigenvalue-from-gap")
@routes("roots by Newton's method", "the eigenvalues themselves, their gap summed literally")
@domain("extremal and clustered spectra, gaps 1e-12 to 3, d = 2, 8")
def extreme_eigenvalues(run: Run) -> Cells:
    """Extremal spectra attain the bounds at their own gap; others do not."""
    return spectrum_cells(
        lambda s: np.array([min(eigenvalues(s)), -max(eigenvalues(s))] * 2),
        (2, 8),
        ("1e-12", "0.3", "3"),
    )
