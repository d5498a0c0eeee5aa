"""An identity of my own, proved in Rocq by the file beside this one.

lemmata run --from THIS_FILE
lemmata prove --from THIS_FILE     (where Rocq is installed: the word is then proved)
"""

from collections.abc import Iterator

import lemmata
from lemmata import Array, backends, definitions, hypotheses, rocq

# Every id begins with the name of a declared paper; the reference is printed with it.
lemmata.paper("mine", "Author. Title. Year")

X = rocq.RECTANGULAR  # any matrix


def width_squared(X: Array) -> Array:
    """A false version, which the check must tell from the claim."""
    return backends.as_matrix(X).shape[-2] ** 2


# `formal` is the other side in Rocq: what the closed form is given, and what it is compared with.
# `lemmata show mine:unit-rows --proof --from THIS_FILE` shows the statement in Rocq.
@lemmata.claim(
    "mine:unit-rows",
    title="BN leaves a Frobenius norm of the root of the width",
    statement=r"\|\mathrm{BN}(X)\|_F^2 = d",
    kind=lemmata.Kind.IDENTITY,
    source="d rows of length 1",
    hypotheses=[hypotheses.matrix("X"), hypotheses.no_zero_row("X")],
    expected=lemmata.Verdict.PROVED,
    mutants=[lemmata.Mutant("its square", width_squared, {"X": [[1, 0], [0, 1]]})],
    formal=lemmata.Formal({"X": X}, rocq.frobsq(rocq.bn(X))),
)
def width(X: Array) -> Array:
    return backends.as_matrix(X).shape[-2]


# What is proved is measured all the same: a proof is of a statement, and this is what it is about.
@lemmata.exact(
    "mine:unit-rows",
    routes=("the width", "the sum of all squares"),
    domain="square matrices, d = 2 and 3",
)
def summed(run: lemmata.Run) -> Iterator[lemmata.Cell]:
    for label, X in [
        *lemmata.cases.square_matrices(2),
        *lemmata.cases.square_matrices(3),
    ]:
        yield lemmata.Cell({"X": X}, (definitions.bn(X) ** 2).sum(), 1e-20, label=label)
