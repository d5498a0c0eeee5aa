"""sharp:gram-fourth-moment: a wide layer's gap scatters little, also in the fourth power.

C = H_{l+1}^T H_{l+1} is the mean of d independent b b^T, |b| = 1, E b b^T = diag(p_i) in the right
singular basis of H_l. Let beta = sum p_i^2 - 1/n = ||E C - I/n||_F^2, D = C - E C, z = ||D||_F^2,
x = <E C, D>: V(H_{l+1})^2 = beta + 2 x + z with E x = 0, and x^2 <= beta z, as tr D = 0. So
V^4 <= beta^2 + 4 beta x + 8 beta z + 3 z^2, where E z <= 1/d (sharp:gram-variance), and
E z^2 <= (sum_r E||X_r||^4 + 3 (sum_r E||X_r||^2)^2)/d^4 <= 5/d^2 for the independent
X_r = b_r b_r^T - diag(p) of mean 0: ||X_r||^2 <= 2 + 2 sum p_i^2, and its mean is 1 - sum p_i^2.
"""

from lemmata.theory.hypotheses import natural, non_negative, sum_one
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.sharp.gram_map import gram_map


@claim(
    "sharp:gram-fourth-moment",
    title="The fourth moment of the next layer's gap is of order 1/d^2 beside its limit",
    statement=r"\mathbb{E}[V(H_{l+1})^4 | H_l] \le \beta^2 + \frac{8 \beta}{d} + \frac{15}{d^2},"
    r"\quad \beta = \sum_i p_i^2 - \frac{1}{n},\quad q_i \mapsto p_i \text{ by the Gram map}",
    kind=Kind.UPPER_BOUND,
    hypotheses=[sum_one("q"), non_negative("q"), natural("d")],
    source="derived: the fourth moment of a mean of independent matrices",
    uses=["sharp:gram-variance"],
    expected=Verdict.PROVED,
    mutants=[
        Mutant("its limit forgotten", {"limit": 0}, {"q": [0.01, 0.99], "d": 1000}),
        Mutant("1/d^3 for 1/d^2", {"power": 3}, {"q": [0.5, 0.5], "d": 1000}),
    ],
    formal=Formal(
        {"q": rocq.q, "d": rocq.d}, rocq.mean(rocq.GAUSSIAN, "W", rocq.V(rocq.LAYER) ** 4)
    ),
    not_attacked="a fourth moment without a law but of two samples: computed",
)
def fourth_moment(q: Array, d: int, *, limit: int = 1, power: int = 2) -> Array:
    """A bound of E V^4 of the next layer, from the eigenvalues q of H_l^T H_l."""
    p, d = gram_map(q), as_array(d)
    square, n = (p * p).sum(-1), p.shape[-1]
    beta = square - 1 / (square * 0 + n)
    return limit * beta**2 + 8 * beta / d + 15 / d**power
