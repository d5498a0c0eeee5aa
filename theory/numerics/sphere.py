"""The two one-dimensional integrals behind both papers: the drift of the gap, and the Gram map.

Both are expectations over a direction u uniform on the sphere, written over t with the Gaussian
trick 1/x = int exp(-t x) dt. Near isometry the two terms of the literal integrands cancel; with
P = prod (1 + 2 lambda_k t)^(-1/2), s = 2t/(1+2t), lambda = 1 + e and sum e = 0 they become one term
of one sign,

    (1+2t)^(-d/2) - P(t) = -P(t) (1 - exp(-z)),    z(t) = 1/2 sum_k (e_k s - log(1 + e_k s)) >= 0,

where P is computed as it stands, and z so that it keeps its digits where it is small.
"""

import math
from collections.abc import Callable
from functools import lru_cache

import mpmath
import numpy as np

from lemmata.theory.errors import NotReal
from lemmata.theory.numerics import backends
from lemmata.theory.numerics.backends import (
    Array,
    Backend,
    backend_of,
    exp,
    expm1,
    log,
    log1p,
    where,
)
from lemmata.theory.numerics.quadrature import integrate
from lemmata.theory.numerics.special import log_defect
from lemmata.theory.spectrum import Spectrum, as_spectrum


def _for_quadrature(spectrum: Array) -> tuple[Spectrum, Backend]:
    """The spectrum and its kind; mpf numbers become balls, since flint is faster."""
    s = as_spectrum(spectrum)
    kind = backend_of(s.deviations)
    if kind is backends.BALLS:
        raise NotReal("spectrum", "balls; theory.numerics.enclosures encloses this integral")
    if kind is not backends.MULTIPRECISION:
        return s, kind
    balls = backends.elementwise(backends.as_ball)
    logs, e = balls(s.log_eigenvalues), balls(s.deviations)
    return Spectrum(logs, e, s.multiplicities), kind


def _at(spectrum: Spectrum, x: Array) -> tuple[Array, ...]:
    """The parts of both integrands at t = exp(x), the nodes first.

    t and log(1+2t): (nodes, ..., 1); lambda: (..., k); log(1 + 2 lambda t): (nodes, ..., k);
    P (1 - exp(-z)): (nodes, ...).
    """
    d, e = spectrum.width, spectrum.deviations
    kind = backend_of(e)
    x = x if kind.inspect else e.new_tensor(x)
    t = exp(x.reshape(-1, *[1] * np.ndim(e)))
    eigenvalues = where(abs(e) < 0.5, 1 + e, spectrum.eigenvalues)  # the one that has its digits
    base, factors = log1p(2 * t), log1p(2 * t * eigenvalues)
    shift = 2 * t / (1 + 2 * t) * e
    defect = shift - (factors - base)  # e s - log(1 + e s)
    if kind is not backends.BALLS:  # whose precision was raised by what is lost
        near = abs(shift) < 0.5
        defect = where(near, log_defect(where(near, shift, shift * 0)), defect)
    product = exp(-d * spectrum.mean(factors) / 2)
    shrunk = -expm1(-d * spectrum.mean(defect) / 2)
    return t, base, eigenvalues, factors, product * shrunk


def _integral(of: Callable[..., Array], spectrum: Spectrum, kind: Backend, left: float) -> Array:
    """The integral over log t, ``left`` the power of t with which the integrand vanishes at 0.

    z, of second order in e, loses bits where it is computed as it stands in balls.
    """
    d, lost = spectrum.width, 0
    if kind is backends.MULTIPRECISION:
        largest = np.ravel(np.max(abs(spectrum.deviations), axis=-1))
        lost = max((-2 * mpmath.mag(backends.as_mpf(e)) for e in largest if e > 0), default=0)
    over_t = {"centre": -math.log(2 * d), "left": left, "slack": math.log(d) + 3}
    return integrate(lambda x: of(*_at(spectrum, x)), kind, guard=lost, **over_t)


def drift(spectrum: Array) -> Array:
    """E_W phi(BN(W X)) - phi(X) = E log sum_k lambda_k u_k^2 <= 0, W ~ O_d.

    Hypothesis: mean eigenvalue 1. Formula: sharp:drift of THEORY, in the form above. Any width,
    any spectrum, in batches (..., k) -> (...).
    """
    s, kind = _for_quadrature(spectrum)
    if kind.integral:
        return kind.integral(lambda t: _drift_integrand(s, t))
    if kind is backends.MULTIPRECISION and np.ndim(s.deviations) == 1:
        return _cached_drift(_SpectrumKey(s), mpmath.mp.prec, mpmath.mp.dps)
    return _drift(s, kind)


def _drift(spectrum: Spectrum, kind: Backend) -> Array:
    return -_integral(lambda *at: at[-1], spectrum, kind, left=2.0)


class _SpectrumKey:
    """A spectrum of exact balls as the key of a cache."""

    def __init__(self, spectrum: Spectrum) -> None:
        self.spectrum = spectrum
        balls = (*spectrum.log_eigenvalues.tolist(), *spectrum.deviations.tolist())
        self.key = (*(ball.mid().man_exp() for ball in balls), *spectrum.multiplicities.tolist())

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SpectrumKey) and self.key == other.key


@lru_cache(maxsize=500)  # a claim and its mutants have the same spectra
def _cached_drift(key: _SpectrumKey, bits: int, digits: int) -> Array:
    """The drift at the working precision, which ``bits`` and ``digits`` put into the cache key."""
    return _drift(key.spectrum, backends.MULTIPRECISION)


def _drift_integrand(spectrum: Spectrum, t: Array) -> Array:
    """[(1+2t)^(-d/2) - prod_k (1 + 2 lambda_k t)^(-1/2)]/t, as it stands."""
    twice = np.array([2 * t])  # an array times a single term is no array
    factors = exp(-spectrum.total(log(1 + (1 + spectrum.deviations) * twice)) / 2)
    return (exp(-spectrum.width * log(1 + 2 * t) / 2) - factors) / t


def gram_map_deviations(spectrum: Array) -> Array:
    """n p_i - 1, where p_i = E[q_i w_i^2 / sum_k q_k w_k^2], w ~ N(0, I_n), q_i = (1 + e_i)/n.

    The eigenvalues q of H^T H after one layer of daneshmand2021 (1) at d = inf, as deviations
    from 1/n. Shape (..., n) -> (..., n). Near isometry e_i -> e_i n/(n+2).
    """
    s, kind = _for_quadrature(spectrum)
    n = s.width

    def integrand(t: Array, base: Array, eigenvalues: Array, factors: Array, lost: Array) -> Array:
        """n t [lambda P/(1 + 2 lambda t) - (1+2t)^(-1-n/2)], the second term integrating to 1."""
        from_factor = s.deviations * exp(-(1 + n / 2) * base)
        return n * t * exp(-factors) * (eigenvalues * lost[..., None] + from_factor)

    moved = _integral(integrand, s, kind, left=1.0)
    return where(moved < -1, moved * 0 - 1, moved)  # p_i >= 0, which rounding may miss
