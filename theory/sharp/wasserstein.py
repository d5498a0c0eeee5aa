"""sharp:wasserstein: the distance of W H to an isotropic Gaussian, exactly.

Given H the rows of W H are i.i.d. N(0, K/d), those of G/sqrt(n) N(0, I/(n d)); both covariances
commute, so the Bures distance is the distance of their roots, d times over.
"""

from lemmata.theory.definitions import bures_squared
from lemmata.theory.hypotheses import non_negative, sum_one
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq


@claim(
    "sharp:wasserstein",
    title="The Wasserstein distance to an isotropic Gaussian, exactly",
    statement=r"W_2(W H, G/\sqrt{n})^2 = \sum_i (\sqrt{q_i} - 1/\sqrt{n})^2 \quad"
    r"\text{given } H^\top H \text{ with eigenvalues } q_i",
    kind=Kind.IDENTITY,
    hypotheses=[sum_one("q"), non_negative("q")],
    source="derived: the Bures distance of commuting covariances",
    expected=Verdict.PROVED,
    mutants=[
        Mutant(
            "eigenvalues for their roots",
            lambda q: ((q - 1 / (q[0] * 0 + len(q))) ** 2).sum(),
            {"q": [0.25, 0.75]},
        )
    ],
    formal=Formal({"q": rocq.q}, rocq.distance_of(rocq.H)),
)
def wasserstein_squared(q: Array) -> Array:
    return bures_squared(q)
