"""sharp:bn-identity: what BN does to the isometry is a function of the row norms alone.

For n = d, det(BN(X)) = det(X) / prod_j r_j and tr(BN(X)^T BN(X)) = d, while tr(X^T X) is the sum
of the r_j^2; divide. Along the chain (3) no determinant is needed after the input.
"""

from lemmata.theory.definitions import row_norms
from lemmata.theory.hypotheses import full_rank, square
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, exp, log
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq


@claim(
    "sharp:bn-identity",
    title="BN multiplies the isometry by the arithmetic over the geometric mean of r_j^2",
    statement=r"\frac{I(\mathrm{BN}(X))}{I(X)} ="
    r" \frac{\operatorname{mean}_j r_j^2}{(\prod_j r_j^2)^{1/d}},\quad r_j = \|X_j\|",
    kind=Kind.IDENTITY,
    hypotheses=[square(), full_rank()],
    source="derived: determinants and traces of a row scaling",
    expected=Verdict.PROVED,
    mutants=[
        Mutant("norms for squared norms", {"power": 1}, {"X": [[1.0, 0.0], [0.0, 2.0]]}),
        Mutant(
            "lemma A.1's bound for the value",
            lambda X: (row_norms(X) ** 2).sum(-1) * len(X) / row_norms(X).sum(-1) ** 2,
            {"X": [[1.0, 0.0], [0.0, 2.0]]},
        ),
    ],
    formal=Formal({"X": rocq.X}, rocq.isometry(rocq.bn(rocq.X)) / rocq.isometry(rocq.X)),
)
def isometry_ratio(X: Array, *, power: int = 2) -> Array:
    """mean(r^2) / (prod r^2)^(1/d) over the row norms: (..., d, d) -> (...)."""
    squares = row_norms(X) ** power
    d = squares.shape[-1]
    return exp(log(squares.sum(-1) / d) - log(squares).sum(-1) / d)
