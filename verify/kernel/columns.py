"""Means of products with a sum: one column of a Haar matrix beside all, and linearity."""

from __future__ import annotations

from theory.expressions.changing import free, random_in, substituted
from theory.expressions.functions import total
from theory.expressions.nodes import (
    Expect,
    Expr,
    Hypothesis,
    Operand,
    Variable,
    Whole,
    equal,
    term,
)
from verify.kernel.many import Many, of_one_column
from verify.kernel.theorem import Rejected, Theorem, agrees, rule, signs


class Columns(Many):
    @rule
    def column(
        self, name: str, weight: Expr, x: Expr, at: Operand, index: Variable, count: Operand,
        over: str, together: Theorem, apart: Theorem,
    ) -> Theorem:  # fmt: skip
        """E x_m sum_k c_k x_k = (p - q) c_m + q sum_k c_k, m one of 1..n.

        x_k is a function of the k-th column of an n x n Haar matrix, whose columns are
        exchangeable: E x_k^2 = p = E x_1^2 and E x_k x_l = q = E x_1 x_2 for k != l. What is known
        of q from n = 2 on is enough: at n = 1 there is no second column, and q drops out.
        """
        self._premises(name, x, together, apart)
        n, m, p, q = term(count), term(at), together.shows.rhs, apart.shows.rhs
        first, second = (substituted(x, {index: term(c)}) for c in (1, 2))
        for theorem, body, value in ((together, first**2, p), (apart, first * second, q)):
            if not agrees(equal(Expect(over, body), value), theorem.shows, signs(theorem.assumes)):
                raise Rejected(name, theorem.shows, f"it is not the mean of {body}")
        known = not (random_in(weight) | random_in(m)) and over not in random_in(p + q)
        if not of_one_column(x, index, over, n) or not known or Whole(n) not in together.assumes:
            raise Rejected(name, x, f"it is no function of column {index} of a Haar matrix")
        within: set[Hypothesis] = {Whole(m), 1 <= m, m <= n, 1 <= n}
        assumes = together.assumes | (apart.assumes - {2 <= n}) | within
        lhs = Expect(over, substituted(x, {index: m}) * total(weight * x, index, n))
        rhs = (p - q) * substituted(weight, {index: m}) + q * total(weight, index, n)
        return self._made(name, "exchangeable columns", assumes, equal(lhs, rhs), [together, apart])

    @rule
    def mean_of_sum(
        self, name: str, factor: Operand, body: Expr, index: Variable, count: Operand, over: str
    ) -> Theorem:
        """E (f sum_k x_k) = sum_k E (f x_k), a finite sum, f without k: E is linear.

        The normal form knows it for f = 1; a random f it takes out of the sum instead.
        """
        f, n = term(factor), term(count)
        if index in free(f) or index in free(n) or n == term(float("inf")) or random_in(n):
            raise Rejected(name, body, f"{f} times the sum over {index} to {n} is not linear")
        lhs = Expect(over, f * total(body, index, n))
        return self._made(
            name, "mean of a sum", (), equal(lhs, total(Expect(over, f * body), index, n))
        )

    @rule
    def both(self, name: str, below: Theorem, above: Theorem) -> Theorem:
        """H |- l <= r and G |- r <= l give H, G |- l == r."""
        self._premises(name, below, below, above)
        low, high = below.shows, above.shows
        if "==" in (low.sign, high.sign) or (low.lhs, low.rhs) != (high.rhs, high.lhs):
            raise Rejected(name, low, f"{high} is not the other half")
        shows, assumes = equal(low.lhs, low.rhs), below.assumes | above.assumes
        return self._made(name, "both inequalities", assumes, shows, [below, above])

    @rule
    def telescope(self, name: str, body: Expr, index: Variable, count: Operand) -> Theorem:
        """sum_{k=1}^l (f_(k+1) - f_k) = f_(l+1) - f_1, l whole and >= 0."""
        l = term(count)
        if index in free(l) or l == term(float("inf")):
            raise Rejected(name, body, f"it is no finite sum over {index}")
        after, first, last = (substituted(body, {index: t}) for t in (index + 1, term(1), l + 1))
        shows = equal(total(after - body, index, l), last - first)
        return self._made(name, "telescoping sum", [Whole(l), 0 <= l], shows)
