"""Terms of Rocq as a backend of numbers: a closed form that runs on them prints itself.

A ``Real`` is a term of Coq's R with its variables: ``phi_0 * exp(-l)`` is the term
``phi X * exp (- INR l)``. A ``Natural`` is a term of nat, and INR of it where a real number is
needed. A ``Family`` is a function on 'I_n, a ``Matrix`` is one of mathcomp's.
"""

from __future__ import annotations

import itertools
import math
import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from lemmata.theory.numerics.backends import Array, Backend, Map, register_backend

SUM, PRODUCT, POWER, APPLICATION, ATOM = range(5)
"""How tightly a term binds: a + b, a * b, a ^ n, ln a, a."""


@dataclass(frozen=True)
class Variable:
    """A variable of a statement: its type, and what is known of it by definition."""

    name: str
    type: str
    facts: tuple[Proposition, ...] = ()
    of: tuple[Variable, ...] = ()  # variables that its type mentions


@dataclass(frozen=True)
class Proposition:
    """A proposition of Rocq; the term ``decided`` decides it in a condition of ``where``."""

    text: str
    variables: frozenset[Variable] = frozenset()
    decided: str = ""

    def __str__(self) -> str:
        return self.text


def names(*terms: Any) -> frozenset[Variable]:
    """The variables of all these terms."""
    return frozenset(v for t in terms for v in getattr(t, "variables", ()))


@dataclass(frozen=True, eq=False)
class Real:
    """A term of type R."""

    text: str
    level: int = ATOM
    variables: frozenset[Variable] = frozenset()
    means: tuple[Proposition, ...] = ()  # the means and series in the term exist

    __array_ufunc__ = None

    def at(self, level: int) -> str:
        """As an operand that must bind at least so tightly."""
        return self.text if self.level >= level else f"({self.text})"

    def __str__(self) -> str:
        return self.text

    def __add__(self, other: Any) -> Any:
        if _zero(other) or self is ZERO:
            return self if _zero(other) else real(other)
        return _binary(self, "+", other, SUM, SUM, PRODUCT)

    def __radd__(self, other: Any) -> Any:
        return real(other) + self if _number(other) else NotImplemented

    def __sub__(self, other: Any) -> Any:
        if _zero(other) or self is ZERO:
            return self if _zero(other) else -real(other)
        return _binary(self, "-", other, SUM, SUM, PRODUCT)

    def __rsub__(self, other: Any) -> Any:
        return real(other) - self if _number(other) else NotImplemented

    def __mul__(self, other: Any) -> Any:
        if _zero(other) or self is ZERO:
            return ZERO
        return self if _is(other, 1) else _binary(self, "*", other, PRODUCT, PRODUCT, POWER)

    def __rmul__(self, other: Any) -> Any:
        if not _number(other):
            return NotImplemented
        if _is(other, 1) or _is(other, -1):
            return self if other == 1 else -self
        return real(other) * self

    def __truediv__(self, other: Any) -> Any:
        if self is ZERO or other is INFINITE or _is(other, math.inf):
            return ZERO
        return self if _is(other, 1) else _binary(self, "/", other, PRODUCT, PRODUCT, POWER)

    def __rtruediv__(self, other: Any) -> Any:
        return real(other) / self if _number(other) else NotImplemented

    def __neg__(self) -> Real:
        return _made(f"- {self.at(POWER)}", PRODUCT, self)

    def __pow__(self, exponent: Any) -> Real:
        if isinstance(exponent, int):
            if exponent < 0:
                return real(1) / self ** (-exponent)  # type: ignore[no-any-return]
            power = _made(f"{self.at(APPLICATION)} ^ {exponent}", POWER, self)
            return self if exponent == 1 else power
        if isinstance(exponent, Natural):
            above = exponent.nat if exponent.nat.isidentifier() else f"({exponent.nat})%N"
            return _made(f"{self.at(APPLICATION)} ^ {above}", POWER, self, exponent)
        return applied("Rpower", self, real(exponent))

    def __rpow__(self, base: Any) -> Real:
        return real(base) ** self

    def __le__(self, other: Any) -> Proposition:
        return _compared(self, "<=", other)

    def __ge__(self, other: Any) -> Proposition:
        return _compared(other, "<=", self)

    def __lt__(self, other: Any) -> Proposition:
        return _compared(self, "<", other)

    def __gt__(self, other: Any) -> Proposition:
        return _compared(other, "<", self)


@dataclass(frozen=True, eq=False)
class Natural(Real):
    """A term of type nat, ``nat``; its text is INR of it."""

    nat: str = ""

    def __add__(self, other: Any) -> Any:
        if isinstance(other, int) and self.nat.isidentifier() and other == 1:
            return replace(self, text=f"INR {self.nat}.+1", nat=f"{self.nat}.+1")
        return super().__add__(other)

    def __sub__(self, other: Any) -> Any:
        if _is(other, 1) and re.fullmatch(r"\w+\.\+1", self.nat):
            return natural_of(self.nat.removesuffix(".+1"), self.variables)
        return super().__sub__(other)

    def __ge__(self, other: Any) -> Proposition:
        if isinstance(other, int):
            return Proposition(f"({other} <= {self.nat})%N", self.variables)
        return super().__ge__(other)

    def __rmul__(self, other: Any) -> Any:
        if isinstance(other, int) and other > 1:
            term = super().__rmul__(other)
            return Natural(term.text, term.level, term.variables, (), f"{other} * {self.nat}")
        return super().__rmul__(other)


def natural_of(nat: str, variables: frozenset[Variable]) -> Natural:
    return Natural(f"INR {nat}", APPLICATION, variables, (), nat)


def _number(value: Any) -> bool:
    return isinstance(value, int | float | Fraction)


def _is(value: Any, number: float) -> bool:
    return _number(value) and value == number


def _zero(value: Any) -> bool:
    return value is ZERO or _is(value, 0)


def real(value: Any) -> Real:
    """A number of Python as a term: integers and decimal fractions as they are written."""
    if isinstance(value, Real):
        return value
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return real(value.item())
    if _is(value, math.inf) or _is(value, 0):
        return ZERO if value == 0 else INFINITE
    exact = Fraction(str(value)) if isinstance(value, float) else Fraction(value)
    sign = "- " if exact < 0 else ""
    whole = f"{sign}{abs(exact.numerator)}"
    if exact.denominator == 1:
        return Real(whole, PRODUCT if sign else ATOM)
    return Real(f"{whole} / {exact.denominator}", PRODUCT)


ZERO = Real("0")
INFINITE = Real("+oo")
"""The width of the limit, of which only the inverse is a number."""


def _made(text: str, level: int, *parts: Any) -> Real:
    means = tuple(dict.fromkeys(m for p in parts for m in getattr(p, "means", ())))
    return Real(text, level, names(*parts), means)


def _binary(left: Any, sign: str, right: Any, level: int, least_left: int, least_right: int) -> Any:
    if any(isinstance(side, Family | Matrix | np.ndarray) for side in (left, right)):
        return NotImplemented
    a, b = real(left), real(right)
    return _made(f"{a.at(least_left)} {sign} {b.at(least_right)}", level, a, b)


def _compared(left: Any, sign: str, right: Any) -> Proposition:
    a, b = real(left), real(right)
    decided = f"{'Rle_dec' if sign == '<=' else 'Rlt_dec'} {argument(a)} {argument(b)}"
    return Proposition(f"{a} {sign} {b}", names(a, b), decided)


def equal(left: Any, right: Any) -> Proposition:
    a, b = real(left), real(right)
    return Proposition(f"{a} = {b}", names(a, b))


def argument(term: Any) -> str:
    """A term as an argument of a function."""
    return str(term.text if term.level == ATOM else f"({term.text})")


def applied(function: str, *arguments: Any) -> Real:
    """``function`` of these terms, a real number."""
    return _made(" ".join([function, *map(argument, arguments)]), APPLICATION, *arguments)


Operation = Callable[[Any, Any], Any]


def _entry_by_entry(operation: Operation) -> tuple[Operation, Operation]:
    """The operator of families, and the reflected one."""
    return (
        lambda family, other: family.combine(other, operation),
        lambda family, other: family.combine(other, lambda a, b: operation(b, a)),
    )


@dataclass(frozen=True)
class Family:
    """A function on 'I_n: ``entry`` in terms of ``index``, an ordinal below ``count``."""

    entry: Real
    count: Natural
    index: str = "k"

    __array_ufunc__ = None
    ndim = 1

    @property
    def variables(self) -> frozenset[Variable]:
        return self.entry.variables | self.count.variables

    @property
    def shape(self) -> tuple[Natural]:
        return (self.count,)

    @property
    def size(self) -> Natural:
        return self.count

    def sum(self, axis: int = -1, keepdims: bool = False) -> Real:
        return total(self.entry, self.index, self.count)

    def prod(self) -> Real:
        inside = bound(self.entry, self.index)
        text = f"(\\prod_({self.index} < {self.count.nat}) ({inside})%R)%ring"
        return _made(text, ATOM, inside, self.count)

    def indices(self) -> Family:
        """k itself, for every k."""
        return Family(Real(f"INR {self.index}", APPLICATION), self.count, self.index)

    def mean(self) -> Real:
        return self.sum() / self.count  # type: ignore[no-any-return]

    def min(self, axis: int = -1) -> Real:
        body = f"fun {self.index} => {bound(self.entry, self.index)}"
        return _made(f"least ({body})", APPLICATION, self.entry, self.count)

    def map(self, function: Callable[[Real], Real]) -> Family:
        return Family(function(self.entry), self.count, self.index)

    def combine(self, other: Any, operation: Operation) -> Family:
        """The family of operation(entry, other), for a number or a family of the same index."""
        if isinstance(other, Family):
            if other.index != self.index:
                raise ValueError(f"families over {self.index} and {other.index}")
            other = other.entry
        if isinstance(other, np.ndarray):
            other = other.item()
        return Family(operation(self.entry, real(other)), self.count, self.index)

    __add__, __radd__ = _entry_by_entry(operator.add)
    __sub__, __rsub__ = _entry_by_entry(operator.sub)
    __mul__, __rmul__ = _entry_by_entry(operator.mul)
    __truediv__, __rtruediv__ = _entry_by_entry(operator.truediv)

    def __pow__(self, exponent: int) -> Family:
        return self.map(lambda a: a**exponent)

    def __neg__(self) -> Family:
        return self.map(lambda a: -a)


@dataclass(frozen=True)
class Matrix:
    """A matrix of Rocq with ``rows`` and ``columns``."""

    text: str
    rows: Natural
    columns: Natural
    level: int = ATOM
    own: frozenset[Variable] = frozenset()

    __array_ufunc__ = None
    ndim = 2

    @property
    def variables(self) -> frozenset[Variable]:
        return self.own | self.rows.variables | self.columns.variables

    @property
    def shape(self) -> tuple[Natural, Natural]:
        return self.rows, self.columns

    @property
    def type(self) -> str:
        """Of matrices of this shape."""
        rows, columns = self.rows.nat, self.columns.nat
        return f"'M[R]_{rows}" if rows == columns else f"'M[R]_({rows}, {columns})"

    @property
    def T(self) -> Matrix:
        """The transpose."""
        return Matrix(f"{argument(self)}^T", self.columns, self.rows, ATOM, self.own)

    def swapaxes(self, one: int, other: int) -> Matrix:
        return self.T

    @property
    def phi(self) -> Real:
        return applied("phi", self)

    @property
    def isometry(self) -> Real:
        return applied("isometry", self)

    @property
    def bn(self) -> Matrix:
        return Matrix(f"BN {argument(self)}", self.rows, self.columns, APPLICATION, self.own)

    def __getitem__(self, key: tuple[slice, int]) -> Family:
        """A column of a matrix whose number of columns is known."""
        column = Real(f"{argument(self)} j {key[1]}%ring", APPLICATION, self.variables)
        return Family(column, self.rows, "j")

    def __matmul__(self, other: Matrix) -> Matrix:
        left = self.text if self.level >= PRODUCT else f"({self.text})"
        right = argument(other)
        own = self.own | other.own
        return Matrix(f"{left} *m {right}", self.rows, other.columns, PRODUCT, own)

    def __mul__(self, other: Any) -> Any:
        if other is self:
            return Squares(self)
        return NotImplemented

    def __truediv__(self, other: Any) -> Entrywise:
        own = self.entry("a", "b")
        indices = {
            Variable(name, f"'I_{count.nat}", of=tuple(count.variables))
            for name, count in (("a", self.rows), ("b", self.columns))
        }
        return Entrywise(replace(own, variables=own.variables | indices) / other)

    def entry(self, row: str, column: str) -> Real:
        return Real(f"{argument(self)} {row} {column}", APPLICATION, self.variables)


@dataclass(frozen=True)
class Entrywise:
    """A matrix given by its entry, a term in the names of a row and a column."""

    entry: Real

    __array_ufunc__ = None

    def __sub__(self, other: Entrywise) -> Entrywise:
        return Entrywise(self.entry - other.entry)

    def __truediv__(self, other: Any) -> Entrywise:
        return Entrywise(self.entry / other)


def det(A: Matrix) -> Real:
    return Real(f"\\det {argument(A)}", APPLICATION, A.variables)


@dataclass(frozen=True)
class Squares:
    """The squared entries of a matrix, whose sums along rows are the rowsq of definitions.v."""

    of: Matrix

    def sum(self, axis: int = -1) -> Family:
        row = Real(f"rowsq {argument(self.of)} j", APPLICATION, self.of.variables)
        return Family(row, self.of.rows, "j")


class Ascending:
    """Eigenvalues of a symmetric matrix in ascending order: the first and the last have names."""

    def __init__(self, of: Matrix) -> None:
        self.of = of

    def __getitem__(self, key: Any) -> Real:
        last = key[-1] if isinstance(key, tuple) else key
        if last not in (0, -1):
            raise IndexError("of an unknown number of eigenvalues only the first and the last")
        return applied("lambda_max" if last else "lambda_min", self.of)


_BINDERS = itertools.count()


def fresh(name: str) -> Variable:
    """A bound variable, different from any other of the same name."""
    return Variable(name, f"bound by {next(_BINDERS)}")


def bound(body: Real, name: str | Variable) -> Real:
    """The body below a binder; it may not contain another variable of the bound name."""
    own = name if isinstance(name, Variable) else None
    free = body.variables - {own} if own else body.variables
    if any(v.name == (own.name if own else name) for v in free):
        raise ValueError(f"{own.name if own else name} is bound twice in {body}")
    return replace(body, variables=frozenset(free))


def total(body: Real, index: str | Variable, count: Natural) -> Real:
    """sum of the body over index = 0, ..., count - 1."""
    inside = bound(body, index)
    name = index.name if isinstance(index, Variable) else index
    below = count.nat if count.nat.isidentifier() else f"({count.nat})%N"
    return _made(f"\\S_({name} < {below}) {inside.at(POWER)}", SUM, inside, count)


def _each(function: Callable[[Any], Real]) -> Map:
    def of(x: Any) -> Any:
        if isinstance(x, np.ndarray):
            return _array([of(entry) for entry in x]) if x.ndim else of(x.item())
        return x.map(function) if isinstance(x, Family) else function(x)

    return of


def _array(values: Sequence[Any]) -> Array:
    made = np.empty(len(values), dtype=object)
    for k, value in enumerate(values):
        made[k] = value if isinstance(value, Real | Family) else real(value)
    return made


def where(condition: bool | Proposition, yes: Any, no: Any) -> Real:
    if isinstance(condition, bool | np.bool_):
        return real(yes if condition else no)
    text = f"(if {condition.decided} then {real(yes)} else {real(no)})"
    made = _made(text, ATOM, real(yes), real(no))
    return replace(made, variables=made.variables | condition.variables)


def elementary(function: str) -> Callable[[Any], Real]:
    return lambda x: applied(function, real(x))


exp, ln = elementary("exp"), elementary("ln")


def sqrt(x: Any) -> Real:
    return INFINITE if real(x) is INFINITE else applied("sqrt", real(x))


def bound_in(body: Callable[[Real], Any], name: str) -> tuple[str, Real]:
    """``fun name => body``, and the body."""
    own = fresh(name)
    inside = bound(real(body(Real(name, variables=frozenset([own])))), own)
    return f"(fun {name} => {inside})", inside


def _root(residual: Callable[[Real], Any]) -> Real:
    text, inside = bound_in(residual, "h")
    return _made(f"root {text}", APPLICATION, inside)


def _integral(body: Callable[[Real], Any]) -> Real:
    text, inside = bound_in(body, "t")
    made = _made(f"over_positive {text}", APPLICATION, inside)
    exists = Proposition(f"integrable_over_positive {text}", made.variables)
    return replace(made, means=(*made.means, exists))


def _series(body: Callable[[Natural], Any]) -> Real:
    own = fresh("k")
    inside = bound(real(body(natural_of("k", frozenset([own])))), own)
    made = _made(f"Series.Series (fun k => {inside})", APPLICATION, inside)
    exists = Proposition(
        f"Series.ex_series (V := Hierarchy.R_NormedModule) (fun k => {inside})", made.variables
    )
    return replace(made, means=(*made.means, exists))


ROCQ = Backend(
    "Rocq",
    _each(exp),
    _each(ln),
    _each(lambda x: exp(x) - 1),
    _each(lambda x: ln(1 + real(x))),
    _each(sqrt),
    Ascending,
    inspect=False,
    array=_array,
    where=where,
    eye=lambda x: x.identity,
    least=lambda x: x.min(),
    rank=lambda X: applied("INR", Real(f"\\rank {argument(X)}", APPLICATION, X.variables)),
    root=_root,
    integral=_integral,
    series=_series,
)
for _kind in (Real, Proposition, Family, Matrix, Squares):
    register_backend(_kind, ROCQ)
