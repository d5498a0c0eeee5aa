"""A bound with an unspecified constant: the smallest one that the evidence allows is reported.

lemmata run --from THIS_FILE
"""

import math
from collections.abc import Iterator

import lemmata
from lemmata import backends, cases, hypotheses

# Every id begins with the name of a declared paper; the reference is printed with it.
lemmata.paper("mine", "Author. Title. Year")


# "There is a constant C such that": ``constant`` names the argument. A larger one must loosen the
# bound. The cells bring a value for which the bound is tested; the smallest is found by itself.
@lemmata.claim(
    "mine:factorials",
    title="Factorials grow as Stirling has it, up to a constant",
    statement=r"n! \le C \sqrt{n} \left(\tfrac{n}{e}\right)^n",
    kind=lemmata.Kind.UPPER_BOUND,
    source="Stirling 1730",
    hypotheses=[hypotheses.natural("n"), hypotheses.positive("C")],
    constant="C",
    expected=lemmata.Verdict.HOLDS,
    mutants=[
        lemmata.Mutant(
            "the root is lost",
            lambda n, C: C * backends.exp(n * (backends.log(n) - 1)),
            {"n": 20.0, "C": 3.0},
        )
    ],
)
def stirling(n: lemmata.Array, C: lemmata.Array) -> lemmata.Array:
    return C * backends.sqrt(n) * backends.exp(n * (backends.log(n) - 1))


# ``cases.mpf_array`` turns numbers into those of 50 digits, in which a bound can be refuted.
@lemmata.exact(
    "mine:factorials",
    routes=("Stirling", "products"),
    domain="n = 1 to 60",
)
def factorials(run: lemmata.Run) -> Iterator[lemmata.Cell]:
    for n in range(1, 61):
        given = {"n": cases.mpf_array(n)[()], "C": cases.mpf_array(3)[()]}
        yield lemmata.Cell(given, math.factorial(n), label=f"n = {n}")
