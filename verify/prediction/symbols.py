"""Numbers that are not known yet: a law that runs on them becomes a list of operations.

A ``Symbol`` is a node of a ``Tape``; arithmetic and elementary functions add nodes, equal ones
once. Code may branch on a comparison: it is run again for both answers, and what it returns is a
node ``["?", condition, yes, no]``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from lemmata.theory.numerics.backends import Backend, register_backend

Node: TypeAlias = tuple[str | float | int, ...]  # an operation and its operands, which are nodes
CONSTANT, CHOICE, TABLE = "number", "?", "table"


class Undecided(Exception):
    """A comparison of which the answer is wanted."""

    def __init__(self, node: int) -> None:
        super().__init__(node)
        self.node = node


class Tape:
    """The nodes, in an order in which operands stand before their operation."""

    def __init__(self) -> None:
        self.nodes: dict[Node, int] = {}
        self._answers: dict[int, bool] = {}

    def named(self, name: str) -> Symbol:
        return self.apply(name)

    def apply(self, operation: str, *operands: Any) -> Symbol:
        return Symbol(self, self._add((operation, *map(self.node, operands))))

    def node(self, value: Any) -> int:
        """That of a symbol, or of a number, also in an array of no dimension."""
        if isinstance(value, np.ndarray | np.generic):
            value = value.item()
        if isinstance(value, Symbol):
            return value.node
        return self._add((CONSTANT, float(value)))

    def _add(self, node: Node) -> int:
        return self.nodes.setdefault(node, len(self.nodes))

    def decide(self, node: int) -> bool:
        if node not in self._answers:
            raise Undecided(node)
        return self._answers[node]

    def follow(self, code: Callable[[], Any]) -> int | None:
        """The node of what the code returns; None where it returns None on every way."""
        try:
            value = code()
        except Undecided as stop:
            found = []
            for answer in (True, False):
                self._answers[stop.node] = answer
                found.append(self.follow(code))
                del self._answers[stop.node]
            yes, no = found
            if yes == no:
                return yes
            ends = (-1 if end is None else end for end in (yes, no))
            return self._add((CHOICE, stop.node, *ends))
        return None if value is None else self.node(value)


def _operator(operation: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """A binary operator of symbols, and the reflected one."""
    return (
        lambda self, other: self.tape.apply(operation, self, other),
        lambda self, other: self.tape.apply(operation, other, self),
    )


class Symbol:
    """A number of a tape, or whether a comparison of two of them holds."""

    __array_ufunc__ = None  # numpy leaves operators to it

    def __init__(self, tape: Tape, node: int) -> None:
        self.tape, self.node = tape, node

    __add__, __radd__ = _operator("+")
    __sub__, __rsub__ = _operator("-")
    __mul__, __rmul__ = _operator("*")
    __truediv__, __rtruediv__ = _operator("/")
    __pow__, __rpow__ = _operator("^")
    __lt__, __gt__ = _operator("<")
    __le__, __ge__ = _operator("<=")

    def __eq__(self, other: object) -> Any:
        return self.tape.apply("=", self, other)

    __hash__ = None  # type: ignore[assignment]

    def __floor__(self) -> Symbol:
        return self.tape.apply("floor", self)

    def __ceil__(self) -> Symbol:
        return self.tape.apply("ceil", self)

    def __bool__(self) -> bool:
        return self.tape.decide(self.node)


def _function(name: str) -> Callable[[Symbol], Symbol]:
    return lambda x: x.tape.apply(name, x)


def _no_matrix(value: Any) -> Any:
    raise TypeError("a symbol is a number, not a matrix")


SYMBOLS = Backend(
    "symbols",
    _function("exp"),
    _function("log"),
    _function("expm1"),
    _function("log1p"),
    _function("sqrt"),
    eigenvalues=_no_matrix,
    inspect=False,
)
register_backend(Symbol, SYMBOLS)
