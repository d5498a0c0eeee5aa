"""How fast gradients grow with Gaussian weights: of batches that the width holds, and of larger."""

from typing import Any

import mpmath

from lemmata.theory.audit import GAUSSIAN, AuditRow, fewness
from lemmata.theory.hypotheses import natural, within
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, sqrt

# sharp:gaussian-growth: how fast gradients grow with Gaussian weights, n^2 = 4 y d, at large n.
#
# A tangent T of chain (1) of daneshmand2021 grows as a gradient does. With A = n H^T H = G at rest
# (sharp:stationary-spectrum: Marchenko and Pastur's law of ratio y, tau(G^2) = 1 + y), write
# T = X A + T', the columns of T' orthogonal to the samples X, C = (n/d) T'^T T', s the symmetric
# part of A; its antisymmetric part is a rotation of the samples, and stays as it is. The row of
# W X is g ~ N(0, G), that of W T' is c ~ N(0, C), and c is independent of g. A layer takes off what
# is along g and divides by |g|. In the time t = l/n, with u = tau(G C) + 2 tau(G s G s), which is n
# times the mean square of what is taken off a row:
# 1. dC = (2 (1 - y) C - G C - C G + u G) dt, where the mean of n/|g|^2 is 1 + 2 (1 + y)/n, and
#    (n/d) C = (4 y/n) C is what falls into the n dimensions of the samples' span;
# 2. ds = -(s G + G s) dt + the symmetric part of (4 y)^(1/2) G^(-1/2) S C^(1/2), which fell there,
#    S circular and free of G, of which dG has a noise of its own.
# Both are linear in (C, s^2): all grows like exp(2 f t), f = (1 - y) a. With r^2 = y,
# (1 + r v)(1 + r/v) = w and F = (v + r)/(1 + r v), k = w tau(C (w - G)^(-1)) and
# P = w z tau(s (w - G)^(-1) s (z - G)^(-1)) have
#   dk = (2 (1 - y)(k - F k_F) + u w v/r) dt,  dP = (-2 (1 - y)(F P_F + F' P_F')
#        + y ((m + 1/(1 - y)) k' + (m' + 1/(1 - y)) k)) dt,  m = (F - r)/(r (1 - y)),
# with a dash where F' stands for F. They are solved along F = x F_0, and u = tau(G C) +
# 2 tau(G s G s) becomes, by partial integration, the equation of the claim: its left side falls
# from infinity to 0 in a. f is 1/2 at y = 0, which is sharp:gaussian-explosion at large n, and
# is 0.18 at y = 1, after a minimum 1 % below that at y = 0.95. At y = 1, a (1 - y) = f and
# x = 1 - (1 - y) v leave int_0^infty exp(-f v) (1 + 2 v)/(1 + v)^3 dv = 1.
#
# The growth is of the tangents that move samples against each other. Rotations of the samples are
# neutral (sharp:conserved-torque), and so is a direction among the samples in which they are nearly
# dependent: it is multiplied as the samples themselves are.


@claim(
    "sharp:gaussian-growth",
    symbols={
        "y": "$n^2/(4d)$: 1 at the critical width",
        "f": "the growth of the log gradient a layer, times $n$",
        "a": "the root of the equation",
    },
    title="With Gaussian weights n samples make gradients grow by exp(f(n^2/(4 d))/n) a layer",
    statement=r"\frac{n^2}{4 d} \to y < 1:\quad \lim_{n \to \infty} n \lim_{L \to \infty}"
    r" \tfrac{1}{L} \log \|\partial L / \partial X_l\|_F = f(y) = (1 - y)\, a,\quad"
    r" (1 - y) \int_0^1 x^{a-1}\, \frac{(1 + y x)(1 - y x^2)}{(1 - y x)^3}\, dx = 2",
    kind=Kind.LIMIT,
    hypotheses=[within("y", 0, 1)],
    expected=Verdict.HOLDS,
    source="derived: the free limit of a tangent of chain (1) of daneshmand2021",
    uses=["sharp:stationary-spectrum"],
    decided_by="the growth of a tangent at n and 2 n, extrapolated in 1/n",
    reason="a limit of n and d in which free probability was used heuristically: no proof",
    mutants=[
        Mutant("as at d = inf: 1/2", lambda y: as_array(y) * 0 + 0.5, {"y": 0.5}),
        Mutant("(1 - y)/2: 0 at the critical width", lambda y: (1 - as_array(y)) / 2, {"y": 0.75}),
    ],
    not_attacked="a limit without an input, over random layers: sampled",
    audit=AuditRow(
        "growth of log ||dL/dX|| a layer",
        (*GAUSSIAN, "kept", "independent", "many", "rested"),
        lambda f, m: f(m.rank**2 / (4 * m.width)) / m.rank,
        "growth",
        plot="log_gradient",
        neglects=fewness,
    ),
)
def growth_rate(y: Any) -> Any:
    """f(y), from the root a; at y = 0 and 1 the limits 1/2 and 0.18."""
    exact = isinstance(y, mpmath.mpf)
    with mpmath.workdps(mpmath.mp.dps + 15 if exact else 30):
        y = mpmath.mpf(y)
        if y == 0:
            return mpmath.mpf(1) / 2 if exact else 0.5
        if y >= 1:
            found = _at_the_edge()
        else:
            ends = mpmath.mpf("0.17") / (1 - y), mpmath.mpf("0.5") / (1 - y)
            found = (1 - y) * mpmath.findroot(lambda a: _balance(a, y), ends, solver="anderson")
    return +found if exact else float(found)


def _balance(a: Any, y: Any) -> Any:
    """The two sides of the equation, one less the other; a power of x over (1 - y x)^3 is a 2F1."""
    terms = ((0, 1), (1, y), (2, -y), (3, -(y**2)))
    total = sum(c * mpmath.hyp2f1(3, a + k, a + k + 1, y) / (a + k) for k, c in terms)
    return (1 - y) * total - 2


def _at_the_edge() -> Any:
    """f(1): int_0^infty exp(-f v) (2/(1 + v)^2 - 1/(1 + v)^3) dv = 1, in exponential integrals."""

    def left(f: Any) -> Any:
        return mpmath.exp(f) * (2 * mpmath.expint(2, f) - mpmath.expint(3, f)) - 1

    return mpmath.findroot(left, (mpmath.mpf("0.1"), mpmath.mpf("0.3")), solver="anderson")


# sharp:collapsed-growth: how fast they grow with more samples than a width can hold, such as n = d.
#
# Of n samples above the critical number a deep network keeps r, the number whose critical width is
# d, about 2 sqrt(d), and these are at the edge y = 1 (sharp:collapsed-gap). What is lost does not
# grow: in the sample directions in which the samples have become dependent, a tangent is multiplied
# as the samples are, whose part there shrinks. So gradients grow like those of r samples at y = 1,
# by f(1)/r a layer, about 0.09/sqrt(d): with n = d faster than n orthogonal samples would, by
# 1/(2 n), and neither depth nor a larger batch changes it.
@claim(
    "sharp:collapsed-growth",
    symbols={
        "r": "the rank that the width can hold",
        "f": "the growth of the log gradient a layer, times $r$",
        "c": "a constant that does not enter the limit; -1/2 is fitted",
    },
    title="With n^2 > 4 d, as with n = d, gradients grow by exp(0.18/r) a layer, r near 2 sqrt(d)",
    statement=r"n^2 > 4 d:\quad \lim_{d \to \infty} r \lim_{L \to \infty} \tfrac{1}{L} \log"
    r" \|\partial L / \partial X_l\|_F = f,\quad \int_0^\infty \frac{1 + 2 v}{(1 + v)^3}\,"
    r" e^{-f v}\, dv = 1,\; \tfrac{r^2}{4} + \tfrac{11 r}{12} + c = d",
    kind=Kind.LIMIT,
    hypotheses=[natural("d", at_least=2)],
    expected=Verdict.HOLDS,
    source="derived: the edge y = 1 of sharp:gaussian-growth for the r samples that are left;"
    " c = -1/2 is fitted and does not enter the limit",
    uses=["sharp:gaussian-growth", "sharp:collapsed-gap"],
    decided_by="the growth of a tangent far below the critical width, extrapolated in 1/r",
    reason="a limit of n and d in which free probability was used heuristically: no proof. The"
    " limit is reached slowly: r times the growth is some 16, 16 and 10 % above it at d = 64, 100"
    " and 256. And it is one of great depth, hundreds of layers: of a random gradient the larger"
    " part turns the samples or falls on directions that are lost, and does not grow",
    mutants=[
        Mutant("1/(2 r), as of orthogonal samples", {"edge": 0.5}, {"d": 100}),
        Mutant("0.18/d, with n = d in the place of r", lambda d: 0.18 / as_array(d), {"d": 100}),
    ],
    not_attacked="a limit without an input, over random layers: sampled",
    audit=AuditRow(
        "growth of log ||dL/dX|| a layer",
        (*GAUSSIAN, "overfull", "many", "rested"),
        lambda f, m: f(m.width),
        "growth",
        plot="log_gradient",
    ),
)
def collapsed_growth(d: int, *, edge: Any = None) -> Array:
    """f(1)/r, with as many digits as d has."""
    d = as_array(d, "d")
    r = 2 * (sqrt(d + 1 / (d * 0 + 2) + 121 / (d * 0 + 144)) - 11 / (d * 0 + 12))
    if edge is None:
        edge = growth_rate(mpmath.mpf(1) if isinstance(d, mpmath.mpf) else 1.0)
    return edge / r
