"""Closed forms on symbols: one more kind of numbers for the backends, vectors and spectra of them.

A ``Vector`` has a term in an index for its entries and a term for their number; it is what a
closed form is given for an array whose length is not known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from theory.expressions import functions
from theory.expressions.changing import substituted
from theory.expressions.functions import total
from theory.expressions.nodes import Cases, Expr, Function, Operand, Relation, Variable, term
from theory.expressions.partial import T, delta, integral, root
from theory.numerics.backends import Array, Backend, Map, register_backend
from theory.spectrum import Spectrum


@dataclass(frozen=True)
class Vector:
    """(entry_1, ..., entry_count), ``entry`` a term in ``index``."""

    entry: Expr
    index: Variable
    count: Expr
    largest: Expr | None = None  # what the largest entry is called

    __array_ufunc__ = None
    ndim = 1

    @property
    def shape(self) -> tuple[Expr]:
        return (self.count,)

    @property
    def size(self) -> Expr:
        return self.count

    def sum(self, axis: int = -1, keepdims: bool = False) -> Expr:
        return total(self.entry, self.index, self.count)

    def mean(self) -> Expr:
        return self.sum() / self.count

    def amax(self, axis: int = -1) -> Expr:
        if self.largest is None:
            raise ValueError("of unknown entries the largest has no name")
        return self.largest

    def _with(self, entry: Expr) -> Vector:
        return Vector(entry, self.index, self.count)

    def _other(self, other: Operand | Vector) -> Expr:
        if isinstance(other, Vector):
            if (other.index, other.count) != (self.index, self.count):
                raise ValueError(f"vectors over {self.index} and {other.index}")
            return other.entry
        return term(other)

    def __add__(self, other: Operand | Vector) -> Vector:
        return self._with(self.entry + self._other(other))

    def __radd__(self, other: Operand | Vector) -> Vector:
        return self._with(self._other(other) + self.entry)

    def __sub__(self, other: Operand | Vector) -> Vector:
        return self._with(self.entry - self._other(other))

    def __rsub__(self, other: Operand | Vector) -> Vector:
        return self._with(self._other(other) - self.entry)

    def __mul__(self, other: Operand | Vector) -> Vector:
        return self._with(self.entry * self._other(other))

    __rmul__ = __mul__

    def __truediv__(self, other: Operand | Vector) -> Vector:
        return self._with(self.entry / self._other(other))

    def __rtruediv__(self, other: Operand | Vector) -> Vector:
        return self._with(self._other(other) / self.entry)

    def __pow__(self, other: Operand | Vector) -> Vector:
        return self._with(self.entry ** self._other(other))

    def __neg__(self) -> Vector:
        return self._with(-self.entry)

    def __getitem__(self, key: Any) -> Column:
        if key != (slice(None), None):
            raise TypeError("of a vector of unknown length only the column x[:, None]")
        return Column(self)


@dataclass(frozen=True)
class Column:
    """A vector as a column, which times a row is a matrix: x y^T."""

    of: Vector

    def __mul__(self, other: Vector) -> EntryMatrix:
        left, right = (substituted(v.entry, {v.index: at}) for v, at in ((self.of, I), (other, J)))
        return EntryMatrix(left * right)


@dataclass(frozen=True)
class EntryMatrix:
    """A matrix given by its entry in row i and column j."""

    entry: Expr

    __array_ufunc__ = None

    def __sub__(self, other: EntryMatrix) -> EntryMatrix:
        return EntryMatrix(self.entry - other.entry)

    def __truediv__(self, other: Operand) -> EntryMatrix:
        return EntryMatrix(self.entry / other)


I, J, K = (Variable(name) for name in "ijk")


class Ascending:
    """The eigenvalues of a symmetric matrix in ascending order: the first is called lambda_min."""

    def __init__(self, of: Matrix) -> None:
        self.of = of

    def __getitem__(self, key: Any) -> Expr:
        last = key[-1] if isinstance(key, tuple) else key
        if last not in (0, -1):
            raise IndexError("of an unknown number of eigenvalues only the first and the last")
        return Function("lambda_max" if last else "lambda_min", (self.of.term,))


@dataclass(frozen=True)
class Matrix:
    """A matrix rows x columns of which nothing is known but the term that it is called by."""

    term: Expr
    rows: Expr
    columns: Expr

    __array_ufunc__ = None
    ndim = 2

    @property
    def shape(self) -> tuple[Expr, Expr]:
        return self.rows, self.columns

    @property
    def log_det(self) -> Expr:
        return Function("logdet", (self.term,))

    def swapaxes(self, one: int, other: int) -> Matrix:
        return Matrix(Function("transpose", (self.term,)), self.columns, self.rows)

    def __matmul__(self, other: Matrix) -> Matrix:
        if self.term == Function("transpose", (other.term,)):
            return Matrix(gram(other.term), self.rows, self.rows)
        return Matrix(product(self.term, other.term), self.rows, other.columns)

    def __mul__(self, other: Matrix) -> Squares:
        if other != self:
            raise TypeError("only the squares of the entries of a matrix without entries")
        return Squares(self)


@dataclass(frozen=True)
class Squares:
    """The squared entries of a matrix, of which the rows are summed: ||X_j||^2."""

    of: Matrix

    def sum(self, axis: int = -1) -> Vector:
        return Vector(squared_row(self.of.term, ROW), ROW, self.of.rows)


ROW = J


def _least(norms: Vector) -> Expr:
    """The norm of the shortest row, where that is what it is the least of."""
    match norms.entry:
        case Function("sqrt", (Function("row", (X, at)),)) if at == norms.index:
            return shortest_row(X)
    raise TypeError(f"the least of {norms.entry} has no name")


def rank(X: Expr) -> Expr:
    return Function("rank", (X,))


def shortest_row(X: Expr) -> Expr:
    """min_j ||X_j||."""
    return Function("shortest", (X,))


def product(A: Expr, B: Expr) -> Expr:
    return Function("@", (A, B))


def gram(X: Expr) -> Expr:
    """X^T X."""
    return Function("gram", (X,))


def det(X: Expr) -> Expr:
    """det(X^T X)."""
    return Function("det", (gram(X),))


def log_det(X: Expr) -> Expr:
    """log det(X^T X)."""
    return Function("logdet", (gram(X),))


def squared_row(X: Expr, j: Operand) -> Expr:
    """||X_j||^2, the squared norm of a row."""
    return Function("row", (X, term(j)))


class SymbolicSpectrum(Spectrum):
    """lambda_1..lambda_d of mean 1, for every d at once, the largest of them under its name.

    phi = mean(lambda - 1 - log lambda) as it stands.
    """

    def __init__(self, name: str, width: Expr, largest: Expr) -> None:
        k = Variable("k")
        values = Vector(Variable(name)(k), k, width)
        logs = Vector(functions.log(values.entry), k, width, functions.log(largest))
        super().__init__(logs, values - 1, width)

    @property
    def width(self) -> Any:
        return self.multiplicities

    @property
    def eigenvalues(self) -> Any:
        return self.deviations + 1

    def total(self, values: Any) -> Any:
        return values.sum()

    @property
    def gap(self) -> Any:
        return self.mean(self.deviations - self.log_eigenvalues)


def _each(function: Callable[[Operand], Expr]) -> Map:
    def of(x: Any) -> Any:
        if isinstance(x, np.ndarray):
            return _array([of(entry) for entry in x]) if x.ndim else of(x.item())
        return x._with(function(x.entry)) if isinstance(x, Vector) else function(x)

    return of


def _array(values: Sequence[Operand]) -> Array:
    made = np.empty(len(values), dtype=object)
    for k, value in enumerate(values):
        made[k] = term(value)
    return made


def _where(condition: bool | Relation, yes: Operand, no: Operand) -> Expr:
    if isinstance(condition, bool | np.bool_):
        return term(yes if condition else no)
    return Cases(condition, term(yes), term(no))


SYMBOLS = Backend(
    "symbols",
    _each(functions.exp),
    _each(functions.log),
    _each(lambda x: functions.exp(x) - 1),
    _each(lambda x: functions.log(1 + term(x))),
    _each(functions.sqrt),
    Ascending,
    inspect=False,
    array=_array,
    where=_where,
    eye=lambda x: EntryMatrix(delta(I, J)),
    least=_least,
    rank=lambda X: rank(X.term),
    root=root,
    integral=lambda body: integral(body(T)),
    series=lambda body: functions.total(body(K - 1), K, math.inf),
)
for _kind in (Expr, Relation, Vector, Matrix, Squares, EntryMatrix):
    register_backend(_kind, SYMBOLS)
