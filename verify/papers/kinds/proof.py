"""A bound that the kernel proves in three steps.

lemmata run --from THIS_FILE
lemmata proof mine:logarithms --from THIS_FILE
"""

from collections.abc import Iterator

import lemmata
from lemmata import backends, cases, expressions, hypotheses

# Every id begins with the name of a declared paper; the reference is printed with it.
lemmata.paper("mine", "Author. Title. Year")

# Symbols for the formal statement: x_1, ..., x_n, and y for any number.
k, n = expressions.Variable("k"), expressions.Variable("n")
x, y = expressions.Variable("x"), expressions.Variable("y")
POSITIVE = [*expressions.natural(n), expressions.Every(k, 0 < x(k))]
LOGS = expressions.total(expressions.log(x(k)), k, n)


# ``formal`` is what is proved: the symbols that the closed form is run on, what is assumed, and
# the other side. Nobody writes the right-hand side again.
@lemmata.claim(
    "mine:logarithms",
    title="The logarithms sum to at most the sum of the excesses",
    statement=r"\sum_k \log x_k \le \sum_k (x_k - 1)",
    variables={"x": "x_k"},
    kind=lemmata.Kind.UPPER_BOUND,
    source="Folklore",
    hypotheses=[hypotheses.positive("x")],
    expected=lemmata.Verdict.PROVED,
    mutants=[lemmata.Mutant("half of it", lambda x: (x - 1).sum() / 2, {"x": [1.1]})],
    formal=lemmata.Formal({"x": expressions.Vector(x(k), k, n)}, POSITIVE, LOGS),
)
def sum_of_excesses(x: lemmata.Array) -> lemmata.Array:
    return (x - 1).sum()


# Cells catch the mutants, which a proof cannot.
@lemmata.exact(
    "mine:logarithms",
    routes=("a sum", "logarithms"),
    domain="near 1 and far from it",
)
def logarithms(run: lemmata.Run) -> Iterator[lemmata.Cell]:
    for values in ([1], [1.1], [0.5, 2], [1e-9, 3, 40]):
        given = cases.mpf_array(values)
        yield lemmata.Cell(
            {"x": given},
            backends.log(given).sum(),
            1e-40,
            label=str(values),
        )


# Each line is a theorem that the kernel makes, or rejects with a reason; the last one is compared
# with the claim. lemmata proof --attack plants wrong versions of all of them.
@lemmata.proof("mine:logarithms")
def tangent(p: lemmata.Proof) -> lemmata.Theorem:
    rises = p.arith("above 1", 0 <= 1 - 1 / y, under=[0 < y, 1 <= y])
    falls = p.arith("below 1", 0 <= 1 / y - 1, under=[0 < y, y <= 1])
    below = p.slope("tangent", expressions.log(y) <= y - 1, y, 1, up=rises, down=falls)
    each = p.at("each term", below, {y: x(k)})
    return p.sum("the claim", each, k, n)
