"""Chain (3) at d = 2, exactly: all spectra of a gap are alike, so that the gap is a Markov chain.

With eigenvalues 1 +- e, e^2 = 1 - exp(-2 phi), a rotation by theta/2 makes the squared row norms
1 +- e cos(theta), theta uniform: ``next_gap`` is what a layer leaves, ``drift`` what it adds in the
mean. All else below is a mean over theta:

- E phi(X_l), smooth in the gap, in floats and in tensors: with tan(theta) = exp(y), y of density
  1/(pi cosh y), it is the trapezoidal rule in y. E phi(X_l)/phi is kept at Chebyshev's nodes in
  log(1 + phi), up to the first gap, as gaps never rise. Good to 1e-10 for gaps up to 50 and 65
  layers.
- Expected sums along the chain solve v = c + P v. They have roots and steps: they are kept at many
  nodes and interpolated linearly, the mean over theta is the midpoint rule: good to about 1e-4.
- Two layers in mpmath, by its quadrature.
"""

import functools
from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np

from lemmata.theory.numerics.backends import Array, exp, expm1, log, log1p, stack, where
from lemmata.verify.statistics.betting import Floats

LARGEST, DEEPEST = 50.0, 65  # gaps and layers up to here
FINE, COARSE = (48, 0.25), (24, 0.4)  # nodes and step; the second is good to 1e-4
_LAST = 34.0
_ANGLES = (np.arange(2000) + 0.5) / 2000 * np.pi / 2  # of the sums: a quarter of the circle
_LEAST = 1e-16  # the gap of their first node


def next_gap(phi: Array, share: Array) -> Array:
    """phi(X_{l+1}) = log(1 + (exp(2 phi) - 1) share)/2, share = sin^2(theta), in any arithmetic."""
    near, least = where(phi < 1, phi, phi * 0), exp(-2 * phi)  # exp(2 phi) would overflow
    return where(
        phi < 1,
        log1p(expm1(2 * near) * share) / 2,
        phi + log(share + least * (1 - share)) / 2,
    )


def drift(phi: Array) -> Array:
    """E phi(X_{l+1}) - phi = log((1 + exp(-phi))/2), Jensen's formula."""
    return log((1 + exp(-phi)) / 2)


@functools.cache
def _rules(count: int, step: float) -> tuple[Floats, Floats, Floats, Floats]:
    """Chebyshev's nodes in [0, 1], values -> coefficients, the shares 1/(1 + exp(-2y)), weights."""
    angles = (np.arange(count) + 0.5) * np.pi / count
    coefficients = 2 / count * np.cos(np.outer(np.arange(count), angles))
    coefficients[0] /= 2
    y = np.arange(-_LAST, _LAST, step)
    shares, weights = 1 / (1 + np.exp(-2 * y)), step / np.pi / np.cosh(y)
    return (1 + np.cos(angles)) / 2, coefficients, shares, weights


def expected_gap(
    phi: Array,
    layers: int,
    rule: tuple[int, float] = FINE,
    lift: Callable[[Any], Array] = np.array,
) -> Array:
    """E phi(X_layers) from phi(X_0) = phi, a number of the arithmetic that ``lift`` makes."""
    rules = _rules(*rule)
    nodes, coefficients, shares, weights = (lift(rule.tolist()) for rule in rules)
    top = log1p(phi)
    gaps = expm1(top * nodes)[:, None]
    after = next_gap(gaps, shares)  # (nodes, angles)
    x = 2 * log1p(after) / top - 1
    before, here = x * 0 + 1, x
    moments = []
    for _ in rules[0]:  # Chebyshev's polynomials at the next gaps, and their means
        moments.append((before * after * weights).sum(-1) / gaps[:, 0])
        before, here = here, 2 * x * here - before
    transition = stack(moments).T @ coefficients
    ratios = nodes * 0 + 1
    for _ in range(layers):
        ratios = transition @ ratios
    return phi * (coefficients @ ratios).sum()


def _transition(nodes: Floats) -> Floats:
    """P: the mean over theta of the interpolation at the next gap; 0 below the first node."""
    after = np.minimum(next_gap(nodes[:, None], np.sin(_ANGLES) ** 2), nodes[-1])
    above = after > nodes[0]  # below it neither neighbour counts
    right = np.searchsorted(nodes, after)
    share = (after - nodes[right - 1]) / (nodes[right] - nodes[right - 1])
    P = np.zeros((len(nodes), len(nodes)))
    row = np.broadcast_to(np.arange(len(nodes))[:, None], after.shape)
    np.add.at(P, (row, right), np.where(above, share, 0) / len(_ANGLES))
    np.add.at(P, (row, right - 1), np.where(above, 1 - share, 0) / len(_ANGLES))
    return P


@functools.cache
def _grid(start: float = 0.0, least: float = _LEAST) -> tuple[Floats, Floats]:
    """Nodes that crowd above a gap, and P."""
    nodes = start + np.geomspace(least, LARGEST, 800)
    return nodes, _transition(nodes)


@functools.cache
def _solved(terms: Callable[[Floats], Floats], *grid: float) -> tuple[Floats, Floats]:
    """The nodes, and v = c + P v at them: the sums from every gap at once."""
    nodes, P = _grid(*grid)
    return nodes, np.asarray(np.linalg.solve(np.eye(len(P)) - P, terms(nodes)), dtype=np.float64)


def _roots(nodes: Floats) -> Floats:
    return np.sqrt(2 * nodes)


def _log_jacobians(nodes: Floats) -> Floats:
    """E log ||J_BN||, the shortest row being 1 - e |cos(theta)| squared."""
    e = np.sqrt(-np.expm1(-2 * nodes))[:, None]
    means: Floats = -np.log1p(-e * np.cos(_ANGLES)).mean(-1) / 2
    return means


def sum_of_roots(phi_0: float) -> float:
    """sum_{l >= 0} E sqrt(2 phi_l)."""
    return float(np.interp(phi_0, *_solved(_roots)))


def sum_of_log_jacobians(phi_0: float) -> float:
    """sum_{l >= 0} E log ||J_BN(W_l X_l)||."""
    return float(np.interp(phi_0, *_solved(_log_jacobians)))


def hitting_time(phi_0: float, threshold: float) -> float:
    """E tau, tau the first layer with phi <= threshold; above it the time exceeds 1 by a root."""
    if phi_0 <= threshold:
        return 0.0
    return float(np.interp(phi_0, *_solved(np.ones_like, threshold, 1e-9 * threshold)))


def expected_gap_in_two_layers(phi: Array) -> Array:
    """E phi(X_2) in mpmath: the drift, and the mean of the next one over the angle."""
    r, half = mpmath.exp(-phi), mpmath.pi / 2
    bends = sorted(b for b in (r, mpmath.sqrt(r), mpmath.mpf(1) / 2) if b < 1)
    second = mpmath.quad(lambda a: drift(next_gap(phi, mpmath.sin(a) ** 2)), [0, *bends, half])
    return phi + drift(phi) + second / half


def gap_at_width_2(e: Array) -> Array:
    """The gap of eigenvalues 1 +- e, in mpmath."""
    return -mpmath.log(1 - e**2) / 2
