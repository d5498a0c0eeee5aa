"""A statement that is false as printed, its witness, and the nearest true one.

lemmata run --from THIS_FILE
lemmata show mine:as-printed --witness --from THIS_FILE
"""

from collections.abc import Iterator

import lemmata
from lemmata import backends, cases, definitions, hypotheses

# Every id begins with the name of a declared paper; the reference is printed with it.
lemmata.paper("mine", "Author. Title. Year")


# A claim stands as printed. That it is false is expected, with a grade (wrong, needs a
# hypothesis, edge, step) and the reason, and ``sharp`` names the nearest true statement. The
# title says what is wrong, the subject what it is about, the left side what a check observes.
@lemmata.claim(
    "mine:as-printed",
    title="The square of every row's norm is lost",
    subject="the determinant and the rows",
    left_side="the determinant",
    statement=r"\det(X X^\top) \le \prod_j \|X_j\|",
    kind=lemmata.Kind.UPPER_BOUND,
    source="Lemma 1",
    hypotheses=[hypotheses.square("X")],
    expected=lemmata.Verdict.REFUTED,
    grade=lemmata.Grade.WRONG,
    reason="the square is lost: 2 I has the determinant 16 on the left, and 4 on the right",
    sharp="mine:as-meant",
)
def product_of_rows(X: lemmata.Array) -> lemmata.Array:
    return definitions.row_norms(X).prod()


@lemmata.claim(
    "mine:as-meant",
    title="The determinant is at most the product of the squared rows",
    statement=r"\det(X X^\top) \le \prod_j \|X_j\|^2",
    kind=lemmata.Kind.UPPER_BOUND,
    source="Hadamard 1893; after Lemma 1",
    hypotheses=[hypotheses.square("X")],
    expected=lemmata.Verdict.HOLDS,
    mutants=[lemmata.Mutant("as printed", product_of_rows, {"X": [[2, 0], [0, 2]]})],
)
def product_of_squared_rows(X: lemmata.Array) -> lemmata.Array:
    return (definitions.row_norms(X) ** 2).prod()


# One check may look at several claims. A refutation needs 50 digits or whole numbers: what
# float64 sees is only a suspicion. The witness is the cell that violates the claim most.
@lemmata.exact(
    "mine:as-printed",
    "mine:as-meant",
    routes=("row norms", "eigenvalues at 50 digits"),
    domain="hard matrices, d = 2 and 3, and twice the identity",
)
def eigenvalues(run: lemmata.Run) -> Iterator[lemmata.Cell]:
    matrices = [*cases.square_matrices(2), *cases.square_matrices(3)]
    for label, X in [
        ("twice the identity", cases.mpf_array([[2, 0], [0, 2]])),
        *matrices,
    ]:
        seen = backends.eigenvalues(X @ X.T).prod()
        yield lemmata.Cell({"X": X}, seen, 1e-20, label=label)
