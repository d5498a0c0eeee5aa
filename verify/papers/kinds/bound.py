"""A bound of my own, checked, attacked and with a mutant.

lemmata run --from THIS_FILE
"""

from collections.abc import Iterator

import lemmata
from lemmata import backends, cases, definitions, hypotheses, strategies

# Every id begins with the name of a declared paper; the reference is printed with it.
lemmata.paper("mine", "Author. Title. Year")


# The function is the right-hand side. It takes arrays of any kind of numbers: write
# backends.sqrt, exp, log in the place of numpy's. A mutant is a plausible false claim with a
# point where it is false: a check that does not catch it is too weak.
@lemmata.claim(
    "mine:hadamard",
    title="The determinant is at most the product of the squared rows",
    statement=r"\det(X X^\top) \le \prod_j \|X_j\|^2",
    kind=lemmata.Kind.UPPER_BOUND,
    source="Hadamard 1893",
    hypotheses=[hypotheses.square("X")],
    expected=lemmata.Verdict.HOLDS,
    mutants=[
        lemmata.Mutant(
            "the square is lost",
            lambda X: definitions.row_norms(X).prod(),
            {"X": [[2, 0], [0, 2]]},
        )
    ],
)
def product_of_squared_rows(X: lemmata.Array) -> lemmata.Array:
    """prod_j ||X_j||^2 for a matrix (d, d)."""
    return (definitions.row_norms(X) ** 2).prod()


def determinant(X: lemmata.Array) -> lemmata.Array:
    """The left-hand side by a route of its own: the eigenvalues of X X^T."""
    return backends.eigenvalues(X @ X.T).prod()


# A check yields cells: where it looked, what it saw there, and the relative error of that.
@lemmata.exact(
    "mine:hadamard",
    routes=("row norms", "eigenvalues at 50 digits"),
    domain="hard matrices, d = 2 to 4",
)
def eigenvalues(run: lemmata.Run) -> Iterator[lemmata.Cell]:
    for d in (2, 3, 4):
        for label, X in cases.square_matrices(d):
            yield lemmata.Cell(
                {"X": X},
                determinant(X),
                1e-20,
                label=f"{label}, d = {d}",
            )


# An attack looks for the worst case; what it finds is judged at 50 digits.
@lemmata.attack(
    "mine:hadamard",
    strategies.full_rank_square(),
    routes=("row norms", "eigenvalues"),
    domain="full-rank matrices, d = 1 to 8",
    tolerance=1e-9,
)
def worst_matrix(X: lemmata.Array) -> lemmata.Observation:
    return {"X": X}, determinant(X)
