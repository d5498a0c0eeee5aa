"""sharp:bn-jacobian: the operator norm of BN's Jacobian is the inverse of the shortest row.

The Jacobian is block-diagonal with one block (I - u u^T)/||X_j|| per row (lemma C.9), of norm
1/||X_j|| as soon as n >= 2, and 0 for n = 1.
"""

import numpy as np

from lemmata.theory.definitions import row_norms
from lemmata.theory.errors import WrongShape
from lemmata.theory.hypotheses import Hypothesis, no_zero_row
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_matrix, least
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq


def _two_samples(X: Array) -> None:
    n = as_matrix(X).shape[-1]
    if n < 2:
        raise WrongShape("X", f"n = {n}; expected n >= 2")


TWO_SAMPLES = Hypothesis(
    "two samples",
    r"n \ge 2",
    "X",
    _two_samples,
    rocq=lambda X: [X.columns >= 2],
)


@claim(
    "sharp:bn-jacobian",
    title="The Jacobian norm of BN is the inverse of the shortest row",
    statement=r"\|J_{\mathrm{BN}}(X)\|_{op} = 1 / \min_j \|X_j\|,\quad n \ge 2",
    kind=Kind.IDENTITY,
    hypotheses=[TWO_SAMPLES, no_zero_row()],
    source="derived from lemma C.9",
    uses=["meterez2024:lemma-C.9"],
    expected=Verdict.PROVED,
    mutants=[
        Mutant(
            "the longest row",
            lambda X: 1 / np.max(row_norms(X), axis=-1),
            {"X": [[1.0, 0.0], [0.0, 2.0]]},
        )
    ],
    formal=Formal(
        {"X": rocq.RECTANGULAR},
        rocq.jacobian_norm(rocq.RECTANGULAR),
        also=[rocq.BN_IS_DIFFERENTIABLE],
    ),
)
def bn_jacobian_norm(X: Array) -> Array:
    """1/min_j ||X_j||: (..., d, n) -> (...)."""
    return 1 / least(row_norms(X))
