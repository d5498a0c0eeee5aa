"""sharp:gram-variance: the second moments of one layer of daneshmand2021 (1), exactly.

C = H_{l+1}^T H_{l+1} is the mean of d independent u u^T, |u| = 1, E u u^T = diag(p_i) in the right
singular basis of H_l: E||C - E C||_F^2 = (1 - sum p_i^2)/d, at most (1 - 1/n)/d where lemma 6 has
1/d; and since E C - I/n and C - E C are orthogonal in the mean,
E[V(H_{l+1})^2 | H_l] = sum p_i^2 - 1/n + (1 - sum p_i^2)/d, at every width.
Where lemma 7 and theorem 5 are beyond a trivial bound, this still tells the gap of the next layer.
"""

import numpy as np

from lemmata.theory.hypotheses import natural, non_negative, sum_one
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.sharp.gram_map import gram_map


@claim(
    "sharp:gram-variance",
    title="The second moments of the next layer's Gram matrix and of its gap, exactly",
    statement=r"\mathbb{E} \|C - \mathbb{E} C\|_F^2 = \frac{1 - \sum_i p_i^2}{d},\quad"
    r" \mathbb{E}[V(H_{l+1})^2 | H_l] = \sum_i p_i^2 - \frac{1}{n} + \frac{1 - \sum_i p_i^2}{d},"
    r"\quad q_i \mapsto p_i \text{ by the Gram map}",
    kind=Kind.IDENTITY,
    hypotheses=[sum_one("q"), non_negative("q"), natural("d")],
    source="derived: lemmas 6 and 7 of daneshmand2021 sharpened",
    uses=["daneshmand2021:lemma-9"],
    expected=Verdict.PROVED,
    mutants=[Mutant("lemma 6's bound for the value", {"lost": 0}, {"q": [0.2, 0.8], "d": 2})],
    formal=Formal(
        {"q": rocq.q, "d": rocq.d},
        [
            rocq.mean(rocq.GAUSSIAN, "W", rocq.GRAM_NOISE),
            rocq.mean(rocq.GAUSSIAN, "W", rocq.V(rocq.LAYER) ** 2),
        ],
    ),
)
def second_moments(q: Array, d: int, *, lost: int = 1) -> Array:
    """[E||C - E C||^2, E V^2] of the next layer, from the eigenvalues q of H_l^T H_l."""
    p = gram_map(q)
    square, n = (p * p).sum(-1), p.shape[-1]
    noise = (1 - lost * square) / as_array(d)
    return np.array([noise, square - 1 / (square * 0 + n) + noise])
