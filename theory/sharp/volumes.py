"""What a layer of daneshmand2021 does to the volume of n samples, and to that of any r directions.

K = H^T H has trace 1 and the eigenvalues q_i, s = sum q_i^2, and det K is the squared volume. With
z_j ~ N(0, I_n), the rows in the right singular basis of H, and x_j = sum_i q_i z_ji^2 the next Gram
matrix is K' = K^(1/2) S K^(1/2), S = (1/d) sum_j z_j z_j^T/x_j, so that a layer multiplies the
volume by the root of det S. Every statement here is of one layer from any H, or of a mean over
layers from any H_0: none asks for A1, for a stationary law or for a limit.
"""

import math

import numpy as np

from lemmata.theory.errors import OutOfRange
from lemmata.theory.hypotheses import (
    Hypothesis,
    has_a_log,
    natural,
    non_negative,
    of_full_rank,
    sum_one,
)
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, log
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.rocq.terms import Family, det, real
from lemmata.theory.sharp.layers import gram_map


# sharp:volume-in-a-layer: the mean determinant of the next Gram matrix, exactly.
#
# C = (1/d) sum_j u_j u_j^T with independent rows u_j, |u_j| = 1, E u u^T = diag(p_i) in the right
# singular basis of H. Row i of d C is the sum over j of u_ji u_j, and a determinant is linear in
# its rows, so that det C is d^(-n) times the sum, over all maps f of {1..n} to {1..d}, of the
# determinants with u_ji u_j as row i, j = f(i). Where f takes a value twice two rows are
# proportional, and the determinant is 0. Of the d!/(d-n)! others each row is of another u_j, and
# the mean determinant is that of diag(p).
@claim(
    "sharp:volume-in-a-layer",
    title="The mean determinant of the next Gram matrix is that of its mean, less (1 - k/d) each",
    statement=r"\mathbb{E}[\det H_{l+1}^\top H_{l+1} | H_l] ="
    r" \prod_{k=0}^{n-1} \left(1 - \frac{k}{d}\right) \prod_{i=1}^{n} p_i,\quad"
    r" q_i \mapsto p_i \text{ by the Gram map}",
    kind=Kind.IDENTITY,
    hypotheses=[sum_one("q"), non_negative("q"), natural("d")],
    source="derived: the determinant of a sum of d independent matrices of rank 1",
    uses=["daneshmand2021:lemma-9"],
    expected=Verdict.PROVED,
    mutants=[
        Mutant("the determinant of the mean", {"lost": 0}, {"q": [0.2, 0.8], "d": 3}),
        Mutant("twice the loss", {"lost": 2}, {"q": [0.2, 0.8], "d": 3}),
    ],
    formal=Formal(
        {"q": rocq.q, "d": rocq.d}, rocq.mean(rocq.GAUSSIAN, "W", det(rocq.LAYER.T @ rocq.LAYER))
    ),
    not_attacked="an identity",
)
def mean_volume(q: Array, d: int, *, lost: int = 1) -> Array:
    """E det H_{l+1}^T H_{l+1} from the eigenvalues q of H_l^T H_l: (n,) -> ()."""
    p = gram_map(q)
    return (1 - lost * _indices(p) / d).prod() * p.prod()


def _indices(values: Array) -> Array:
    """0, 1, ..., n - 1, with the digits of the n values."""
    return values.indices() if isinstance(values, Family) else 0 * values + np.arange(len(values))


def _spread(q: Array) -> None:
    s = float((as_array(q, "q") ** 2).sum(-1))
    if s >= 0.5:
        raise OutOfRange("q", f"the sum of squares {s:.6g}; expected less than 1/2")


SPREAD = Hypothesis(
    "spread",
    r"\textstyle\sum_i q_i^2 < \tfrac{1}{2}",
    "q",
    _spread,
    rocq=lambda q: [(q**2).sum() < real(1) / 2],
)


# sharp:isometry-after-a-layer: the gap of the next Gram matrix is above that of its mean.
#
# phi(H_{l+1}) = -log n - (1/n) log det C, as tr C = 1. -log is convex: E phi is at least
# -log n - (1/n) log E det C, which by sharp:volume-in-a-layer is -(1/n) sum_i log(n p_i), the gap
# of diag(p), and -(1/n) sum_{k < n} log(1 - k/d), which is at least (n-1)/(2d). With probability 1
# the rows of W are independent, and then so are the samples after the layer if they were before.
# Whatever the input, n samples are on average no nearer to isometry than (n-1)/(2d) after a layer.
NEXT_GAP = rocq.mean(rocq.GAUSSIAN, "W", rocq.phi(rocq.LAYER))


@claim(
    "sharp:isometry-after-a-layer",
    title="After a layer n samples are (n-1)/(2d) from isometry on average, and more",
    statement=r"\mathbb{E}[\phi(H_{l+1}) | H_l] \ge \frac{n - 1}{2 d}"
    r" - \frac{1}{n} \sum_i \log n p_i,\quad q_i \mapsto p_i \text{ by the Gram map}",
    kind=Kind.LOWER_BOUND,
    hypotheses=[
        sum_one("q"),
        non_negative("q"),
        natural("d"),
        of_full_rank(rocq.H, "q"),
        has_a_log("a mean gap", r"\mathbb{E} |\phi(H_{l+1})| < \infty", "d", *NEXT_GAP.means),
    ],
    source="derived: Jensen on sharp:volume-in-a-layer",
    uses=["sharp:volume-in-a-layer"],
    expected=Verdict.PROVED,
    mutants=[
        Mutant("twice the loss", {"rate": 2}, {"q": [1 / 16] * 16, "d": 32}),
        Mutant(
            "the gap does not fall",
            lambda q, d: -log(len(q) * as_array(q)).sum() / len(q) + (len(q) - 1) / (2 * d),
            {"q": [0.6, 0.1, 0.1, 0.1, 0.1], "d": 50},
        ),
    ],
    formal=Formal({"q": rocq.q, "d": rocq.d}, NEXT_GAP),
    not_attacked="a mean over a random layer: sampled",
)
def gap_after_a_layer(q: Array, d: int, *, rate: int = 1) -> Array:
    p = gram_map(q)
    n = p.shape[-1]
    return rate * (n - 1) / (2 * d) - log(n * p).sum() / n


# sharp:isometry-lost: how far a finite width takes a layer from isometry, at least.
#
# 1. By sharp:isometry-after-a-layer the mean gap rises by at least (n-1)/(2d), less the mean of the
#    log(p_i/q_i).
# 2. In the integral of lemma-9 the factor 1/(1 + 2 t q_i) is at most 1:
#    p_i/q_i <= int_0^inf exp(-(1/2) sum_j log(1 + 2 t q_j)) dt = E 1/x.
# 3. sum_j log(1 + 2 t q_j) - log(1 + 2 t s)/s is 0 at t = 0 and rises with t, since the mean of
#    1/(1 + 2 t q_j) by the weights q_j is at least 1/(1 + 2 t s): of all q with this s the law of
#    1/s equal ones has the largest Laplace transform. So E 1/x is at most the integral of
#    (1 + 2 t s)^(-1/(2s)), which is 1/(1 - 2s).
# Near isometry, s = 1/n, the gap rises for n^2 > (4 + o(1)) d: this is where the critical width is
# (sharp:critical-width).
#
# With sharp:gap-of-any-batch the gap rises for ever, linearly in depth: rank is lost. For s >=
# (1/2)(1 - exp(-L)) the largest q_i is at least s, and E log det S <= n E log((1/(n d)) sum_j
# |z_j|^2/x_j) <= n (2 log d + 9/2), by Jensen for the third root of the sum, below the sum of the
# third roots, and E |z_1|^(-2/3) < 5/2. So with L = 2 log d + 5 the gap rises by at least
# (n-1)/(2d) - 2 L s/(1 - exp(-L)) from every H, and in the mean over l layers from any independent
# samples by at least
#     (n-1)/(2d) - 2 L/(1 - exp(-L)) (11/4) (2/r + (r+2)/(2(d-r+1)) + phi(H_0)/l),   r <= n.
# At r = 2 sqrt(d) it is positive in depth from n = 22 (2 log d + 5) sqrt(d) + 1 on, that is below a
# width of order n^2/log(n)^2, and speaks (n <= d) from widths of half a million on. The logarithm
# comes from the layers with s near 1/2 and above alone, where a few rows have most of S.
@claim(
    "sharp:isometry-lost",
    title="A layer of many samples loses isometry: by (n-1)/(2d) less what the spread gives back",
    statement=r"\mathbb{E}[\phi(H_{l+1}) | H_l] \ge \phi(H_l) + \frac{n - 1}{2 d}"
    r" + \log\left(1 - 2 \textstyle\sum_i q_i^2\right)",
    kind=Kind.LOWER_BOUND,
    hypotheses=[
        sum_one("q"),
        non_negative("q"),
        SPREAD,
        natural("d"),
        of_full_rank(rocq.H, "q"),
        has_a_log("a mean gap", r"\mathbb{E} |\phi(H_{l+1})| < \infty", "d", *NEXT_GAP.means),
    ],
    source="derived: q are the eigenvalues of H_l^T H_l, none of them 0, so that n <= d",
    uses=["sharp:isometry-after-a-layer", "daneshmand2021:lemma-9"],
    expected=Verdict.PROVED,
    reason="with sharp:gap-of-any-batch, which is proved on paper alone, it makes the gap rise"
    " linearly in depth, and so loses rank, below a width of order n^2/log(n)^2; below any multiple"
    " of n^2 under n^2/4 that is measured",
    mutants=[
        Mutant("twice the rate", {"rate": 2}, {"q": [1 / 16] * 16, "d": 32}),
        Mutant("no spread", {"spread": 0}, {"q": [0.6, 0.1, 0.1, 0.1, 0.1], "d": 50}),
    ],
    formal=Formal({"q": rocq.q, "d": rocq.d}, NEXT_GAP),
    not_attacked="a mean over a random layer: sampled",
)
def next_gap(q: Array, d: int, *, rate: int = 1, spread: int = 2) -> Array:
    q = as_array(q, "q")
    n, s = q.shape[-1], (q**2).sum()
    return -log(n * q).sum() / n + rate * (n - 1) / (2 * (s * 0 + d)) + log(1 - spread * s)


# sharp:gap-of-any-batch: from any samples the squared gap is of order 1/sqrt(d) in depth.
#
# e_r(K), the sum of the principal minors of size r, is the sum of the squared volumes of r of the
# directions. It does not exceed its value at isometry, so that its log cannot rise for ever; but it
# rises where s is large. In the right singular basis of H, with S_A the principal minor of S:
# 1. e_r(K')/e_r(K) = sum_A pi_A det S_A, pi_A = prod_A q_i/e_r(q), over the sets A of r directions.
#    log is concave: E log e_r(K') - log e_r(K) is at least the mean, by pi, of E log det S_A.
# 2. With zeta_j = (z_ji)_{i in A}: log det sum_j exp(a_j) zeta_j zeta_j^T is convex in a, by Cauchy
#    and Binet, with the derivatives h_j, the leverages, at 0. So at a_j = -log x_j,
#    E log det S_A >= E log det (1/d) sum_j zeta_j zeta_j^T - d E h_1 log x_1.
# 3. The matrix of the zeta_j is U M^(1/2), U a Haar frame independent of M = sum_j zeta_j zeta_j^T:
#    h_1 is the squared length b of the first row of U, of the law Beta(r/2, (d-r)/2), independent
#    of its direction, and x_1 = b w + c, c and w >= 0 independent of b. Hence
#    d E b log(b w + c) = r E log(b' w + c), b' of the law Beta(r/2 + 1, (d-r)/2), which is larger
#    than b, so that log(b' w + c) <= log(b w + c) + log(b'/b) if both are drawn together, and
#    E log b' - E log b = 2/r - 2/d: d E h_1 log x_1 <= r E log x + 2 - 2 r/d.
# 4. E log x <= -c s, c = 1 - (1/2) int_0^inf log(1 + 2t) exp(-t) dt/t = 0.3668... > 4/11: as
#    log(1 + 2 t q)/q is convex in q and so below its chord over [0, 1],
#    E exp(-t x) >= exp(-(1-s) t) (1 + 2t)^(-s/2), so that
#    E log x = int (exp(-t) - E exp(-t x)) dt/t is at most a concave function of s, with the value 0
#    and the slope -c at s = 0.
# 5. E log det (1/d) sum zeta zeta^T is the sum of E log(chi^2_{d-k}/d) over k < r (Bartlett), at
#    least -r (r+2)/(2(d-r+1)), by E log chi^2_k >= log k - 1/k - 1/(3k^2).
# So E log e_r(K') - log e_r(K) >= r c s - 2 (1 - r/d) - r (r+2)/(2(d-r+1)) from every H. Summed
# over l layers the left side is at most r phi(H_0), by Maclaurin's inequality for e_r(K_0).
#
# It speaks of batches from about 2 sqrt(d) samples on: for fewer 2/r alone exceeds what any samples
# have. The samples are independent, as phi(H_0) is infinite else.
#
# So the participation ratio 1/s, a soft rank, is at least of order sqrt(d) in depth, as Daneshmand
# et al. 2020 bound another soft rank of networks with residual branches.
#
# At r = 2 sqrt(d) the bound tends to (11/2)/sqrt(d) + (11/4) phi(H_0)/l, where 1/sqrt(d) is
# measured (sharp:collapsed-gap). Of the factor, 2 is lost in 2., which has the geometric mean of
# the 1/x_j where E 1/x counts, 1 + 2 s, and the rest in 4., which is 1 where no q_i is large.
def _directions(r: int, n: int, d: int) -> None:
    if not r <= n <= d:
        raise OutOfRange("r", f"{r}, n = {n}, d = {d}; expected r <= n <= d")


DIRECTIONS = Hypothesis(
    "directions of the batch",
    r"r \le n \le d",
    "r",
    _directions,
    rocq=lambda r, n, d: [r <= n, n <= d],
    beside=("n", "d"),
)


@claim(
    "sharp:gap-of-any-batch",
    symbols={
        "r": "any number of directions",
    },
    title="In depth the squared gap of any independent samples is of order 1/sqrt(d) at most",
    statement=r"\frac{1}{l} \sum_{k < l} \mathbb{E} V(H_k)^2 \le \frac{11}{4} \left("
    r"\frac{2}{r} + \frac{r + 2}{2 (d - r + 1)} + \frac{\phi(H_0)}{l}\right) - \frac{1}{n}",
    kind=Kind.UPPER_BOUND,
    variables={"phi_0": r"\phi(H_0)"},
    hypotheses=[
        natural("n"),
        natural("d"),
        natural("l"),
        natural("r"),
        DIRECTIONS,
        non_negative("phi_0", r"\phi(H_0)"),
    ],
    source="derived: the volumes of r directions cannot rise for ever",
    uses=["sharp:gram-chain"],
    expected=Verdict.HOLDS,
    reason="proved on paper, by the derivation: no proof in Rocq yet. The best r is near"
    " 2 sqrt(d); a seventh of the bound is measured there",
    mutants=[
        Mutant(
            "every sample counts",
            lambda n, d, l, r, phi_0: 11 / 4 * (2 / as_array(n) + phi_0 / l) - 1 / n,
            {"n": 64, "d": 64, "l": 30, "r": 16, "phi_0": 0.0},
        ),
        Mutant(
            "no gap is left",
            lambda n, d, l, r, phi_0: 11 / 4 * phi_0 / l,
            {"n": 64, "d": 64, "l": 30, "r": 16, "phi_0": 0.0},
        ),
    ],
    not_attacked="a mean over layers that has no closed law: sampled",
)
def squared_gap_of_any_batch(n: int, d: int, l: int, r: int, phi_0: Array) -> Array:
    """A bound of the mean of V^2 over the first l layers."""
    one = 1 + 0 * as_array(phi_0)  # with the digits of phi_0
    return 11 * (2 * one / r + (r + 2) * one / (2 * (d - r + 1)) + phi_0 / l) / 4 - one / n


def best_directions(n: int, d: int) -> int:
    """The r of ``squared_gap_of_any_batch`` that is near the best."""
    return min(n, round(2 * math.sqrt(d)))
