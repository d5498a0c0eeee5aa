"""Checks of theory/sharp/power_sums.py: examples, and the proof."""

from theory.expressions.nodes import equal
from theory.expressions.particular import ALL_EQUAL, r, s, x
from theory.expressions.vocabulary import k
from verify.cases import TIGHT, mpf_array
from verify.kernel.lemmas.power_sums import cauchy_schwarz, power_sum
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.registry import Cell, Cells, Run, exact, routes


@exact("sharp:power-sums", domain="2 to 4 singular values, from 1e-9 to 8")
@routes("the bound", "the sum of squares, cubed, in mpmath")
def sums_of_examples(run: Run) -> Cells:
    for raw in (["0.6", "0.8"], [1, 1, 1], [1, 2, 4, 8], ["1e-9", 1]):
        values = mpf_array(raw)
        yield Cell({"s": values}, (values * values).sum() ** 3, TIGHT, label=f"s ~ {raw}")


@proof("sharp:power-sums")
def cauchy_schwarz_twice(p: Proof) -> tuple[Theorem, Theorem]:
    """p_2^2 <= p_1 p_3 and p_3^2 <= p_2 p_4, so that p_2^4 <= p_1^2 p_3^2 <= p_1^2 p_2 p_4."""
    (one, low), (two, high) = (cauchy_schwarz(p, of) for of in (1, 2))
    p1, p2, p3, p4 = (power_sum(of) for of in (1, 2, 3, 4))
    claim = p.arith("the claim", p2**3 <= p1**2 * p4, (high, p1**2),
                    (low, p1 * (p1 * p3 + p2**2) / p2), given=[one, two])  # fmt: skip
    return claim, where_all_are_equal(p)


def where_all_are_equal(p: Proof) -> Theorem:
    """p_j = r x^j: both sides are r^3 x^6."""
    each = p.assume(ALL_EQUAL[0])
    square = p.arith("squares", equal(s(k) ** 2, x**2), (each, s(k) + x))
    fourth = p.arith("fourth powers", equal(s(k) ** 4, x**4), (square, s(k) ** 2 + x**2))
    first, second, last = (p.sum("all equal", one, k, r) for one in (each, square, fourth))
    p1, p2, p4 = (power_sum(of) for of in (1, 2, 4))
    return p.arith(
        "equality", equal(p2**3, p1**2 * p4),
        (second, p2**2 + p2 * r * x**2 + (r * x**2) ** 2), (first, -p4 * (p1 + r * x)),
        (last, -((r * x) ** 2)),
    )  # fmt: skip
