"""Checks of theory/sharp/eigenvalue_from_gap.py: extremal and other spectra, and the proof."""

from collections.abc import Sequence

import numpy as np

from theory.ledger import get
from verify.cases import eigenvalues, spectrum_cells
from verify.kernel.lemmas.spectra.bounds import beside_the_root, beside_the_single_level
from verify.kernel.proof import Proof, statements
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.registry import Cells, Run, domain, exact, routes


@exact("sharp:eigenvalue-from-gap")
@routes("roots by Newton's method", "the eigenvalues themselves, their gap summed literally")
@domain("extremal and clustered spectra, gaps 1e-12 to 3, d = 2, 8")
def extreme_eigenvalues(run: Run) -> Cells:
    """Extremal spectra attain the bounds at their own gap; others do not."""
    return spectrum_cells(
        lambda s: np.array([min(eigenvalues(s)), -max(eigenvalues(s))] * 2),
        (2, 8), ("1e-12", "0.3", "3"),
    )  # fmt: skip


@proof("sharp:eigenvalue-from-gap")
def one_against_the_others(p: Proof) -> Sequence[Theorem]:
    """The tangents of log at both levels; without the others, the tangent at the root."""
    said = statements(get("sharp:eigenvalue-from-gap"))
    found = [f(p, small) for f in (beside_the_single_level, beside_the_root)
             for small in (True, False)]  # fmt: skip
    return [p.arith("an extreme eigenvalue", one.shows, theorem)
            for one, theorem in zip(said, found, strict=True)]  # fmt: skip
