"""Derivatives, integrals and roots as terms.

d f/d x_j at the point x, f a term in the members of a family; int_0^inf f(t) dt; the least h >= 0
with f(h) = 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from theory.expressions.nodes import (
    ONE,
    Expect,
    Expr,
    Function,
    Named,
    Operand,
    Variable,
    term,
)

T = Variable("t", random="t")
"""The variable of integration: the point of the half line t > 0."""


@dataclass(frozen=True, repr=False)
class Partial(Expr):
    """The derivative of ``body``, a function of the whole family, by its member ``by``.

    It is not a function of the value of ``body``: whoever replaces something in it must know that
    both sides agree around the point, not only at it.
    """

    body: Expr
    by: Variable


def partial(body: Operand, by: Variable) -> Expr:
    if not by.index or by.random or by.fixed:
        raise TypeError(f"{by} is no member of a family that may vary")
    return Partial(term(body), by)


def delta(i: Operand, j: Operand) -> Expr:
    """1 where i = j, else 0."""
    first, second = sorted((term(i), term(j)), key=str)
    return ONE if first == second else Function("delta", (first, second))


@dataclass(frozen=True, repr=False)
class Integral(Expect):
    """The integral of ``body``, a function of t > 0, dt: as a mean, but for int 1 dt."""


def integral(body: Operand) -> Expr:
    """The integral over t > 0 of a term in ``T``."""
    return Integral(T.random, term(body))


@dataclass(frozen=True, repr=False)
class Root(Expr):
    """The least ``index`` >= 0 at which ``body`` is 0; 0 where there is none."""

    index: Variable
    body: Expr


def root(body: Callable[[Expr], Operand]) -> Expr:
    """The least h >= 0 with body(h) = 0, printed as h."""
    h = Variable("h")
    return Named("h", Root(h, term(body(h))))
