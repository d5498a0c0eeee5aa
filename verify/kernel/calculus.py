"""The rules of calculus: signs from derivatives, monotone functions, elementary laws.

In the docstrings H, G are what is assumed, |- stands for "shows", F = rhs - lhs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from theory.expressions.changing import (
    NotDifferentiable,
    children,
    derivative,
    free,
    is_plain,
    opened,
    substituted,
)
from theory.expressions.functions import exp, log, sqrt
from theory.expressions.nodes import (
    Expr,
    Function,
    Hypothesis,
    Node,
    Operand,
    Power,
    Relation,
    Sum,
    Variable,
    Whole,
    equal,
    term,
)
from theory.expressions.normal import normal
from verify.kernel.logic import Logic
from verify.kernel.signs import divides
from verify.kernel.theorem import Rejected, Theorem, agrees, follows, rule, signs

Slope = Callable[[Expr, Variable], Expr]


class Calculus(Logic):
    """Signs from derivatives, monotone functions, elementary laws."""

    @rule
    def slope(
        self, name: str, relation: Relation, x: Variable, start: Operand, *,
        up: Theorem | None = None, down: Theorem | None = None,
        given: Sequence[Theorem] = (),
    ) -> Theorem:  # fmt: skip
        """F >= 0 at x = start, F' >= 0 for x >= start (``up``), F' <= 0 for x <= start (``down``).

        Then F >= 0, by the mean value theorem, for x >= start, for x <= start, or for both. What is
        assumed of x are bounds (so an interval), which start satisfies; F is differentiable there:
        logarithms and roots of what is positive, no division by zero. x is no member of
        a family, not random and not fixed: what is known of those is known of one value alone.
        """
        return self._from_slope(name, relation, x, start, up, down, given)

    def _from_slope(
        self, name: str, relation: Relation, x: Variable, start: Operand, up: Theorem | None,
        down: Theorem | None, given: Sequence[Theorem], slope: Slope = derivative,
        rule: str = "sign from derivative", numbers: frozenset[Variable] | None = None,
    ) -> Theorem:  # fmt: skip
        """``slope``, also by a rule with another way to differentiate."""
        sides = self._premises(name, relation, *(t for t in (up, down) if t is not None), *given)
        a, F = term(start), relation.rhs - relation.lhs
        if not is_plain(x) or x in free(a):
            raise Rejected(name, relation, f"{x} does not run through an interval from {a} on")
        self._readable(name, relation, a)
        assumes: frozenset[Hypothesis] = frozenset()
        for theorem, here, sign in ((up, a <= x, 1), (down, x <= a, -1)):
            if theorem is None:
                continue
            self._slope_of(name, relation, x, F * sign, theorem, given, slope)
            both = up is not None and down is not None
            bounds = frozenset(h for h in theorem.assumes if not (both and h == here))
            if not both and not follows(here, theorem.assumes, signs(theorem.assumes)):
                raise Rejected(name, relation, f"{theorem.shows} is not restricted to {here}")
            assumes |= bounds
        assumes = assumes.union(*(g.assumes for g in given))
        if not sides or relation.sign != "<=":
            raise Rejected(name, relation, "expected <= and the sign of a derivative")
        fixed = frozenset(h for h in assumes if x not in free(h))
        read = signs(fixed, [g for g in given if x not in free(g.shows)])
        for h in assumes - fixed:
            if not isinstance(h, Relation) or not affine(h, x):
                raise Rejected(name, relation, f"{h} is no bound of {x}")
            if not follows(substituted(h, {x: a}), fixed, read):
                raise Rejected(name, relation, f"{h} may fail at {x} = {a}")
        base = substituted(F, {x: a})
        if not read.defined(base) or not (normal(base).is_zero or read.non_negative(base)):
            raise Rejected(name, relation, f"at {x} = {a} the sign of {base} cannot be read off")
        checked = f"from {x} = {a}"
        return self._made(name, rule, assumes, relation, sides, checked, numbers=numbers)

    def _slope_of(
        self, name: str, relation: Relation, x: Variable, F: Expr, theorem: Theorem,
        given: Sequence[Theorem], slope: Slope,
    ) -> None:  # fmt: skip
        read = signs(theorem.assumes.union(*(g.assumes for g in given)), given)
        try:
            wanted = Relation("<=", term(0), slope(F, x))
        except NotDifferentiable as error:
            raise Rejected(name, relation, str(error)) from None
        for part in inside_functions(F, x):
            if not read.positive(part):
                raise Rejected(name, relation, f"{part} may not be positive")
        if not read.defined(F) or not agrees(wanted, theorem.shows, read):
            raise Rejected(name, relation, f"{theorem.shows} is not the sign of {wanted.rhs}")

    @rule
    def monotone(self, name: str, function: str, theorem: Theorem, *given: Theorem) -> Theorem:
        """l <= r gives exp l <= exp r; sqrt l <= sqrt r if 0 <= l; log l <= log r if 0 < l.

        And l == r gives f(l) == f(r), without conditions.
        """
        self._premises(name, theorem, theorem, *given)
        said, assumes = theorem.shows, theorem.assumes.union(*(g.assumes for g in given))
        read = signs(assumes, given)
        makes = {"exp": exp, "log": log, "sqrt": sqrt}
        fine = {"exp": lambda l: True, "log": read.positive, "sqrt": read.non_negative}
        fits = said.sign == "==" or (read.defined(said) and fine.get(function, bool)(said.lhs))
        if function not in makes or not fits:
            raise Rejected(name, said, f"{function} is not known to be monotone there")
        shows = Relation(said.sign, makes[function](said.lhs), makes[function](said.rhs))
        return self._made(name, f"{function} is monotone", assumes, shows, [theorem, *given])

    @rule
    def law(self, name: str, which: str, *terms: Operand) -> Theorem:
        """An elementary law, with its conditions for hypotheses: see ``LAWS``."""
        if which not in LAWS:
            raise Rejected(name, which, f"expected one of {', '.join(LAWS)}")
        assumes, shows = LAWS[which](*map(term, terms))
        return self._made(name, which, assumes, shows)


LAWS: Mapping[str, Any] = {
    "root of a square": lambda x: ([0 <= x], equal(sqrt(x) ** 2, x)),
    "square of a root": lambda x: ([0 <= x], equal(sqrt(x**2), x)),
    "root of a product": lambda x, y: ([0 <= x, 0 <= y], equal(sqrt(x * y), sqrt(x) * sqrt(y))),
    "exp of a sum": lambda x, y: ([], equal(exp(x + y), exp(x) * exp(y))),
    "exp of a log": lambda x: ([0 < x], equal(exp(log(x)), x)),
    "log of an exp": lambda x: ([], equal(log(exp(x)), x)),
    "log of a product": lambda x, y: ([0 < x, 0 < y], equal(log(x * y), log(x) + log(y))),
    "log of a power": lambda x, y: ([0 < x], equal(log(x**y), y * log(x))),
    "power as exp": lambda x, y: ([0 < x], equal(x**y, exp(y * log(x)))),
    "zeroth power": lambda x: ([], equal(Power(x, term(0)), 1)),
    "absolute value above": lambda x: ([], x <= abs(x)),
    "absolute value below": lambda x: ([], -x <= abs(x)),
    "absolute value of a square": lambda x: ([], equal(abs(x) ** 2, x**2)),
    "at least 1 by steps": lambda x: ([Whole(x), 0 < x], 1 <= x),
    "at least 2 by steps": lambda x: ([Whole(x), 1 < x], 2 <= x),
}
"""Textbook laws of the elementary functions: what they assume, and what they say."""


def affine(h: Relation, x: Variable) -> bool:
    """Whether it is an inequality of which both sides are affine in x."""
    if h.sign == "==":
        return False
    try:
        second = derivative(derivative(h.rhs - h.lhs, x), x)
    except NotDifferentiable:
        return False
    smooth = not divides(h) and not any(True for _ in inside_functions(h.rhs - h.lhs, x))
    return smooth and normal(second).is_zero


def inside_functions(node: Node, x: Variable) -> Iterable[Expr]:
    """What must be positive for a term to be differentiable: inside logs, roots, real powers."""
    if x not in free(node):
        return
    if isinstance(node, Sum):
        yield from inside_functions(opened(node), x)
        return
    if isinstance(node, Function) and node.name in ("log", "sqrt"):
        yield node.arguments[0]
    if isinstance(node, Power) and x in free(node.exponent):
        yield node.base
    if isinstance(node, Power) and not _whole(node.exponent):
        yield node.base
    for child in children(node):
        yield from inside_functions(child, x)


def _whole(node: Expr) -> bool:
    value = getattr(node, "value", None)
    return value is not None and value == int(value)
