"""Rules for families x_1, ..., x_n: their partial derivatives, and sums taken apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from theory.expressions.changing import (
    Captured,
    NotDifferentiable,
    children,
    derivative,
    free,
    substituted,
    unknown_functions,
)
from theory.expressions.functions import total
from theory.expressions.nodes import (
    ZERO,
    Expr,
    Function,
    Hypothesis,
    Node,
    Number,
    Operand,
    Plus,
    Power,
    Sum,
    Times,
    Variable,
    Whole,
    equal,
    plus,
    term,
    times,
)
from theory.expressions.partial import delta, partial
from theory.expressions.vocabulary import ROTATED, SCALED, X, bn
from verify.kernel.calculus import inside_functions
from verify.kernel.columns import Columns
from verify.kernel.signs import Signs
from verify.kernel.theorem import Rejected, Theorem, combined, rule, signs


class Families(Columns):
    @rule
    def differentiate(
        self,
        name: str,
        body: Operand,
        by: Variable,
        *given: Theorem,
        under: Iterable[Hypothesis] = (),
    ) -> Theorem:
        """d f/d x_j = what the rules of differentiation say, where f is differentiable.

        d x_i/d x_j = [i = j], and d/dx_j of a sum over k = 1..n of g(x_k) is g'(x_j), j in 1..n.
        What stands under logarithms and roots is positive, nothing that is divided by is zero: then
        so it is around the point, as all functions here are continuous.
        """
        self._premises(name, body, *given)
        assumes = frozenset(under).union(*(g.assumes for g in given))
        f, read = term(body), signs(assumes, given)
        within: list[Hypothesis] = []
        try:
            slope = _slope(f, by, read, within)
            shows = equal(partial(f, by), slope)
        except (NotDifferentiable, TypeError) as error:
            raise Rejected(name, f, str(error)) from None
        if not read.defined(f):
            raise Rejected(name, f, "something that it divides by may be zero")
        if hidden := next(unknown_functions(f), None):
            raise Rejected(name, f, f"{hidden} may depend on {by} under another name")
        if others := [v for v in free(f) if v.index and v.name != by.name]:
            raise Rejected(name, f, f"{others[0]} may belong to what has the members {by}")
        return self._made(name, "differentiation", assumes.union(within), shows, given, f"by {by}")

    @rule
    def matrix(self, name: str, theorem: Theorem, by: Expr, *given: Theorem) -> Theorem:
        """H |- R for every d x n matrix X gives H[X := A] |- R[X := A] for another one, A.

        Only where no family is spoken of: entries, eigenvalues and the like belong to X by name.
        """
        self._premises(name, theorem, theorem, *given)
        if any(v.index for one in (theorem.shows, *theorem.assumes) for v in free(one)):
            raise Rejected(name, theorem, "it speaks of families, which belong to X")
        if by not in (ROTATED, bn(ROTATED), SCALED):
            raise Rejected(name, theorem, f"{by} is not known to be a matrix of the shape of X")
        try:
            shows = substituted(theorem.shows, {X: by})
            left = {substituted(h, {X: by}) for h in theorem.assumes}
        except Captured as error:
            raise Rejected(name, theorem, str(error)) from None
        kept = self._kept(left, given)
        return self._made(name, "for every matrix", kept, shows, [theorem, *given], f"X := {by}")

    @rule
    def whole(self, name: str, theorem: Theorem, *parts: Variable) -> Theorem:
        """Sums and products of whole numbers are whole: H, e whole |- R gives H, x, y whole |- R.

        For every hypothesis "e whole", e a polynomial in the x, y with whole coefficients.
        """
        self._premises(name, theorem, theorem)
        known = set(map(term, parts))
        left = {h for h in theorem.assumes if isinstance(h, Whole) and combined(h.what, known)}
        assumes = (theorem.assumes - left) | {Whole(part) for part in parts}
        return self._made(name, "whole numbers", assumes, theorem.shows, [theorem])

    @rule
    def pick(
        self, name: str, body: Operand, index: Variable, count: Operand, at: Operand
    ) -> Theorem:
        """sum_k [k = j] a_k = a_j for j in 1..n, n whole."""
        n, j, a = term(count), term(at), term(body)
        if index in free(n) | free(j):
            raise Rejected(name, a, f"{index} is bound")
        shows = equal(total(delta(index, j) * a, index, n), substituted(a, {index: j}))
        return self._made(name, "one term is picked", [Whole(n), Whole(j), 1 <= j, j <= n], shows)

    @rule
    def last_term(self, name: str, body: Operand, index: Variable, count: Operand) -> Theorem:
        """sum_{k=1}^{n+1} a_k = sum_{k=1}^n a_k + a_(n+1), for whole n >= 0."""
        n, a = term(count), term(body)
        if index in free(n):
            raise Rejected(name, a, f"{index} is bound")
        last = substituted(a, {index: n + 1})
        shows = equal(total(a, index, n + 1), total(a, index, n) + last)
        return self._made(name, "last term of a sum", [Whole(n), 0 <= n], shows)

    @rule
    def no_term(self, name: str, body: Operand, index: Variable) -> Theorem:
        """sum_{k=1}^0 a_k = 0."""
        return self._made(name, "empty sum", [], equal(total(body, index, 0), 0))


def _depends(node: Node, by: Variable) -> bool:
    return any(v.name == by.name for v in free(node))


def _slope(node: Expr, by: Variable, read: Signs, within: list[Hypothesis]) -> Expr:
    """The derivative by a member of a family; what it takes for granted goes to ``within``."""

    def of(part: Expr) -> Expr:
        return _slope(part, by, read, within)

    if not _depends(node, by):
        return ZERO
    match node:
        case Variable() if (node(), len(node.index)) == (by(), len(by.index)) and not any(
            _depends(index, by) for index in node.index
        ):
            pairs = zip(node.index, by.index, strict=True)
            return times(*(delta(i, j) for i, j in pairs))
        case Plus():
            return plus(*map(of, node.terms))
        case Times():
            factors: Sequence[Expr] = node.factors
            return plus(*(times(*factors[:k], of(f), *factors[k + 1 :])
                          for k, f in enumerate(factors)))  # fmt: skip
        case Power(base, Number(value)) if value == int(value):
            return times(node.exponent, base ** (node.exponent - 1), of(base))
        case Function(name, (inner,)) if name in ("log", "exp", "sqrt"):
            if name != "exp" and not read.positive(inner):
                raise NotDifferentiable(f"{inner} may not be positive")
            slopes = {"log": 1 / inner, "exp": node, "sqrt": 1 / (2 * node)}
            return times(slopes[name], of(inner))
        case Sum():
            return _slope_of_sum(node, by, read, within)
    raise NotDifferentiable(f"{node} by {by}")


def _slope_of_sum(node: Sum, by: Variable, read: Signs, within: list[Hypothesis]) -> Expr:
    """Of sum_k g(x_k), which the family enters by its k-th member alone."""
    bound, j = Variable("_"), by.index[-1]  # what is assumed of some k is not assumed of it
    body, member = substituted(node.body, {node.index: bound}), by(*by.index[:-1], bound)
    entered = {v for v in free(body) if v.name == by.name}
    if entered != {member} or _depends(node.count, by):
        raise NotDifferentiable(f"{node} by {by}: expected one member alone in each term")
    if any(_depends(inner, by) for inner in _sums_in(body)):
        raise NotDifferentiable(f"{node} by {by}: a sum inside a sum")
    for part in inside_functions(body, member):
        if not read.positive(part):
            raise NotDifferentiable(f"{part} may not be positive for every {node.index}")
    within += [Whole(node.count), Whole(j), 1 <= j, j <= node.count]
    return substituted(derivative(body, member), {bound: j})


def _sums_in(node: Node) -> Iterable[Sum]:
    for child in children(node):
        if isinstance(child, Sum):
            yield child
        yield from _sums_in(child)
