"""The value of a term: in floats or balls.

A ball that straddles the threshold of a case distinction takes the union of both branches.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import flint

from theory.expressions.nodes import (
    Cases,
    Expr,
    Function,
    Named,
    Number,
    Plus,
    Power,
    Relation,
    Sum,
    Times,
    Variable,
)

Values = Mapping[Any, Any]  # by variable; a family by its name, as a list


class NoValue(ValueError):
    """A term without a value here: a mean, an unknown function, a variable that has none."""


class Floats:
    log: Any = math.log
    exp: Any = math.exp
    sqrt: Any = math.sqrt

    @staticmethod
    def number(value: Fraction | float) -> Any:
        return float(value)

    @staticmethod
    def chosen(small: Any, large: Any, strict: bool, yes: Any, no: Any) -> Any:
        return yes if (small < large if strict else small <= large) else no


class Balls(Floats):
    log = staticmethod(lambda x: flint.arb(x).log())
    exp = staticmethod(lambda x: flint.arb(x).exp())
    sqrt = staticmethod(lambda x: flint.arb(x).sqrt())

    @staticmethod
    def number(value: Fraction | float) -> Any:
        if value == math.inf:
            return flint.arb.pos_inf()
        exact = Fraction(value)
        return flint.arb(exact.numerator) / exact.denominator

    @staticmethod
    def chosen(small: Any, large: Any, strict: bool, yes: Any, no: Any) -> Any:
        """A comparison of balls is true where it holds of all their points."""
        if small < large or (not strict and small <= large):
            return yes
        if large < small or (strict and large <= small):
            return no
        return yes.union(no)


def evaluate(node: Expr, values: Values, kind: Any = Floats) -> Any:
    """The value of a term at ``values``."""

    def of(part: Expr) -> Any:
        return evaluate(part, values, kind)

    match node:
        case Number(value):
            return kind.number(value)
        case Variable():
            return _looked_up(node, values, kind)
        case Named():
            return of(node.body)
        case Plus():
            return sum((of(p) for p in node.terms[1:]), of(node.terms[0]))
        case Times():
            return math.prod((of(p) for p in node.factors[1:]), start=of(node.factors[0]))
        case Power(base, Number(value)) if value == int(value):
            return of(base) ** int(value)
        case Power():
            return of(node.base) ** of(node.exponent)
        case Function(name, (argument,)) if name in ("log", "exp", "sqrt"):
            return getattr(kind, name)(of(argument))
        case Function("abs", (argument,)):
            return abs(of(argument))
        case Cases(Relation(sign, lhs, rhs), yes, no) if sign != "==":
            return kind.chosen(of(lhs), of(rhs), sign == "<", of(yes), of(no))
        case Sum():
            count = _natural(of(node.count), node)
            indices = [kind.number(Fraction(k)) for k in range(1, count + 1)]  # 3 ** -1 is a float
            parts = [evaluate(node.body, {**values, node.index: k}, kind) for k in indices]
            return sum(parts[1:], parts[0]) if parts else kind.number(Fraction(0))
    raise NoValue(f"{node} has no value")


def _natural(count: float | flint.arb, node: Sum) -> int:
    """The number of terms, where it is known exactly."""
    if isinstance(count, flint.arb):
        exact = bool(count.is_integer()) and bool(count >= 0)
    else:
        exact = count == int(count) and count >= 0
    if not exact:
        raise NoValue(f"{node} has {count} terms; expected a natural number")
    return int(float(count))


def _looked_up(node: Variable, values: Values, kind: Any) -> Any:
    if node in values:
        return values[node]
    if node.index and node.name in values:
        found = values[node.name]
        for index in node.index:
            found = found[int(float(evaluate(index, values, kind))) - 1]
        return found
    raise NoValue(f"{node} has no value; expected one for it")
