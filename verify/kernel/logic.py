"""The rules of logic and arithmetic. Each states its mathematics; nothing else makes a theorem.

In the docstrings H, G are what is assumed, |- stands for "shows", F = rhs - lhs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from theory.expressions.changing import (
    T,
    children,
    free,
    is_plain,
    random_in,
    rebuilt,
    substituted,
)
from theory.expressions.nodes import (
    Cases,
    Every,
    Expect,
    Hypothesis,
    Node,
    Number,
    Operand,
    Relation,
    Sum,
    Variable,
    Whole,
    term,
)
from theory.expressions.normal import normal
from theory.expressions.partial import Partial, Root
from verify.kernel.signs import Signs
from verify.kernel.theorem import (
    Rejected,
    Session,
    Theorem,
    agrees,
    infinite,
    is_finite,
    rule,
    signs,
)

Use = Theorem | tuple[Theorem, Operand]


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
            self._readable(name, relation, factor)
            if said.sign != "==" and (relation.sign == "==" or not read.non_negative(factor)):
                raise Rejected(name, relation, f"{said} cannot be multiplied by {factor}")
            strict |= said.sign == "<" and read.positive(factor)
            rest = rest - factor * (said.rhs - said.lhs)
            whole += [said, factor]
        if unsafe := [one for one in whole if not read.defined(one)]:
            raise Rejected(name, relation, f"something that {unsafe[0]} divides by may be zero")
        form = normal(rest)
        if not form.is_zero and (relation.sign == "==" or not read.non_negative(rest)):
            raise Rejected(name, relation, f"the sign of the rest cannot be read off: {rest}")
        if relation.sign == "<" and not (strict or read.positive(rest)):
            raise Rejected(name, relation, "both sides may be equal")
        checked = "identity of quotients of polynomials"
        if not form.is_zero:
            checked = f"no negative coefficient or factor, degree {int(form.top.total_degree())}"
        return self._made(name, "arithmetic", assumes, relation, [*used, *more], checked)

    @rule
    def at(
        self, name: str, theorem: Theorem, by: Mapping[Variable, Operand], *given: Theorem
    ) -> Theorem:
        """H |- R gives H[x := t] |- R[x := t]; hypotheses that are ``given`` are discharged.

        Cut: from H, P |- R and G |- P follows H, G |- R. A hypothesis that can be read off the
        others, as 0 < d from 2 <= d, is discharged too. Members of families, random variables and
        what is fixed are not replaced: other names belong to them. What may be infinite, as a mean
        or an integral, does not replace a variable of which it holds as a number.
        """
        self._premises(name, theorem, theorem, *given)
        terms = {variable: term(value) for variable, value in by.items()}
        for x in terms:
            if not is_plain(x):
                raise Rejected(name, theorem, f"{x} is no variable that may be replaced")
            if infinite(terms[x]):
                raise Rejected(name, theorem, f"{x} is a number, and {terms[x]} is none")
            if x in theorem.numbers and not is_finite(terms[x]):
                raise Rejected(name, theorem, f"{x} is a number, and {terms[x]} may be infinite")
        self._readable(name, theorem, *terms.values())
        values = frozenset(v for x in theorem.numbers for v in free(terms.get(x, x)))
        numbers = values.union(*(g.numbers for g in given))
        shows = substituted(theorem.shows, terms)
        left = {substituted(h, terms) for h in theorem.assumes}
        checked = ", ".join(f"{x} := {t}" for x, t in by.items())
        return self._made(name, "substitution", self._kept(left, given), shows, [theorem, *given],
                          checked, numbers=numbers)  # fmt: skip

    def _kept(self, left: set[Hypothesis], given: Sequence[Theorem]) -> frozenset[Hypothesis]:
        """What is still assumed, and what is assumed by what is ``given``.

        Nothing that is discharged helps to discharge: what holds of every k is read off only if it
        stays, and no relation that is to be discharged is.
        """
        added: frozenset[Hypothesis] = frozenset().union(*(g.assumes for g in given))
        read = signs(added, given)
        kept = {h for h in left if isinstance(h, Every) and not self._discharged(h, given, read)}
        read = signs(added | kept, given)
        others = {h for h in left if not isinstance(h, Every)}
        return added | kept | {h for h in others if not self._discharged(h, given, read)}

    @staticmethod
    def _discharged(wanted: Hypothesis, given: Sequence[Theorem], read: Signs) -> bool:
        if isinstance(wanted, Every):
            return any(agrees(wanted.relation, g.shows, read) for g in given) and not any(
                wanted.index in free(h) or wanted.index.name in random_in(h)
                for g in given
                for h in g.assumes
            )
        if isinstance(wanted, Whole):
            value = wanted.what.value if isinstance(wanted.what, Number) else None
            return isinstance(value, Fraction) and value.denominator == 1
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

        Under a sum over k, or a mean over W, only where G does not speak of k, or of W. Not under
        a derivative, where both sides would have to agree around the point.
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
            read, wanted = signs(theorem.assumes), replaced(relation, node, branch)
            is_when = _said_by(when, theorem.assumes)
            if not agrees(wanted, theorem.shows, read):
                raise Rejected(name, relation, f"where {when}, {theorem.shows} is not {wanted}")
            assumes |= theorem.assumes - is_when
        return self._made(name, "case distinction", assumes, relation, [yes, no], str(c))


def _said_by(when: Relation, assumed: frozenset[Hypothesis]) -> set[Hypothesis]:
    """What is assumed and is ``when`` in another writing, by the signs of what stays assumed."""
    relations = {h for h in assumed if isinstance(h, Relation)}
    maybe = {h for h in relations if agrees(h, when, signs(assumed))}
    stays = signs(assumed - maybe)
    return {h for h in maybe if agrees(h, when, stays)}


def _rewritten(node: T, equation: Theorem) -> T:
    if node == equation.shows.lhs:
        return cast(T, equation.shows.rhs)
    if isinstance(node, Sum | Root) and any(node.index in free(h) for h in equation.assumes):
        return node
    if isinstance(node, Expect) and any(node.over in random_in(h) for h in equation.assumes):
        return node
    if isinstance(node, Partial):
        return node
    return rebuilt(node, lambda part: _rewritten(part, equation))


def _first_case(node: Node) -> Cases | None:
    if isinstance(node, Cases):
        return node
    if isinstance(node, Sum | Expect | Partial | Root):
        return None  # its condition may depend on what is bound there
    return next((c for child in children(node) if (c := _first_case(child))), None)


def replaced(node: T, old: Node, new: Node) -> T:
    if node == old:
        return cast(T, new)
    if isinstance(node, Sum | Expect | Partial | Root):
        return node
    return rebuilt(node, lambda part: replaced(part, old, new))
