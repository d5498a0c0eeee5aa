"""Checks of theory/sharp/extremal_drift.py: in high precision, a layer sampled, the certificate."""

import mpmath
import numpy as np

from theory.numerics import reference
from theory.numerics.backends import Array
from theory.spectrum import Spectrum
from verify.cases import FEW_GAPS, SPHERE, distinct_pairs, doubled, literal_gap, mean_log, spectra
from verify.chains.orthogonal_cells import ONE_LAYER, Layer, share_cell, share_taken
from verify.proofs import isometry as steps
from verify.proofs.prover import INTEGRALS, Reduction, argument, proved
from verify.registry import Cell, Cells, Run, domain, exact, routes, sampled


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


def enclosed_bounds(phi: Array, d: int) -> list[Array]:
    """[g, -G] from the roots of the literal equations and flint's quadrature."""
    smallest, largest, _, _ = steps.literal_roots(phi, d)
    return [-steps.two_level_drift(smallest, d), steps.two_level_drift(-largest, d)]


@proved("sharp:extremal-drift", domain="every spectrum of mean 1, every gap, every d >= 2")
@argument("of three eigenvalues the middle one can move, and prod (1 + 2t lambda) with it")
def three_eigenvalues_at_a_time(run: Run) -> Reduction:
    """Three eigenvalues are moved at a time.

    -drift = int [P(t)^(-1/2) - (1+2t)^(-d/2)] dt/t (sharp:drift) falls as P(t), the product of the
    1 + 2t lambda_k, rises. The spectra of mean 1 and gap phi are a compact set, on which P(t) has a
    largest value; by the steps it is not at a spectrum with y < z among any three eigenvalues
    x <= y <= z, so it is at the one with d - 1 equal eigenvalues above a small one, for every t at
    once. The least value likewise. For d = 2 there is one spectrum only.
    """
    cells = [_cell(s, mean_log(s), label) for label, s in spectra(4, ("1",)) if "one" in label]
    arithmetic = dict(distinct_pairs(2))["arithmetic"]
    value = reference.mean_log_doubled(arithmetic)
    cells.append(_cell(doubled(arithmetic), value, "arithmetic"))
    proofs = [steps.three_eigenvalues_can_move_unless_two_are_equal()]
    points = [{"phi": mpmath.mpf(1) / 10, "d": 64}]
    return Reduction(enclosed_bounds, proofs, cells, points=points, relative=INTEGRALS)
