"""The orthogonality gap of chain (1) of daneshmand2021 in depth: how it decays, and where it rests.

Under A1 theorem 1 with alpha squared, and with a radius of order n/d; without A1 averages over
depth; from orthogonal samples the limit itself, from above and below.
"""

import math
from typing import Any

from lemmata.theory.audit import GAP_IN_DEPTH, UNDER_A1, WIDE, AuditRow, crowding
from lemmata.theory.daneshmand2021.appendix_c import decaying
from lemmata.theory.daneshmand2021.section_2 import BATCH, WIDTH, width
from lemmata.theory.daneshmand2021.section_3 import A1, GAP_OF_ANY_H
from lemmata.theory.hypotheses import natural, non_negative, understood, unit_norm
from lemmata.theory.ledger import Kind, Mutant, Trivial, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, backend_of, sqrt
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq

A1_FAILS = (
    "it speaks under A1, which at width 800 and batch 500 fails at some depth for every alpha, as"
    " at every width below sharp:critical-width, 63,000 for 500 samples: there no statement under"
    " it says anything, and"
)


# sharp:orthogonality-decay: daneshmand2021's theorem 1 with the square of alpha in its place.
#
# A1 bounds a singular value, s_n(H_k) >= alpha, while the drift condition (theorem 5) contracts
# with its square. With A_k the event s_n(H_j) >= alpha for j = 1..k, which H_1..H_k decide,
# E[Vhat_(k+1); A_k] <= (1 - 2/3 alpha^2) E[Vhat_k; A_k] + 1/sqrt(d), and A_k lies in A_(k-1).
# Unrolled from Vhat_1 <= 1/n, with sum_k r^k <= 1/(1-r), r = 1 - 2/3 alpha^2:
# E[Vhat_(l+1); A_l] <= r^l/n + 3/(2 alpha^2 sqrt(d)), and V <= 2 n Vhat (lemma 4). This is the mean
# over the event, at every width; the mean given the event is at most that over its probability,
# which is 1 in the limit d = inf. Lemma 8's own constant 2n/(n+2) may stand for 2/3, and
# sqrt(n(n-1)) for 2n.
@claim(
    "sharp:orthogonality-decay",
    title="The orthogonality gap decays with the square of the smallest singular value",
    statement=r"\mathbb{E}[V(H_{l+1}); A_1(\alpha, l)] \le 2 (1 - \tfrac{2}{3} \alpha^2)^l"
    r" + \frac{3 n}{\alpha^2 \sqrt{d}}",
    kind=Kind.UPPER_BOUND,
    hypotheses=[A1, natural("l", at_least=0), natural("n"), width(), unit_norm(rocq.FIRST)],
    source="derived: theorem 1 of daneshmand2021 repaired",
    uses=["daneshmand2021:theorem-5", "daneshmand2021:lemma-4"],
    sharp="sharp:gap-in-depth",
    trivial=GAP_OF_ANY_H,
    expected=Verdict.PROVED,
    reason=f"{A1_FAILS} sharp:collapsed-gap has the gap",
    mutants=[
        Mutant(
            "as printed: alpha for its square",
            {"squared": False},
            {"alpha": 0.2499, "l": 85, "n": 16, "d": math.inf},
        )
    ],
    formal=[
        Formal(
            {"alpha": rocq.ALPHA, "l": rocq.l, "n": rocq.n, "d": rocq.d},
            rocq.mean_under_A1(rocq.l, rocq.V(rocq.NEXT_STATE)),
        ),
        Formal(
            {"alpha": rocq.ALPHA, "l": rocq.l, "n": rocq.n, "d": math.inf},
            rocq.gap_of(rocq.wide(rocq.l + 1)),
            given=[rocq.wide_A1(rocq.l)],
        ),
    ],
)
def expected_orthogonality_gap(
    alpha: Array, l: int, n: int, d: float, *, squared: bool = True
) -> Array:
    rate = alpha * alpha if squared else alpha
    root = sqrt(rate * 0 + d)  # with the digits of the rate
    return 2 * (1 - 2 * rate / 3) ** l + 3 * n / root / rate


# sharp:gap-in-depth: daneshmand2021's theorem 1 with a radius that does not see alpha twice.
#
# E[V(H_{k+1})^2 | H_k] = (1 - 1/d)(sum p^2 - 1/n) + (1 - 1/n)/d (sharp:gram-variance), and sum p^2
# - 1/n <= gamma^2 V(H_k)^2 (sharp:majorisation), gamma <= rho = 1 - 2n/(n+2) alpha^2 where s_n(H_k)
# >= alpha. With A_k the event A1(alpha, k), which H_1..H_k decide, and A_k in A_(k-1):
# E[V(H_{k+1})^2; A_k] <= r E[V(H_k)^2; A_(k-1)] + (1 - 1/n)/d, r = (1 - 1/d) rho^2. Unrolled from
# V(H_1)^2 <= 1 - 1/n this is the claim. As alpha^2 <= 1/n on the event, 1 + rho >= 2 (n+1)/(n+2),
# so that the radius is at most (n-1)(n+2)^2/(4 n^2 (n+1) alpha^2 d): the gap is of order sqrt(n/d)
# beyond a depth of order log(d)/alpha^2, where the repaired theorem 1 has 3 n/(alpha^2 sqrt(d)). By
# Cauchy and Schwarz E[V; A_l] is at most the root.
#
# It speaks from d = 2 on, but of networks for which A1 can hold: in depth those are wider than
# sharp:critical-width, about n^2/4. Of narrower ones, such as width 800 and batch 500, no statement
# under A1 says anything, and sharp:collapsed-gap has the gap.
@claim(
    "sharp:gap-in-depth",
    title="The squared orthogonality gap decays to a radius of order n/d",
    statement=r"\mathbb{E}[V(H_{l+1})^2; A_1(\alpha, l)] \le (1 - \tfrac{1}{n}) \left(r^l"
    r" + \frac{1 - r^l}{(1 - r)\, d}\right),\quad"
    r" r = (1 - \tfrac{1}{d}) (1 - \tfrac{2n}{n+2} \alpha^2)^2",
    kind=Kind.UPPER_BOUND,
    hypotheses=[A1, natural("l", at_least=0), natural("n"), width(), unit_norm(rocq.FIRST)],
    source="derived: theorem 1 of daneshmand2021 sharpened",
    uses=["sharp:majorisation", "sharp:gram-variance"],
    sharp="sharp:gram-variance",
    trivial=Trivial(
        lambda alpha, l, n, d: 1 - 1 / n,
        "V^2 <= 1 - 1/n for every H; alpha at its largest, 1/sqrt(n)",
        GAP_OF_ANY_H.at,
        "d",
        GAP_OF_ANY_H.instead,
    ),
    expected=Verdict.PROVED,
    reason=f"{A1_FAILS} sharp:collapsed-gap has the gap",
    mutants=[
        Mutant(
            "the rate to the fourth power",
            {"power": 4},
            {"alpha": 0.3, "l": 30, "n": 4, "d": math.inf},
        )
    ],
    formal=[
        Formal(
            {"alpha": rocq.ALPHA, "l": rocq.l, "n": rocq.n, "d": rocq.d},
            rocq.mean_under_A1(rocq.l, rocq.V(rocq.NEXT_STATE) ** 2),
        ),
        Formal(
            {"alpha": rocq.ALPHA, "l": rocq.l, "n": rocq.n, "d": math.inf},
            rocq.gap_of(rocq.wide(rocq.l + 1)) ** 2,
            given=[rocq.wide_A1(rocq.l)],
        ),
    ],
    audit=AuditRow(
        "V after the last BN",
        UNDER_A1,
        lambda f, m: sqrt(f(m.least, m.depth - 1, m.samples, m.width)),
        "last_orthogonality_gap",
        beyond="largest_orthogonality_gap",
    ),
)
def squared_gap(alpha: Array, l: int, n: int, d: float, *, power: int = 2) -> Array:
    one = 1 + alpha * 0  # with the digits of alpha
    share = one / d
    r = (1 - share) * (1 - 2 * n * alpha * alpha / (n + 2)) ** power
    return (1 - one / n) * (r**l + (1 - r**l) * share / (1 - r))


# sharp:average-in-depth: appendix C of daneshmand2021 with the constants of lemmas 6 and 8.
#
# With c = (n+2)/(2n), Vhat_k q_k <= c (Vhat_k - E Vhat_(k+1) + sqrt((1-1/n)/d)),
# q_k = 1/n - Vhat_k; summed over k = 1..l, with E Vhat_1 <= Vhat_0 + sqrt((1-1/n)/d). From n = 2 on
# c <= 1, and c -> 1/2: a third of the printed constant at large n and l. At d = inf the first term
# is the whole.
#
# The noise is below the trivial 1/(4 n^2) from a width of 4 n^4 (c = 1/2) on. Of narrower networks
# no such bound is needed: below sharp:critical-width, as at width 800 and batch 500, q_k falls
# geometrically in depth, and the left side with it; from sharp:exponent-below on q_k stays.
@claim(
    "sharp:average-in-depth",
    title="Without A1 the average over depth decays, with the constants that the lemmas give",
    statement=r"\mathbb{E}\, \tfrac{1}{l} \sum_{k=1}^{l} \hat V(H_k) (\tfrac{1}{n} - \hat V(H_k))"
    r" \le \frac{n+2}{2n} \left(\frac{\hat V(H_0)}{l} + \sqrt{\frac{1 - 1/n}{d}}"
    r" (1 + \tfrac{1}{l})\right)",
    kind=Kind.UPPER_BOUND,
    expected=Verdict.PROVED,
    hypotheses=[
        natural("l"),
        natural("n"),
        width(),
        unit_norm(rocq.FIRST),
        non_negative("v_hat_0"),
    ],
    source="derived: appendix C of daneshmand2021 sharpened",
    uses=["daneshmand2021:lemma-8", "sharp:gram-variance"],
    sharp="sharp:gram-map",
    reason="it speaks from d = 4 n^4 on. Below sharp:critical-width, as at width 800 and batch"
    " 500, the smallest eigenvalue falls geometrically in depth, and what is bounded here"
    " with it",
    trivial=Trivial(
        lambda l, n, d, v_hat_0: 1 / (4 * n**2),
        "Vhat (1/n - Vhat) <= 1/(4 n^2) for every H; Vhat(H_0) at its largest, 1/n",
        {"l": 10_000, "n": BATCH, "d": WIDTH, "v_hat_0": 1 / BATCH},
        "d",
        "sharp:critical-width",
    ),
    mutants=[
        Mutant("half of it", {"halves": 2}, {"l": 40, "n": 8, "d": math.inf, "v_hat_0": 1e-4})
    ],
    formal=[
        Formal(
            {"l": rocq.l, "n": rocq.n, "d": rocq.d, "v_hat_0": rocq.Vhat(rocq.FIRST)},
            rocq.mean(
                rocq.weights(rocq.GAUSSIAN, rocq.l),
                "W",
                rocq.average(lambda k: decaying(rocq.Vhat(rocq.hidden(rocq.FIRST, k)))),
            ),
        ),
        Formal(
            {"l": rocq.l, "n": rocq.n, "d": math.inf, "v_hat_0": 1 / rocq.n - rocq.q0.min()},
            rocq.average(lambda k: decaying(1 / rocq.n - rocq.wide(k).min())),
        ),
    ],
)
def average_in_depth(l: int, n: int, d: float, v_hat_0: Array, *, halves: int = 1) -> Array:
    c = (n + 2) / (2 * halves * as_array(n) + 0 * v_hat_0)
    noise = sqrt((n - 1) / (n * as_array(d))) if d != math.inf else 0
    return c * (v_hat_0 + noise * (l + 1)) / l


# sharp:average-gap: theorem 1 of daneshmand2021 without A1, on average over depth.
#
# Let K = H^T H with the eigenvalues q, z_j ~ N(0, I_n) the rows of Z as in sharp:gram-chain,
# u_j = z_j/|z_j| and y_j = u_j^T K u_j: H'^T H' = (1/d) K^(1/2) (sum_j u_j u_j^T/y_j) K^(1/2).
# 1. By Cauchy and Binet log det(sum_j u_j u_j^T/y_j) is a logarithm of a sum of exponentials of
#    sums of the -log y_j: it lies above its tangent where all y_j are equal, whose slopes are the
#    leverages of the rows of U, of mean n/d given u_j.
# 2. log det is concave, and |z_j|^2, of mean n, is independent of u_j: E log det(n U^T U) is at
#    least E log det(Z^T Z), which is at least n log d - n (n+1)/(2 (d-n)) - n/(3 (d-n)^2)
#    (Bartlett).
# 3. With a = n y of mean 1, a <= 1 + n V and E (a-1)^2 = 2 n V^2/(n+2), log below a parabola gives
#    E log a <= -n V^2/((n+2)(1 + n V)).
# Together E log det(H'^T H') - log det(H^T H) >= n (n V^2/((n+2)(1+nV)) - (n+2)/(2 (d-n))). Over l
# layers the left side telescopes, and log det(H^T H) <= -n log n, where it is -n log n - n phi(H_0)
# at the input: the mean of V^2/(1 + n V) over layers and draws is at most C/n. That function is
# convex, so that the mean v of V has v^2 <= (1 + n v) C/n, which is the claim.
#
# So what A1 was assumed for follows on average over depth: the gap is at most about sqrt(n/(2 d))
# for d much larger than n^3, where it is sqrt(n/(4 d)) (sharp:stationary-gap), and the bound speaks
# from d about n^2/2 on, where sharp:critical-width, below which none can, is n^2/4. Of 500 samples
# it speaks from a width of 1.3e5 on: below, as at 800, the samples lose rank, and the gap is
# sharp:collapsed-gap.
@claim(
    "sharp:average-gap",
    symbols={
        "C": "an explicit constant, given in the statement",
    },
    title="Without A1 the gap is of order sqrt(n/d) on average over depth",
    statement=r"d > n:\quad \tfrac{1}{l} \sum_{k < l} \mathbb{E} V(H_k) \le \tfrac{1}{2} \left(C +"
    r" \sqrt{C^2 + 4 C/n}\right),\quad C = (n+2) \left(\frac{\phi(H_0)}{l}"
    r" + \frac{n+2}{2 (d-n)}\right)",
    kind=Kind.UPPER_BOUND,
    expected=Verdict.PROVED,
    variables={"phi_0": r"\phi(H_0)"},
    hypotheses=[
        natural("l"),
        natural("n", at_least=2),
        natural("d"),
        non_negative("phi_0", r"\phi(H_0)"),
    ],
    source="derived: theorem 1 of daneshmand2021 without assumption A1, for independent samples",
    uses=["sharp:gram-chain"],
    reason="it speaks from about d = n^2/2 on, twice sharp:critical-width: below that width the"
    " samples lose rank, and sharp:collapsed-gap has the gap",
    trivial=Trivial(
        lambda l, n, d, phi_0: sqrt(1 - 1 / n),
        "V <= sqrt(1 - 1/n) for every H; phi(H_0) = 1",
        {"l": 1_000_000, "n": BATCH, "d": WIDTH, "phi_0": 1.0},
        "d",
        "sharp:collapsed-gap",
    ),
    mutants=[
        Mutant("an eighth of the noise", {"parts": 16}, {"l": 400, "n": 8, "d": 256, "phi_0": 0.0}),
        Mutant("the start forgotten", {"start": 0}, {"l": 3, "n": 4, "d": 4096, "phi_0": 5.0}),
    ],
    not_attacked="a mean over layers that has no closed law at a width: sampled",
)
def average_gap(l: int, n: int, d: Any, phi_0: Array, *, parts: int = 2, start: int = 1) -> Array:
    if backend_of(d).inspect and d <= n:
        return math.inf + 0 * phi_0  # nothing is said
    one = 1 + 0 * phi_0  # with its digits
    C = (n + 2) * (start * phi_0 / l + (n + 2) * one / (parts * (d - n)))
    return (C + sqrt(C * C + 4 * C / n)) / 2


# sharp:stationary-gap, sharp:stationary-gap-above, sharp:stationary-gap-below: the gap at which
# wide networks stay, as in figure 2b of daneshmand2021.
#
# Let g = n/(n+2), the local rate of sharp:gram-map, and c = (1 - 1/n)/(1 - g^2). From orthogonal
# samples, V(H_0) = 0, it is proved with a rate: for d >= 900 n^6 l
#
#     |d E V(H_l)^2 - (1 - g^(2l)) c| <= 30 n^3 sqrt(l/d) (1 - g^(2l)) c,
#
# which is sharp:stationary-gap-above and sharp:stationary-gap-below:
# 1. H_{l+1}^T H_{l+1} is the mean of d independent b b^T, of mean diag(p). With
#    beta = sum p^2 - 1/n its fourth moment has E[V(H_{l+1})^4 | H_l] <= beta^2 + 8 beta/d + 15/d^2.
# 2. beta <= g^2 (1 + 2 V)^2 V^2 (sharp:majorisation). So E f(V), f(V) = min(16 n^4 V^4, 1), rises
#    by at most 96 n^4 (n+2)/d^2 a layer: where V <= 1/(2n) by 1., elsewhere not at all.
#    V^4 <= f(V).
# 3. beta >= g^2 ((1 - 2 e) V^2 - 3 V^4/e) for every e > 0: with u uniform on the sphere,
#    y = sum q_i u_i^2 and z = sum q_i^2 u_i^2, sum p_i q_i = E z/y = E y + E (z - y^2)/y, where
#    1/y >= 2 n - n^2 y, E (z - y^2) = V^2/(n+2), E (z - y^2)^2 <= 3 V^4/(n (n+2)), and
#    E (n y - 1)^2 = 2 n V^2/(n+2). So sum p_i (q_i - 1/n) >= g ((1 - e) V^2 - 3 V^4/(2 e)), and
#    beta is at least 2 g times that less g^2 V^2.
# 4. E[V(H_{l+1})^2 | H_l] = (1 - 1/d) beta + (1 - 1/n)/d (sharp:gram-variance) lies by 2. and 3.
#    beside its linear recursion, g^2 V^2 + (1 - 1/n)/d, up to g^2 (delta/n V^2 + 8 n V^4/delta) for
#    every delta <= 1; the mean of V^4 is of order n^5 l/d^2.
# So d E V(H_l)^2 tends to c = (n-1)(n+2)^2/(4 n (n+1)) for 1 << l << d. From any independent
# samples it does so for log d << l << exp(c' d), on paper:
# 5. C_{k+1} = diag(p) + D_k with D_k a mean of d bounded independent terms of mean 0: by Hoeffding
#    P[||D_k|| > eps] <= 2 n^2 exp(-c' eps^2 d). While all of them are within eps, Vhat' <= gamma
#    Vhat + eps (lemma 8) leads below 1/(2n) in a number of layers that depends on the input alone,
#    and keeps it there: outside an event of probability o(1/d), for all l << exp(c' d).
# 6. On it V_{k+1} <= rho V_k + ||D_k||, rho < 1 (sharp:majorisation), so that in L4
#    ||V_l|| <= rho^l + O(d^(-1/2)): E V^3 = O(d^(-3/2)) from a depth of order log d on, as in 4.
# It is the radius of sharp:gap-in-depth at alpha^2 = 1/n: that one is sharp. At n = 2, where
# E c'^2 = a^2 + (1 - a^2)/d, a^2 = c^2/4 + c^4/8 + ... and c^2 is nearly exponential, the next
# order is 2/3 (1 + 1/(9 d)). For large n it is, heuristically, n/4 (1 + 2/n + 7 n/(12 d)): the mean
# of log det is kept (sharp:critical-width, 4.). At n = 16, d = 256 a scratch run lay 1 % below it.
def at_rest(n: Any) -> Any:
    """c = (1 - 1/n)/(1 - g^2)."""
    return (n - 1) * (n + 2) ** 2 / (4 * n * (n + 1))


@claim(
    "sharp:stationary-gap",
    title="The squared gap of a wide network stays near n/(4 d)",
    statement=r"\lim_{d \to \infty} d\, \mathbb{E} V(H_l)^2 = \frac{(n-1)(n+2)^2}{4 n (n+1)},\quad"
    r" \log d \ll l \ll e^{c d}",
    kind=Kind.LIMIT,
    hypotheses=[natural("n", at_least=2)],
    expected=Verdict.HOLDS,
    source="derived: the local rate of the Gram map against the variance of a layer",
    uses=[
        "sharp:gram-map",
        "sharp:gram-variance",
        "sharp:majorisation",
        "sharp:stationary-gap-above",
        "sharp:stationary-gap-below",
    ],
    reason="from orthogonal samples, for $1 \\ll l \\ll d$, it follows from two bounds that are"
    " proved at every width, sharp:stationary-gap-above and sharp:stationary-gap-below: both tend"
    " to it. This last sentence has no proof in Rocq. Deeper, up to $e^{c d}$, and from other"
    " samples its derivation argues it, by Hoeffding's inequality for all layers at once",
    decided_by="the mean of d V^2 over deep layers at d much larger than n",
    mutants=[
        Mutant("the rate for its square", lambda n: (n - 1) * (n + 2) / (2 * as_array(n)), {"n": 4})
    ],
    not_attacked="a limit without an input, over random layers: sampled",
    audit=AuditRow(
        GAP_IN_DEPTH,
        WIDE,
        lambda f, m: sqrt(f(m.samples) / m.width),
        "late_orthogonality_gap",
        plot="orthogonality_gap",
        neglects=crowding,
    ),
)
def stationary_square(n: int) -> Array:
    """lim d E V^2."""
    return at_rest(as_array(n))


ORTHOGONAL = understood(
    "orthogonal samples", r"V(H_0) = 0", "n", "the checks start there", rocq.NO_GAP_AT_FIRST
)
FROM_ORTHOGONAL = [
    natural("l"),
    natural("n", at_least=2),
    natural("d"),
    unit_norm(rocq.FIRST),
    ORTHOGONAL,
]
_NETWORK = {"l": rocq.l, "n": rocq.n, "d": rocq.d}
_SQUARE = rocq.mean(rocq.weights(rocq.GAUSSIAN, rocq.l), "W", rocq.V(rocq.STATE) ** 2)


def in_depth(l: Any, n: Any, d: Any, error: Any, power: int = 2) -> Any:
    """(1 + error) (1 - g^(2l)) c/d."""
    n = n + 0 * d  # with the digits of d
    return (1 + error) * (1 - (n / (n + 2)) ** (power * l)) * at_rest(n) / d


def relative_error(l: Any, n: Any, d: Any) -> Any:
    return 30 * n**3 * sqrt((l + 0 * d) / d)


@claim(
    "sharp:stationary-gap-above",
    title="From orthogonal samples d E V^2 is at most its limit, up to sqrt(l/d)",
    statement=r"\mathbb{E} V(H_l)^2 \le (1 + \delta) \frac{(n-1)(n+2)^2}{4 n (n+1)\, d}"
    r" \left(1 - (\tfrac{n}{n+2})^{2 l}\right),\quad \delta = 30 n^3 \sqrt{l/d},\quad"
    r" d \ge 900 n^6 l",
    kind=Kind.UPPER_BOUND,
    hypotheses=FROM_ORTHOGONAL,
    expected=Verdict.PROVED,
    source="derived: the upper half of sharp:stationary-gap, at every width",
    uses=["sharp:majorisation", "sharp:gram-variance", "sharp:gram-fourth-moment"],
    sharp="sharp:stationary-gap",
    trivial=Trivial(
        lambda l, n, d: 1 - 1 / n,
        "V^2 <= 1 - 1/n for every H",
        {"l": 1000, "n": BATCH, "d": WIDTH},
        "d",
        "sharp:collapsed-gap",
    ),
    reason="it speaks from d = 900 n^6 l on: a limit with its rate, not a bound for the width of a"
    " network in use, where sharp:gap-in-depth and sharp:average-gap are",
    mutants=[
        Mutant(
            "the noise of one layer alone",
            lambda l, n, d: (1 + relative_error(l, n, d)) * (1 - 1 / (n + 0 * d)) / d,
            {"l": 2, "n": 2, "d": 1e12},
        ),
        Mutant("g for g^2", {"power": 1}, {"l": 2, "n": 2, "d": 1e12}),
    ],
    formal=Formal(_NETWORK, _SQUARE, given=[900 * rocq.n**6 * rocq.l <= rocq.d]),
    not_attacked="a mean over layers without a law but at the first: computed",
)
def square_above(l: int, n: int, d: Any, *, power: int = 2) -> Array:
    if backend_of(d).inspect and d < 900 * n**6 * l:
        return math.inf + 0 * d  # nothing is said
    return in_depth(l, n, d, relative_error(l, n, d), power)


@claim(
    "sharp:stationary-gap-below",
    title="From orthogonal samples d E V^2 is at least its limit, up to sqrt(l/d)",
    statement=r"\mathbb{E} V(H_l)^2 \ge (1 - \delta) \frac{(n-1)(n+2)^2}{4 n (n+1)\, d}"
    r" \left(1 - (\tfrac{n}{n+2})^{2 l}\right),\quad \delta = 30 n^3 \sqrt{l/d}",
    kind=Kind.LOWER_BOUND,
    hypotheses=FROM_ORTHOGONAL,
    expected=Verdict.PROVED,
    source="derived: the lower half of sharp:stationary-gap, at every width",
    uses=["sharp:majorisation", "sharp:gram-variance", "sharp:gram-fourth-moment"],
    sharp="sharp:stationary-gap",
    reason="it speaks from d = 900 n^6 l on, where the right side is positive: of two samples"
    " sharp:two-samples-at-rest speaks at every width",
    mutants=[
        Mutant(
            "as if at rest from the input on",
            lambda l, n, d: (1 - relative_error(l, n, d)) * at_rest(n + 0 * d) / d,
            {"l": 1, "n": 4, "d": 1e12},
        ),
        Mutant("the fourth power of g", {"power": 4}, {"l": 1, "n": 2, "d": 1e12}),
    ],
    formal=Formal(_NETWORK, _SQUARE),
    not_attacked="a mean over layers without a law but at the first: computed",
)
def square_below(l: int, n: int, d: Any, *, power: int = 2) -> Array:
    return in_depth(l, n, d, -relative_error(l, n, d), power)
