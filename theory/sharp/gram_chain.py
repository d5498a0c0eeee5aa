"""sharp:gram-chain: the Gram chain needs d x n Gaussians a layer, not d x d.

The rows of W H are i.i.d. N(0, K/d) with K = H^T H, and so are those of Z K^(1/2), Z a d x n
matrix with G(1/d) entries: a centred Gaussian law is its covariance.
"""

from lemmata.theory.definitions import gram
from lemmata.theory.hypotheses import matrix
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_matrix
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq


@claim(
    "sharp:gram-chain",
    title="W H has the law of Z K^(1/2)",
    statement=r"W H \sim Z K^{1/2},\; K = H^\top H:\quad"
    r" \operatorname{Cov}((Z K^{1/2})_j) = \tfrac{1}{d} H^\top H = \operatorname{Cov}((W H)_j)",
    kind=Kind.IDENTITY,
    hypotheses=[matrix("H")],
    source="derived: Gaussian rows with equal covariance",
    expected=Verdict.PROVED,
    mutants=[
        Mutant(
            "K for K^(1/2)",
            lambda H: gram(H) @ gram(H) / as_matrix(H).shape[-2],
            {"H": [[1.0, 0.0], [0.0, 2.0]]},
        )
    ],
    formal=Formal(
        {"H": rocq.H},
        [
            rocq.row_product(rocq.GAUSSIAN, "W", rocq.W @ rocq.H),
            rocq.row_product(rocq.WIDE_GAUSSIAN, "Z", rocq.ZK),
        ],
        also=[rocq.WH_HAS_THE_LAW_OF_ZK],
    ),
)
def row_covariance(H: Array) -> Array:
    """H^T H / d, the covariance of a row of W H: (d, n) -> (n, n)."""
    return gram(H) / as_matrix(H).shape[-2]
