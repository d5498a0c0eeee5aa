"""Checks of theory/sharp/power_sums.py: examples, and the proof."""

from theory.expressions.functions import total
from theory.expressions.nodes import Expr, Variable
from theory.expressions.singular import POSITIVE, r, s
from theory.expressions.vocabulary import k
from verify.cases import TIGHT, mpf_array
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.registry import Cell, Cells, Run, exact, routes

c = Variable("c")


@exact("sharp:power-sums", domain="2 to 4 singular values, from 1e-9 to 8")
@routes("the bound", "the sum of squares, cubed, in mpmath")
def sums_of_examples(run: Run) -> Cells:
    for raw in (["0.6", "0.8"], [1, 1, 1], [1, 2, 4, 8], ["1e-9", 1]):
        values = mpf_array(raw)
        yield Cell({"s": values}, (values * values).sum() ** 3, TIGHT, label=f"s ~ {raw}")


def power_sum(of: int) -> Expr:
    return total(s(k) ** of, k, r)


def cauchy_schwarz(p: Proof, of: int) -> tuple[Theorem, Theorem]:
    """0 < p_j, and p_(j+1)^2/p_j <= p_(j+2): sum_k s_k^j (s_k - c)^2 >= 0 at c = p_(j+1)/p_j."""
    each = p.assume(POSITIVE[2])
    term = p.arith("a term", 0 < s(k) ** of, given=[each])
    first = p.at("first", p.one_of_sum("one of the sum", term, k, r), {k: 1})
    positive = p.arith("positive", 0 < power_sum(of), first, p.at("", term, {k: 1}))
    square = p.arith("a square", 0 <= s(k) ** of * (s(k) - c) ** 2, given=[each])
    ratio = power_sum(of + 1) / power_sum(of)
    summed = p.at("at the ratio", p.sum("all squares", square, k, r), {c: ratio})
    said = power_sum(of + 1) ** 2 / power_sum(of) <= power_sum(of + 2)
    return positive, p.arith("Cauchy and Schwarz", said, summed, given=[positive])


@proof("sharp:power-sums")
def cauchy_schwarz_twice(p: Proof) -> Theorem:
    """p_2^2 <= p_1 p_3 and p_3^2 <= p_2 p_4, so that p_2^4 <= p_1^2 p_3^2 <= p_1^2 p_2 p_4."""
    (one, low), (two, high) = (cauchy_schwarz(p, of) for of in (1, 2))
    p1, p2, p3, p4 = (power_sum(of) for of in (1, 2, 3, 4))
    return p.arith("the claim", p2**3 <= p1**2 * p4, (high, p1**2),
                   (low, p1 * (p1 * p3 + p2**2) / p2), given=[one, two])  # fmt: skip
