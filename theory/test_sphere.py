"""The drift and the Gram map against moments on the sphere, divided differences and Beta integrals.

None of the references integrates over t, as the functions under test do.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import flint
import mpmath
import numpy as np
import pytest

from theory.backends import as_ball, as_mpf
from theory.reference import mean_log_doubled
from theory.spectrum import (
    Spectrum,
    from_deviations,
    from_eigenvalues,
    from_log_eigenvalues,
    one_large,
    one_small,
)
from theory.sphere import drift, gram_map_deviations
from theory.testing import assert_agrees, magnitudes, relative_difference

RTOL = 1e-13  # the worst measured is 1e-15
MOMENTS = "the series of moments on the sphere, from prod(1 - 2 e x)^(-1/2)"
GENOCCHI = "the Hermite-Genocchi divided difference"
BETA = "the Beta integral over the log-odds"
BITS = 256  # of the Beta integrals

Levels = tuple[Sequence[float], Sequence[int]]  # deviations or logarithms, with multiplicities


# --- references ---------------------------------------------------------------------------------


def normalised(e: Sequence[float], counts: Sequence[int]) -> list[Any]:
    """The deviations of the spectrum 1 + e divided by its mean."""
    mean = mpmath.fsum(mpmath.mpf(v) * c for v, c in zip(e, counts, strict=True)) / sum(counts)
    return [(mpmath.mpf(v) - mean) / (1 + mean) for v in e]


def gaussian_moments(e: list[Any], counts: Sequence[int], terms: int) -> list[Any]:
    """Coefficients of prod_k (1 - 2 e_k x)^(-c_k/2), from the power sums of e."""
    power = [mpmath.fsum(c * v**i for v, c in zip(e, counts, strict=True)) for i in range(terms)]
    series = [mpmath.mpf(1)]
    for j in range(1, terms):
        series.append(sum(2 ** (i - 1) * power[i] * series[j - i] for i in range(1, j + 1)) / j)
    return series


def terms_needed(e: list[Any], digits: int) -> int:
    return 8 + int(-digits / mpmath.log10(max(abs(v) for v in e)))


def drift_by_moments(e: Sequence[float], counts: Sequence[int], digits: int = 25) -> Any:
    """E log(1 + A) = sum_j (-1)^(j+1) E[A^j]/j, A = sum e u^2, |e| < 1."""
    exact, half = normalised(e, counts), mpmath.mpf(sum(counts)) / 2
    series = gaussian_moments(exact, counts, terms_needed(exact, digits))
    return mpmath.fsum(
        (-1) ** (j + 1) * mpmath.factorial(j - 1) * c / (mpmath.mpf(2) ** j * mpmath.rf(half, j))
        for j, c in enumerate(series)
        if j
    )


def gram_map_by_moments(e: Sequence[float], counts: Sequence[int]) -> list[Any]:
    """n E[(1 + e_i) u_i^2 / (1 + A)] - 1; for E[u_i^2 A^j] the factor of e_i occurs twice more."""
    exact, n = normalised(e, counts), sum(counts)
    half = mpmath.mpf(n) / 2
    shares = []
    for i, own in enumerate(exact):
        longer = [c + 2 * (i == k) for k, c in enumerate(counts)]
        series = gaussian_moments(exact, longer, terms_needed(exact, 25))
        mean = mpmath.fsum(
            (-1) ** j
            * mpmath.factorial(j)
            * c
            / (mpmath.mpf(2) ** (j + 1) * mpmath.rf(half, j + 1))
            for j, c in enumerate(series)
        )
        shares.append(n * (1 + own) * mean - 1)
    return shares


def drift_by_divided_difference(logs: Sequence[float]) -> Any:
    """E log sum p_k lambda_k, p uniform on the simplex: every eigenvalue occurs twice."""
    with mpmath.workdps(60):
        lam = [mpmath.exp(mpmath.mpf(v)) for v in logs]
        mean = mpmath.fsum(lam) / len(lam)
        return mean_log_doubled([v / mean for v in lam])


def beta_mean(function: Callable[[Any, Any], Any], m: int, k: int) -> Any:
    """E f(beta, 1 - beta), beta ~ Beta(m/2, k/2), by the trapezoidal rule in log(beta/(1-beta)).

    The density is exp(p y)/(1 + e^y)^(p + q); its total mass is summed by the same rule.
    """
    with flint.ctx.workprec(BITS):
        p, q = flint.arb(m) / 2, flint.arb(k) / 2
        # half this step changes the results below 1e-30 of 1
        step = min(0.1, 0.2 * math.sqrt((m + k) * 2 / (m * k)))
        peak = round(math.log(m / k) / step)

        def density(i: int) -> tuple[Any, Any, Any]:
            y = flint.arb(step) * i
            log_beta, log_rest = -((-y).exp().log1p()), -(y.exp().log1p())
            return (p * log_beta + q * log_rest).exp(), log_beta.exp(), log_rest.exp()

        mass = total = flint.arb(0)
        top = density(peak)[0]
        for direction in (1, -1):
            i = peak + (direction < 0) * direction
            while True:
                weight, beta, rest = density(i)
                mass += weight
                total += weight * function(beta, rest)
                if weight < top * flint.arb(10) ** -42:
                    break
                i += direction
        return as_mpf(total / mass)


def drift_of_two_levels(log_a: Any, m: int, log_b: Any, k: int) -> Any:
    """E log(a beta + b (1 - beta)), the levels exp(log_a), m times, and exp(log_b), k times."""
    with flint.ctx.workprec(BITS):
        a, b = as_ball(mpmath.exp(mpmath.mpf(log_a))), as_ball(mpmath.exp(mpmath.mpf(log_b)))
        mean = (a * m + b * k) / (m + k)
        a, b = a / mean, b / mean
        return beta_mean(lambda beta, rest: (a * beta + b * rest).log(), m, k)


def gram_map_of_two_levels(log_a: Any, m: int, log_b: Any, k: int) -> list[Any]:
    """n p - 1 for both levels; p_a = E[a beta / (a beta + b (1 - beta))] / m."""
    with flint.ctx.workprec(BITS):
        a, b = as_ball(mpmath.exp(mpmath.mpf(log_a))), as_ball(mpmath.exp(mpmath.mpf(log_b)))
        share = beta_mean(lambda beta, rest: a * beta / (a * beta + b * rest), m, k)
        return [share * (m + k) / m - 1, (1 - share) * (m + k) / k - 1]


def literal_root(phi: float, d: int, *, large: bool) -> Any:
    """-log of the smaller eigenvalue, by bisection of the equation of sharp:eigenvalue-from-gap.

    lambda ((d - lambda)/(d - 1))^(d-1) = exp(-d phi), lambda the single eigenvalue: the root in
    (0, 1), or the one in (1, d), where the other eigenvalues (d - lambda)/(d - 1) are the smaller.
    """
    target, n = d * mpmath.mpf(phi), mpmath.mpf(d - 1)

    def excess(h: Any) -> Any:
        small = mpmath.exp(-h)
        if large:
            return n * h - mpmath.log(d - n * small) - target
        return h - n * mpmath.log((d - small) / n) - target

    s = target / n if large else target
    high = 2 * (s + mpmath.sqrt(2 * s))
    low = high / (16 * d)
    assert excess(low) < 0 < excess(high)
    while high - low > high * mpmath.mpf(10) ** -22:
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return low


def digits_for(phi: float) -> int:
    """1 - lambda ~ sqrt(phi), and the equation cancels to second order."""
    return 50 + int(-1.1 * min(0, math.log10(phi)))


# --- the drift ----------------------------------------------------------------------------------


def drift_of_deviations(e: Sequence[float], counts: Sequence[int]) -> Any:
    return drift(from_deviations(e, counts))


def shapes() -> list[Levels]:
    """Deviations of order one with |e| < 1, for widths from 1 to 10,000."""
    rng = np.random.default_rng(0)
    spread = rng.standard_normal(7)
    skewed = np.array([-1.0, *[0.125] * 8])
    return [
        ([1.0, -1.0], [1, 1]),
        ([1.0, -1.0], [5000, 5000]),
        ([1.0, -1 / 9999], [1, 9999]),
        ([-1.0, 1 / 99], [1, 99]),
        (list((spread - spread.mean()) / np.abs(spread).max() / 1.5), [1] * 7),
        (list(skewed), [1] * 9),
        ([1.0, -0.5, 0.0], [1, 2, 997]),
    ]


NEAR = [
    ([size * v for v in e], counts)
    for e, counts in shapes()
    for size in (0.49, 0.1, 1e-3, 1e-6, 1e-9, 1e-16, 1e-30, 1e-100, 1e-148)
]


def test_near_isometry_the_drift_is_the_series_of_moments() -> None:
    assert_agrees(drift_of_deviations, drift_by_moments, NEAR, RTOL, MOMENTS, 320)


def test_in_dimension_one_there_is_no_drift() -> None:
    assert drift([1.0]) == 0
    assert drift(np.ones((2, 5))).tolist() == [0, 0]


def log_spectra() -> list[list[float]]:
    """Logarithms of distinct eigenvalues of mean 1, some of them as small as exp(-5000)."""
    rng = np.random.default_rng(1)
    spectra = []
    for m in (2, 3, 5, 12, 30):
        for depth in (0.3, 3.0, 40.0, 700.0, 5000.0):
            logs = -depth * rng.uniform(size=m)
            logs[0], logs[-1] = 0.0, -depth
            spectra.append([float(v) for v in logs - np.log(np.mean(np.exp(logs)))])
    return spectra


def test_doubled_spectra_agree_with_the_divided_difference() -> None:
    def ours(*logs: float) -> Any:
        return drift(from_log_eigenvalues(logs, [2] * len(logs)))

    def reference(*logs: float) -> Any:
        return drift_by_divided_difference(logs)

    points = [tuple(logs) for logs in log_spectra()]
    assert_agrees(ours, reference, points, RTOL, GENOCCHI)


def two_levels() -> list[tuple[float, int, float, int]]:
    """(log a, m, log b, k), of mean 1."""
    points = []
    for m, k in (
        (1, 1),
        (1, 9),
        (9, 1),
        (3, 4),
        (1, 999),
        (999, 1),
        (500, 500),
        (10, 9990),
        (10**6, 1),
    ):
        for gap in (0.05, 2.0, 30.0, 5000.0):
            log_mean = math.log((m * math.exp(-gap) + k) / (m + k))
            points.append((-gap - log_mean, m, -log_mean, k))
    return points


def test_two_level_spectra_agree_with_the_beta_integral() -> None:
    def ours(log_a: float, m: int, log_b: float, k: int) -> Any:
        return drift(from_log_eigenvalues([log_a, log_b], [m, k]))

    assert_agrees(ours, drift_of_two_levels, two_levels(), RTOL, BETA)


def test_a_wide_spectrum_listed_or_counted_is_the_same() -> None:
    values = np.repeat([0.25, 1.0, 1.75], [3000, 4000, 3000])
    counted = drift(from_eigenvalues([0.25, 1.0, 1.75], [3000, 4000, 3000]))
    assert relative_difference(drift(values), counted) < 1e-13


def test_the_drift_of_a_singular_spectrum_is_finite() -> None:
    # half of the eigenvalues 0, the others 2: E log 2 beta, beta ~ Beta(d/4, d/4)
    for d in (2, 4, 10, 1000):
        with mpmath.workdps(40):
            expected = mpmath.log(2) + mpmath.digamma(mpmath.mpf(d) / 4) - mpmath.digamma(d / 2)
        ours = drift(from_eigenvalues([0.0, 2.0], [d // 2, d // 2]))
        assert relative_difference(ours, expected) < RTOL


def test_a_batch_of_spectra_is_its_spectra_one_at_a_time() -> None:
    values = np.random.default_rng(2).uniform(0.01, 2, (2, 3, 5))
    values /= values.mean(axis=-1, keepdims=True)
    drifts, maps = drift(values), gram_map_deviations(values)
    assert drifts.shape == (2, 3)
    for index in np.ndindex(2, 3):
        assert relative_difference(drifts[index], drift(values[index])) < 1e-14
        assert relative_difference(maps[index], gram_map_deviations(values[index])) < 1e-14


@pytest.mark.parametrize("digits", [30, 50, 100])
def test_the_drift_keeps_every_digit_in_mpmath(digits: int) -> None:
    for size in (1, mpmath.mpf(10) ** -60):
        with mpmath.workdps(digits):
            e = [size * mpmath.mpf(1) / 3, -size * mpmath.mpf(1) / 3]
            ours = drift(from_deviations(e, [5, 5]))
        with mpmath.workdps(4 * digits + 60):
            expected = drift_by_moments(e, [5, 5], digits + 5)
            assert relative_difference(ours, expected) < 10.0 ** (2 - digits)


# --- the extremal spectra -----------------------------------------------------------------------

GAPS = [1e-300, 1e-100, 1e-30, 1e-12, 1e-7, 1e-3, 0.1, 1.0, 8.0, 90.0, 700.0]
WIDTHS = [2, 3, 10, 100, 1000, 10**6]


def test_deviations_below_every_float_keep_their_digits_in_mpmath() -> None:
    """-S/(d(d+2)), the local law, is exact to 1e-600 relative here."""
    with mpmath.workdps(50):
        e = mpmath.mpf(10) ** -300
        ours = drift(from_deviations(np.array([-e, e])))
        assert relative_difference(ours, -(e**2) / 4) < 1e-45


def smaller_of(spectrum: Spectrum) -> Any:
    return -np.min(spectrum.log_eigenvalues)


@pytest.mark.parametrize("large", [False, True])
def test_the_extremal_spectra_solve_the_literal_equation(large: bool) -> None:
    def ours(phi: float, d: int) -> Any:
        return smaller_of(one_large(phi, d) if large else one_small(phi, d))

    def reference(phi: float, d: int) -> Any:
        with mpmath.workdps(digits_for(phi)):
            return literal_root(phi, d, large=large)

    points = [(phi, d) for phi in GAPS for d in WIDTHS]
    assert_agrees(ours, reference, points, RTOL, "bisection of the literal equation", 60)


def least_drift(phi: float, d: int) -> Any:
    return -drift(one_small(phi, d))


def test_the_least_drift_agrees_with_the_beta_integral() -> None:
    def reference(phi: float, d: int) -> Any:
        with mpmath.workdps(digits_for(phi)):
            log_min = -literal_root(phi, d, large=False)
            rest = mpmath.log((d - mpmath.exp(log_min)) / (d - 1))
            return -drift_of_two_levels(log_min, 1, rest, d - 1)

    points = [(phi, d) for phi in magnitudes(1e-12, 700, 8) for d in (2, 3, 10, 100, 1000)]
    assert_agrees(least_drift, reference, points, RTOL, BETA)


def test_the_least_drift_of_tiny_gaps_agrees_with_the_moments() -> None:
    def reference(phi: float, d: int) -> Any:
        with mpmath.workdps(2 * digits_for(phi)):
            e = mpmath.expm1(-literal_root(phi, d, large=False))
            return -drift_by_moments([e, -e / (d - 1)], [1, d - 1])

    points = [(phi, d) for phi in magnitudes(1e-250, 1e-4, 8) for d in (2, 3, 30, 1000)]
    assert_agrees(least_drift, reference, points, RTOL, MOMENTS)


@pytest.mark.parametrize("d", [3, 4, 10, 100, 1000, 10**4])
def test_the_least_drift_tends_to_the_digamma_form(d: int) -> None:
    half = mpmath.mpf(1) / 2
    with mpmath.workdps(40):
        limit = mpmath.digamma(d * half) - mpmath.digamma((d - 1) * half)
        limit -= mpmath.log(mpmath.mpf(d) / (d - 1))
    singular = from_deviations([-1.0, 1 / (d - 1)], [1, d - 1])
    assert relative_difference(-drift(singular), limit) < RTOL
    assert relative_difference(least_drift(700.0, d), limit) < RTOL


@pytest.mark.parametrize("d", [2, 3, 10, 1000])
@pytest.mark.parametrize("phi", [1e-200, 1e-12, 1e-3, 1.0, 50.0])
def test_the_extremal_spectra_have_the_gap_they_were_asked_for(phi: float, d: int) -> None:
    for spectrum in (one_small(phi, d), one_large(phi, d)):
        assert relative_difference(spectrum.gap, mpmath.mpf(phi)) < RTOL
        assert abs(spectrum.mean(spectrum.deviations)) <= 1e-15 * np.abs(spectrum.deviations).max()


# --- the Gram map -------------------------------------------------------------------------------


@pytest.mark.parametrize("ratio", magnitudes(1e-14, 1e300, 12))
def test_the_gram_map_of_two_eigenvalues_is_the_share_of_square_roots(ratio: float) -> None:
    logs = np.array([0.0, math.log(ratio)])
    logs -= np.log(np.mean(np.exp(logs)))
    with mpmath.workdps(40):
        roots = [mpmath.exp(mpmath.mpf(v) / 2) for v in logs]
        expected = [2 * r / mpmath.fsum(roots) - 1 for r in roots]
    ours = gram_map_deviations(from_log_eigenvalues(logs))
    assert relative_difference(ours, expected) < RTOL


def test_the_gram_map_of_two_levels_agrees_with_the_beta_integral() -> None:
    def ours(log_a: float, m: int, log_b: float, k: int) -> Any:
        return gram_map_deviations(from_log_eigenvalues([log_a, log_b], [m, k]))

    assert_agrees(ours, gram_map_of_two_levels, two_levels(), RTOL, BETA)


def test_near_isometry_the_gram_map_is_the_series_of_moments() -> None:
    def ours(e: Sequence[float], counts: Sequence[int]) -> Any:
        return gram_map_deviations(from_deviations(e, counts))

    assert_agrees(ours, gram_map_by_moments, NEAR[::2], RTOL, MOMENTS, 320)


def test_the_shares_sum_to_one() -> None:
    for logs in log_spectra():
        spectrum = from_log_eigenvalues(logs)
        moved = gram_map_deviations(spectrum)
        assert abs(moved.sum()) < 1e-12 * np.abs(moved).max() * len(logs)
        assert np.all(moved >= -1 - 1e-15)


@pytest.mark.parametrize("digits", [30, 50])
def test_the_gram_map_keeps_every_digit_in_mpmath(digits: int) -> None:
    with mpmath.workdps(digits):
        values = [mpmath.mpf(1) / 2, mpmath.mpf(3) / 2]
        roots = [mpmath.sqrt(v) for v in values]
        expected = [2 * r / mpmath.fsum(roots) - 1 for r in roots]
        assert relative_difference(gram_map_deviations(values), expected) < 10.0 ** (2 - digits)


@pytest.mark.parametrize("n", [2, 3, 8, 50])
def test_a_vanishing_share_does_not_become_negative(n: int) -> None:
    for log_small in (-30.0, -37.0, -60.0, -700.0):
        log_rest = math.log((n - math.exp(log_small)) / (n - 1))
        spectrum = from_log_eigenvalues([log_small, log_rest], [1, n - 1])
        from_deviations(gram_map_deviations(spectrum), [1, n - 1])  # raises below -1
