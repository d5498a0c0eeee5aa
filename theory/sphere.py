"""The two one-dimensional integrals behind both papers: the drift of the gap, and the Gram map.

Both are expectations over a direction u uniform on the sphere, written over t with the Gaussian
trick 1/x = int exp(-t x) dt. Near isometry the two terms of the literal integrands cancel; with
P = prod (1 + 2 lambda_k t)^(-1/2), s = 2t/(1+2t), lambda = 1 + e and sum e = 0 they become one term
of one sign,

    (1+2t)^(-d/2) - P(t) = -P(t) (1 - exp(-z)),    z(t) = 1/2 sum_k (e_k s - log(1 + e_k s)) >= 0,

where P is computed as it stands, and z so that it keeps its digits where it is small.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from theory.backends import (
    BALLS,
    MULTIPRECISION,
    Array,
    Backend,
    as_ball,
    backend_of,
    elementwise,
    exp,
    expm1,
    log1p,
    where,
)
from theory.errors import NotReal
from theory.quadrature import integrate
from theory.special import log_defect
from theory.spectrum import Spectrum, as_spectrum


def _for_quadrature(spectrum: Any) -> tuple[Spectrum, Backend]:
    """The spectrum and its kind; as balls where mpf numbers were given: flint is the faster."""
    checked = as_spectrum(spectrum)
    kind = backend_of(checked.deviations)
    if kind is BALLS:
        raise NotReal("spectrum", "balls; theory.enclosures encloses this integral")
    if kind is not MULTIPRECISION:
        return checked, kind
    logs, e = (elementwise(as_ball)(v) for v in (checked.log_eigenvalues, checked.deviations))
    return Spectrum(logs, e, checked.multiplicities), kind


def _nodes(x: Array, e: Array) -> Array:
    """The nodes (nodes,) as an array (nodes, 1, ...) of e's kind."""
    x = x if backend_of(e).inspect else e.new_tensor(x)
    return x.reshape(-1, *[1] * np.ndim(e))


def _at(spectrum: Spectrum, x: Array) -> tuple[Array, Array, Array, Array]:
    """(log(1+2t), log(1+2 lambda t), log P, z) at t = exp(x), the nodes first.

    Shapes (nodes, ..., 1), (nodes, ..., k), (nodes, ...), (nodes, ...).
    """
    d, e = spectrum.width, spectrum.deviations
    x = _nodes(x, e)
    base = log1p(2 * exp(x))
    factors = log1p(2 * exp(x + spectrum.log_eigenvalues))
    shift = 2 * exp(x - base) * e
    near = abs(shift) < 0.5
    # log(1 + e s) = log(1 + 2 lambda t) - log(1 + 2t) where lambda = 1 + e has lost its digits
    defect = where(near, log_defect(where(near, shift, shift * 0)), shift - (factors - base))
    return base, factors, -d * spectrum.mean(factors) / 2, d * spectrum.mean(defect) / 2


def drift(spectrum: Any) -> Array:
    """E_W phi(BN(W X)) - phi(X) = E log sum_k lambda_k u_k^2 <= 0, W ~ O_d.

    Hypothesis: mean eigenvalue 1. Formula: sharp:drift of THEORY, in the form above. Any width,
    any spectrum, in batches (..., k) -> (...).
    """
    checked, kind = _for_quadrature(spectrum)
    d = checked.width

    def integrand(x: Array) -> Array:
        _, _, log_product, z = _at(checked, x)
        return exp(log_product) * -expm1(-z)

    return -integrate(
        integrand,
        kind=kind,
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
    checked, kind = _for_quadrature(spectrum)
    n, e, logs = checked.width, checked.deviations, checked.log_eigenvalues

    def integrand(x: Array) -> Array:
        """n t [lambda P/(1 + 2 lambda t) - (1+2t)^(-1-n/2)], the second term integrating to 1."""
        base, factors, log_product, z = _at(checked, x)
        x = _nodes(x, e)
        from_product = exp(x + logs - factors + log_product[..., None]) * -expm1(-z)[..., None]
        from_factor = e * exp(x - factors - (1 + n / 2) * base)
        return n * (from_product + from_factor)

    moved = integrate(
        integrand,
        kind=kind,
        centre=-math.log(2 * n),
        left=1.0,
        right=0.5,
        slack=math.log(n) + 3,
    )
    return where(moved < -1, moved * 0 - 1, moved)  # p_i >= 0, which rounding may miss
