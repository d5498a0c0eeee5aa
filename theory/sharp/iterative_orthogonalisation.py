"""sharp:iterative-orthogonalisation: appendix F of daneshmand2021 for every number of samples.

W H has squared singular values s_i/sum s where H has s_i^2/sum s^2. With q the shares of r of them
and n - r zeros, V^2 = sum q_i^2 - 1/n, so that n drops out of V(W H) <= V(H): with the power sums
p_k = sum s_i^k it says p_2/p_1^2 <= p_4/p_2^2 (sharp:power-sums), an equation only where all s_i
are equal. With n = r, V falls by half a layer near there.
"""

from lemmata.theory.daneshmand2021.appendix_f import SINGULAR_VALUES, require_samples
from lemmata.theory.hypotheses import natural
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, sqrt
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.rocq.terms import equal


def gap_of_singular_values(squares: Array, n: int) -> Array:
    """V of n samples with these squared singular values: || q - 1/n || with n - r zeros in q."""
    require_samples(squares, n)
    shares = squares / squares.sum()
    one = squares.sum() * 0 + 1
    return sqrt(((shares - one / n) ** 2).sum() + (n - squares.shape[-1]) * (one / n) ** 2)


@claim(
    "sharp:iterative-orthogonalisation",
    title="Iterative orthogonalisation does not raise the orthogonality gap",
    statement=r"V(W H) \le V(H),\quad \text{equality iff all } s_i \text{ are equal},\quad"
    r" H = U \operatorname{diag}(s_i) V^\top \in \mathbb{R}^{d \times n}",
    kind=Kind.UPPER_BOUND,
    hypotheses=[SINGULAR_VALUES, natural("n")],
    expected=Verdict.PROVED,
    source="derived: appendix F of daneshmand2021 repaired",
    uses=["sharp:power-sums"],
    mutants=[
        Mutant(
            "a third",
            lambda s, n: gap_of_singular_values(s * s, n) / 3,
            {"s": [1.0, 1.0, 2.0], "n": 3},
        ),
        Mutant(
            "0 where all are equal, as printed",
            lambda s, n: gap_of_singular_values(s * s, len(s)),
            {"s": [1.0, 1.0], "n": 3},
        ),
    ],
    formal=[
        Formal(
            {"s": rocq.SINGULAR_VALUES, "n": rocq.SAMPLES},
            rocq.V(rocq.ORTHOGONALISED),
            attained=[rocq.ALL_EQUAL],
            only=True,
        ),
        Formal(
            {"s": rocq.SINGULAR_VALUES, "n": rocq.SAMPLES},
            lambda right: [equal(rocq.V(rocq.DECOMPOSED), right)],
        ),
    ],
)
def gap_before(s: Array, n: int) -> Array:
    """V(H) from the singular values of H."""
    s = as_array(s, "s")
    return gap_of_singular_values(s * s, n)
