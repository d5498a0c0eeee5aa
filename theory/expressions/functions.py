"""Logarithms, exponentials, roots, sums and means of terms."""

from __future__ import annotations

from theory.expressions.nodes import (
    INFINITY,
    ONE,
    ZERO,
    Expect,
    Expr,
    Function,
    Operand,
    Sum,
    Variable,
    term,
)


def log(x: Operand) -> Expr:
    return ZERO if term(x) == ONE else Function("log", (term(x),))


def exp(x: Operand) -> Expr:
    return ONE if term(x) == ZERO else Function("exp", (term(x),))


def sqrt(x: Operand) -> Expr:
    x = term(x)
    return x if x in (ZERO, ONE, INFINITY) else Function("sqrt", (x,))


def total(body: Operand, index: Variable, count: Operand) -> Expr:
    """The sum of ``body`` over ``index`` = 1..count."""
    return Sum(index, term(body), term(count))


def mean(body: Operand, over: str) -> Expr:
    """The mean of ``body`` over a random element."""
    return Expect(over, term(body))
