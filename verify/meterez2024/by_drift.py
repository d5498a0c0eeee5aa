"""Checks of meterez2024 at any width and depth, by the exact drift alone.

Corollary 4 and lemma B.2 bound the drift; theorem 1 and lemmas C.3, C.5, C.6 follow it in depth.

Deep in the chain the expected gap lives on rare samples, which no affordable run meets. The drift
knows it from both sides. Let g(phi) be the least |drift| of a spectrum of gap phi
(sharp:extremal-drift), r = 1 - g(phi_0)/phi_0; the gap never rises, and g is concave, g(0) = 0:

- E phi_l <= phi_0 r^l; at d = 2, where all spectra of a gap are alike, g(phi) <= phi/2 gives
  E phi_l >= phi_0/2^l.
- tau, the hitting time of phi_* = 1/(16 d): before it a layer takes off at least g(phi_*) and at
  most psi(d/2) - psi(1/2) - log d in the mean (E log sum lambda_k u_k^2 is concave in lambda, so it
  is least at one eigenvalue d), whence (phi_0 - phi_*)/most <= E tau <= phi_0/g(phi_*).
- E sqrt(d phi_l) <= sqrt(d E phi_l).
- phi_0/2 <= sum_l E log ||J_BN(W_l X_l)|| <= (1/2) sum_l h(d phi_0 r^l): the shortest row is at
  most the geometric mean of the rows, whose logarithm the layer takes off; above, sharp:theorem-5.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath

from theory.ledger import Cell, Evidence, Method
from theory.meterez2024.appendix_b import THRESHOLD
from theory.numerics.sphere import drift
from theory.sharp.extremal_drift import least_drift
from theory.sharp.theorem_5 import sum_of_roots
from theory.spectrum import Spectrum, one_large, one_small
from verify.chains import width_two
from verify.registry import Run, check

WIDTHS = (2, 3, 8, 64, 512, 10**6)  # the last stands for the limit
BEYOND_2 = WIDTHS[1:]  # at d = 2 the sums are known exactly
GAPS = ("1e-12", "0.01", "0.3", "5", "40")
_ROUNDING = mpmath.mpf(10) ** -12  # of the quadrature in floats, outwards


def _cell(parameters: dict[str, Any], low: Any, high: Any, label: str) -> Cell:
    """A quantity known to lie between two numbers; the upper one counts as seen."""
    return Cell(
        parameters, high, interval=(low, high), label=label, interval_method="the exact drift"
    )


def _evidence(cells: list[Cell], ends: str, domain: str) -> Evidence:
    routes = ("the bound", f"two ends from the exact drift, no sampling: {ends}")
    return Evidence(Method.ADVERSARIAL, routes, domain, cells)


def _drop(phi: Any, d: int) -> Any:
    """g(phi, d), from below."""
    return least_drift(phi, d) * (1 - _ROUNDING)


def _wide(parameters: Callable[[Spectrum, Any], dict[str, Any]]) -> Evidence:
    """The drift of the extremal spectra at widths that no other route reaches."""
    cells = []
    for d in (512, 10**6):
        for gap in ("1e-30", "1e-6", "0.3", "40"):
            phi = mpmath.mpf(gap)
            for name, spectrum in (
                ("one small", one_small(phi, d)),
                ("one large", one_large(phi, d)),
            ):
                lhs, label = drift(spectrum), f"{name}, gap {gap}, d = {d}"
                cells.append(Cell(parameters(spectrum, phi), lhs, 1e-30, label=label))
    routes = ("the bound", "the drift as an integral over t, in balls of 50 digits")
    return Evidence(Method.ADVERSARIAL, routes, "gaps 1e-30 to 40, d = 512 and 10^6", cells)


@check("meterez2024:corollary-4")
def drift_at_large_width(run: Run) -> Evidence:
    return _wide(lambda spectrum, phi: {"spectrum": spectrum})


@check("meterez2024:lemma-B.2")
def drift_in_two_regimes_at_large_width(run: Run) -> Evidence:
    return _wide(lambda spectrum, phi: {"phi": phi, "d": spectrum.width})


@check("meterez2024:theorem-1")
def gap_enclosed_by_the_drift(run: Run) -> Evidence:
    """Depths as shares of k = d^2 (1 + d phi_0), over which the bound falls by 1/e with C = 1."""
    cells = []
    for d in WIDTHS:
        for gap in GAPS:
            phi = mpmath.mpf(gap)
            rate = 1 - _drop(phi, d) / phi
            scale = d**2 * (1 + d * phi)
            for share in ("0.01", "1", "250"):
                l = max(1, int(scale * mpmath.mpf(share)))
                low = phi * mpmath.mpf(2) ** -(l + 1) if d == 2 else mpmath.mpf(0)
                parameters = {"phi_0": phi, "l": l, "d": d, "C": mpmath.mpf(1)}
                label = f"phi_0 = {gap}, d = {d}, depth {l + 1}"
                cells.append(_cell(parameters, low, phi * rate ** (l + 1), label))
    return _evidence(
        cells,
        "phi_0 2^-l at d = 2, and phi_0 (1 - g(phi_0)/phi_0)^l",
        "gaps 1e-12 to 40, d = 2 to 10^6, depths to 250 times k",
    )


@check("meterez2024:lemma-C.3")
def sum_of_jacobians_enclosed_by_the_drift(run: Run) -> Evidence:
    cells = []
    for d in BEYOND_2[:-1]:
        for gap in ("0.01", "0.3", "1", "5"):
            phi = float(gap)
            rate = -mpmath.log1p(-least_drift(phi, d) / phi)
            high = sum_of_roots(d * phi, float(rate)) / 2 * 1.001  # Euler and Maclaurin's rest
            parameters = {"phi_0": phi, "d": d, "C": 1.0}
            cells.append(_cell(parameters, phi / 2, high, f"phi_0 = {gap}, d = {d}"))
    ends = "phi_0/2, and half the sum of h(d phi_0 r^l)"
    return _evidence(cells, ends, "gaps 0.01 to 5, d = 3 to 512, all layers")


@check("meterez2024:lemma-C.5")
def sum_below_the_threshold_enclosed_by_the_drift(run: Run) -> Evidence:
    """From the threshold, where the sum is largest; its first term is sqrt(d phi_0) = 1/4."""
    cells = []
    for d in BEYOND_2:
        phi = mpmath.mpf(1) / (THRESHOLD * d)
        rate = 1 - _drop(phi, d) / phi
        first = mpmath.mpf(1) / 4
        high = first / (1 - mpmath.sqrt(rate))
        parameters = {"d": d, "C": mpmath.mpf(1)}
        cells.append(_cell(parameters, first, high, f"from the threshold, d = {d}"))
    ends = "the first term, and (1/4)/(1 - sqrt(r))"
    return _evidence(cells, ends, "from the threshold, d = 3 to 10^6, all layers")


@check("meterez2024:lemma-C.6")
def hitting_time_enclosed_by_the_drift(run: Run) -> Evidence:
    """tau >= 1 above the threshold, and at least phi_0 over the largest drop of a layer."""
    cells = []
    for d in BEYOND_2:
        threshold = mpmath.mpf(1) / (THRESHOLD * d)
        half = mpmath.mpf(d) / 2
        most = mpmath.digamma(half) - mpmath.digamma(mpmath.mpf(1) / 2) - mpmath.log(d)
        for phi in (4 * threshold, mpmath.mpf(5), mpmath.mpf(40)):
            low, high = max(mpmath.mpf(1), (phi - threshold) / most), phi / _drop(threshold, d)
            parameters = {"phi_0": phi, "d": d, "C": mpmath.mpf(8)}
            label = f"phi_0 = {mpmath.nstr(phi, 4)}, d = {d}"
            cells.append(_cell(parameters, low, high, label))
    ends = "(phi_0 - 1/(16 d))/most, at least 1, and phi_0/g(1/(16 d))"
    return _evidence(cells, ends, "gaps from 4 times the threshold to 40, d = 3 to 10^6")


def _exact(parameters: dict[str, Any], value: float, label: str) -> Cell:
    """A value of ``verify.chains.width_two``, good to 1e-3."""
    ends = value * (1 - 1e-3), value * (1 + 1e-3)
    method = "the exact chain at d = 2, to 1e-3"
    return Cell(parameters, value, interval=ends, label=label, interval_method=method, exact=value)


def _at_width_2(cells: list[Cell], domain: str) -> Evidence:
    routes = ("the bound", "the gap as a Markov chain at d = 2, its sums by a linear system")
    return Evidence(Method.ADVERSARIAL, routes, domain, cells)


@check("meterez2024:lemma-C.3")
def sum_of_jacobians_at_width_2(run: Run) -> Evidence:
    cells = [
        _exact(
            {"phi_0": phi, "d": 2, "C": 1.0},
            width_two.sum_of_log_jacobians(phi),
            f"phi_0 = {phi}, d = 2",
        )
        for phi in (0.01, 0.1, 0.3, 0.5, 0.65, 0.8, 1.0, 2.0, 10.0)
    ]
    return _at_width_2(cells, "d = 2, gaps 0.01 to 10")


@check("meterez2024:lemma-C.5")
def sum_below_the_threshold_at_width_2(run: Run) -> Evidence:
    total = width_two.sum_of_roots(1 / (2 * THRESHOLD))
    return _at_width_2([_exact({"d": 2, "C": 1.0}, total, "from the threshold, d = 2")], "d = 2")


@check("meterez2024:lemma-C.6")
def hitting_time_at_width_2(run: Run) -> Evidence:
    threshold = 1 / (2 * THRESHOLD)
    cells = [
        _exact(
            {"phi_0": times * threshold, "d": 2, "C": 8.0},
            width_two.hitting_time(times * threshold, threshold),
            f"phi_0 = {times} times the threshold, d = 2",
        )
        for times in (1.001, 1.05, 1.12, 1.2, 1.5, 3.0, 30.0)
    ]
    return _at_width_2(cells, "d = 2, gaps from the threshold to 30 times it")
