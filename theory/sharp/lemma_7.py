"""sharp:lemma-7, sharp:drift-condition: lemma 7 and theorem 5 of daneshmand2021 with 1 - 1/n.

C = H_{l+1}^T H_{l+1} has trace 1, and so has E C: D = C - E C has trace 0. Of a symmetric matrix of
trace 0 with eigenvalues m_i, m_1 = -(m_2 + ... + m_n), so m_1^2 <= (n-1)(m_2^2 + ... + m_n^2), that
is m_1^2 <= (1 - 1/n) ||D||_F^2. By Weyl |lambda_min(C) - p_n| is at most the largest |m_i|, and
E||D||_F^2 = (1 - sum p_i^2)/d (sharp:gram-variance), at most (1 - 1/n)/d. At n = 2 the eigenvalues
of D are +-m: attained at orthogonal samples at every width. With its root for lemma 7's and lemma
8's own constant the drift condition is
E[Vhat(H_{l+1}) | H_l] <= (1 - 2n/(n+2) (1/n - Vhat)) Vhat + (1 - 1/n)/sqrt(d).
"""

import math

import numpy as np

from lemmata.theory.daneshmand2021.section_2 import BATCH, WIDTH, width
from lemmata.theory.hypotheses import natural, non_negative, sum_one, unit_norm
from lemmata.theory.ledger import Kind, Mutant, Trivial, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, sqrt
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.sharp.gram_map import gram_map


@claim(
    "sharp:lemma-7",
    title="The smallest singular value concentrates, with the trace taken into account",
    statement=r"\mathbb{E} \left(\hat V(H_{l+1}) - (\tfrac{1}{n} - p_n)\right)^2 \le"
    r" (1 - \tfrac{1}{n}) \frac{1 - \sum_i p_i^2}{d} \le \frac{(1 - 1/n)^2}{d},\quad"
    r" q_i \mapsto p_i \text{ by the Gram map}",
    kind=Kind.UPPER_BOUND,
    hypotheses=[sum_one("q"), non_negative("q"), natural("d")],
    source="derived: lemma 7 of daneshmand2021 sharpened. Rocq has the bound; that it is"
    " attained at n = 2 is evaluated",
    uses=["sharp:gram-variance"],
    expected=Verdict.PROVED,
    mutants=[Mutant("half of it", {"parts": 2}, {"q": [0.5, 0.5], "d": 8})],
    formal=Formal(
        {"q": rocq.q, "d": rocq.d},
        rocq.mean(
            rocq.GAUSSIAN, "W", (rocq.Vhat(rocq.LAYER) - (1 / rocq.n - rocq.LEAST_SHARE)) ** 2
        ),
    ),
)
def smallest_eigenvalue_variance(q: Array, d: int, *, parts: int = 1) -> Array:
    """[(1 - 1/n)(1 - sum p^2)/d, (1 - 1/n)^2/d], from the eigenvalues q of H_l^T H_l."""
    p = gram_map(q)
    square = (p * p).sum(-1)
    trace = 1 - 1 / (square * 0 + p.shape[-1])
    rows = parts * as_array(d)
    return np.array([trace * (1 - square) / rows, trace * trace / rows])


@claim(
    "sharp:drift-condition",
    title="The drift condition with its lemmas' best constants",
    statement=r"\mathbb{E}[\hat V(H_{l+1}) | H_l] \le \left(1 - \tfrac{2n}{n+2} (\tfrac{1}{n}"
    r" - \hat V(H_l))\right) \hat V(H_l) + \frac{1 - 1/n}{\sqrt{d}}",
    kind=Kind.UPPER_BOUND,
    expected=Verdict.PROVED,
    hypotheses=[natural("n"), width(), unit_norm(), non_negative("v_hat", r"\hat V(H_l)")],
    source="derived: theorem 5 of daneshmand2021 sharpened",
    uses=["sharp:lemma-7", "daneshmand2021:lemma-8"],
    sharp="sharp:gram-map",
    reason="no noise of order 1/sqrt(d) says anything of Vhat <= 1/n unless d > n^2: of 500"
    " orthogonal samples one layer of width 800 leaves Vhat at 0.96 of 1/n"
    " (sharp:next-smallest, which speaks from d = n + 1 on)",
    trivial=Trivial(
        lambda n, d, v_hat: 1 / n,
        "Vhat <= 1/n for every H; half of it before the layer",
        {"n": BATCH, "d": WIDTH, "v_hat": 1 / (2 * BATCH)},
        "d",
        "sharp:next-smallest",
    ),
    mutants=[
        Mutant("2 n/(n+1) for 2 n/(n+2)", {"more": 1}, {"n": 8, "d": math.inf, "v_hat": 0.001})
    ],
    formal=[
        Formal(
            {"n": rocq.n, "d": rocq.d, "v_hat": rocq.Vhat(rocq.H)},
            rocq.mean(rocq.GAUSSIAN, "W", rocq.Vhat(rocq.LAYER)),
        ),
        Formal(
            {"n": rocq.n, "d": math.inf, "v_hat": 1 / rocq.n - rocq.q.min()}, rocq.LIMIT_OF_VHAT
        ),
    ],
)
def drift_condition(n: int, d: float, v_hat: Array, *, more: int = 2) -> Array:
    one = 1 + v_hat * 0  # with the digits of Vhat
    noise = (1 - one / n) / sqrt(v_hat * 0 + d)
    return (1 - 2 * (1 - n * v_hat) / (n + more)) * v_hat + noise
