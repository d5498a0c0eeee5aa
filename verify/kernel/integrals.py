"""Integrals over t > 0, and roots of equations.

An integral is to the kernel what a mean is: a positive linear functional, here on functions of t,
and the normal form splits it as it splits means, without asking whether the parts converge. This is
sound. For finitely many functions there are finitely many points and weights whose sum is exact for
all of them that are integrable (Tchakaloff; Bayer and Teichmann 2006), and such sums are linear and
monotone. So the rules hold of a functional on all functions, with values in an ordered field that
extends the reals, which is the integral where that converges: what a theorem says of integrals that
converge is true. A bound by a number (no mean, integral or infinite sum in it) of the integral of
what is not negative says that it converges. The rules that ask for that hold of variables that are
numbers, ``Theorem.numbers``: with int f dt for the C of int f dt <= C they would hold of every f.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from theory.expressions.changing import (
    Captured,
    NotDifferentiable,
    children,
    derivative,
    free,
    random_in,
    substituted,
)
from theory.expressions.functions import total
from theory.expressions.nodes import (
    INFINITY,
    Expect,
    Expr,
    Hypothesis,
    Named,
    Node,
    Operand,
    Relation,
    Variable,
    equal,
    plus,
    term,
)
from theory.expressions.partial import Integral, Root, T, integral
from verify.kernel.calculus import inside_functions
from verify.kernel.layers import Layers
from verify.kernel.logic import replaced
from verify.kernel.theorem import Rejected, Theorem, agrees, is_finite, numbers_in, rule, signs


class Integrals(Layers):
    @rule
    def integrate(self, name: str, theorem: Theorem) -> Theorem:
        """H |- l <= r for every t > 0 gives H |- int l dt <= int r dt; H does not speak of t."""
        self._premises(name, theorem, theorem)
        said = theorem.shows
        _not_of(name, theorem, T.random)
        sign = "==" if said.sign == "==" else "<="
        shows = Relation(sign, integral(said.lhs), integral(said.rhs))
        return self._made(name, "integration", theorem.assumes, shows, [theorem], "over t > 0")

    @rule
    def linear(self, name: str, over: str | tuple[Variable, Operand], *parts: Operand) -> Theorem:
        """E (f + g) = E f + E g, or of integrals, or sum_k (f_k + g_k), as they are written.

        The normal form knows it too, but brings a sum of quotients over one denominator first. A
        sum is over (k, n), and finite.
        """
        terms = [term(part) for part in parts]

        def whole(body: Expr) -> Expr:
            if isinstance(over, tuple):
                return total(body, *over)
            return Integral(over, body) if over == T.random else Expect(over, body)

        if isinstance(over, tuple) and (
            term(over[1]) == INFINITY or over[0] in free(term(over[1]))
        ):
            raise Rejected(name, over, "it is no finite sum")
        shows = equal(whole(plus(*terms)), plus(*map(whole, terms)))
        return self._made(name, "linearity", (), shows)

    @rule
    def swap(self, name: str, positive: Theorem, bounded: Theorem, over: str) -> Theorem:
        """Tonelli: 0 <= f(t, W) and int f dt <= C at every W give E int f dt = int E f dt.

        C is a number that does not depend on W, so that both are finite.
        """
        f = self._convergent(name, positive, bounded)
        assumes = positive.assumes | bounded.assumes
        for theorem in (positive, bounded):
            _not_of(name, theorem, over)
        if random_in(bounded.shows.rhs):
            raise Rejected(name, bounded, f"it does not bound the integral at every {over}")
        shows = equal(Expect(over, integral(f)), integral(Expect(over, f)))
        used = [positive, bounded]
        return self._made(name, "Tonelli", assumes, shows, used, f"t and {over}",
                          numbers=numbers_in([], used))  # fmt: skip

    @rule
    def rescale(
        self, name: str, positive: Theorem, bounded: Theorem, by: Any, *given: Theorem
    ) -> Theorem:
        """0 <= f(t) and int f dt <= C, a number, give int f(t) dt = int y f(y t) dt for y > 0.

        y = ``by`` does not depend on t, and t stands in f under no other name: u(t) is not u(y t).
        Of integrals that do not converge it is false.
        """
        f, y = self._convergent(name, positive, bounded, *given), term(by)
        assumes = positive.assumes.union(bounded.assumes, *(g.assumes for g in given))
        if random_in(y) or not is_finite(y) or not signs(assumes, given).holds(0 < y):
            raise Rejected(name, y, "expected a positive number that does not depend on t")
        if hidden := [v for v in free(f) if v.random == T.random and v != T]:
            raise Rejected(name, f, f"{hidden[0]} depends on t under another name")
        try:
            shows = equal(integral(f), integral(y * substituted(f, {T: y * T})))
        except Captured as error:
            raise Rejected(name, f, str(error)) from None
        used = [positive, bounded, *given]
        return self._made(
            name, "change of scale", assumes, shows, used, numbers=numbers_in([y], used)
        )

    def _convergent(self, name: str, positive: Theorem, bounded: Theorem, *given: Theorem) -> Expr:
        """f, where 0 <= f for every t > 0 and int f dt <= C, a number."""
        self._premises(name, positive, positive, bounded, *given)
        f, C = positive.shows.rhs, bounded.shows.rhs
        for theorem in (positive, bounded, *given):
            _not_of(name, theorem, T.random)
        read = signs(positive.assumes | bounded.assumes, [positive])
        if not agrees(0 <= f, positive.shows, read) or bounded.shows.sign == "==":
            raise Rejected(name, positive, "expected 0 <= f, and int f dt <= C")
        if not agrees(integral(f) <= C, bounded.shows, read) or T.random in random_in(C):
            raise Rejected(name, bounded, f"its left side is not the integral of {f}")
        if not is_finite(C):
            raise Rejected(name, bounded, f"{C} is no number that bounds it")
        return f

    @rule
    def slope_of_integral(
        self, name: str, relation: Relation, x: Variable, start: Any, rises: Theorem,
        dominated: Theorem, bounded: Theorem, *,
        up: Theorem | None = None, down: Theorem | None = None,
    ) -> Theorem:  # fmt: skip
        """``slope`` for F(x) = a int f(t, x) dt + G(x), where a does not depend on x.

        0 <= df/dx (``rises``), df/dx <= k (``dominated``) for every t > 0, where k does not depend
        on x, and int k dt <= C, a number (``bounded``): then int df/dx dt is the derivative of
        int f dt, by dominated convergence.
        """
        given = (rises, dominated, bounded)
        for theorem in self._premises(name, relation, *given, *(t for t in (up, down) if t)):
            _not_of(name, theorem, T.random)
        node, inner = self._dominated(name, relation, x, *given)
        held = Variable("_integral")

        def slope(F: Expr, x: Variable) -> Expr:
            rest = replaced(F, node, held)
            factor = derivative(rest, held)
            if {x, held} & free(factor):
                raise NotDifferentiable(f"{node} is multiplied by {factor}")
            return derivative(rest, x) + factor * integral(inner)

        if not is_finite(term(start)):
            raise Rejected(name, relation, f"{start} may be infinite")
        sides = frozenset().union(*(t.numbers for t in (up, down) if t))
        return self._from_slope(name, relation, x, start, up, down, given, slope,
                                "sign from derivative under the integral",
                                numbers_in([x, term(start)], given) | sides)  # fmt: skip

    @staticmethod
    def _dominated(
        name: str, relation: Relation, x: Variable, rises: Theorem, dominated: Theorem,
        bounded: Theorem,
    ) -> tuple[Integral, Expr]:  # fmt: skip
        """The one integral that depends on x, and df/dx, of which the three theorems speak."""
        found = {node for node in _integrals(relation) if x in free(node)}
        if len(found) != 1:
            raise Rejected(name, relation, f"expected one integral that depends on {x}")
        (node,) = found
        try:
            inner = derivative(node.body, x)
        except NotDifferentiable as error:
            raise Rejected(name, relation, str(error)) from None
        given, k, C = (rises, dominated, bounded), dominated.shows.rhs, bounded.shows.rhs
        read = signs(frozenset().union(*(g.assumes for g in given)), given)
        for theorem, wanted in (
            (rises, 0 <= inner), (dominated, inner <= k), (bounded, integral(k) <= C),
        ):  # fmt: skip
            if not agrees(wanted, theorem.shows, read):
                raise Rejected(name, theorem, f"it is not {wanted}")
        if x in free(k) or not is_finite(C) or T.random in random_in(C):
            raise Rejected(name, bounded, f"{k} depends on {x}, or {C} is no number")
        return node, inner

    @rule
    def root(
        self, name: str, what: Any, which: str, below: Theorem, above: Theorem, high: Any,
        *given: Theorem,
    ) -> Theorem:  # fmt: skip
        """F(0) <= 0 (``below``) and 0 <= F(b) (``above``) at some b = ``high`` >= 0.

        Then the least root h >= 0 of F has F(h) = 0 ("equation") and h <= b ("bound"), by the
        intermediate value theorem: F is continuous on h >= 0, logarithms and roots of what is
        positive there (``given``), no division by zero.
        """
        self._premises(name, what, below, above, *given)
        node = what.body if isinstance(what, Named) else what
        if not isinstance(node, Root):
            raise Rejected(name, what, "it is no root")
        h, F, b = node.index, node.body, term(high)
        self._readable(name, what, b)
        there_assumed: frozenset[Hypothesis] = frozenset().union(*(g.assumes for g in given))
        assumes = below.assumes | above.assumes | (there_assumed - {0 <= h})
        if any(h in free(one) for one in (*assumes, b)):
            raise Rejected(name, what, f"{h} is bound")
        there = signs([*assumes, 0 <= h], given)
        for part in inside_functions(F, h):
            if not there.positive(part):
                raise Rejected(name, what, f"{part} may not be positive")
        if not (there.defined(F) and there.defined(b) and there.non_negative(b)):
            raise Rejected(name, what, f"{F} may not be defined, or {b} may be negative")
        try:
            derivative(F, h)  # which it has: so it is continuous
        except NotDifferentiable as error:
            raise Rejected(name, what, str(error)) from None
        for value, wanted in (
            (below, substituted(F, {h: term(0)}) <= 0), (above, 0 <= substituted(F, {h: b})),
        ):  # fmt: skip
            if not agrees(wanted, value.shows, there):
                raise Rejected(name, value, f"it is not {wanted}")
        said = {"equation": equal(substituted(F, {h: what}), 0), "bound": what <= b}
        if which not in said:
            raise Rejected(name, what, f"expected one of {', '.join(said)}")
        return self._made(name, "intermediate value", assumes, said[which], [below, above, *given])


def _integrals(node: Node) -> Iterator[Integral]:
    if isinstance(node, Integral):
        yield node
    for child in children(node):
        yield from _integrals(child)


def _not_of(name: str, theorem: Theorem, *elements: str) -> None:
    for h in theorem.assumes:
        if random_in(h) & set(elements):
            raise Rejected(name, theorem, f"{h} need not hold at every point")
