"""sharp:next-smallest: theorem 5 of daneshmand2021 for networks that are no wider than n^2.

Let K = H^T H have the eigenvalues q_1 >= ... >= q_n, z_j ~ N(0, I_n) the rows of Z as in
sharp:gram-chain, u_j = z_j/|z_j|. The rows of BN(W H) are K^(1/2) u_j/(u_j^T K u_j)^(1/2), and
u_j^T K u_j <= q_1, so that C >= (1/(q_1 d)) K^(1/2) (sum_j u_j u_j^T) K^(1/2) (Loewner), and
lambda_min(C) >= (q_n/q_1) s_min(U)^2/d, U with the rows u_j. The lengths |z_j| are independent of
U and E|z_j|^2 = n: at the unit vector x at which |U x| is least, E|Z x|^2 given U is n |U x|^2, so
that n E s_min(U)^2 >= E s_min(Z)^2 >= (E s_min(Z))^2 >= (sqrt(d) - sqrt(n))^2, the last by
sharp:gordon. Hence for d >= n, and trivially below,
E[Vhat(H_{l+1}) | H_l] <= 1/n - (q_n/q_1) (1 - sqrt(n/d))_+^2/n.
From orthogonal samples it is attained as n and d grow in one ratio (Bai and Yin 1993), and at
d = inf. The noise of theorem 5 and lemma 7, of order 1/sqrt(d), is beyond Vhat <= 1/n unless
d > n^2; this bound speaks from d = n + 1 on, and tells why theirs cannot: of 500 orthogonal samples
at width 800 one layer leaves Vhat at 0.96 of its largest value. Nothing concentrates there, and the
square of lemma 7 is 0.91 of what needs no theorem.
"""

import math

from lemmata.theory.daneshmand2021.section_2 import BATCH, WIDTH, width
from lemmata.theory.hypotheses import Hypothesis, natural, within
from lemmata.theory.ledger import Kind, Mutant, Trivial, Verdict, claim
from lemmata.theory.numerics.backends import Array, sqrt, where

RATIO = Hypothesis("range", r"0 \le q_n/q_1 \le 1", "ratio", within("ratio", 0, 1).check)


@claim(
    "sharp:next-smallest",
    title="A layer wider than the batch keeps a share of the smallest singular value",
    statement=r"\mathbb{E}[\hat V(H_{l+1}) | H_l] \le \frac{1}{n} - \frac{q_n/q_1}{n}"
    r" \left(1 - \sqrt{\tfrac{n}{d}}\right)_+^2",
    kind=Kind.UPPER_BOUND,
    variables={"ratio": r"q_n/q_1"},
    hypotheses=[natural("n"), width(), RATIO],
    source="derived: theorem 5 of daneshmand2021 where d < n^2; q_1 and q_n the largest and the"
    " smallest eigenvalue of H_l^T H_l",
    uses=["sharp:gordon", "sharp:gram-chain"],
    expected=Verdict.PROVED,
    trivial=Trivial(
        lambda n, d, ratio: 1 / n,
        "Vhat <= 1/n for every H; the smallest eigenvalue half of the largest",
        {"n": BATCH, "d": WIDTH, "ratio": 0.5},
        "d",
    ),
    mutants=[
        Mutant(
            "the root of the ratio",
            lambda n, d, ratio: (1 - sqrt(ratio)) / n,
            {"n": 8, "d": math.inf, "ratio": 1e-6},
        ),
        Mutant(
            "as from orthogonal samples",
            {"conditioned": False},
            {"n": 8, "d": math.inf, "ratio": 0.1},
        ),
        Mutant("1 - sqrt(n/d) without its square", {"power": 1}, {"n": 50, "d": 80, "ratio": 1.0}),
    ],
)
def smallest_after_a_layer(
    n: int, d: float, ratio: Array, *, conditioned: bool = True, power: int = 2
) -> Array:
    one = 1 + ratio * 0  # with its digits
    kept = one
    if d != math.inf:  # nothing for d <= n
        kept = where(d <= n, 0 * one, (1 - sqrt(n * one / d)) ** power)
    return (one - (ratio if conditioned else one) * kept) / n
