"""The spectra with one eigenvalue apart: their equation, their gap, and the least drift."""

from itertools import product
from typing import Any

import mpmath
import numpy as np

from lemmata.theory.numerics.sphere import drift
from lemmata.theory.spectrum import from_deviations, one_large, one_small
from lemmata.theory.test_support import sphere_references as ref
from lemmata.theory.test_support.comparing import (
    assert_agrees,
    magnitudes,
    over,
    relative_difference,
)
from lemmata.theory.test_support.sphere_references import RTOL, digits_for, literal_root

GAPS = [1e-300, 1e-100, 1e-30, 1e-12, 1e-7, 1e-3, 0.1, 1.0, 8.0, 90.0, 700.0]
WIDTHS = [2, 3, 10, 100, 1000, 10**6]


@over([False, True])
def test_the_extremal_spectra_solve_the_literal_equation(large: bool) -> None:
    def ours(phi: float, d: int) -> Any:
        return -np.min((one_large if large else one_small)(phi, d).log_eigenvalues)

    def reference(phi: float, d: int) -> Any:
        with mpmath.workdps(digits_for(phi)):
            return literal_root(phi, d, large=large)

    points = product(GAPS, WIDTHS)
    assert_agrees(ours, reference, points, RTOL, "bisection of the literal equation", 60)


def least_drift(phi: float, d: int) -> Any:
    return -drift(one_small(phi, d))


def by_beta_integral(phi: float, d: int) -> Any:
    with mpmath.workdps(digits_for(phi)):
        log_min = -literal_root(phi, d, large=False)
        rest = mpmath.log((d - mpmath.exp(log_min)) / (d - 1))
        return -ref.drift_of_two_levels(log_min, 1, rest, d - 1)


def by_moments(phi: float, d: int) -> Any:
    with mpmath.workdps(2 * digits_for(phi)):
        e = mpmath.expm1(-literal_root(phi, d, large=False))
        return -ref.drift_by_moments([e, -e / (d - 1)], [1, d - 1])


@over(
    [
        (by_beta_integral, magnitudes(1e-12, 700, 8), (2, 3, 10, 100, 1000), ref.BETA),
        (by_moments, magnitudes(1e-250, 1e-4, 8), (2, 3, 30, 1000), ref.MOMENTS),
    ]
)
def test_the_least_drift_of_every_gap(reference: Any, gaps: Any, widths: Any, name: str) -> None:
    assert_agrees(least_drift, reference, product(gaps, widths), RTOL, name)


@over([3, 4, 10, 100, 1000, 10**4])
def test_the_least_drift_tends_to_the_digamma_form(d: int) -> None:
    half = mpmath.mpf(1) / 2
    with mpmath.workdps(40):
        limit = mpmath.digamma(d * half) - mpmath.digamma((d - 1) * half)
        limit -= mpmath.log(mpmath.mpf(d) / (d - 1))
    singular = from_deviations([-1.0, 1 / (d - 1)], [1, d - 1])
    assert relative_difference(-drift(singular), limit) < RTOL
    assert relative_difference(least_drift(700.0, d), limit) < RTOL


@over(product([1e-200, 1e-12, 1e-3, 1.0, 50.0], [2, 3, 10, 1000]))
def test_the_extremal_spectra_have_the_gap_they_were_asked_for(phi: float, d: int) -> None:
    for spectrum in (one_small(phi, d), one_large(phi, d)):
        assert relative_difference(spectrum.gap, mpmath.mpf(phi)) < RTOL
        assert abs(spectrum.mean(spectrum.deviations)) <= 1e-15 * np.abs(spectrum.deviations).max()
