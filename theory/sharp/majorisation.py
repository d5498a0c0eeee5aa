"""sharp:majorisation: the Gram map mixes the eigenvalues, all of them, and contracts the gap.

By lemma 9 p_i = G(q_i), G(x) = int x/(1 + 2 t x) w(t) dt with one weight for all i,
w = prod_j (1 + 2 t q_j)^(-1/2). Let gamma = 1 - 2n/(n+2) q_n, q_n the smallest, and
F(x) = G(x) - gamma x - (1 - gamma)/n. As p and q both sum to 1, sum F(q_i) = 0; F is concave, as
x/(1 + 2 t x) is; and F(q_n) >= 0 is lemma 8 in its sharper form. So F >= 0 on an interval that
begins at or before q_n: in ascending order the F(q_i) are first >= 0 and then <= 0, and their
partial sums, 0 in the end, are >= 0. G rises, so that these are the sums over the k smallest of p
and of gamma q + (1 - gamma)/n: p is majorised by gamma q + (1 - gamma)/n. A convex symmetric
function falls: at d = inf V(H_{l+1}) <= gamma V(H_l), where lemmas 4 and 8 together have
sqrt(n (n-1)) more; and since q_n rises with every layer V(H_l) <= gamma^l V(H_0) with the first
gamma. Near q = 1/n it is attained, gamma = n/(n+2).
"""

import numpy as np

from lemmata.theory.hypotheses import non_negative, sum_one
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, sqrt
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.rocq.terms import Family


@claim(
    "sharp:majorisation",
    title="A layer of infinite width mixes the eigenvalues towards their mean",
    statement=r"p \prec \gamma q + \tfrac{1 - \gamma}{n},\quad \gamma = 1 - \tfrac{2n}{n+2} \min_i"
    r" q_i:\quad \sum_{i \le k} p_i^{\downarrow} \le \gamma \sum_{i \le k} q_i^{\downarrow}"
    r" + \tfrac{k}{n} (1 - \gamma),\quad \|p - \tfrac{1}{n}\| \le \gamma V(H)",
    kind=Kind.UPPER_BOUND,
    hypotheses=[sum_one("q"), non_negative("q")],
    source="derived: lemma 8 of daneshmand2021 for all eigenvalues at once",
    uses=["daneshmand2021:lemma-8", "daneshmand2021:lemma-9"],
    sharp="sharp:gram-map",
    expected=Verdict.PROVED,
    mutants=[Mutant("2 n/(n+1) for 2 n/(n+2)", {"more": 1}, {"q": [0.49, 0.51]})],
    formal=Formal(
        {"q": rocq.WEIGHTS_OF_ONE}, [rocq.sum_over_a_set(rocq.MIXED), rocq.gap_of(rocq.MIXED)]
    ),
)
def mixed_sums(q: Array, *, more: int = 2) -> Array:
    """The sums of the k largest, k = 1..n-1, and gamma V: (n,); on symbols one such sum."""
    q = as_array(q, "q")
    n = q.shape[-1]
    least = q.min()
    gamma = 1 - 2 * n * least / (n + more)
    gap = gamma * sqrt(((q - 1 / (least * 0 + n)) ** 2).sum())
    mixed = q * gamma + (1 - gamma) / n
    if isinstance(q, Family):
        return np.array([rocq.sum_of_the_largest(mixed), gap])
    return np.append(np.cumsum(np.sort(mixed)[::-1])[:-1], gap)
