"""How wide a network must be to keep n samples apart in depth, and what is left where it is not."""

import math
from typing import Any

import mpmath
import numpy as np

from lemmata.theory.audit import (
    GAP_IN_DEPTH,
    GAUSSIAN,
    KEPT_SAMPLES,
    NEEDED_WIDTH,
    RANK_IN_DEPTH,
    AuditRow,
    fewness,
)
from lemmata.theory.daneshmand2021.section_2 import BATCH, WIDTH
from lemmata.theory.errors import OutOfRange
from lemmata.theory.figures import FigureClaim, Said, about, at_least, at_most, figure
from lemmata.theory.hypotheses import (
    Hypothesis,
    has_a_log,
    natural,
    non_negative,
    of_full_rank,
    one_of,
    unit_norm,
    within,
)
from lemmata.theory.ledger import Kind, Mutant, Trivial, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, log, sqrt
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.sharp.orthogonality import stationary_square


# sharp:stationary-spectrum, sharp:critical-width: how wide a BN network must be for n samples.
#
# Chain (1) of daneshmand2021 with A = n H^T H, tr A = n. A row of W H is A^(1/2) z up to a factor,
# z ~ N(0, I_n), and its squared length z^T A z/n = 1 + xi has the variance 2 tau(A^2)/n,
# tau = tr/n. Where d = c n^2 and n is large, to leading order in 1/n, heuristically:
# 1. E A' = A - (2/n)(A^2 - tau(A^2) A), and A' - E A' = d^(-1/2) A^(1/2) S A^(1/2), S of GOE. In
#    the time t = l/n this is a free diffusion, dA = -2 (A^2 - tau(A^2) A) dt + c^(-1/2) A^(1/2) dS
#    A^(1/2).
# 2. By Ito d tau(A^2) = -4 (tau(A^3) - tau(A^2)^2) dt + dt/c, and for B = A^(-1) the drift is
#    linear, 2 - (2 tau(A^2) - 1/c) B: as of the inverse of a Wishart matrix. With the moments 1 + y
#    and 1 + 3 y + y^2 of Marchenko and Pastur both are at rest for y = 1/(4 c) = n^2/(4 d).
# 3. So deep in the network n samples look like n Gaussian vectors of dimension n/y = 4 d/n. The
#    smallest eigenvalue of A is (1 - sqrt(y))^2, and the component of an n-th sample that is almost
#    a combination of the others grows like B^(-1), by exp((2/n)(1 - y)) a layer in its square:
#    it grows for y < 1 and shrinks for y > 1. Hence the critical width n^2/4.
# 4. The next order: with m = n - 1 others at rest and y = m^2/(4 d), E log det A' = E log det A
#    gives tau(A^2) = 1 + y + (2 y + 7 y^2/3)/m, and then the exponent
#    (2/m)(1 - y) + (2 - 4 y - 28 y^2/3)/m^2, which vanishes at
#    d = m^2/4 + 17 m/12 = n^2/4 + 11 n/12 + O(1).
# At n = 2 the v_j of the factor (1/d) ||(I - P) v||^2 are Cauchy variables: the critical width is 2
# exactly (sharp:exponent-two-samples).
#
# The leading order has a shorter derivation, without free probability, the stationary law or its
# uniqueness. To first order in s = tr K^2 and to second order in S - I of sharp:volumes a layer
# changes the log of the squared volume of r directions by 2 r s - 2 t - r^2/(2d) in the mean, with
# t <= 1 the share of the trace that they have, 1 of all n.
# a. Volumes are bounded, so that in the mean over many layers s <= 1/r + r/(4d) for every r <= n.
# b. For n > 2 sqrt(d) this is s <= 1/sqrt(d), at r = 2 sqrt(d), and the volume of all n changes by
#    at most 2 n/sqrt(d) - 2 - n^2/(2d) = -(n/sqrt(d) - 2)^2/2 < 0 a layer: rank is lost.
# c. If m = n - 1 samples keep their rank, their volume is at rest, s = 1/m + m/(4d), and an n-th
#    direction grows by 2 s - m/d = (2/m)(1 - m^2/(4d)) a layer: by induction rank is kept for
#    n < 2 sqrt(d).
# What is heuristic in it is the expansion alone, which holds where no q_i is large and n << d. In
# 1. to 4. it is also that A is a free diffusion whose moments come to rest at one law. Proved
# without an expansion, by the same volumes: s is of order 1/sqrt(d) in depth for any batch
# (sharp:gap-of-any-batch), rank is lost below a width of order n^2/log(n)^2 (sharp:isometry-lost),
# and a nearly lost direction grows from d = n^2 on (sharp:exponent-below). That the exponent is
# negative below every multiple of n^2 under n^2/4, and that it rises with d, is measured.
#
# Daneshmand, Kohler, Bach, Hofmann and Lucchi (2020) bound a soft rank of deep linear networks with
# residual branches from below by a multiple of sqrt(d). Without them, to leading order, that is the
# order of the rank itself from both sides: 2 sqrt(d) samples stay independent, and no more.
@claim(
    "sharp:stationary-spectrum",
    symbols={
        "y": "$n^2/(4d)$: 1 at the critical width",
    },
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
    plans=[
        AuditRow(
            GAP_IN_DEPTH,
            (*GAUSSIAN, "kept", "deep"),
            lambda f, m: sqrt((f(m.samples**2 / (4 * m.width))[0] - 1) / m.samples),
            neglects=fewness,
        ),
        AuditRow(
            RANK_IN_DEPTH,
            (*GAUSSIAN, "kept", "deep"),
            lambda f, m: m.samples / f(m.samples**2 / (4 * m.width))[0],
        ),
    ],
)
def spectral_moments(y: Array, *, ratio: int = 1) -> Array:
    """tau(A^2) and tau(A^3), A = n H^T H."""
    y = ratio * as_array(y, "y")
    return np.array([1 + y, 1 + 3 * y + y * y])


@claim(
    "sharp:critical-width",
    headline="With Gaussian weights a batch of n samples keeps its rank in depth"
    " only from a width of about n^2/4 on",
    symbols={
        r"\lambda": "the growth a layer of the log squared distance of nearly equal samples",
        "v": "what row $j$ of $W H_l$ has outside the others' span, over its length",
        "P": "the projector onto the other samples",
        "d_n": "the critical width: below it samples of a batch of $n$ align in depth",
    },
    title="Below a width of n^2/4 + 11 n/12 + O(1) a deep BN network loses the rank of n samples",
    statement=r"\lambda(n, d_n) = 0 \implies d_n - \tfrac{n^2}{4} - \tfrac{11 n}{12} = O(1),\quad"
    r" \lambda(n, d) = \mathbb{E} \log \tfrac{1}{d} \|(I - P) v\|^2",
    kind=Kind.LIMIT,
    hypotheses=[natural("n", at_least=2)],
    expected=Verdict.HOLDS,
    source="derived: lambda is the Lyapunov exponent of an n-th sample infinitesimally near the"
    " span of n - 1 stationary ones, v_j = w_j/||row j||, P the projector on their columns. The"
    " order sqrt(d) of the rank that is kept: Daneshmand et al. 2020, with residual branches",
    uses=["sharp:stationary-spectrum"],
    decided_by="the sign of lambda at integer widths on both sides, the law-exact Gram chain",
    reason="a limit of n and d in which free probability was used heuristically: no proof. The"
    " closed form ends with -1/2, which is fitted at n = 6 to 16, not derived; at n = 2 it gives"
    " 2.33, where 2 is exact. This check has a margin of a tenth, as much as 11 n/12 at n = 32:"
    " sharp:critical-curve tells 11 n/12 from other second terms",
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
        NEEDED_WIDTH,
        (*GAUSSIAN, "deep"),
        lambda f, m: f(m.samples),
        "width",
        relation="at least",
    ),
    plans=[
        AuditRow(
            KEPT_SAMPLES,
            (*GAUSSIAN, "deep"),
            lambda f, m: min(m.samples, math.floor(independent_samples(m.width))),
        )
    ],
)
def critical_width(n: int) -> Array:
    """The width d at which n samples neither lose nor keep their rank in depth.

    n^2/4 + 11 n/12 is derived; -1/2 is fitted.
    """
    n = as_array(n, "n")
    return n * n / 4 + 11 * n / 12 - 0.5


def independent_samples(d: float) -> Any:
    """How many samples a width keeps independent in depth: the inverse of ``critical_width``."""
    natural("d").check(d)
    return 2 * ((d + 0.5 + (11 / 12) ** 2) ** 0.5 - 11 / 12)  # of symbols too


# sharp:exponent-two-samples, sharp:exponent-two-samples-wide: lambda(2, d), exactly.
#
# At n = 2 the v_j = w_j/||row j|| are independent Cauchy variables C_j up to signs, P is the
# projector on the constants, and Y = Q/d with Q = sum_j (C_j - mean C)^2.
# 1. Every d: exp(-t Q) = (t d/pi)^(1/2) int exp(-t sum_j (C_j - x)^2) dx, which is a product, and
#    E exp(-t (C - x)^2) = Re w(t^(1/2) (x + i)), w(z) = exp(-z^2) erfc(-i z) of Faddeeva. With
#    t = b^2 and a = b x, and log Q = int_0^inf (exp(-t) - exp(-t Q)) dt/t,
#    lambda(2, d) = 2 int_0^inf (exp(-b^2) - (d/pi)^(1/2) int (Re w(a + i b))^d da) db/b - log d.
# 2. d = 2: C_1 - C_2 has the law of 2 C, so that lambda = E log C^2 = 0.
# 3. d = 3: Q = (2/3) |C_3 - u|^2 with u the third corner of an equilateral triangle on C_1, C_2.
#    log|c - u|^2 is harmonic in the half plane of i, so that E log |C_3 - u|^2 = log |u + i|^2, and
#    the mean over (C_1 + C_2)/2 is a residue in the same way. What is left is one integral of
#    logarithms, Clausen's function: the closed form was found from its first 12 digits, and agrees
#    with it to 50.
# 4. d -> inf: sum_j C_j^2/d^2 tends to the one-sided stable law of index 1/2, (2/pi)/Z^2 with Z of
#    N(0, 1), next to which the mean of the C_j is lost: Y/d tends to that, and
#    E log (2/pi)/Z^2 = log(2/pi) + gamma + log 2. By 1. the next term is near -1.6/d.
# So two samples part by a factor of order d in every layer until their angle is of order 1.
@claim(
    "sharp:exponent-two-samples",
    symbols={
        "C": "",
        r"\lambda": "the growth a layer of the log squared distance of nearly equal samples",
        "C_j": "independent Cauchy variables",
        r"\operatorname{Cl}_2": "Clausen's function",
    },
    title="The exponent of two samples is 0 at width 2, log(8/9) + (4/pi) Cl_2(pi/3) at width 3",
    statement=r"\lambda(2, 2) = 0,\quad \lambda(2, 3) = \log \tfrac{8}{9} + \tfrac{4}{\pi}"
    r" \operatorname{Cl}_2(\tfrac{\pi}{3}),\quad \lambda(2, d) = \mathbb{E} \log \tfrac{1}{d}"
    r" \sum_j (C_j - \bar C)^2,\quad C_j \text{ Cauchy}",
    kind=Kind.IDENTITY,
    hypotheses=[one_of("d", (2, 3), "a width with a closed form", r"d \in \{2, 3\}")],
    source="derived: the sample variance of Cauchy variables; Cl_2 is Clausen's function. At d = 3"
    " the integral is derived, its closed form recognised",
    uses=["sharp:critical-width"],
    expected=Verdict.HOLDS,
    reason="at d = 3 the closed form was recognised in 12 digits of an exact integral, with which"
    " it agrees to 50: no proof",
    mutants=[
        Mutant("log(9/8)", {"log_of": (9, 8)}, {"d": 3}),
        Mutant("the angle of a square", {"corners": 4}, {"d": 3}),
    ],
    not_attacked="two numbers",
)
def exponent_of_two(d: int, *, log_of: tuple[int, int] = (8, 9), corners: int = 6) -> Array:
    """lambda(2, d) for d = 2 and 3, to the working precision of mpmath."""
    if d == 2:
        return mpmath.mpf(0)
    share, of = log_of
    angle = 2 * mpmath.pi / corners
    return mpmath.log(mpmath.mpf(share) / of) + 4 * mpmath.clsin(2, angle) / mpmath.pi


@claim(
    "sharp:exponent-two-samples-wide",
    symbols={
        r"\lambda": "the growth a layer of the log squared distance of nearly equal samples",
        r"\gamma": "Euler's constant",
    },
    title="In wide networks two samples that are nearly parallel part by a factor of order d",
    statement=r"\lim_{d \to \infty} \frac{\lambda(2, d)}{\log \frac{4 d}{\pi} + \gamma} = 1,\quad"
    r" \lambda(2, d) - \log d \to \log \tfrac{4}{\pi} + \gamma",
    kind=Kind.LIMIT,
    hypotheses=[natural("d", at_least=2)],
    source="derived: the sum of squares of Cauchy variables is stable of index 1/2",
    uses=["sharp:exponent-two-samples"],
    expected=Verdict.HOLDS,
    reason="a limit of d, derived on paper: no proof in Rocq",
    mutants=[
        Mutant("no constant", lambda d: log(as_array(d)), {"d": 64}),
        Mutant("a factor of order sqrt(d)", {"power": 2}, {"d": 64}),
    ],
    not_attacked="a limit without an input",
)
def exponent_of_two_wide(d: int, *, power: int = 1) -> Array:
    d = as_array(d) + mpmath.mpf(0)
    return log(d) / power + log(4 / mpmath.pi) + mpmath.euler


# sharp:exponent-at-the-width: lambda(n, n) at n = 2 and 3, up to the mean log length of a row.
#
# Where n = d, H is square, and BN(W H) is W H with its rows divided by their lengths. With
# K = H^T H, tr K = 1, and rows z_j ~ N(0, I) in the right singular basis of H, up to powers of n
#     log det(H'^T H') = log det(H^T H) + log det(W^T W) - n log n - sum_j log z_j^T K z_j.
# 1. With the n-th sample infinitesimally near the span of the others, det(H^T H) is the squared
#    distance of the n-th from that span times the determinant of the others, and K is that of the
#    others: log Y is the right side, less log det(H^T H), less what the others' determinant gains.
# 2. At rest that gain is 0 in the mean. At width n the n - 1 others keep their rank for n = 2 and
#    3, as lambda(2, 3) > 0. From n = 4 on the width n is below the critical one of n - 1 samples
#    (sharp:critical-width): their determinant goes to 0, and the right side is a sum of exponents.
# 3. det(W^T W) is a product of chi-square variables with 1 to n degrees of freedom (Bartlett), and
#    E log chi^2_k = psi(k/2) + log 2.
# At n = 2, K = 1 and the mean log length is psi(1/2) + log 2, so that lambda(2, 2) = 0 again. At
# n = 3 the eigenvalues of K are 1/2 + V/2^(1/2) and 1/2 - V/2^(1/2), V the orthogonality gap of
# two samples at rest at width 3, and E log(a^2 x^2 + b^2 y^2) = E log chi^2_2 + log((a+b)^2/4) for
# normals x and y, so that
#     lambda(3, 3) = 2 + 2 log 2 - 3 log 3 - 3 E log(1 + (1 - 2 V^2)^(1/2)).
@claim(
    "sharp:exponent-at-the-width",
    symbols={
        r"\lambda": "the growth a layer of the log squared distance of an n-th sample from the"
        " span of $n-1$ at rest",
        r"\psi": "the digamma function",
        "K": "$H^\\top H$ of the $n - 1$ others, at rest in depth",
        "z": "a normal vector independent of $K$",
    },
    title="At d = n the exponent of two or three samples is the mean log length of a row, exactly",
    statement=r"\lambda(n, n) = \sum_{k=1}^{n} \psi\left(\tfrac{k}{2}\right) - n \log"
    r" \tfrac{n}{2} - n\, \mathbb{E} \log z^\top K z,\quad"
    r" \lambda(3, 3) = 2 + 2 \log 2 - 3 \log 3 - 3\, \mathbb{E} \log"
    r" \left(1 + \sqrt{1 - 2 V^2}\right)",
    kind=Kind.IDENTITY,
    hypotheses=[one_of("n", (2, 3), "a batch that keeps its rank", r"n \in \{2, 3\}")],
    source="derived: the determinant of a product of square matrices; V = V(H_l) of two samples at"
    " rest at width 3",
    uses=["sharp:exponent-two-samples"],
    expected=Verdict.HOLDS,
    reason="a mean under the law at rest, derived on paper: no proof in Rocq",
    mutants=[
        Mutant("rows of twice the length", {"scale": 4}, {"n": 3}),
        Mutant("one degree of freedom more", {"first": 2}, {"n": 3}),
    ],
    not_attacked="two numbers",
)
def exponent_and_length(n: int, *, first: int = 1, scale: int = 1) -> Array:
    """lambda(n, n) + n E log z^T K z, to the working precision of mpmath."""
    degrees = range(first, first + n)
    logs = sum(mpmath.digamma(mpmath.mpf(k) / 2) for k in degrees)
    return logs - n * mpmath.log(mpmath.mpf(scale * n) / 2)


REST = 4  # layers for each sample, whose second moments approach theirs by exp(-4/n) a layer
COLLAPSE = 40  # for each that is kept, where more are lost: what is lost has to be outgrown


def layers_to_rest(n: int, d: int) -> int:
    """In how many layers representations and gradients of n samples come to rest."""
    most = independent_samples(d)
    return math.ceil(REST * n if n <= most else COLLAPSE * most)


# sharp:critical-curve: the exponent of sharp:critical-width as a map of (n, d), and its zeros.
#
# The zeros, by a parabola in 1/d at each n, and what they leave beyond n^2/4 + 11 n/12, with
# intervals, are a remark of the figure, as `lemmata run sharp:critical-curve` finds them. At seed 0
# they leave -0.72 [-0.78, -0.66] at n = 4 and rise to -0.14 [-0.63, 0.35] at n = 16: no constant
# (chi-square 18 with 4 degrees of freedom), and by a line in 1/n one that ends at -0.33
# [-0.52, -0.14], not at 0 nor far from the -1/2 that stands for the third order in the law, beside
# the two that are derived.
SAMPLES = (4, 6, 8, 12, 16)
CURVE = figure(
    FigureClaim(
        "sharp:critical-curve",
        title="The exponent changes sign at n^2/4 + 11 n/12, up to a constant",
        sentence="A direction that is nearly lost shrinks below the critical width and grows above"
        " it.",
        says={
            f"zero over the law, n = {n}": Said(
                rf"\frac{{d_{{{n}}}}}{{n^2/4 + 11 n/12 + c}}", about(1, 0.07)
            )
            for n in SAMPLES
        },
        x="width over the critical one",
        y=r"$n\,\lambda(n, d)/2$",
    ),
    source="derived: sharp:critical-width, whose c = -1/2 is fitted; lambda by straight lines in"
    " log d",
    decided_by="lambda at widths from 0.85 to 1.2 times the law, n = 4 to 16",
    uses=["sharp:critical-width"],
    wrong={
        "n^2/4 + n/2": {"zero over the law, n = 16": about(0.91, 0.02)},
        "n^2/4 + 3 n/2": {"zero over the law, n = 16": about(1.12, 0.02)},
    },
)


# sharp:critical-width-elsewhere: which other networks lose the rank of their samples in depth.
#
# With orthogonal weights and n = d the isometry gap never rises (sharp:bn-identity); for n < d that
# is measured. With the mean subtracted the samples live in n - 1 dimensions. An activation leads
# out of the span of the samples, so that no direction is lost for good.
def _left(at: str) -> str:
    return rf"\log_{{10}} n q_{{\min}},\; {at}"


ELSEWHERE = figure(
    FigureClaim(
        "sharp:critical-width-elsewhere",
        title="Orthogonal weights and activations have no critical width, mean subtraction has",
        sentence="In depth Gaussian weights lose the rank of n samples below the critical width,"
        " with the mean subtracted below that of n - 1. Orthogonal weights lose it at no width;"
        " tanh and ReLU make new directions and keep it.",
        says={
            "Gaussian weights, d = 16": Said(_left("d = 16"), at_most(-6)),
            "Gaussian weights, d = 32": Said(_left("d = 32"), at_least(-2.5)),
            "orthogonal weights, d = 16": Said(_left(r"W \in O_d"), at_least(-1)),
            "mean subtracted, d = 16": Said(_left(r"\text{centred}, d = 16"), at_most(-4)),
            "mean subtracted, d = 32": Said(_left(r"\text{centred}, d = 32"), at_least(-2.5)),
            "tanh, d = 16": Said(_left(r"\tanh"), at_least(-4)),
            "ReLU, d = 16": Said(_left(r"\text{ReLU}"), at_least(-4)),
        },
        x="width $d$",
        y=r"$\log_{10}\,n\,q_{\min}$ at layer 200",
    ),
    source="derived: the question of sharp:critical-width for other networks, measured; n = 8",
    decided_by="the smallest eigenvalue of the Gram matrix at layer 200, that of the n - 1 where"
    " the mean is subtracted and no activation follows",
    uses=["sharp:critical-width"],
    wrong={
        "orthogonal weights lose rank too": {"orthogonal weights, d = 16": at_most(-2)},
        "mean subtraction keeps it": {"mean subtracted, d = 16": at_least(-3)},
    },
)


# sharp:collapsed-gap: the gap of more samples than a width can hold, such as 500 at width 800.
#
# Of n samples above the critical number a deep network keeps r independent directions, r the number
# whose critical width is d, about 2 sqrt(d) (sharp:critical-width). These are at the edge, y = 1,
# of sharp:stationary-spectrum: the r eigenvalues that are left are those of a Marchenko-Pastur law
# of ratio 1, whose second moment is 2. So sum q_i^2 = 2/r, and V(H_l)^2 = 2/r - 1/n, about
# 1/sqrt(d) - 1/n: neither depth nor a larger batch changes it. No A1 is needed, and none could be
# had: where n exceeds r, A1(alpha, l) fails for every alpha at some depth, so that the bounds under
# A1 say nothing of such networks. At width 800 and batch 500: r = 54, V = 0.19.
@claim(
    "sharp:collapsed-gap",
    symbols={
        "r": "the rank that the width can hold",
        "c": "a constant, near $-1/2$",
    },
    title="Below the critical width the squared gap stays near 1/sqrt(d) - 1/n",
    statement=r"n^2 > 4 d:\quad \lim_{d \to \infty} \frac{\mathbb{E} V(H_l)^2}{2/r - 1/n} = 1,\quad"
    r" \tfrac{r^2}{4} + \tfrac{11 r}{12} + c = d \quad (l \gg n)",
    kind=Kind.LIMIT,
    hypotheses=[natural("n", at_least=2), natural("d")],
    expected=Verdict.HOLDS,
    source="derived: the edge of the stationary spectrum; n above the number r of samples whose"
    " critical width is d; c = -1/2 is fitted and does not enter the limit",
    uses=["sharp:critical-width", "sharp:stationary-spectrum"],
    decided_by="V^2 over deep layers at widths far below the critical one",
    reason="a limit of n and d in which free probability was used heuristically: no proof",
    trivial=Trivial(
        lambda n, d: 1 - 1 / n, "V^2 <= 1 - 1/n for every H", {"n": BATCH, "d": WIDTH}, "d"
    ),
    mutants=[
        Mutant(
            "the law above the critical width",
            lambda n, d: stationary_square(n) / as_array(d),
            {"n": 20, "d": 20},
        ),
        Mutant("r equal eigenvalues", {"second": 1}, {"n": 20, "d": 20}),
    ],
    not_attacked="a limit without an input, over random layers: sampled",
    plans=[
        AuditRow(
            GAP_IN_DEPTH,
            (*GAUSSIAN, "narrow", "deep"),
            lambda f, m: sqrt(f(m.samples, m.width)),
        ),
        AuditRow(
            RANK_IN_DEPTH,
            (*GAUSSIAN, "narrow", "deep"),
            lambda f, m: 1 / (f(m.samples, m.width) + 1 / m.samples),
        ),
    ],
)
def collapsed_square(n: int, d: int, *, second: int = 2) -> Array:
    """E V(H_l)^2 in depth; ``second`` is the second moment of the eigenvalues that are left."""
    d = as_array(d, "d")
    r = 2 * (sqrt(d + 1 / (d * 0 + 2) + 121 / (d * 0 + 144)) - 11 / (d * 0 + 12))
    return second / r - 1 / as_array(n, "n")


# sharp:exponent-below: from a width of n^2 on the mean exponent of a nearly lost direction has a
# positive lower limit in depth.
#
# Let H have m = n - 1 independent samples, K = H^T H, and let an n-th be infinitesimally near their
# span. A layer draws rows r_j = K^(1/2) z_j, z_j ~ N(0, I_m), for them and normals N_j for its
# component outside; after BN its squared distance from the others' span is multiplied by
# Y = (1/d) ||(I - P) v||^2, v_j = N_j/||r_j||, P the projector on the columns of BN(R). With
# D = diag(1/||r_j||^2), Y = N^T M N, M = (1/d) D^(1/2) (I - P) D^(1/2) of rank d - m. Given R:
# 1. In the eigenbasis of M, with its eigenvalues kappa_i > 0, Y = Q^2 sum_i kappa_i s_i^2, Q^2 a
#    chi-square variable with d - m degrees of freedom and s uniform on the sphere. log is concave
#    and E s_i^2 = 1/(d-m), so that E log Y >= E log Q^2 + (1/(d-m)) sum_i log kappa_i.
# 2. By Jacobi's complementary minors the product of the kappa_i is made of determinants:
#    sum_i log kappa_i = log det(R^T R) - sum_j log ||r_j||^2 - log det(H'^T H') - d log d, and
#    det(R^T R) = det(Z^T Z) det(K).
# 3. E log ||r_j||^2 <= E log chi^2_m - log m (Jensen, as tr K = 1), and det(Z^T Z) is a product of
#    chi-square variables (Bartlett). With log(k-1) <= E log chi^2_k <= log k - 1/k, as E log chi^2
#    rises by 2/k from k to k + 2, this is, for d >= n^2,
#    E log Y >= 1/m - n/(d-m) + (log det K - E log det K')/(d-m).
# 4. The last term telescopes over layers, log det K <= -m log m, and log det K_0 = -m log m
#    - m phi(H_0), which is the claim.
# Hence no stationary law is needed: from any independent samples the mean of the exponent over
# depth has a positive lower limit from d = n^2 on, where the exponent itself is positive from n^2/4
# on (sharp:critical-width). Of the factor 4, two are lost in 1., which takes the geometric mean of
# the 1/||r_j||^2, and the rest in 3., with K at isometry. At n = 2 the factor is the variance of
# d Cauchy variables, ((d-1)/(2d)) times the mean of (C_i - C_j)^2 over pairs, whose log is at
# least the mean of the logs: there the exponent is at least log(2 - 2/d), which is 0 at d = 2.
#
# The other side, that rank is lost in depth below some multiple of n^2, is proved up to a factor
# log(n)^2 (sharp:isometry-lost). It takes a bound of E sum q_i^2 under every law, which no function
# of second moments gives, since the mean Gram map keeps isometric samples of any rank. It comes
# from the volumes of r directions (sharp:gap-of-any-batch).
def _wide(d: int, n: int) -> None:
    if d < n * n:
        raise OutOfRange("d", f"{d}; expected at least n^2 = {n * n}")


WIDE = Hypothesis("wide", r"d \ge n^2", "d", _wide, rocq=lambda d, n: [n**2 <= d], beside=("n",))
EXPONENTS = rocq.sum_over_layers(
    lambda k: rocq.mean(
        rocq.weights(rocq.GAUSSIAN, rocq.l), "W", rocq.ln(rocq.distance_factor_in_depth(k))
    )
)


@claim(
    "sharp:exponent-below",
    symbols={
        "m": "the number of the other samples",
        "P_k": "the projector onto the other samples",
        "v_k": "what each row of $W H_k$ has outside the others' span, over its length",
        "Y_k": "what layer $k$ multiplies the squared distance from the others' span by",
    },
    title="From a width of n^2 on a direction that is nearly lost grows: its mean exponent has a"
    " positive lower limit",
    statement=r"\tfrac{1}{l} \sum_{k < l} \mathbb{E} \log Y_k \ge"
    r" \frac{d - n^2 + 1}{(n-1)(d - n + 1)} - \frac{(n-1)\, \phi(H_0)}{(d - n + 1)\, l},\quad"
    r" Y_k = \tfrac{1}{d} \|(I - P_k) v_k\|^2,\quad H_0 \in \mathbb{R}^{d \times m},\; m = n - 1",
    kind=Kind.LOWER_BOUND,
    expected=Verdict.PROVED,
    variables={"phi_0": r"\phi(H_0)"},
    hypotheses=[
        natural("n", at_least=2),
        natural("d"),
        WIDE,
        natural("l"),
        non_negative("phi_0", r"\phi(H_0)"),
        of_full_rank(rocq.OTHERS_FIRST, "phi_0"),
        unit_norm(rocq.OTHERS_FIRST, "phi_0"),
    ],
    source="derived: Y_k multiplies in layer k the squared distance of an n-th sample from the span"
    " of n - 1, infinitesimally near it; v_j = w_j/||row j||, P the projector on their"
    " columns, as in sharp:critical-width; H_0 has n - 1 independent samples",
    uses=["sharp:gram-chain"],
    reason="a sign from n^2 on, without A1 and without a stationary law. The other side is"
    " sharp:isometry-lost, up to a factor log(n)^2, and sharp:exponent-above for one layer from"
    " orthogonal samples",
    mutants=[
        Mutant("three times the rate", {"rate": 3}, {"n": 8, "d": 256, "l": 1000, "phi_0": 0.0}),
        Mutant(
            "a rate that does not see n",
            lambda n, d, l, phi_0: (d - n * n + 1) / (d - n + 1) - phi_0 / l,
            {"n": 8, "d": 256, "l": 1000, "phi_0": 0.0},
        ),
    ],
    formal=Formal(
        {
            "n": rocq.SAMPLES_OF_ALL,
            "d": rocq.d,
            "l": rocq.l,
            "phi_0": rocq.phi(rocq.OTHERS_FIRST),
        },
        EXPONENTS / rocq.l,
    ),
    not_attacked="a mean over layers that has no closed law: sampled",
)
def exponent_below(n: int, d: int, l: int, phi_0: Array, *, rate: int = 1) -> Array:
    """A bound of the mean exponent over the first l layers; positive at large l."""
    left = d - n + 1 + 0 * phi_0  # with the digits of phi_0
    return rate * (d - n * n + 1) / ((n - 1) * left) - (n - 1) * phi_0 / (left * l)


# sharp:exponent-above: among orthogonal samples a new direction shrinks below a width of n^2/2.
#
# With the m = n - 1 others exactly orthogonal, K = I/m, the lengths of the rows, |z_j|^2/m, are
# independent of their directions, and so of the projector P: the factor Y = (1/d) ||(I - P) v||^2
# of sharp:exponent-below has the mean E (1/d) sum_j (1 - P_jj) m/|z_j|^2 = (1 - m/d) m/(m-2), since
# tr P = m and E 1/chi^2_m = 1/(m-2). By Jensen E log Y is at most its log, which is negative for
# d < m^2/2: in one layer, from orthogonal samples. In depth samples are not orthogonal, and the
# critical width is half of that (sharp:critical-width).
DISTANCE = rocq.mean(rocq.GAUSSIAN, "W", rocq.ln(rocq.DISTANCE_FACTOR))


@claim(
    "sharp:exponent-above",
    symbols={
        "Y_l": "what a layer multiplies the squared distance of a sample from the others' span by",
    },
    title="Below a width of (n-1)^2/2 a layer pulls an n-th sample towards orthogonal others",
    statement=r"H_l^\top H_l = \tfrac{1}{n-1} I:\quad \mathbb{E} \log Y_l \le \log \left(\left(1 -"
    r" \frac{n-1}{d}\right) \frac{n-1}{n-3}\right),\quad d \ge n",
    kind=Kind.UPPER_BOUND,
    hypotheses=[
        natural("n", at_least=4),
        natural("d", at_least=4),
        has_a_log("a mean log", r"\mathbb{E} |\log Y_l| < \infty", "d", *DISTANCE.means),
    ],
    source="derived: Y as in sharp:exponent-below, for n - 1 orthogonal samples and one layer",
    uses=["sharp:gram-chain"],
    expected=Verdict.PROVED,
    reason="a negative exponent below (n-1)^2/2 in one layer, from orthogonal samples. In depth"
    " rank is lost below a width of order n^2/log(n)^2 (sharp:isometry-lost)",
    mutants=[Mutant("rows of length 1", {"lost": 0}, {"n": 8, "d": 24})],
    formal=Formal(
        {"n": rocq.SAMPLES_OF_ALL, "d": rocq.d}, DISTANCE, given=[rocq.MORE_ROWS_THAN_SAMPLES]
    ),
    not_attacked="a bound of n and d alone, for a random layer: sampled",
)
def exponent_above(n: int, d: int, *, lost: int = 2) -> Array:
    m = as_array(n - 1)
    return log((1 - m / d) * m / (m - lost))
