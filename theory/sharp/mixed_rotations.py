"""sharp:mixed-rotations: majorisation for the chain of meterez2024, X_{l+1} = BN(W_l X_l), W ~ O_d.

Let q be the eigenvalues of X^T X/d, n = d, which sum to 1 for a BN output. A row of W is uniform on
the sphere, and BN does not see its length: a row of BN(W X) has the law of one with a Gaussian row.
So the mean of the next Gram matrix C = X_{l+1}^T X_{l+1}/d is diag(p) in the right singular basis
of X, p the Gram map of q, and sharp:majorisation holds of it: with gamma = 1 - 2d/(d+2) min q,
||E C - I/d||_F <= gamma ||X^T X/d - I/d||_F. The rows of W are not independent, so that C scatters
less around its mean than with Gaussian weights, and not at all at isometry; by how much is open.
"""

from lemmata.theory.hypotheses import non_negative, sum_one
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.sharp.majorisation import mixed_sums


@claim(
    "sharp:mixed-rotations",
    title="A layer of rotations mixes the mean Gram matrix as an infinitely wide one does",
    statement=r"n = d,\; W \sim O_d:\quad \mathbb{E}\, \tfrac{1}{d} X_{l+1}^\top X_{l+1} \sim"
    r" \operatorname{diag}(p),\quad \sum_{i \le k} p_i^{\downarrow} \le \gamma \sum_{i \le k}"
    r" q_i^{\downarrow} + \tfrac{k}{d} (1 - \gamma),\quad \|p - \tfrac{1}{d}\| \le \gamma \|q -"
    r" \tfrac{1}{d}\|,\quad \gamma = 1 - \tfrac{2d}{d+2} \min_i q_i",
    kind=Kind.UPPER_BOUND,
    hypotheses=[sum_one("q"), non_negative("q")],
    source="derived: sharp:majorisation for meterez2024's chain; q the eigenvalues of X_l^T X_l/d",
    uses=["sharp:majorisation"],
    sharp="sharp:gram-map",
    expected=Verdict.PROVED,
    mutants=[Mutant("2 d/(d+1) for 2 d/(d+2)", {"more": 1}, {"q": [0.49, 0.51]})],
    formal=Formal(
        {"q": rocq.SHARES_OF_X},
        [rocq.sum_over_a_set(rocq.ROTATED_SHARES), rocq.gap_of(rocq.ROTATED_SHARES)],
        also=rocq.ROTATED_GRAM_IS_DIAGONAL,
    ),
    not_attacked="the same shares as in sharp:majorisation, which is attacked",
)
def mixed_by_rotations(q: Array, *, more: int = 2) -> Array:
    """The sums of the k largest, k = 1..d-1, and gamma ||q - 1/d||, as in sharp:majorisation."""
    return mixed_sums(q, more=more)
