"""Sums of powers of singular values, p_j = sum_k s_k^j, by Cauchy and Schwarz."""

from theory.expressions.functions import total
from theory.expressions.nodes import Expr, Variable
from theory.expressions.particular import POSITIVE, r, s
from theory.expressions.vocabulary import k
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem

c = Variable("c")


def power_sum(of: int) -> Expr:
    return total(s(k) ** of, k, r)


def cauchy_schwarz(p: Proof, of: int) -> tuple[Theorem, Theorem]:
    """0 < p_j, and p_(j+1)^2/p_j <= p_(j+2): sum_k s_k^j (s_k - c)^2 >= 0 at c = p_(j+1)/p_j."""
    each = p.assume(POSITIVE[2])
    term = p.arith("a term", 0 < s(k) ** of, given=[each])
    first = p.at("first", p.one_of_sum("one of the sum", term, k, r), {k: 1})
    positive = p.arith("positive", 0 < power_sum(of), first)
    square = p.arith("a square", 0 <= s(k) ** of * (s(k) - c) ** 2, given=[each])
    ratio = power_sum(of + 1) / power_sum(of)
    summed = p.at("at the ratio", p.sum("all squares", square, k, r), {c: ratio})
    said = power_sum(of + 1) ** 2 / power_sum(of) <= power_sum(of + 2)
    return positive, p.arith("Cauchy and Schwarz", said, summed, given=[positive])
