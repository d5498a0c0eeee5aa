"""An identity of my own, checked in exact arithmetic.

lemmata run --from THIS_FILE
"""

from collections.abc import Iterator

import lemmata
from lemmata import hypotheses

# Every id begins with the name of a declared paper; the reference is printed with it.
lemmata.paper("mine", "Author. Title. Year")


# The function is one side of the equation, and a check observes the other.
@lemmata.claim(
    "mine:cubes",
    title="The cubes sum to the square of the sum",
    statement=r"\sum_{k=1}^{n} k^3 = \left(\tfrac{n (n+1)}{2}\right)^2",
    kind=lemmata.Kind.IDENTITY,
    source="Nicomachus, about 100",
    hypotheses=[hypotheses.natural("n")],
    expected=lemmata.Verdict.HOLDS,
    mutants=[
        lemmata.Mutant("n - 1 for n + 1", lambda n: (n * (n - 1) // 2) ** 2, {"n": 2}),
        lemmata.Mutant("without the square", lambda n: n * (n + 1) // 2, {"n": 2}),
    ],
)
def square_of_the_sum(n: int) -> int:
    return (n * (n + 1) // 2) ** 2


# Whole numbers are exact. The power of the verdict says how small an error of the closed form
# these cells would have caught: it was planted, in both directions.
@lemmata.exact(
    "mine:cubes",
    routes=("a product", "addition"),
    domain="n = 1 to 40",
)
def added_up(run: lemmata.Run) -> Iterator[lemmata.Cell]:
    for n in range(1, 41):
        yield lemmata.Cell(
            {"n": n},
            sum(k**3 for k in range(1, n + 1)),
            label=f"n = {n}",
        )
