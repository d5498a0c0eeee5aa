"""Rigorous enclosures of the two sphere integrals, by flint's adaptive quadrature in balls.

With s = 1 - v^2 and z(s) = 1/2 sum_k (e_k s - log(1 + e_k s)) of ``theory.numerics.sphere``,

    drift = -2 int_0^1 v^(d-1) (exp(z) - 1)/s dv,
    p_i   = int_0^1 v^(n-1) (1 + e_i)/(1 + e_i s) exp(z) dv.

At s = 0 the first integrand is 0/0; there z = s^2 A(s) with A a convergent series.
"""

import flint
import numpy as np

from lemmata.theory.errors import NotReal
from lemmata.theory.numerics.backends import BALLS, Array, backend_of
from lemmata.theory.spectrum import Spectrum, as_spectrum

_SERIES_RADIUS = 0.25


def _balls(spectrum: Array) -> Spectrum:
    balls = as_spectrum(spectrum)
    if backend_of(balls.deviations) is not BALLS or np.ndim(balls.deviations) != 1:
        raise NotReal("spectrum", "not one spectrum of balls; numerics.sphere takes other numbers")
    return balls


def _reduced_defect(x: Array, analytic: bool) -> Array:
    """(x - log(1 + x))/x^2 for a complex ball, by its series where x may be 0."""
    if x.abs_upper() < _SERIES_RADIUS:
        terms = flint.ctx.prec // 2 + 2  # (1/4)^terms is below the last bit
        total = flint.acb(0)
        for j in reversed(range(terms)):
            total = flint.acb(1) / (j + 2) - x * total
        rest = flint.arb(0, x.abs_upper() ** terms)
        return total + flint.acb(rest, rest)
    if analytic and not (1 + x).real > 0:
        return flint.acb("nan")
    return (x - (1 + x).log()) / x**2


def _half_defect(spectrum: Spectrum, s: Array, analytic: bool) -> Array:
    """A(s) = z(s)/s^2 = 1/2 sum_k m_k e_k^2 (e_k s - log(1 + e_k s))/(e_k s)^2."""
    pairs = zip(spectrum.deviations, spectrum.multiplicities.tolist(), strict=True)
    terms = (m * e**2 * _reduced_defect(s * e, analytic) for e, m in pairs)
    return sum(terms, flint.acb(0)) / 2


def enclose_drift(spectrum: Array) -> Array:
    """A ball that contains E log sum_k lambda_k u_k^2, for a spectrum of balls."""
    balls = _balls(spectrum)
    size = balls.spread if balls.spread > 0 else flint.arb(1)  # the quadrature's error is absolute

    def integrand(v: Array, analytic: bool) -> Array:
        s = 1 - v**2
        half = _half_defect(balls, s, analytic)
        z = half * s**2
        # (exp(z) - 1)/s = s A exp(z/2) sinh(z/2)/(z/2)
        growth = (z / 2).exp() * (z * flint.acb(0, 0.5)).sinc()
        return v ** (balls.width - 1) * s * (half / size) * growth

    return -2 * size * flint.acb.integral(integrand, 0, 1).real


def enclose_gram_map(spectrum: Array) -> Array:
    """Balls that contain p_i, for the spectrum (1 + e_i) of n H^T H in balls: (k,) -> (k,)."""
    balls = _balls(spectrum)

    def share(e: Array) -> Array:
        def integrand(v: Array, analytic: bool) -> Array:
            s = 1 - v**2
            z = _half_defect(balls, s, analytic) * s**2
            return v ** (balls.width - 1) * (1 + e) / (1 + e * s) * z.exp()

        return flint.acb.integral(integrand, 0, 1).real

    return np.array([share(e) for e in balls.deviations])
