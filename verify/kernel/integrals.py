"""Integrals over t > 0, and roots of equations.

An integral is to the kernel what a mean is: a positive linear functional, here on functions of t,
and the normal form splits it as it splits means, without asking whether the parts converge. This is
sound. For finitely many functions there are finitely many points and weights whose sum is exact for
all of them that are integrable (Tchakaloff; Bayer and Teichmann 2006), and such sums are linear and
monotone. So the rules hold of a functional on all functions, with values in an ordered field that
extends the reals, which is the integral where that converges: what a theorem says of integrals that
converge is true. A bound by a number (no mean, integral or infinite sum in it) of the integral of
what is not negative says that it converges.
"""

from __future__ import annotations

from typing import Any

from theory.expressions.changing import (
    NotDifferentiable,
    children,
    derivative,
    free,
    random_in,
    substituted,
)
from theory.expressions.nodes import INFINITY, Expect, Hypothesis, Named, Relation, Sum, equal, term
from theory.expressions.partial import Integral, Root, T, integral
from verify.kernel.calculus import inside_functions
from verify.kernel.layers import Layers
from verify.kernel.theorem import Rejected, Theorem, agrees, rule, signs


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
    def swap(self, name: str, positive: Theorem, bounded: Theorem, over: str) -> Theorem:
        """Tonelli: 0 <= f(t, W) and int f dt <= C at every W give E int f dt = int E f dt.

        C is a number that does not depend on W, so that both are finite.
        """
        self._premises(name, positive, positive, bounded)
        f, C = positive.shows.rhs, bounded.shows.rhs
        assumes = positive.assumes | bounded.assumes
        for theorem in (positive, bounded):
            _not_of(name, theorem, T.random, over)
        read = signs(assumes, [positive])
        if not agrees(0 <= f, positive.shows, read) or bounded.shows.sign == "==":
            raise Rejected(name, positive, "expected 0 <= f, and int f dt <= C")
        if not agrees(integral(f) <= C, bounded.shows, read):
            raise Rejected(name, bounded, f"its left side is not the integral of {f}")
        if random_in(C) or not _is_number(C):
            raise Rejected(name, bounded, f"{C} is no number that bounds it at every {over}")
        shows = equal(Expect(over, integral(f)), integral(Expect(over, f)))
        return self._made(name, "Tonelli", assumes, shows, [positive, bounded], f"t and {over}")

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
        used = [below, above, *given]
        return self._made(name, "intermediate value", assumes, said[which], used)


def _not_of(name: str, theorem: Theorem, *elements: str) -> None:
    for h in theorem.assumes:
        if random_in(h) & set(elements):
            raise Rejected(name, theorem, f"{h} need not hold at every point")


def _is_number(node: Any) -> bool:
    """Whether nothing in it may be infinite."""
    endless = isinstance(node, Sum) and node.count == INFINITY
    return not isinstance(node, Expect | Integral) and not endless and all(
        map(_is_number, children(node))
    )  # fmt: skip
