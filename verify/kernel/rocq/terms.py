"""Terms as Rocq writes them.

What arithmetic does not look into (a sum, a mean, a function of which nothing is known) becomes a
real variable. Sums and means are first split by the normal form, so that equal ones get one name.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from theory.expressions.nodes import (
    Cases,
    Expr,
    Function,
    Named,
    Number,
    Plus,
    Power,
    Relation,
    Times,
    Variable,
)
from theory.expressions.normal import canonical

FUNCTIONS = {"log": "ln", "exp": "exp", "sqrt": "sqrt", "abs": "Rabs"}
_TAKEN = {"R", "S", "I", "E", "N", "Z", "PI", "exp", "ln", "sqrt", "pow", "in", "at", "fun",
          "forall", "h", "c", "rest", "shown", "up", "e"}  # fmt: skip


class NotScalar(ValueError):
    """A term that is no real number, as infinity."""


class Terms:
    """The writing of one lemma: its real variables by the atoms that they stand for.

    With ``inside``, what stands inside log, exp, sqrt and abs is written in normal form, as
    arithmetic compares it, and a power with a real exponent is a variable.
    """

    taken = _TAKEN  # names that a variable may not have

    def __init__(self, inside: bool = False) -> None:
        self.inside = inside
        self.names: dict[Expr, str] = {}
        self.functions: dict[Expr, str] = {}  # log, exp, sqrt, abs, as written
        self.divisors: dict[Expr, str] = {}

    def write(self, node: Any) -> str:
        match node:
            case Number(value):
                return number(value)
            case Named():
                return self.write(node.body)
            case Plus():
                return f"({' + '.join(map(self.write, node.terms))})"
            case Times():
                return f"({' * '.join(map(self.write, node.factors))})"
            case Power(base, Number(value)) if value == int(value):
                made = self.write(base)
                if value < 0:
                    self.divisors[base] = made
                return power(made, int(value))
            case Power() if not self.inside:
                return f"(Rpower {self.write(node.base)} {self.write(node.exponent)})"
            case Function(name, (argument,)) if name in FUNCTIONS:
                inner = canonical(argument) if self.inside else argument
                if self.inside and isinstance(known := canonical(node), Number):
                    return number(known.value)  # exp 0 and log 1, as arithmetic knows them
                made = f"({FUNCTIONS[name]} {self.write(inner)})"
                self.functions[Function(name, (inner,))] = made
                return made
            case Relation(sign, lhs, rhs):
                return f"{self.write(lhs)} {'=' if sign == '==' else sign} {self.write(rhs)}"
            case Cases(Relation("<=" | "<" as sign, lhs, rhs), yes, no) if not self.inside:
                test = "Rle_dec" if sign == "<=" else "Rlt_dec"
                parts = [self.write(part) for part in (lhs, rhs, yes, no)]
                return "(if {} {} {} then {} else {})".format(test, *parts)
        return self.atom(node)

    def atom(self, node: Expr) -> str:
        """The variable for an atom; of a sum or mean that splits, what it splits into."""
        found = canonical(node)
        if found != node and not isinstance(node, Variable):
            return self.write(found)
        if found not in self.names:
            self.names[found] = self._fresh(found)
        return self.names[found]

    def _fresh(self, node: Expr) -> str:
        kind = str(node) if isinstance(node, Variable) else type(node).__name__.lower()
        base = re.sub(r"\W+", "_", kind).strip("_") or "a"
        base = base if base[0].isalpha() else f"a_{base}"
        taken = {*self.names.values(), *self.taken}
        if base not in taken and isinstance(node, Variable):
            return base
        return next(name for k in range(1, 10_000) if (name := f"{base}_{k}") not in taken)

    @property
    def opaque(self) -> dict[Expr, str]:
        """The atoms that are no variables, with their names."""
        return {atom: name for atom, name in self.names.items() if not isinstance(atom, Variable)}


def number(value: Fraction | float) -> str:
    if isinstance(value, float):
        raise NotScalar(f"{value} is no real number")
    if value.denominator != 1:
        return f"({value.numerator} / {value.denominator})"
    return str(value) if value >= 0 else f"({value})"


def power(base: str, exponent: int) -> str:
    if exponent < 0:
        return f"(/ {power(base, -exponent)})"
    return base if exponent == 1 else f"({base} ^ {exponent})"


def comment(text: object) -> str:
    """A remark; Rocq reads strings and remarks inside remarks."""
    return f"(* {str(text).replace('(*', '( *').replace('*)', '* )').replace(chr(34), chr(39))} *)"
