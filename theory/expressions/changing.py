"""What is free in a term, substitution, and the derivative."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar, cast

from theory.expressions.functions import log
from theory.expressions.nodes import (
    INFINITY,
    ONE,
    ZERO,
    Cases,
    Every,
    Expect,
    Expr,
    Function,
    Named,
    Node,
    Plus,
    Power,
    Relation,
    Sum,
    Times,
    Variable,
    Whole,
    plus,
    power,
    times,
)
from theory.expressions.partial import Partial, Root

T = TypeVar("T", bound=Node)


def children(node: Node) -> Iterator[Node]:
    """The terms and relations right inside a term, a relation or a hypothesis."""
    match node:
        case Variable():
            yield from node.index
        case Plus():
            yield from node.terms
        case Times():
            yield from node.factors
        case Power():
            yield from (node.base, node.exponent)
        case Function():
            yield from node.arguments
        case Cases():
            yield from (node.condition, node.yes, node.no)
        case Sum():
            yield from (node.body, node.count)
        case Expect() | Named() | Root():
            yield node.body
        case Partial():
            yield from (node.body, node.by)
        case Relation():
            yield from (node.lhs, node.rhs)
        case Whole():
            yield node.what
        case Every():
            yield node.relation


def rebuilt(node: T, change: Callable[[Any], Any]) -> T:
    """The same kind of node from changed parts; ``change`` makes a term of a term, and so on."""
    made: Node = node
    match node:
        case Variable():
            made = replace(node, index=tuple(map(change, node.index)))
        case Plus():
            made = plus(*map(change, node.terms))
        case Times():
            made = times(*map(change, node.factors))
        case Power():
            made = power(change(node.base), change(node.exponent))
        case Function():
            made = Function(node.name, tuple(map(change, node.arguments)))
        case Cases():
            made = Cases(change(node.condition), change(node.yes), change(node.no))
        case Sum():
            made = Sum(node.index, change(node.body), change(node.count))
        case Expect() | Root():
            made = replace(node, body=change(node.body))
        case Named():
            made = Named(node.name, change(node.body))
        case Partial():
            made = Partial(change(node.body), rebuilt(node.by, change))
        case Relation():
            made = Relation(node.sign, change(node.lhs), change(node.rhs))
        case Whole():
            made = Whole(change(node.what))
        case Every():
            made = Every(node.index, change(node.relation))
    return cast(T, made)


@lru_cache(maxsize=20_000)
def free(node: Node) -> frozenset[Variable]:
    """The variables that are free in a term, with their indices' own."""
    inside = frozenset().union(*(free(child) for child in children(node)))
    if isinstance(node, Variable):
        inside |= {node}
    if isinstance(node, Sum):
        inside = (free(node.body) - {node.index}) | free(node.count)
    if isinstance(node, Every | Root):
        inside -= {node.index}
    return inside


def is_plain(node: Node) -> bool:
    """Whether it is a variable that stands for any number: nothing else is known by its name."""
    return isinstance(node, Variable) and not (node.index or node.random or node.fixed)


def binders(node: Node) -> Iterator[Sum | Every | Root]:
    """The sums, the roots and the "for every" in it."""
    if isinstance(node, Sum | Every | Root):
        yield node
    for child in children(node):
        yield from binders(child)


@lru_cache(maxsize=20_000)
def random_in(node: Node) -> frozenset[str]:
    """The random elements on which it depends; a mean over one no longer does.

    Nor does what holds at every point of one: ``Every`` over a variable of its name.
    """
    inside = frozenset().union(*(random_in(child) for child in children(node)))
    if isinstance(node, Variable) and node.random:
        inside |= {node.random}
    if isinstance(node, Every):
        inside -= {node.index.name}
    return inside - {node.over} if isinstance(node, Expect) else inside


def unknown_functions(node: Node) -> Iterator[Function]:
    """The functions in it of which nothing is known, as ||X_j||^2, x_jk being the entries of X."""
    if isinstance(node, Function) and node.name not in ("log", "exp", "sqrt", "abs", "delta"):
        yield node
    for child in children(node):
        yield from unknown_functions(child)


def may_vary(node: Node) -> bool:
    """Whether it has a member of a family, or a function of which nothing is known.

    Either may depend on the members of another family, as eigenvalues do on a matrix's entries.
    """
    return any(v.index for v in free(node)) or any(True for _ in unknown_functions(node))


class Captured(ValueError):
    """A substitution would bring a free variable under a sign that binds it."""


def substituted(node: T, by: Mapping[Variable, Expr]) -> T:
    """Every free variable that ``by`` names, replaced. A bound index is never replaced."""
    if not by:
        return node
    if isinstance(node, Variable) and node in by:
        return by[node]  # type: ignore[return-value]
    if isinstance(node, Sum | Every | Root):
        bound = node.index
        inner = {v: e for v, e in by.items() if v != bound and v in free(node)}
        points = {bound.name} if isinstance(node, Every) else set()
        for value in inner.values():
            if bound in free(value) or points & random_in(value):
                raise Captured(f"{bound} is bound in {node} and free in {value}")
        if isinstance(node, Root):
            return replace(node, body=substituted(node.body, inner))
        if isinstance(node, Sum):
            count = substituted(node.count, by)
            return Sum(node.index, substituted(node.body, inner), count)  # type: ignore[return-value]
        return Every(node.index, substituted(node.relation, inner))  # type: ignore[return-value]
    if isinstance(node, Expect):
        for variable, value in by.items():
            if node.over in random_in(value) and variable in free(node.body):
                raise Captured(f"{node} averages over {node.over}, on which {value} depends")
    if isinstance(node, Partial):
        for variable, value in by.items():
            inside = {v.name for v in (variable, *free(value))}
            if (node.by.name in inside or may_vary(value)) and variable in free(node):
                raise Captured(f"{node} varies {node.by.name}, of which {variable} := {value} is")
    return rebuilt(node, lambda part: substituted(part, by))


def opened(node: Sum | Root) -> Expr:
    """What stands under a sum or a root, its index a variable of which nothing is known.

    What is known of some k is not known of every k; and two indices are two variables.
    """
    taken, name = {v.name for v in free(node.body)}, "_"
    while name in taken:
        name += "_"
    return substituted(node.body, {node.index: Variable(name)})


class NotDifferentiable(ValueError):
    """A term that no rule differentiates."""


def derivative(node: Expr, x: Variable) -> Expr:
    """The derivative with respect to x, where the term has one."""
    if x not in free(node):
        return ZERO
    match node:
        case Variable():
            if node == x:
                return ONE
        case Named():
            return derivative(node.body, x)
        case Plus():
            return plus(*(derivative(one, x) for one in node.terms))
        case Times():
            return plus(*(_one_differentiated(node, k, x) for k in range(len(node.factors))))
        case Power():
            base, e = node.base, node.exponent
            outer = times(e, power(base, e - 1), derivative(base, x))
            return plus(outer, times(node, log(base), derivative(e, x)))
        case Function(name, (argument,)) if name in ("log", "exp", "sqrt"):
            inner = derivative(argument, x)
            slopes = {"log": 1 / argument, "exp": node, "sqrt": 1 / (2 * node)}
            return times(slopes[name], inner)
        case Sum() if x not in free(node.count) and x != node.index and node.count != INFINITY:
            return Sum(node.index, derivative(node.body, x), node.count)
    raise NotDifferentiable(f"{node} by {x}")


def _one_differentiated(node: Times, which: int, x: Variable) -> Expr:
    inner = derivative(node.factors[which], x)
    return times(*node.factors[:which], inner, *node.factors[which + 1 :])
