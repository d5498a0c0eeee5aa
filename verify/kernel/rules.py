"""The rules. Each states its mathematics; nothing else makes a theorem.

In the docstrings H, G are what is assumed, |- stands for "shows", F = rhs - lhs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from theory.expressions.changing import (
    NotDifferentiable,
    derivative,
    free,
    random_in,
    rebuilt,
    substituted,
)
from theory.expressions.nodes import (
    Cases,
    Every,
    Expect,
    Expr,
    Function,
    Hypothesis,
    Power,
    Relation,
    Sum,
    Variable,
    Whole,
    children,
    equal,
    exp,
    log,
    sqrt,
    term,
)
from theory.expressions.normal import normal, same
from verify.kernel.theorem import Rejected, Session, Theorem, agrees, follows, rule, signs

Use = Theorem | tuple[Theorem, Any]


class Logic(Session):
    """Hypotheses, substitution, and arithmetic."""

    @rule
    def assume(self, hypothesis: Hypothesis) -> Theorem:
        """H |- H; of "R for every k", R itself."""
        shows = hypothesis.relation if isinstance(hypothesis, Every) else hypothesis
        if not isinstance(shows, Relation):
            raise Rejected("assume", hypothesis, "it is no relation")
        return self._made("", "hypothesis", [hypothesis], shows)

    @rule
    def arith(
        self, name: str, relation: Relation, *uses: Use, given: Sequence[Theorem] = (),
        under: Iterable[Hypothesis] = (),
    ) -> Theorem:  # fmt: skip
        """A certificate: F = sum m_i (r_i - l_i) + rest, for premises l_i <= r_i or l_i == r_i.

        The multipliers m_i (1 where none is named) of inequalities are >= 0 and the rest is >= 0 as
        far as their signs can be read off (``signs``) under what is assumed and with the theorems
        ``given``. An equation needs equations for premises and the rest 0. Identities of quotients
        of polynomials are compared coefficient by coefficient; nothing that is divided by is zero.
        So equations, chains, sums and multiples of inequalities are one rule.
        """
        pairs = [one if isinstance(one, tuple) else (one, 1) for one in uses]
        used = self._premises(name, relation, *(theorem for theorem, _ in pairs))
        more = self._premises(name, relation, *given)
        assumes = frozenset(under).union(*(t.assumes for t in (*used, *more)))
        read = signs(assumes, [*used, *more])
        rest, strict = relation.rhs - relation.lhs, False
        whole: list[Any] = [relation]
        for theorem, by in pairs:
            factor, said = term(by), theorem.shows
            if said.sign != "==" and (relation.sign == "==" or not read.non_negative(factor)):
                raise Rejected(name, relation, f"{said} cannot be multiplied by {factor}")
            strict |= said.sign == "<" and read.positive(factor)
            rest = rest - factor * (said.rhs - said.lhs)
            whole += [said, factor]
        for one in whole:
            if not read.defined(one):
                raise Rejected(name, relation, f"something that {one} divides by may be zero")
        form = normal(rest)
        if not form.is_zero and (relation.sign == "==" or not read.non_negative(rest)):
            raise Rejected(name, relation, f"the sign of the rest cannot be read off: {rest}")
        if relation.sign == "<" and not (strict or read.positive(rest)):
            raise Rejected(name, relation, "both sides may be equal")
        degree = int(form.top.total_degree()) if not form.is_zero else 0
        checked = (
            "identity of quotients of polynomials"
            if form.is_zero
            else (f"no negative coefficient or factor, degree {degree}")
        )
        return self._made(name, "arithmetic", assumes, relation, [*used, *more], checked)

    @rule
    def at(
        self, name: str, theorem: Theorem, by: Mapping[Variable, Any], *given: Theorem
    ) -> Theorem:
        """H |- R gives H[x := t] |- R[x := t]; hypotheses that are ``given`` are discharged.

        Cut: from H, P |- R and G |- P follows H, G |- R. A hypothesis that can be read off the
        others, as 0 < d from 2 <= d, is discharged too. Members of families, random variables and
        what is fixed are not replaced: other names belong to them.
        """
        self._premises(name, theorem, theorem, *given)
        terms = {variable: term(value) for variable, value in by.items()}
        for x in terms:
            if not isinstance(x, Variable) or x.index or x.random or x.fixed:
                raise Rejected(name, theorem, f"{x} is no variable that may be replaced")
        shows = substituted(theorem.shows, terms)
        left = {substituted(h, terms) for h in theorem.assumes}
        added = frozenset().union(*(g.assumes for g in given)) if given else frozenset()
        read = signs(added | {h for h in left if not isinstance(h, Relation)}, given)
        kept = {h for h in left if not self._discharged(h, given, read)}
        checked = ", ".join(f"{x} := {t}" for x, t in by.items())
        return self._made(name, "substitution", added | kept, shows, [theorem, *given], checked)

    @staticmethod
    def _discharged(wanted: Hypothesis, given: Sequence[Theorem], read: Any) -> bool:
        if isinstance(wanted, Every):
            return any(agrees(wanted.relation, g.shows, read) for g in given) and not any(
                wanted.index in free(h) for g in given for h in g.assumes
            )
        return isinstance(wanted, Relation) and (
            any(agrees(wanted, g.shows, read) for g in given) or read.holds(wanted)
        )

    @rule
    def split(self, name: str, condition: Relation, yes: Theorem, no: Theorem) -> Theorem:
        """P, H |- R and not P, G |- R give H, G |- R; not (l <= r) is r < l."""
        self._premises(name, condition, yes, no)
        if condition.sign == "==":
            raise Rejected(name, condition, "expected an inequality")
        against = Relation("<" if condition.sign == "<=" else "<=", condition.rhs, condition.lhs)
        assumes = (yes.assumes - {condition}) | (no.assumes - {against})
        if not agrees(yes.shows, no.shows, signs(assumes)):
            raise Rejected(name, yes.shows, f"the other case shows {no.shows}")
        return self._made(name, "either", assumes, yes.shows, [yes, no], str(condition))

    @rule
    def rewrite(self, name: str, theorem: Theorem, *equations: Theorem) -> Theorem:
        """H |- R and G |- s == t give H, G |- R with s replaced by t, as it is written.

        Under a sum over k, or a mean over W, only where G does not speak of k, or of W.
        """
        self._premises(name, theorem, theorem, *equations)
        shows, assumes = theorem.shows, theorem.assumes
        for equation in equations:
            said = equation.shows
            if said.sign != "==":
                raise Rejected(name, said, "expected an equation to rewrite with")
            new = _rewritten(shows, equation)
            if new == shows:
                raise Rejected(name, shows, f"{said.lhs} does not occur in it")
            shows, assumes = new, assumes | equation.assumes
        return self._made(name, "rewriting", assumes, shows, [theorem, *equations])

    @rule
    def cases(self, name: str, relation: Relation, yes: Theorem, no: Theorem) -> Theorem:
        """P, H |- R[Cases := yes] and not P, G |- R[Cases := no] give H, G |- R.

        For the first case distinction in R; not (l <= r) is r < l.
        """
        self._premises(name, relation, yes, no)
        node = _first_case(relation)
        if node is None or node.condition.sign == "==":
            raise Rejected(name, relation, "it distinguishes no cases by an inequality")
        c = node.condition
        against = Relation("<" if c.sign == "<=" else "<=", c.rhs, c.lhs)
        assumes: frozenset[Hypothesis] = frozenset()
        for theorem, branch, when in ((yes, node.yes, c), (no, node.no, against)):
            read, wanted = signs(theorem.assumes), _replaced(relation, node, branch)
            is_when = {
                h for h in theorem.assumes if isinstance(h, Relation) and agrees(h, when, read)
            }
            if not agrees(wanted, theorem.shows, read):
                raise Rejected(name, relation, f"where {when}, {theorem.shows} is not {wanted}")
            assumes |= theorem.assumes - is_when
        return self._made(name, "case distinction", assumes, relation, [yes, no], str(c))


class Calculus(Logic):
    """Signs from derivatives, monotone functions, elementary laws."""

    @rule
    def slope(
        self, name: str, relation: Relation, x: Variable, start: Any, *,
        up: Theorem | None = None, down: Theorem | None = None,
        given: Sequence[Theorem] = (),
    ) -> Theorem:  # fmt: skip
        """F >= 0 at x = start, F' >= 0 for x >= start (``up``), F' <= 0 for x <= start (``down``).

        Then F >= 0, by the mean value theorem, for x >= start, for x <= start, or for both. What is
        assumed of x are bounds (so an interval), which start satisfies; F is differentiable there:
        logarithms and roots of what is positive, no division by zero.
        """
        sides = self._premises(name, relation, *(t for t in (up, down) if t is not None), *given)
        a, F = term(start), relation.rhs - relation.lhs
        assumes: frozenset[Hypothesis] = frozenset()
        for theorem, here, sign in ((up, a <= x, 1), (down, x <= a, -1)):
            if theorem is None:
                continue
            self._slope_of(name, relation, x, F * sign, theorem, given)
            both = up is not None and down is not None
            bounds = frozenset(h for h in theorem.assumes if not (both and h == here))
            if not both and not follows(here, theorem.assumes, signs(theorem.assumes)):
                raise Rejected(name, relation, f"{theorem.shows} is not restricted to {here}")
            assumes |= bounds
        assumes = assumes.union(*(g.assumes for g in given))
        if not sides or relation.sign != "<=":
            raise Rejected(name, relation, "expected <= and the sign of a derivative")
        fixed = frozenset(h for h in assumes if x not in free(h))
        read = signs(fixed, [g for g in given if x not in free(g.shows)])
        for h in assumes - fixed:
            if not isinstance(h, Relation) or not _affine(h, x):
                raise Rejected(name, relation, f"{h} is no bound of {x}")
            if not follows(substituted(h, {x: a}), fixed, read):
                raise Rejected(name, relation, f"{h} may fail at {x} = {a}")
        base = substituted(F, {x: a})
        if not read.defined(base) or not (normal(base).is_zero or read.non_negative(base)):
            raise Rejected(name, relation, f"at {x} = {a} the sign of {base} cannot be read off")
        return self._made(name, "sign from derivative", assumes, relation, sides, f"from {x} = {a}")

    def _slope_of(
        self, name: str, relation: Relation, x: Variable, F: Expr, theorem: Theorem,
        given: Sequence[Theorem],
    ) -> None:  # fmt: skip
        read = signs(theorem.assumes.union(*(g.assumes for g in given)), given)
        try:
            wanted = Relation("<=", term(0), derivative(F, x))
        except NotDifferentiable as error:
            raise Rejected(name, relation, str(error)) from None
        for part in _inside_functions(F, x):
            if not read.positive(part):
                raise Rejected(name, relation, f"{part} may not be positive")
        if not read.defined(F) or not agrees(wanted, theorem.shows, read):
            raise Rejected(name, relation, f"{theorem.shows} is not the sign of {wanted.rhs}")

    @rule
    def monotone(self, name: str, function: str, theorem: Theorem, *given: Theorem) -> Theorem:
        """l <= r gives exp l <= exp r; sqrt l <= sqrt r if 0 <= l; log l <= log r if 0 < l.

        And l == r gives f(l) == f(r), without conditions.
        """
        self._premises(name, theorem, theorem, *given)
        said, assumes = theorem.shows, theorem.assumes.union(*(g.assumes for g in given))
        read = signs(assumes, given)
        makes = {"exp": exp, "log": log, "sqrt": sqrt}
        fine = {"exp": lambda l: True, "log": read.positive, "sqrt": read.non_negative}
        fits = said.sign == "==" or (read.defined(said) and fine.get(function, bool)(said.lhs))
        if function not in makes or not fits:
            raise Rejected(name, said, f"{function} is not known to be monotone there")
        shows = Relation(said.sign, makes[function](said.lhs), makes[function](said.rhs))
        return self._made(name, f"{function} is monotone", assumes, shows, [theorem, *given])

    @rule
    def law(self, name: str, which: str, *terms: Any) -> Theorem:
        """An elementary law, with its conditions for hypotheses: see ``LAWS``."""
        if which not in LAWS:
            raise Rejected(name, which, f"expected one of {', '.join(LAWS)}")
        assumes, shows = LAWS[which](*map(term, terms))
        return self._made(name, which, assumes, shows)


LAWS: Mapping[str, Any] = {
    "root of a square": lambda x: ([0 <= x], equal(sqrt(x) ** 2, x)),
    "square of a root": lambda x: ([0 <= x], equal(sqrt(x**2), x)),
    "root of a product": lambda x, y: ([0 <= x, 0 <= y], equal(sqrt(x * y), sqrt(x) * sqrt(y))),
    "exp of a sum": lambda x, y: ([], equal(exp(x + y), exp(x) * exp(y))),
    "exp of a log": lambda x: ([0 < x], equal(exp(log(x)), x)),
    "log of an exp": lambda x: ([], equal(log(exp(x)), x)),
    "log of a product": lambda x, y: ([0 < x, 0 < y], equal(log(x * y), log(x) + log(y))),
    "log of a power": lambda x, y: ([0 < x], equal(log(x**y), y * log(x))),
    "power as exp": lambda x, y: ([0 < x], equal(x**y, exp(y * log(x)))),
    "zeroth power": lambda x: ([], equal(Power(x, term(0)), 1)),
    "absolute value above": lambda x: ([], x <= abs(x)),
    "absolute value below": lambda x: ([], -x <= abs(x)),
    "absolute value of a square": lambda x: ([], equal(abs(x) ** 2, x**2)),
    "at least 1 by steps": lambda x: ([Whole(x), 0 < x], 1 <= x),
}
"""Textbook laws of the elementary functions: what they assume, and what they say."""


def _affine(h: Relation, x: Variable) -> bool:
    if h.sign == "==":
        return False
    try:
        second = derivative(derivative(h.rhs - h.lhs, x), x)
    except NotDifferentiable:
        return False
    return normal(second).is_zero and not any(True for _ in _inside_functions(h.rhs - h.lhs, x))


def _inside_functions(node: Any, x: Variable) -> Iterable[Expr]:
    """What must be positive for a term to be differentiable: inside logs, roots, real powers."""
    if x not in free(node):
        return
    if isinstance(node, Function) and node.name in ("log", "sqrt"):
        yield node.arguments[0]
    if isinstance(node, Power) and x in free(node.exponent):
        yield node.base
    if isinstance(node, Power) and not _whole(node.exponent):
        yield node.base
    for child in children(node):
        yield from _inside_functions(child, x)


def _whole(node: Expr) -> bool:
    value = getattr(node, "value", None)
    return value is not None and value == int(value)


def _rewritten(node: Any, equation: Theorem) -> Any:
    if node == equation.shows.lhs:
        return equation.shows.rhs
    if isinstance(node, Sum) and any(node.index in free(h) for h in equation.assumes):
        return node
    if isinstance(node, Expect) and any(node.over in random_in(h) for h in equation.assumes):
        return node
    return rebuilt(node, lambda part: _rewritten(part, equation))


def _first_case(node: Any) -> Cases | None:
    if isinstance(node, Cases):
        return node
    if isinstance(node, Sum | Expect):
        return None  # its condition may depend on what is bound there
    return next((c for child in children(node) if (c := _first_case(child))), None)


def _replaced(node: Any, old: Any, new: Any) -> Any:
    if node == old:
        return new
    if isinstance(node, Sum | Expect):
        return node
    return rebuilt(node, lambda part: _replaced(part, old, new))


__all__ = ["Calculus", "Logic", "same"]
