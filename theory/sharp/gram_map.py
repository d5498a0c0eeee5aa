"""sharp:gram-map: at infinite width the Gram matrix of daneshmand2021 (1) moves deterministically.

By the law of large numbers over the d rows, H^T H -> E[m m^T/||m||^2] with m a row of W H, which is
diagonal in the same basis with entries p_i of lemma 9.
"""

from lemmata.theory.hypotheses import non_negative, sum_one
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array
from lemmata.theory.numerics.sphere import gram_map_deviations
from lemmata.theory.rocq.terms import Family
from lemmata.theory.rocq.vocabulary import SHARES, gram_map_of
from lemmata.theory.spectrum import from_eigenvalues


@claim(
    "sharp:gram-map",
    title="At infinite width the eigenvalues of the Gram matrix move deterministically",
    statement=r"d \to \infty:\quad q_i \mapsto p_i ="
    r" \mathbb{E} \frac{q_i w_i^2}{\sum_k q_k w_k^2};\quad"
    r" q_i = \tfrac{1}{n} + \epsilon_i \mapsto \tfrac{1}{n} + \tfrac{n}{n+2} \epsilon_i"
    r" + O(\epsilon^2)",
    kind=Kind.IDENTITY,
    hypotheses=[sum_one("q"), non_negative("q")],
    expected=Verdict.HOLDS,
    source="derived: the law of large numbers over the rows",
    uses=["daneshmand2021:lemma-9"],
    reason="no proof in Rocq yet: lemma 9 is proved, and that the mean of the next Gram matrix is"
    " diag(p) (daneshmand2021:lemma-6), with its distance from it (sharp:gram-variance)",
    mutants=[
        Mutant(
            "the local contraction everywhere",
            lambda q: (m := 1 / as_array(len(q))) + (q - m) * len(q) / (len(q) + 2),
            {"q": [0.1, 0.9]},
        )
    ],
)
def gram_map(q: Array) -> Array:
    """The eigenvalues p of H_{l+1}^T H_{l+1} from those of H_l^T H_l: (..., n) -> (..., n)."""
    q = as_array(q, "q")
    if isinstance(q, Family):  # of Rocq, as it is defined there
        return SHARES
    if isinstance(q, Family):
        return gram_map_of(q)
    n = q.shape[-1]
    return (1 + gram_map_deviations(from_eigenvalues(n * q))) / n
