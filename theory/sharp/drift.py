"""The two one-dimensional integrals behind both papers: the drift of the gap, and the Gram map.

Both are expectations over a direction u uniform on the sphere, written over t with the Gaussian
trick 1/x = int exp(-t x) dt. Near isometry the two terms of the literal integrands cancel; with
s = 2t/(1+2t), lambda = 1 + e and sum e = 0 they become one term of one sign,

    (1+2t)^(-d/2) - prod (1 + 2 lambda_k t)^(-1/2)
        = -(1+2t)^(-d/2) (exp(z) - 1),    z(t) = 1/2 sum_k (e_k s - log(1 + e_k s)) >= 0.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from theory.backends import FLOATS, Array, backend_of, exp, expm1, log1p
from theory.quadrature import integrate
from theory.special import log_defect
from theory.spectrum import Spectrum, as_spectrum


def _exponents(spectrum: Spectrum, x: Array) -> tuple[Array, Array, Array]:
    """(log(1+2t), s, z) at t = exp(x): shapes (nodes, 1), (nodes, 1), (nodes, ...)."""
    d, e = spectrum.width, spectrum.deviations
    x = x.reshape(-1, *[1] * np.ndim(e))
    base = log1p(2 * exp(x))
    s = 2 * exp(x - base)
    if backend_of(x) is FLOATS:
        # log(1 + e s) = log(1 + 2 lambda t) - log(1 + 2t) where lambda = 1 + e has lost its digits
        direct = e * s - (log1p(2 * exp(x + spectrum.log_eigenvalues)) - base)
        near = np.abs(e * s) < 0.5
        defect = np.where(near, log_defect(np.where(near, e * s, 0)), direct)
    else:
        defect = log_defect(e * s)
    return base[..., 0], s[..., 0], d * spectrum.mean(defect) / 2


def drift(spectrum: Any) -> Array:
    """E_W phi(BN(W X)) - phi(X) = E log sum_k lambda_k u_k^2 <= 0, W ~ O_d.

    Hypothesis: mean eigenvalue 1. Formula: sharp:drift of THEORY, in the form above. Any width,
    any spectrum, in batches (..., k) -> (...).
    """
    spectrum = as_spectrum(spectrum)
    d = spectrum.width

    def integrand(x: Array) -> Array:
        base, _, z = _exponents(spectrum, x)
        log_first = -d * base / 2
        return exp(log_first + z) * -expm1(-z)

    return -integrate(
        integrand,
        backend_of(spectrum.deviations),
        centre=-math.log(2 * d),
        left=2.0,
        right=0.5,
        slack=math.log(d) + 3,
    )


def gram_map_deviations(spectrum: Any) -> Array:
    """n p_i - 1, where p_i = E[q_i w_i^2 / sum_k q_k w_k^2], w ~ N(0, I_n), q_i = (1 + e_i)/n.

    The eigenvalues q of H^T H after one layer of daneshmand2021 (1) at d = inf, as deviations
    from 1/n. Shape (..., n) -> (..., n). Near isometry e_i -> e_i n/(n+2).
    """
    spectrum = as_spectrum(spectrum)
    n, e = spectrum.width, spectrum.deviations

    def integrand(x: Array) -> Array:
        base, s, z = _exponents(spectrum, x)
        weight = n * exp(x.reshape(-1, *[1] * np.ndim(z[0])) - (1 + n / 2) * base)
        # q_i/(1 + 2 t q_i) over its isometric value is 1 + ratio
        x_ = x.reshape(-1, *[1] * np.ndim(e))
        log_shrink = (
            spectrum.log_eigenvalues
            + base[..., None]
            - log1p(2 * exp(x_ + spectrum.log_eigenvalues))
        )
        small = e * (1 - s[..., None]) / (1 + e * s[..., None])
        return weight[..., None] * (exp(log_shrink) * expm1(z)[..., None] + small)

    return integrate(
        integrand,
        backend_of(e),
        centre=-math.log(2 * n),
        left=1.0,
        right=0.5,
        slack=math.log(n) + 3,
    )
