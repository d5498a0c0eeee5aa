"""Partial derivatives as terms: d f/d x_j at the point x, f a term in the members of a family."""

from __future__ import annotations

from dataclasses import dataclass

from theory.expressions.nodes import ONE, Expr, Function, Operand, Variable, term


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
