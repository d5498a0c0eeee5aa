"""Expressions: immutable terms over the reals, and the relations between them.

Functions are total, as in other provers: 1/0 = 0, sqrt(-1) = 0, and log(-1) is some number. So a
term means something for every value of its variables, and whoever cancels or differentiates must
first show that what he divides by is not zero.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from theory.expressions.hashing import Hashed

Operand: TypeAlias = "Expr | int | float | Fraction | str"


class Expr(Hashed):
    """A term. Arithmetic makes terms, <= and < make relations, == compares the writing."""

    __slots__ = ()
    __array_ufunc__ = None  # numpy leaves the arithmetic to this class
    ndim = 0

    def __add__(self, other: Operand) -> Expr:
        return plus(self, term(other))

    def __radd__(self, other: Operand) -> Expr:
        return plus(term(other), self)

    def __sub__(self, other: Operand) -> Expr:
        return plus(self, -term(other))

    def __rsub__(self, other: Operand) -> Expr:
        return plus(term(other), -self)

    def __mul__(self, other: Operand) -> Expr:
        return times(self, term(other))

    def __rmul__(self, other: Operand) -> Expr:
        return times(term(other), self)

    def __truediv__(self, other: Operand) -> Expr:
        return times(self, power(term(other), MINUS_ONE))

    def __rtruediv__(self, other: Operand) -> Expr:
        return times(term(other), power(self, MINUS_ONE))

    def __pow__(self, other: Operand) -> Expr:
        return power(self, term(other))

    def __rpow__(self, other: Operand) -> Expr:
        return power(term(other), self)

    def __neg__(self) -> Expr:
        return times(MINUS_ONE, self)

    def __le__(self, other: Operand) -> Relation:
        return Relation("<=", self, term(other))

    def __lt__(self, other: Operand) -> Relation:
        return Relation("<", self, term(other))

    def __ge__(self, other: Operand) -> Relation:
        return Relation("<=", term(other), self)

    def __gt__(self, other: Operand) -> Relation:
        return Relation("<", term(other), self)

    def __abs__(self) -> Expr:
        return Function("abs", (self,))

    def __getitem__(self, key: tuple[()]) -> Expr:
        return self  # what numpy scalars do at [()]

    def __str__(self) -> str:
        from theory.expressions.printing import text

        return text(self)

    __repr__ = __str__


@dataclass(frozen=True, repr=False)
class Number(Expr):
    value: Fraction | float  # a float is infinity alone

    def __post_init__(self) -> None:
        if isinstance(self.value, float) and math.isnan(self.value):
            raise ValueError("inf - inf and 0 inf are no numbers")


@dataclass(frozen=True, repr=False)
class Variable(Expr):
    """A real number, or a matrix; with an ``index``, one of a family; with ``random``, a function
    of the random element of that name. What is ``fixed`` has other names attached to it, as a
    matrix has its eigenvalues or a width its Haar matrix, and is never replaced by another.
    """

    name: str
    index: tuple[Expr, ...] = ()
    random: str = ""
    fixed: bool = False

    def __call__(self, *index: Operand) -> Variable:
        """The member of the family at this index."""
        return Variable(self.name, tuple(map(term, index)), self.random, self.fixed)


@dataclass(frozen=True, repr=False)
class Plus(Expr):
    terms: tuple[Expr, ...]


@dataclass(frozen=True, repr=False)
class Times(Expr):
    factors: tuple[Expr, ...]


@dataclass(frozen=True, repr=False)
class Power(Expr):
    base: Expr
    exponent: Expr


@dataclass(frozen=True, repr=False)
class Function(Expr):
    """log, exp, sqrt, abs, min, max; any other name is a function of which nothing is known."""

    name: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, repr=False)
class Cases(Expr):
    """``yes`` where the condition holds, else ``no``."""

    condition: Relation
    yes: Expr
    no: Expr


@dataclass(frozen=True, repr=False)
class Sum(Expr):
    """The sum of ``body`` over ``index`` = 1..count; count body(1) where that is not natural."""

    index: Variable
    body: Expr
    count: Expr


@dataclass(frozen=True, repr=False)
class Expect(Expr):
    """The mean of ``body`` over the random element called ``over``."""

    over: str
    body: Expr


@dataclass(frozen=True, repr=False)
class Named(Expr):
    """``body``, printed under a name."""

    name: str
    body: Expr


@dataclass(frozen=True, repr=False)
class Relation:
    """lhs <= rhs, lhs < rhs or lhs == rhs."""

    sign: str
    lhs: Expr
    rhs: Expr

    __array_ufunc__ = None

    def __bool__(self) -> bool:
        if self.lhs == self.rhs:
            return self.sign != "<"
        if isinstance(self.lhs, Number) and isinstance(self.rhs, Number):
            return self.sign != "==" and self.lhs.value < self.rhs.value
        raise TypeError(f"whether {self} depends on its variables; it is neither true nor false")

    __str__ = Expr.__str__


@dataclass(frozen=True, repr=False)
class Whole:
    """The hypothesis that ``what`` is an integer."""

    what: Expr

    def __str__(self) -> str:
        return f"{self.what} whole"


@dataclass(frozen=True, repr=False)
class Every:
    """The hypothesis that a relation holds for every value of an index in its range."""

    index: Variable
    relation: Relation

    def __str__(self) -> str:
        return f"{self.relation} for every {self.index}"


Hypothesis = Relation | Whole | Every
Node = Expr | Hypothesis
MINUS_ONE, ZERO, ONE = (Number(Fraction(k)) for k in (-1, 0, 1))
INFINITY = Number(math.inf)


def term(value: Any) -> Expr:
    """A number, also flint's or numpy's, as a term: a float is the decimal that it prints as."""
    if isinstance(value, Expr):
        return value
    if isinstance(value, bool):
        raise TypeError(f"{value} is no number")
    if isinstance(value, float):
        return Number(math.inf) if value == math.inf else Number(Fraction(repr(float(value))))
    if isinstance(value, int | Fraction | str):
        return Number(Fraction(value))
    if hasattr(value, "p") and hasattr(value, "q"):  # flint.fmpq
        return Number(Fraction(int(value.p), int(value.q)))
    if hasattr(value, "item"):  # numpy's numbers
        return term(value.item())
    raise TypeError(f"{value!r} of type {type(value).__name__} is no term")


def equal(lhs: Operand, rhs: Operand) -> Relation:
    return Relation("==", term(lhs), term(rhs))


def plus(*terms: Expr) -> Expr:
    flat: list[Expr] = []
    constant: Fraction | float = Fraction(0)
    for one in terms:
        for part in one.terms if isinstance(one, Plus) else (one,):
            if isinstance(part, Number):
                constant = constant + part.value
            else:
                flat.append(part)
    if constant == math.inf:
        return INFINITY
    if constant != 0 or not flat:
        flat.append(Number(constant))
    return flat[0] if len(flat) == 1 else Plus(tuple(flat))


def times(*factors: Expr) -> Expr:
    flat: list[Expr] = []
    constant = ONE
    for one in factors:
        for part in one.factors if isinstance(one, Times) else (one,):
            if isinstance(part, Number):
                constant = part if constant is ONE else Number(constant.value * part.value)
            else:
                flat.append(part)
    if not constant.value:
        return ZERO
    flat = _gathered(flat)
    if not flat or constant.value != 1:
        flat.insert(0, constant)
    return flat[0] if len(flat) == 1 else Times(tuple(flat))


def _gathered(factors: list[Expr]) -> list[Expr]:
    """Natural powers of one base as one power."""
    exponents: dict[Expr, int] = {}
    for f in factors:
        base, e = f, 1
        match f:
            case Power(inner, Number(value)) if value == int(value) and value > 0:
                base, e = inner, int(value)
        exponents[base] = exponents.get(base, 0) + e
    return [base if e == 1 else power(base, Number(Fraction(e))) for base, e in exponents.items()]


def power(base: Expr, exponent: Expr) -> Expr:
    if isinstance(exponent, Number):
        if exponent.value in (0, 1):
            return base if exponent.value else ONE
        if isinstance(base, Number):
            if base.value == math.inf:
                return ZERO if exponent.value < 0 else INFINITY
            if _integer(exponent) and (base.value != 0 or exponent.value > 0):
                return Number(base.value ** int(exponent.value))
        if isinstance(base, Power) and _integer(exponent) and _integer(base.exponent):
            return power(base.base, times(base.exponent, exponent))
    return Power(base, exponent)


def _integer(exponent: Expr) -> bool:
    """(x^a)^b = x^(a b) for integers, also at x = 0, since 1/0 = 0."""
    return isinstance(exponent, Number) and exponent.value == int(exponent.value)
