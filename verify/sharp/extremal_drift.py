"""Checks of theory/sharp/extremal_drift.py: in high precision, a layer sampled."""

import numpy as np

from lemmata.theory.numerics import reference
from lemmata.theory.numerics.backends import Array
from lemmata.theory.spectrum import Spectrum
from lemmata.verify.cases import (
    FEW_GAPS,
    SPHERE,
    distinct_pairs,
    doubled,
    literal_gap,
    mean_log,
    spectra,
)
from lemmata.verify.chains.orthogonal_cells import ONE_LAYER, Layer, share_cell, share_taken
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes, sampled


def _cell(s: Spectrum, value: Array, label: str) -> Cell:
    """|drift| and -|drift|: the closed form bounds both."""
    parameters = {"phi": literal_gap(s), "d": s.width}
    return Cell(parameters, np.array([-value, value]), SPHERE, label=f"{label}, d = {s.width}")


@exact("sharp:extremal-drift")
@routes("drift of the extremal spectra", "angle integral and divided differences in mpmath")
@domain("extremal, clustered and doubled spectra, gaps 1e-30 to 40, d = 2, 4, 8")
def drift_of_other_spectra(run: Run) -> Cells:
    """Extremal spectra attain the bounds, clusters and doubled spectra lie between them."""
    for d in (2, 8):
        for label, s in spectra(d, FEW_GAPS):
            yield _cell(s, mean_log(s), label)
    for label, v in distinct_pairs(2):
        yield _cell(doubled(v), reference.mean_log_doubled(v), label)


# Between the extremes: at the extremal spectra both sides are equal, which no interval can decide.
# They meet as the gap vanishes, too: at 0.02 they are 7 % apart, and the interval 3 % to each side.
BETWEEN = (
    Layer("two clusters", 4, 0.02, 2000),
    Layer("two clusters", 4, 1.0, 2000),
    Layer("two clusters", 4, 5.0, 2000),
    Layer("two clusters", 8, 0.5, 2000),
    Layer("two clusters", 16, 2.0, 500),
    Layer("two clusters", 64, 0.7, 100),
)


@sampled("sharp:extremal-drift")
@routes("drift of the extremal spectra", ONE_LAYER)
@domain("one layer from two clusters of eigenvalues, gaps 0.02 to 5, d = 4 to 64")
def sampled_drift_between(run: Run) -> Cells:
    for layer in BETWEEN:
        size = -layer.exact_drift
        signs = np.array([1.0, -1.0]) * layer.phi
        seen = share_taken(run, layer, len(BETWEEN))
        parameters = {"phi": layer.phi, "d": layer.d}
        yield share_cell(seen, layer, parameters, signs.__mul__, [size, -size])
