"""The drift and the Gram map by moments on the sphere, divided differences and Beta integrals.

None of these references integrates over t, as the functions under test do. Beside them stand the
spectra at which the tests compare.
"""

import functools
import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import flint
import mpmath
import numpy as np

from lemmata.theory.numerics.backends import as_ball, as_mpf
from lemmata.theory.numerics.reference import mean_log_doubled

RTOL = 1e-13  # the worst measured is 1e-15
MOMENTS = "the series of moments on the sphere, from prod(1 - 2 e x)^(-1/2)"
GENOCCHI = "the Hermite-Genocchi divided difference"
BETA = "the Beta integral over the log-odds"
BITS = 256  # of the Beta integrals

Levels = tuple[Sequence[float], Sequence[int]]  # deviations or logarithms, with multiplicities


def normalised(e: Sequence[float], counts: Sequence[int]) -> list[Any]:
    """The deviations of the spectrum 1 + e divided by its mean."""
    mean = mpmath.fsum(mpmath.mpf(v) * c for v, c in zip(e, counts, strict=True)) / sum(counts)
    return [(mpmath.mpf(v) - mean) / (1 + mean) for v in e]


def gaussian_moments(e: list[Any], counts: Sequence[int], terms: int) -> list[Any]:
    """Coefficients of prod_k (1 - 2 e_k x)^(-c_k/2), from the power sums of e."""
    power = [mpmath.fsum(c * v**i for v, c in zip(e, counts, strict=True)) for i in range(terms)]
    doubled = [p * 2**i / 2 for i, p in enumerate(power)]
    series = [mpmath.mpf(1)]
    for j in range(1, terms):
        series.append(mpmath.fdot(doubled[1 : j + 1], series[::-1]) / j)
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
            (-1) ** j * mpmath.factorial(j) * c / (2 ** (j + 1) * mpmath.rf(half, j + 1))
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


@functools.cache
def beta_nodes(m: int, k: int) -> list[tuple[Any, Any, Any]]:
    """Weight, beta and 1 - beta, beta ~ Beta(m/2, k/2): the trapezoidal rule in log(beta/(1-beta)).

    The density is exp(p y)/(1 + e^y)^(p + q), summed from its peak outwards.
    """
    with flint.ctx.workprec(BITS):
        p, q = flint.arb(m) / 2, flint.arb(k) / 2
        # half this step changes the results below 1e-30 of 1
        step = min(0.1, 0.2 * math.sqrt((m + k) * 2 / (m * k)))
        peak = round(math.log(m / k) / step)

        def node(i: int) -> tuple[Any, Any, Any]:
            y = flint.arb(step) * i
            log_beta, log_rest = -((-y).exp().log1p()), -(y.exp().log1p())
            return (p * log_beta + q * log_rest).exp(), log_beta.exp(), log_rest.exp()

        nodes = []
        least = node(peak)[0] * flint.arb(10) ** -42
        for start, direction in ((peak, 1), (peak - 1, -1)):
            for i in itertools.count(start, direction):
                nodes.append(node(i))
                if nodes[-1][0] < least:
                    break
        return nodes


def beta_mean(function: Callable[[Any, Any], Any], m: int, k: int) -> Any:
    """E f(beta, 1 - beta); the total mass is summed by the same rule."""
    with flint.ctx.workprec(BITS):
        nodes = beta_nodes(m, k)
        mass = sum((weight for weight, _, _ in nodes), flint.arb(0))
        total = sum((weight * function(beta, rest) for weight, beta, rest in nodes), flint.arb(0))
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


def shapes() -> list[Levels]:
    """Deviations of order one with |e| < 1, for widths from 1 to 10,000."""
    spread = np.random.default_rng(0).standard_normal(7)
    return [
        ([1.0, -1.0], [1, 1]),
        ([1.0, -1.0], [5000, 5000]),
        ([1.0, -1 / 9999], [1, 9999]),
        ([-1.0, 1 / 99], [1, 99]),
        (list((spread - spread.mean()) / np.abs(spread).max() / 1.5), [1] * 7),
        ([-1.0, *[0.125] * 8], [1] * 9),
        ([1.0, -0.5, 0.0], [1, 2, 997]),
    ]


NEAR = [
    ([size * v for v in e], counts)
    for e, counts in shapes()
    for size in (0.49, 0.1, 1e-3, 1e-6, 1e-9, 1e-16, 1e-30, 1e-100, 1e-148)
]


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


def two_levels() -> list[tuple[float, int, float, int]]:
    """(log a, m, log b, k), of mean 1."""
    counts = [(1, 1), (1, 9), (9, 1), (3, 4), (1, 999), (999, 1), (500, 500), (10, 9990)]
    points = []
    for (m, k), gap in itertools.product([*counts, (10**6, 1)], (0.05, 2.0, 30.0, 5000.0)):
        log_mean = math.log((m * math.exp(-gap) + k) / (m + k))
        points.append((-gap - log_mean, m, -log_mean, k))
    return points
