"""sharp:stationary-spectrum, sharp:critical-width: how wide a BN network must be for n samples.

Chain (1) of daneshmand2021 with A = n H^T H, tr A = n. A row of W H is A^(1/2) z up to a factor,
z ~ N(0, I_n), and its squared length z^T A z/n = 1 + xi has the variance 2 tau(A^2)/n,
tau = tr/n. Where d = c n^2 and n is large, to leading order in 1/n, heuristically:
1. E A' = A - (2/n)(A^2 - tau(A^2) A), and A' - E A' = d^(-1/2) A^(1/2) S A^(1/2), S of GOE. In the
   time t = l/n this is a free diffusion, dA = -2 (A^2 - tau(A^2) A) dt + c^(-1/2) A^(1/2) dS
   A^(1/2).
2. By Ito d tau(A^2) = -4 (tau(A^3) - tau(A^2)^2) dt + dt/c, and for B = A^(-1) the drift is linear,
   2 - (2 tau(A^2) - 1/c) B: as of the inverse of a Wishart matrix. With the moments 1 + y and
   1 + 3 y + y^2 of Marchenko and Pastur both are at rest for y = 1/(4 c) = n^2/(4 d).
3. So deep in the network n samples look like n Gaussian vectors of dimension n/y = 4 d/n. The
   smallest eigenvalue of A is (1 - sqrt(y))^2, and the component of an n-th sample that is almost
   a combination of the others grows like B^(-1), by exp((2/n)(1 - y)) a layer in its square:
   it grows for y < 1 and shrinks for y > 1. Hence the critical width n^2/4.
4. The next order: with m = n - 1 others at rest and y = m^2/(4 d), E log det A' = E log det A
   gives tau(A^2) = 1 + y + (2 y + 7 y^2/3)/m, and then the exponent
   (2/m)(1 - y) + (2 - 4 y - 28 y^2/3)/m^2, which vanishes at d = m^2/4 + 17 m/12
   = n^2/4 + 11 n/12 + O(1).
At n = 2 the v_j of the factor (1/d) ||(I - P) v||^2 are Cauchy variables: the critical width is 2
exactly. From d = n^2 on the exponent is proved to be positive (sharp:exponent-below); that it is
negative below some multiple of n^2, and that it rises with d, is measured, not proved.
"""

import math

import numpy as np

from lemmata.theory.audit import GAUSSIAN, AuditRow
from lemmata.theory.hypotheses import natural, within
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array


@claim(
    "sharp:stationary-spectrum",
    title="Deep in the network n samples look like n Gaussian vectors of dimension 4 d/n",
    statement=r"\frac{n^2}{4 d} \to y < 1:\quad \lim_{n \to \infty} \mathbb{E}\, \tfrac{1}{n}"
    r" \operatorname{tr} (n H_l^\top H_l)^k = 1 + y,\; 1 + 3 y + y^2 \quad (k = 2, 3,\; l \gg n)",
    kind=Kind.LIMIT,
    hypotheses=[within("y", 0, 1)],
    expected=Verdict.HOLDS,
    source="derived: the moments of Marchenko and Pastur, at rest under the free diffusion",
    uses=["sharp:gram-variance"],
    decided_by="both moments over deep layers at n = 24, d = 24^2/(4 y)",
    reason="a limit of n and d in which free probability was used heuristically: no proof",
    mutants=[
        Mutant("a semicircle", lambda y: np.array([1 + y, 1 + 3 * y]), {"y": 0.5}),
        Mutant("dimension 2 d/n", {"ratio": 2}, {"y": 0.5}),
    ],
    not_attacked="a limit without an input, over random layers: sampled",
)
def spectral_moments(y: Array, *, ratio: int = 1) -> Array:
    """tau(A^2) and tau(A^3), A = n H^T H."""
    y = ratio * as_array(y, "y")
    return np.array([1 + y, 1 + 3 * y + y * y])


@claim(
    "sharp:critical-width",
    title="Below a width of n^2/4 + 11 n/12 a deep BN network loses the rank of n samples",
    statement=r"\lambda(n, d_n) = 0 \implies \lim_{n \to \infty}"
    r" \frac{d_n}{n^2/4 + 11 n/12 - 1/2} = 1,\quad"
    r" \lambda(n, d) = \mathbb{E} \log \tfrac{1}{d} \|(I - P) v\|^2",
    kind=Kind.LIMIT,
    hypotheses=[natural("n", at_least=2)],
    expected=Verdict.HOLDS,
    source="derived: lambda is the Lyapunov exponent of an n-th sample infinitesimally near the"
    " span of n - 1 stationary ones, v_j = w_j/||row j||, P the projector on their columns",
    uses=["sharp:stationary-spectrum"],
    decided_by="the sign of lambda at integer widths on both sides, the law-exact Gram chain",
    reason="a limit of n and d in which free probability was used heuristically: no proof",
    mutants=[
        Mutant(
            "n^2/2, from samples that are exactly orthogonal",
            lambda n: as_array(n) ** 2 / 2,
            {"n": 24},
        ),
        Mutant("n^2/4 alone", lambda n: as_array(n) ** 2 / 4, {"n": 8}),
        Mutant("a width of order n", lambda n: 3 * as_array(n), {"n": 24}),
    ],
    not_attacked="a limit without an input, over random layers: sampled",
    audit=AuditRow(
        "d, for n samples to stay independent in depth",
        (*GAUSSIAN, "deep"),
        lambda f, m: f(m.samples),
        "width",
        relation="at least",
    ),
)
def critical_width(n: int) -> Array:
    """The width d at which n samples neither lose nor keep their rank in depth."""
    n = as_array(n, "n")
    return n * n / 4 + 11 * n / 12 - 0.5


def independent_samples(d: float) -> float:
    """How many samples a width keeps independent in depth: the inverse of ``critical_width``."""
    natural("d").check(d)
    return 2 * (math.sqrt(d + 0.5 + (11 / 12) ** 2) - 11 / 12)
