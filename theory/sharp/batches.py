"""Batches smaller than the width, with orthogonal weights: what samples look like in depth, and
how fast gradients grow.
"""

from typing import Any

import mpmath
import numpy as np

from lemmata.theory.audit import BN, GAP_IN_DEPTH, GROWTH, RANK_IN_DEPTH, AuditRow
from lemmata.theory.hypotheses import within
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, sqrt

# sharp:haar-spectrum: the Gram matrix deep in a network with orthogonal weights and n < d.
#
# Chain (3) of meterez2024 with n = y d samples, G = (n/d) X^T X, tr G = n, tau = tr/n. W has a
# Haar law, so a row of W X has the squared length 1 + e, and e the variance (2/n)(tau(G^2) - y):
# nothing is left of it at n = d, where BN then does nothing at an isometry. Where n is large, to
# leading order in 1/n, heuristically:
# 1. E G' = G - (2/n)(G^2 - tau(G^2) G), and G' - E G' = (sigma/n)^(1/2) G^(1/2) S G^(1/2) with
#    S/sqrt(n) of GOE and sigma = 2 y (tau(G^2) - y). In the time t = l/n this is a free diffusion,
#    that of sharp:stationary-spectrum with another sigma.
# 2. Its moments are at rest where (sigma/2) M^2 + 2 (tau(G^2) - w) M + 2 = 0, M = sum_k m_k w^(-k):
#    the law of Marchenko and Pastur with the ratio h = sigma/4 = tau(G^2) - 1, which is
#    h = y (1 - y)/(2 - y).
# So deep in the network n samples look like n Gaussian vectors of dimension n/h, as nearly
# dependent as they get at y = 2 - sqrt(2) = 0.59, where h = 0.17.


def _ratio(y: Array) -> Array:
    return y * (1 - y) / (2 - y)


@claim(
    "sharp:haar-spectrum",
    title="With orthogonal weights n = y d samples look like Gaussian vectors of dimension n/h",
    statement=r"n = y d:\quad \lim_{n \to \infty} \mathbb{E}\, \tfrac{1}{n} \operatorname{tr}"
    r" (\tfrac{n}{d} X_l^\top X_l)^k = 1 + h,\; 1 + 3 h + h^2 \quad (k = 2, 3,\; l \gg n),"
    r"\quad h = \frac{y (1 - y)}{2 - y}",
    kind=Kind.LIMIT,
    hypotheses=[within("y", 0, 1)],
    expected=Verdict.HOLDS,
    source="derived: the moments of Marchenko and Pastur, at rest under the free diffusion of"
    " chain (3) of meterez2024 with n < d",
    decided_by="both moments over deep layers at n and 2 n, extrapolated in 1/n",
    reason="a limit of n and d in which free probability was used heuristically: no proof",
    mutants=[
        Mutant("rows of Gaussian weights", lambda y: _moments(y / (2 - y)), {"y": 0.5}),
        Mutant("h = y (1 - y)/2, near isometry", lambda y: _moments(y * (1 - y) / 2), {"y": 0.5}),
    ],
    not_attacked="a limit without an input, over random layers: sampled",
    plans=[
        AuditRow(
            GAP_IN_DEPTH,
            (*BN, "orthogonal", "smaller", "deep"),
            lambda f, m: sqrt((f(m.samples / m.width)[0] - 1) / m.samples),
        ),
        AuditRow(
            RANK_IN_DEPTH,
            (*BN, "orthogonal", "smaller", "deep"),
            lambda f, m: m.samples / f(m.samples / m.width)[0],
        ),
    ],
)
def spectral_moments(y: Array) -> Array:
    """tau(G^2) and tau(G^3), G = (n/d) X^T X."""
    return _moments(_ratio(as_array(y, "y")))


def _moments(h: Array) -> Array:
    return np.array([1 + h, 1 + 3 * h + h * h])


# sharp:haar-growth: how fast gradients grow with orthogonal weights and batches below the width.
#
# A tangent T of chain (3) grows as a gradient does. T = X A + T', the columns of T' orthogonal to
# the samples; an antisymmetric A is a rotation of the samples, and stays as it is. With G as above
# at rest, s the symmetric part of A, C = T'^T T', u = tau(G C) + (2/y) tau(G s G s), in t = l/n:
# 1. dC = (2 (1 - h) C - G C - C G + (1 - y) u G) dt: a row loses its part along the sample, with
#    weight u, and what falls into the samples' span leaves C;
# 2. ds = -(s G + G s) dt + noise, which is what falls there: the symmetric part of
#    (4 y h)^(1/2) G^(-1/2) S C^(1/2) + y u^(1/2) G^(-1/2) S G^(1/2), S free of G.
# Both are linear in (C, s^2): all grows like exp(2 f t). In the variable F = (v + r)/(1 + r v), r^2
# = h, where (1 + r v)(1 + r/v) = w parametrises the resolvent of G, they are transported by
# dF = -2 (1 - h) F dt, and can be integrated: with f = (1 - h) a,
#   J = int_0^1 x^(a-1) (1 - h x)^(-2) dx, I_k = int_0^1 x^(a+1) (1 - h x)^(-k) dx,
#   (1 - y)(1 + (1 - h)((1 - a) J + h (a + 1) I_2)) + y (1 - h)^2 (2 I_3 - I_2 + (1 - h) I_4) = 2.
# f falls from 1/2 at y = 0, which is sharp:gaussian-explosion at large n, to 0 at y = 1, where
# theorem 5 of meterez2024 is; there f = 1 - y to leading order. (1 - y)/2 is 19 % below it at 3/4.


@claim(
    "sharp:haar-growth",
    title="With orthogonal weights and n < d samples, gradients grow by exp(f(n/d)/n) a layer",
    statement=r"n = y d:\quad \lim_{n \to \infty} n \lim_{L \to \infty} \tfrac{1}{L} \log"
    r" \|\partial L / \partial X_l\|_F = f(y) = (1 - h)\, a,\quad h = \frac{y (1 - y)}{2 - y},\quad"
    r" (1 - y) \left(1 + (1 - h) ((1 - a) J + h (a + 1) I_2)\right)"
    r" + y (1 - h)^2 \left(2 I_3 - I_2 + (1 - h) I_4\right) = 2,\quad"
    r" J = \int_0^1 \frac{x^{a-1}\, dx}{(1 - h x)^2},\;"
    r" I_k = \int_0^1 \frac{x^{a+1}\, dx}{(1 - h x)^k}",
    kind=Kind.LIMIT,
    hypotheses=[within("y", 0, 1)],
    expected=Verdict.HOLDS,
    source="derived: the free limit of a tangent of chain (3) of meterez2024 with n < d",
    uses=["sharp:haar-spectrum"],
    decided_by="the growth of a tangent at n and 2 n, extrapolated in 1/n",
    reason="a limit of n and d in which free probability was used heuristically: no proof",
    mutants=[
        Mutant("(1 - y)/2", lambda y: (1 - as_array(y)) / 2, {"y": 0.75}),
        Mutant("as at d = inf: 1/2", lambda y: as_array(y) * 0 + 0.5, {"y": 0.25}),
    ],
    not_attacked="a limit without an input, over random layers: sampled",
    audit=AuditRow(
        GROWTH,
        (*BN, "orthogonal", "smaller", "several", "independent", "deep"),
        # 1/(n - 3/2) is log((n-1)/(n-2)) up to its third order, as sharp:gaussian-explosion has it
        lambda f, m: f(m.rank / m.width) / (m.rank - 1.5),
        "growth",
        plot="log_gradient",
    ),
)
def growth_rate(y: Any) -> Any:
    """f(y), from the root a in (0, 1/2); at y = 0 and 1 the limits 1/2 and 0."""
    exact = isinstance(y, mpmath.mpf)
    with mpmath.workdps(mpmath.mp.dps + 15 if exact else 30):
        y = mpmath.mpf(y)
        if not 0 < y < 1:
            return (1 - y) / 2 if exact else float(1 - y) / 2
        h = _ratio(y)
        start = (1 - y) / 2 * (1 + y * y), (1 - y) / 2 * (1 + y)
        a = mpmath.findroot(lambda a: _balance(a, y, h), start, solver="anderson")
        found = (1 - h) * a
    return +found if exact else float(found)


def _balance(a: Any, y: Any, h: Any) -> Any:
    """The two sides of the equation, one less the other; partial integration leaves one 2F1."""
    K = 1 / (1 - h)
    first = mpmath.hyp2f1(1, a, a + 1, h) / a  # int_0^1 x^(a-1)/(1 - h x) dx
    J, I2 = K + (1 - a) * first, (K - (1 + a) * first + 1 / a) / h**2
    I3 = (K**2 - a * I2) / 2
    I4 = (K**3 - (a - 1) * I3) / 3
    samples = (1 - y) * (1 + ((1 - a) * J + h * (a + 1) * I2) / K)
    return samples + y / K**2 * (2 * I3 - I2 + I4 / K) - 2
