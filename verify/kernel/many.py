"""Rules from one to many: sums over an index, means, layers.

Randomness is a probability space for each random element, and random variables are functions on
it that are integrable, as logarithms of what has a density are, or bounded below, for each value of
the other variables; a theorem about them holds at every point of the space. E is a positive linear
functional with E 1 = 1; of a variable that is not bounded above it may be infinite, and then no
theorem says that it is at most a number.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from theory.expressions.changing import (
    binders,
    derivative,
    free,
    is_plain,
    random_in,
    substituted,
)
from theory.expressions.functions import total
from theory.expressions.nodes import (
    INFINITY,
    Every,
    Expect,
    Expr,
    Hypothesis,
    Number,
    Operand,
    Relation,
    Sum,
    Variable,
    Whole,
    equal,
    term,
)
from theory.expressions.normal import canonical
from theory.expressions.vocabulary import HAAR
from theory.weingarten import moment
from verify.kernel.boxes import Boxes
from verify.kernel.calculus import affine
from verify.kernel.theorem import (
    Rejected,
    Theorem,
    agrees,
    follows,
    is_endless,
    numbers_in,
    rule,
    signs,
)


class Many(Boxes):
    @rule
    def sum(self, name: str, theorem: Theorem, index: Variable, count: Operand) -> Theorem:
        """H |- l_k <= r_k gives H |- sum_k l_k <= sum_k r_k; what H says of k, it says of every k.

        That k is whole and 1 <= k <= n need not be assumed any more, but then n is whole; 0 <= n is
        assumed. Strict inequalities become <=, since a sum may have no term.
        """
        self._premises(name, theorem, theorem)
        n, said = term(count), theorem.shows
        within: set[Hypothesis] = {Whole(index), 1 <= index, index <= n}
        assumes = {
            Every(index, h) if isinstance(h, Relation) and index in free(h) else h
            for h in theorem.assumes - within
        }
        if index in free(n) or any(index in free(h) for h in assumes):
            raise Rejected(name, said, f"{index} is not free to be summed over")
        sign = "==" if said.sign == "==" else "<="
        if within & theorem.assumes:  # else the sum over 1/2 term, which has no k, would have one
            assumes |= {Whole(n)}
        if (sign == "<=" or within & theorem.assumes) and not signs(assumes).holds(0 <= n):
            assumes |= {0 <= n}  # nor may n divide by what may be zero: 5 x/x - 3 is -3 at x = 0
        shows = Relation(sign, total(said.lhs, index, n), total(said.rhs, index, n))
        return self._made(name, "sum over an index", assumes, shows, [theorem], f"{index} = 1..{n}")

    @rule
    def one_of_sum(self, name: str, theorem: Theorem, index: Variable, count: Operand) -> Theorem:
        """H |- 0 <= x_k for every k gives H, k in 1..n |- x_k <= sum_k x_k.

        k in 1..n is part of what is assumed: k and n whole, 1 <= k <= n.
        """
        self._premises(name, theorem, theorem)
        said, n = theorem.shows, term(count)
        if said.sign == "==" or said.lhs != term(0):
            raise Rejected(name, said, "expected 0 <= or 0 <")
        kept = {h for h in theorem.assumes if index not in free(h)}
        if kept != theorem.assumes or index in free(n):
            raise Rejected(
                name, said, f"what is assumed of {index} does not hold for every {index}"
            )
        within: list[Hypothesis] = [Whole(n), Whole(index), 1 <= index, index <= n]
        shows = said.rhs <= total(said.rhs, index, n)
        return self._made(name, "one term of a sum", [*kept, *within], shows, [theorem])

    @rule
    def expect(self, name: str, theorem: Theorem, over: str) -> Theorem:
        """H |- l <= r at every point gives H |- E l <= E r, where H does not speak of the point.

        E is monotone; that it is linear is part of the normal form of terms.
        """
        self._premises(name, theorem, theorem)
        said = theorem.shows
        for h in theorem.assumes:
            if over in random_in(h):
                raise Rejected(name, said, f"{h} need not hold at every point of {over}")
        sign = "==" if said.sign == "==" else "<="
        shows = Relation(sign, Expect(over, said.lhs), Expect(over, said.rhs))
        return self._made(name, "expectation", theorem.assumes, shows, [theorem], f"over {over}")

    @rule
    def induct(
        self, name: str, base: Theorem, step: Theorem, l: Variable, start: int = 0
    ) -> Theorem:
        """H |- P(start) and G, P(l), l >= start |- P(l+1) give H, G, l whole >= start |- P(l).

        Of l G may say l + 1 <= b, or another bound from above that holds below where it holds; then
        it is assumed at l - 1, the last place from which a step is taken.
        """
        self._premises(name, step, base, step)
        if not is_plain(l) or start != int(start):
            raise Rejected(name, step, f"{l} does not run through the numbers from {start} on")
        read = signs(step.assumes)
        for h in step.assumes:
            if isinstance(h, Relation) and agrees(substituted(h, {l: l + 1}), step.shows, read):
                break
        else:
            raise Rejected(name, step.shows, f"it does not assume the same at {l}")
        if not agrees(substituted(h, {l: term(start)}), base.shows, signs(base.assumes)):
            raise Rejected(name, base.shows, f"it is not {h} at {l} = {start}")
        counted: frozenset[Hypothesis] = frozenset({Whole(l), term(start) <= l})
        kept = {
            substituted(g, {l: l - 1}) if _bounds_from_above(g, l) else g
            for g in step.assumes - {h}
            if not follows(g, counted, signs(counted))
        }
        bounds = {g for g in kept if _bounds_from_above(g, l)}
        for other in (kept - bounds) | base.assumes:
            if l in free(other):
                raise Rejected(name, other, f"it is assumed of {l} alone")
        assumes = kept | base.assumes | counted
        return self._made(name, "induction", assumes, h, [base, step], f"on {l}")

    @rule
    def unbounded(self, name: str, theorem: Theorem, positive: Theorem) -> Theorem:
        """sum_{k=1}^N x_k <= B for every N and 0 <= x_k give the same for the infinite sum.

        B is a number, or a mean: with S = sum_k 1, N <= S/2 for every N, and S <= S/2 is false.
        """
        self._premises(name, theorem, theorem, positive)
        said = theorem.shows
        node = said.lhs.body if isinstance(said.lhs, Expect) else said.lhs
        if not isinstance(node, Sum) or not is_plain(node.count) or said.sign == "==":
            raise Rejected(name, said, "expected a sum up to a variable, or its mean, on the left")
        N, k = node.count, node.index
        others = {h for h in theorem.assumes if N in free(h)} - {Whole(N), 0 <= N, 1 <= N}
        if others or N in free(said.rhs) or N in free(node.body) or is_endless(said.rhs):
            raise Rejected(name, said, f"it does not hold for every {N} alike")
        kept = positive.assumes - {Whole(k), 0 <= k, 1 <= k}
        point = {said.lhs.over} if isinstance(said.lhs, Expect) else set()
        fine = not any(k in free(h) or point & random_in(h) for h in kept)
        if not fine or not agrees(0 <= node.body, positive.shows, signs(positive.assumes)):
            raise Rejected(name, said, f"{positive.shows} is not 0 <= {node.body} for every {k}")
        whole = Sum(k, node.body, term(float("inf")))
        lhs = replace(said.lhs, body=whole) if isinstance(said.lhs, Expect) else whole
        assumes = {h for h in theorem.assumes if N not in free(h)} | kept
        used = [theorem, positive]
        return self._made(name, "monotone limit", assumes, Relation("<=", lhs, said.rhs), used,
                          numbers=numbers_in([], used))  # fmt: skip

    @rule
    def part_of_series(
        self, name: str, theorem: Theorem, index: Variable, count: Operand
    ) -> Theorem:
        """H |- 0 <= x_k for every k >= 1 gives sum_{k=1}^N x_k <= the infinite sum, N whole >= 0.

        A sum of what is not negative converges or is infinite: then what is above it says nothing.
        """
        self._premises(name, theorem, theorem)
        said, n = theorem.shows, term(count)
        kept = theorem.assumes - {Whole(index), 0 <= index, 1 <= index}
        if said.sign == "==" or said.lhs != term(0) or not is_plain(index) or n == INFINITY:
            raise Rejected(name, said, "expected 0 <= a term, and a number of terms")
        if index in free(n) or any(index in free(h) for h in kept):
            raise Rejected(name, said, f"what is assumed of {index} need not hold for every one")
        shows = total(said.rhs, index, n) <= total(said.rhs, index, INFINITY)
        return self._made(name, "part of a series", [*kept, Whole(n), 0 <= n], shows, [theorem])

    @rule
    def haar_moment(
        self, name: str, W: Variable, d: Expr, *entries: tuple[Operand, Operand]
    ) -> Theorem:
        """E of a product of entries of a Haar matrix of O(d), (row, column) each, for every d.

        By the exact Weingarten calculus of theory/weingarten (Collins and Sniady 2006). Rows are
        numbers, or all the same variable; so are columns: then it is known which are equal. A
        matrix has one width, ``vocabulary.HAAR``, and no rows or columns beyond it.
        """
        if W not in HAAR or HAAR[W] != d:
            raise Rejected(
                name, entries, f"{W} is no Haar matrix of width {d}: see vocabulary.HAAR"
            )
        rows, columns = zip(*((term(i), term(j)) for i, j in entries), strict=True)
        for lines in (rows, columns):
            if len(set(lines)) > 1 and not all(isinstance(one, Number) for one in lines):
                raise Rejected(name, entries, f"which of {lines} are equal is not known")
        places = [one.value for one in (*rows, *columns) if isinstance(one, Number)]
        if any(place < 1 or place != int(place) for place in places):
            raise Rejected(name, entries, "expected rows and columns from 1 on")
        if any(random_in(one) for one in (*rows, *columns)):
            raise Rejected(name, entries, "a row or column that knows the matrix")
        numbered = [[sorted(set(l), key=str).index(one) + 1 for one in l] for l in (rows, columns)]
        found = moment(numbered[0], numbered[1])
        shown = term(1)
        for i, j in entries:
            shown = shown * W(i, j)
        value = _polynomial(found.numerator, d) / _polynomial(found.denominator, d)
        least = max(found.valid_from, *map(int, places), *numbered[0], *numbered[1])
        checked = f"Weingarten calculus, for every {d} >= {least}"
        assumes: list[Hypothesis] = [Whole(d), least <= d]
        return self._made(name, "exact moment", assumes, equal(Expect(W.random, shown), value), (),
                          checked)  # fmt: skip

    @rule
    def quadratic(
        self, name: str, weight: Expr, x: Expr, y: Expr, index: Variable, count: Operand, over: str,
        together: Theorem, apart: Theorem,
    ) -> Theorem:  # fmt: skip
        """E (sum_k c_k x_k)(sum_k c_k y_k) = (p - q) sum_k c_k^2 + q (sum_k c_k)^2.

        x_k and y_k are functions of the k-th column of a Haar matrix, whose columns are
        exchangeable: E x_k y_k = p = E x_1 y_1 and E x_k y_l = q = E x_1 y_2 for k != l.
        """
        self._premises(name, x, together, apart)
        n, one, two = term(count), {index: term(1)}, {index: term(2)}
        p, q = together.shows.rhs, apart.shows.rhs
        pairs = ((together, substituted(x * y, one), p),
                 (apart, substituted(x, one) * substituted(y, two), q))  # fmt: skip
        assumes = together.assumes | apart.assumes
        for theorem, body, value in pairs:
            if not agrees(equal(Expect(over, body), value), theorem.shows, signs(assumes)):
                raise Rejected(name, theorem.shows, f"it is not the mean of {body}")
        fine = of_one_column(x * y, index, over, n)
        if not fine or random_in(weight) or Whole(n) not in assumes or over in random_in(p + q):
            raise Rejected(name, x * y, f"it is no function of column {index} of a Haar matrix")
        lhs = Expect(over, total(weight * x, index, n) * total(weight * y, index, n))
        rhs = (p - q) * total(weight**2, index, n) + q * total(weight, index, n) ** 2
        return self._made(name, "exchangeable columns", assumes, equal(lhs, rhs), [together, apart])


def _bounds_from_above(h: Hypothesis, l: Variable) -> bool:
    """Whether it says l <= b for some b, and so the same of what is less than l."""
    if l not in free(h) or not isinstance(h, Relation) or not affine(h, l):
        return False
    slope = canonical(derivative(h.rhs - h.lhs, l))
    return isinstance(slope, Number) and slope.value < 0


def of_one_column(node: Expr, index: Variable, over: str, n: Expr) -> bool:
    """Whether it is one function of column ``index`` of an n x n Haar matrix, the same for each."""
    if any(bound.index == index for bound in binders(node)):
        return False  # w_jk under a sum over k is no entry of column k
    columns = [v for v in free(node) if v.random]
    fine = all(
        HAAR.get(v()) == n and v.random == over and len(v.index) == 2 and v.index[1] == index
        and index not in free(v.index[0]) for v in columns
    )  # fmt: skip
    names = {v: Variable(f"column {c}") for c, v in enumerate(columns)}
    return fine and index not in free(substituted(node, names))


def _polynomial(p: Any, d: Expr) -> Expr:
    made = term(0)
    for power, coefficient in enumerate(p.coeffs()):
        made = made + int(coefficient) * d**power
    return made
