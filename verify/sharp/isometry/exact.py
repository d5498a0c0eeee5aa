"""Exact checks of theory/sharp/isometry.py."""

from collections.abc import Sequence
from typing import Any

import mpmath
import numpy as np
from mpmath import mpf

from lemmata.theory.definitions import bn, isometry
from lemmata.theory.ledger import Kind
from lemmata.theory.numerics import reference
from lemmata.theory.numerics.backends import Array, as_ball, as_mpf, elementwise
from lemmata.theory.numerics.enclosures import enclose_drift
from lemmata.theory.spectrum import Spectrum, as_spectrum, from_deviations, one_large, one_small
from lemmata.verify.cases import (
    FEW_GAPS,
    SPHERE,
    distinct_pairs,
    doubled,
    eigenvalues,
    literal_gap,
    matrix_cells,
    mean_log,
    mean_log_cells,
    mpf_array,
    spectra,
    spectrum_cells,
    two_layer_cells,
)
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes
from lemmata.verify.second_writings import grid, second_writing


@exact("sharp:bn-identity", domain="full-rank matrices, d = 2 and 8")
@routes("the ratio of means", "determinants before and after BN in mpmath")
def determinants(run: Run) -> Cells:
    return matrix_cells(lambda X: isometry(bn(X)) / isometry(X), (2, 8), 1e-30)


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


@exact("sharp:drift", domain="two-level spectra, gaps 1e-30 to 40, d = 2 to 64")
@routes("trapezoidal quadrature in log t", "tanh-sinh integral over the angle in mpmath")
def angle_integral(run: Run) -> Cells:
    return mean_log_cells((2, 3, 8, 64), FEW_GAPS)


def _doubled(v: Sequence[Array], label: str) -> Cell:
    return Cell({"spectrum": doubled(v)}, reference.mean_log_doubled(v), 1e-30, label=label)


@exact("sharp:drift", domain="doubled spectra, d = 4 to 10, eigenvalues down to 1e-200")
@routes("trapezoidal quadrature in log t", "Hermite-Genocchi divided differences in mpmath")
def divided_differences(run: Run) -> Cells:
    return [_doubled(v, f"{label}, m = {m}") for m in (2, 5) for label, v in distinct_pairs(m)]


@exact("sharp:drift", domain="three eigenvalues, d = 3")
@routes("trapezoidal quadrature in log t", "flint's own quadrature, which encloses the integral")
def enclosed(run: Run) -> Cells:
    s = as_spectrum(mpf_array(["0.25", "0.75", "2"]))
    balls = elementwise(as_ball)
    of_balls = Spectrum(balls(s.log_eigenvalues), balls(s.deviations), s.multiplicities)
    yield Cell({"spectrum": s}, as_mpf(enclose_drift(of_balls)), 1e-12, label="enclosed")


@exact("sharp:local-rate", domain="both extremal spectra at gap 1e-30, d = 2 to 64")
@routes("d/(d+2)", "tanh-sinh integral over the angle in mpmath")
def rate_at_a_tiny_gap(run: Run) -> Cells:
    """At a gap of 1e-30 the rate is 1e-13 from its limit: the next term is of order sqrt(phi)."""
    phi = mpmath.mpf(10) ** -30
    for d in (2, 3, 8, 64):
        for label, s in (("one small", one_small(phi, d)), ("one large", one_large(phi, d))):
            rate = 1 + mean_log(s) / literal_gap(s)
            yield Cell({"d": d}, rate, 1e-12, label=f"{label}, d = {d}")


@exact("sharp:drift-from-spread", domain="extremal spectra and a skewed one, d = 2, 4, 8")
@routes("the bound", "angle integral in mpmath")
def drift_of_skewed_spectra(run: Run) -> Cells:
    """One eigenvalue 1.7 and seven of 0.9: skewed, so that lambda_max is needed."""
    skewed = from_deviations(mpf_array(["0.7", "-0.1"]), [1, 7])
    yield from mean_log_cells((2, 4), FEW_GAPS)
    yield Cell({"spectrum": skewed}, mean_log(skewed), SPHERE, label="1.7 and seven times 0.9")


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


@exact("sharp:theorem-1", domain="one layer from two-level spectra, gaps 1e-30 to 40, d = 2, 3, 8")
@routes("the bound", "angle integral in mpmath")
def one_layer(run: Run) -> Cells:
    for d in (2, 3, 8):
        for label, s in spectra(d, FEW_GAPS):
            gap = literal_gap(s)
            parameters = {"phi_0": gap, "l": 1, "d": d}
            yield Cell(parameters, gap + mean_log(s), SPHERE, label=f"{label}, d = {d}")


@exact("sharp:theorem-1", domain="two layers, d = 2")
@routes("the bound", "the layer's law at d = 2, integrated in mpmath")
def two_layers_at_width_2(run: Run) -> Cells:
    return two_layer_cells(("1e-6", "0.1", "0.7", "0.99", "0.999999"), "eigenvalues ", l=2)


@exact("sharp:absolute-constant")
@routes("the bound", "the layer's law at d = 2, integrated in mpmath; the local rate 1/2")
@domain("two layers at d = 2, and twenty at a gap of 1e-30, where each halves it")
def layers_at_width_2(run: Run) -> Cells:
    yield from two_layer_cells(("0.1", "0.999"), "two layers, ", l=2)
    tiny = mpmath.mpf(10) ** -30
    given = {"phi_0": tiny, "l": 20, "d": 2}
    yield Cell(given, tiny / 2**20, 1e-10, label="the local rate 1/2")


@second_writing(
    "sharp:gaussian-drift",
    Kind.UPPER_BOUND,
    lambda: [
        {"q": np.array([mpf(q), 1 - mpf(q)]), "d": d} for q in ("0.5", "0.9") for d in (2, 40)
    ],
)
def drift_of_two_again(q: Any, d: int) -> Any:
    """n = 2: E log(a cos^2 + b sin^2) = 2 log((sqrt(a) + sqrt(b))/2)."""
    return (
        -mpmath.log(4 * q[0] * q[1]) / 2
        + 2 * mpmath.log((mpmath.sqrt(2 * q[0]) + mpmath.sqrt(2 * q[1])) / 2)
        + mpmath.log(mpf(d) / 2)
        - (mpmath.psi(0, mpf(d) / 2) + mpmath.psi(0, mpf(d - 1) / 2)) / 2
    )


@second_writing("sharp:random-step", Kind.LIMIT, grid(d=["2", "5", "50"]))
def step_again(d: Any) -> Any:
    """(1/d)(1 + 1/d - 2/d^2)."""
    return (1 + 1 / d - 2 / d**2) / d
