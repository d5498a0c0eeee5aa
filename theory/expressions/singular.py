"""The symbols of matrices by their singular values: r of them positive, of n samples."""

from theory.expressions.formal import natural
from theory.expressions.nodes import Every, Expr, Function, Hypothesis, Variable
from theory.expressions.symbols import product
from theory.expressions.vocabulary import H, k, n

s, r, M = Variable("s"), Variable("r", fixed=True), Variable("M", fixed=True)
POSITIVE: list[Hypothesis] = [*natural(r), Every(k, 0 < s(k))]
SAMPLES: list[Hypothesis] = [*POSITIVE, *natural(n), r <= n]
"""H has r singular values s_k > 0, and n - r that are 0."""

RANKS: list[Hypothesis] = [*natural(r), *natural(n), r <= n]
"""M has rank r."""

ORTHOGONALISED = product(Variable("W'", fixed=True), H)
"""W H with the W of daneshmand2021, eq. (6), V' orthogonal."""


def whitened(A: Expr) -> Expr:
    """(A A^T)^(-1/2) A."""
    return Function("whitened", (A,))
