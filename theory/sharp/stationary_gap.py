"""sharp:stationary-gap: the gap at which wide networks stay, as in figure 2b of daneshmand2021.

Let g = n/(n+2), the local rate of sharp:gram-map, and c = (1 - 1/n)/(1 - g^2). From orthogonal
samples, V(H_0) = 0, it is proved with a rate: for d >= 900 n^6 l
|d E V(H_l)^2 - (1 - g^(2l)) c| <= 30 n^3 sqrt(l/d) (1 - g^(2l)) c,
which is sharp:stationary-gap-above and sharp:stationary-gap-below:
1. H_{l+1}^T H_{l+1} is the mean of d independent b b^T, of mean diag(p). With
   beta = sum p^2 - 1/n its fourth moment has E[V(H_{l+1})^4 | H_l] <= beta^2 + 8 beta/d + 15/d^2.
2. beta <= g^2 (1 + 2 V)^2 V^2 (sharp:majorisation). So E f(V), f(V) = min(16 n^4 V^4, 1), rises by
   at most 96 n^4 (n+2)/d^2 a layer: where V <= 1/(2n) by 1., elsewhere not at all. V^4 <= f(V).
3. beta >= g^2 ((1 - 2 e) V^2 - 3 V^4/e) for every e > 0: with u uniform on the sphere,
   y = sum q_i u_i^2 and z = sum q_i^2 u_i^2, sum p_i q_i = E z/y = E y + E (z - y^2)/y, where
   1/y >= 2 n - n^2 y, E (z - y^2) = V^2/(n+2), E (z - y^2)^2 <= 3 V^4/(n (n+2)), and
   E (n y - 1)^2 = 2 n V^2/(n+2). So sum p_i (q_i - 1/n) >= g ((1 - e) V^2 - 3 V^4/(2 e)), and
   beta is at least 2 g times that less g^2 V^2.
4. E[V(H_{l+1})^2 | H_l] = (1 - 1/d) beta + (1 - 1/n)/d (sharp:gram-variance) lies by 2. and 3.
   beside its linear recursion, g^2 V^2 + (1 - 1/n)/d, up to g^2 (delta/n V^2 + 8 n V^4/delta) for
   every delta <= 1; the mean of V^4 is of order n^5 l/d^2.
So d E V(H_l)^2 tends to c = (n-1)(n+2)^2/(4 n (n+1)) for 1 << l << d. From any independent samples
it does so for log d << l << exp(c' d), on paper:
5. C_{k+1} = diag(p) + D_k with D_k a mean of d bounded independent terms of mean 0: by Hoeffding
   P[||D_k|| > eps] <= 2 n^2 exp(-c' eps^2 d). While all of them are within eps, Vhat' <= gamma Vhat
   + eps (lemma 8) leads below 1/(2n) in a number of layers that depends on the input alone, and
   keeps it there: outside an event of probability o(1/d), for all l << exp(c' d).
6. On it V_{k+1} <= rho V_k + ||D_k||, rho < 1 (sharp:majorisation), so that in L4
   ||V_l|| <= rho^l + O(d^(-1/2)): E V^3 = O(d^(-3/2)) from a depth of order log d on, as in 4.
It is the radius of sharp:gap-in-depth at alpha^2 = 1/n: that one is sharp. At n = 2, where
E c'^2 = a^2 + (1 - a^2)/d, a^2 = c^2/4 + c^4/8 + ... and c^2 is nearly exponential, the next order
is 2/3 (1 + 1/(9 d)). For large n it is, heuristically, n/4 (1 + 2/n + 7 n/(12 d)): the mean of
log det is kept (sharp:critical-width, 4.). At n = 16, d = 256 a scratch run lay 1 % below it.
"""

import math
from typing import Any

from lemmata.theory.audit import WIDE, AuditRow
from lemmata.theory.daneshmand2021.section_2 import BATCH, WIDTH
from lemmata.theory.hypotheses import natural, understood, unit_norm
from lemmata.theory.ledger import Kind, Mutant, Trivial, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, backend_of, sqrt
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq


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
    " samples it is argued in the module, by Hoeffding's inequality for all layers at once",
    decided_by="the mean of d V^2 over deep layers at d much larger than n",
    mutants=[
        Mutant("the rate for its square", lambda n: (n - 1) * (n + 2) / (2 * as_array(n)), {"n": 4})
    ],
    not_attacked="a limit without an input, over random layers: sampled",
    audit=AuditRow(
        "V of the deeper half of BN",
        WIDE,
        lambda f, m: sqrt(f(m.samples) / m.width),
        "late_orthogonality_gap",
        plot="orthogonality_gap",
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
