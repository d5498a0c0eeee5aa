"""Checks of theory/meterez2024/appendix_b.py in high precision."""

from collections.abc import Iterator

from theory.ledger import Cell
from verify.cases import SPHERE, mean_log, spectrum_cells
from verify.chains import drift_ends
from verify.registry import Run, exact, routes


@exact("meterez2024:lemma-B.2", domain="extremal spectra, gaps 1e-30 to 40, d = 2 to 64")
@routes("the recurrence", "angle integral in mpmath")
def drift_in_two_regimes(run: Run) -> list[Cell]:
    return spectrum_cells(mean_log, (2, 3, 8, 64), tolerance=SPHERE)


@exact("meterez2024:lemma-B.2", routes=drift_ends.WIDE, domain=drift_ends.WIDE_DOMAIN)
def drift_in_two_regimes_at_large_width(run: Run) -> Iterator[Cell]:
    return drift_ends.wide_drifts(lambda spectrum, phi: {"phi": phi, "d": spectrum.width})
