"""Expectations along chain (3) at any width and depth, between two ends that the drift gives.

Deep in the chain the expected gap lives on rare samples, which no affordable run meets. The drift
knows it from both sides. Let g(phi) be the least |drift| of a spectrum of gap phi
(sharp:extremal-drift), r = 1 - g(phi_0)/phi_0; the gap never rises, and g is concave, g(0) = 0:

- E phi_l <= phi_0 r^l; at d = 2, where all spectra of a gap are alike, g(phi) <= phi/2 gives
  E phi_l >= phi_0/2^l.
- tau, the hitting time of phi_*: before it a layer takes off at least g(phi_*) and at
  most psi(d/2) - psi(1/2) - log d in the mean (E log sum lambda_k u_k^2 is concave in lambda, so it
  is least at one eigenvalue d), whence (phi_0 - phi_*)/most <= E tau <= phi_0/g(phi_*).
- E sqrt(d phi_l) <= sqrt(d E phi_l).
- phi_0/2 <= sum_l E log ||J_BN(W_l X_l)|| <= (1/2) sum_l h(d phi_0 r^l): the shortest row is at
  most the geometric mean of the rows, whose logarithm the layer takes off; above, sharp:theorem-5.
"""

from collections.abc import Callable, Iterator
from typing import Any

import mpmath

from lemmata.theory.ledger import Cell
from lemmata.theory.numerics.backends import Array
from lemmata.theory.numerics.sphere import drift
from lemmata.theory.sharp.gradients import sum_of_roots
from lemmata.theory.sharp.isometry import least_drift
from lemmata.theory.spectrum import Spectrum, one_large, one_small

Ends = tuple[Array, Array]
ROUTE = "two ends from the exact drift, no sampling: "
WIDTHS = (2, 3, 8, 64, 512, 10**6)  # the last stands for the limit
BEYOND_2 = WIDTHS[1:]  # at d = 2 sums over depth are known exactly
_ROUNDING = mpmath.mpf(10) ** -12  # of the quadrature in floats, outwards


def between(parameters: dict[str, Any], ends: Ends, label: str) -> Cell:
    """A quantity known to lie between two numbers; the upper one counts as seen."""
    method = "the exact drift"
    return Cell(parameters, ends[1], interval=ends, label=label, interval_method=method)


def _drop(phi: Array, d: int) -> Array:
    """g(phi, d), from below."""
    return least_drift(phi, d) * (1 - _ROUNDING)


def expected_gap(phi: Array, d: int, l: int) -> Ends:
    """E phi(X_l) from phi_0 = phi."""
    low = phi * mpmath.mpf(2) ** -l if d == 2 else mpmath.mpf(0)
    return low, phi * (1 - _drop(phi, d) / phi) ** l


def sum_of_log_jacobians(phi: float, d: int) -> Ends:
    """sum_l E log ||J_BN(W_l X_l)|| over all layers."""
    rate = -mpmath.log1p(-least_drift(phi, d) / phi)
    return phi / 2, sum_of_roots(d * phi, float(rate)) / 2 * 1.001  # Euler and Maclaurin's rest


def sum_of_square_roots(phi: Array, d: int) -> Ends:
    """sum_l E sqrt(d phi_l) over all layers: its first term, and a geometric series."""
    first = mpmath.sqrt(d * phi)
    return first, first / (1 - mpmath.sqrt(1 - _drop(phi, d) / phi))


def hitting_time(phi: Array, d: int, threshold: Array) -> Ends:
    """E tau from phi above the threshold: at least 1, and phi over the largest drop of a layer."""
    half = mpmath.mpf(d) / 2
    most = mpmath.digamma(half) - mpmath.digamma(mpmath.mpf(1) / 2) - mpmath.log(d)
    return max(mpmath.mpf(1), (phi - threshold) / most), phi / _drop(threshold, d)


WIDE = ("the bound", "the drift as an integral over t, in balls of 50 digits")
WIDE_DOMAIN = "gaps 1e-30 to 40, d = 512 and 10^6"


def wide_drifts(parameters: Callable[[Spectrum, Any], dict[str, Any]]) -> Iterator[Cell]:
    """The drift of the extremal spectra at widths that no other route reaches."""
    for d in (512, 10**6):
        for gap in ("1e-30", "1e-6", "0.3", "40"):
            phi = mpmath.mpf(gap)
            for name, extremal in (("one small", one_small), ("one large", one_large)):
                s, label = extremal(phi, d), f"{name}, gap {gap}, d = {d}"
                yield Cell(parameters(s, phi), drift(s), 1e-30, label=label)
