"""sharp:orthogonality-decay: daneshmand2021's theorem 1 with the square of alpha in its place.

A1 bounds a singular value, s_n(H_k) >= alpha, while the drift condition (theorem 5) contracts with
its square. With A_k the event s_n(H_j) >= alpha for j = 1..k, which H_1..H_k decide,
E[Vhat_(k+1); A_k] <= (1 - 2/3 alpha^2) E[Vhat_k; A_k] + 1/sqrt(d), and A_k lies in A_(k-1).
Unrolled from Vhat_1 <= 1/n, with sum_k r^k <= 1/(1-r), r = 1 - 2/3 alpha^2:
E[Vhat_(l+1); A_l] <= r^l/n + 3/(2 alpha^2 sqrt(d)), and V <= 2 n Vhat (lemma 4). This is the mean
over the event, at every width; the mean given the event is at most that over its probability,
which is 1 in the limit d = inf.
Lemma 8's own constant 2n/(n+2) may stand for 2/3, and sqrt(n(n-1)) for 2n.
"""

import math

from lemmata.theory.daneshmand2021.section_2 import width
from lemmata.theory.daneshmand2021.section_3 import A1, GAP_OF_ANY_H
from lemmata.theory.hypotheses import natural, unit_norm
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, sqrt
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq


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
    reason="it speaks under A1, which at width 800 and batch 500 fails at some depth for every"
    " alpha, as at every width below sharp:critical-width, 63,000 for 500 samples: there no"
    " statement under it says anything, and sharp:collapsed-gap has the gap",
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
