"""Theorems, and the one place where they are made.

A theorem says: for all real values of the variables (of families at every index, of random
variables at every point of the probability space), if everything it assumes holds, so does what it
shows. A rule makes it from other theorems; nothing else can. A ``Proof`` keeps its own record of
what it has made, and a theorem that is not in it, or no longer says what it said when it was made,
is refused as a premise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar, cast

from theory.expressions.changing import binders, children, free, is_plain, random_in
from theory.expressions.nodes import (
    INFINITY,
    Expect,
    Expr,
    Hypothesis,
    Node,
    Number,
    Relation,
    Sum,
    Variable,
    Whole,
)
from theory.expressions.normal import normal, same
from theory.expressions.partial import Integral, T
from verify.kernel.signs import Known, Signs, divides

P = ParamSpec("P")
S = TypeVar("S", bound="Session")
RULES: list[str] = []
"""What makes theorems, by name; whoever imports the last subclass has them all."""


class Rejected(Exception):
    """A step that does not follow: which one, what it says, and why not."""

    def __init__(self, step: str, says: object, why: str) -> None:
        super().__init__(f"step {step!r} ({says}) is rejected: {why}")
        self.step, self.says, self.why = step, says, why


@dataclass(frozen=True, eq=False)
class Theorem:
    """What is assumed and shown, by which rule, from which theorems, and what was computed."""

    name: str
    assumes: frozenset[Hypothesis]
    shows: Relation
    rule: str
    premises: tuple[Theorem, ...]
    checked: str
    source: str = ""  # the fact or the claim that it is
    numbers: frozenset[Variable] = frozenset()  # it holds where these are finite

    def __str__(self) -> str:
        return str(self.shows)


class Call(NamedTuple):
    """A rule, what it was given, and what it made."""

    rule: str
    args: Any
    kwargs: Any
    made: Theorem


def _print(theorem: Theorem) -> str:
    """All that a theorem says, in writing; variables of one name may be of two sorts."""
    assumed = sorted(map(_parts, theorem.assumes))
    kept = (theorem.name, assumed, _parts(theorem.shows), theorem.rule, theorem.source,
            sorted(map(_parts, theorem.numbers)))  # fmt: skip
    return repr((*kept, [id(premise) for premise in theorem.premises]))


def _parts(node: object) -> str:
    """A term with all that it is made of, which what is printed of it is not."""
    if isinstance(node, tuple):
        return f"({', '.join(map(_parts, node))})"
    kind = type(node)
    if not hasattr(kind, "__dataclass_fields__"):
        return repr(node)
    return f"{kind.__name__}({', '.join(map(_parts, vars(node).values()))})"


def infinite(node: Node) -> bool:
    """Whether infinity stands in it other than as the end of a sum: variables are real numbers."""
    if isinstance(node, Number):
        return isinstance(node.value, float)
    if isinstance(node, Sum) and node.count == INFINITY:
        return infinite(node.body)
    return any(map(infinite, children(node)))


def means(node: Node) -> Iterator[Expect]:
    """The means and integrals in it."""
    if isinstance(node, Expect):
        yield node
    for child in children(node):
        yield from means(child)


def _is_misread(mean: Expect) -> bool:
    return isinstance(mean, Integral) != (mean.over == T.random)


def rule(
    function: Callable[Concatenate[S, P], Theorem],
) -> Callable[Concatenate[S, P], Theorem]:
    """A rule: its name is the function's, and what it is given may be altered by an attack."""

    @wraps(function)
    def called(self: S, *args: P.args, **kwargs: P.kwargs) -> Theorem:
        args, kwargs = self._given(function.__name__, args, kwargs)
        made = function(self, *args, **kwargs)
        self.history.append(Call(function.__name__, args, kwargs, made))
        return made

    RULES.append(function.__name__)
    return cast(Callable[Concatenate[S, P], Theorem], called)


class Session:
    """Makes theorems and remembers them; the rules are in its subclasses."""

    def __init__(self) -> None:
        self._record: dict[int, tuple[Theorem, str]] = {}
        self.history: list[Call] = []  # for whoever changes one of them; no rule reads it

    def _given(self, rule: str, args: Any, kwargs: Any) -> tuple[Any, Any]:
        """What a rule is called with; an attack changes it here."""
        return args, kwargs

    def _made(
        self, name: str, rule: str, assumes: Iterable[Hypothesis], shows: Relation,
        premises: Iterable[Theorem] = (), checked: str = "", source: str = "",
        numbers: frozenset[Variable] | None = None,
    ) -> Theorem:  # fmt: skip
        """It holds of numbers where what it rests on does, if its rule says no more."""
        rests = tuple(premises)
        if numbers is None:
            numbers = frozenset().union(*(one.numbers for one in rests))
        kept = frozenset(assumes)
        self._readable(name, shows, *kept, shows)
        made = Theorem(name, kept, shows, rule, rests, checked, source, numbers)
        self._record[id(made)] = made, _print(made)
        return made

    @staticmethod
    def _readable(name: str, says: object, *nodes: Node) -> None:
        """What the normal form would read otherwise than it is written is refused.

        Indices that are bound get names of its own: one that is free would become such an index.
        Asked of theorems, and of what a rule is given that need not stand in one, as a start.
        """
        if hidden := [v for one in nodes for v in free(one) if v.name.startswith("_")]:
            raise Rejected(name, says, f"the name {hidden[0]} is kept for bound indices")
        bound = [b.index for one in nodes for b in binders(one)]
        if taken := [index for index in bound if not is_plain(index)]:
            raise Rejected(name, says, f"{taken[0]} belongs to something: no index to bind")
        if own := [index for index in bound if index.name.startswith("_")]:
            raise Rejected(name, says, f"the name {own[0]} is kept for the normal form")
        if strange := frozenset().union(*map(_signs_in, nodes)) - {"<", "<=", "=="}:
            raise Rejected(name, says, f"{min(strange)} is no sign of a relation here")
        if any(map(infinite, nodes)):
            raise Rejected(name, says, "it speaks of infinity, which is no number")
        if any(_is_misread(mean) for one in nodes for mean in means(one)):
            raise Rejected(name, says, "t has integrals and no mean, all else means")

    def genuine(self, theorem: Any) -> bool:
        """Whether it was made here and says what it said then, and so do its premises."""
        kept = self._record.get(id(theorem))
        return kept is not None and kept[0] is theorem and kept[1] == _print(theorem)

    def _premises(self, step: str, says: object, *theorems: Any) -> list[Theorem]:
        for one in theorems:
            if not self.genuine(one):
                raise Rejected(step, says, f"{one} is no theorem of this proof")
        return list(theorems)

    @property
    def theorems(self) -> list[Theorem]:
        return [theorem for theorem, _ in self._record.values()]


def _signs_in(node: Node) -> frozenset[str]:
    """Of its relations: what is not < or == would be taken for <=, and printed as it is written."""
    own = frozenset({node.sign} if isinstance(node, Relation) else ())
    return own.union(*map(_signs_in, children(node)))


def is_endless(node: Node) -> bool:
    """Whether there is an infinite sum in it."""
    own = isinstance(node, Sum) and node.count == INFINITY
    return own or any(map(is_endless, children(node)))


def is_finite(node: Node) -> bool:
    """Whether nothing in it may be infinite: no mean, no integral, no infinite sum."""
    return not is_endless(node) and not any(True for _ in means(node))


def numbers_in(nodes: Iterable[Node], theorems: Sequence[Theorem]) -> frozenset[Variable]:
    """The variables in terms and theorems, and those of which the theorems hold as numbers."""
    said = [*nodes, *(one for t in theorems for one in (t.shows, *t.assumes))]
    plain = {v for one in said for v in free(one) if is_plain(v)}
    return frozenset(plain).union(*(t.numbers for t in theorems))


def known(theorem: Theorem) -> Known:
    """What a theorem allows to read off, with the random elements that its hypotheses speak of."""
    on = frozenset().union(*(random_in(h) for h in theorem.assumes))
    spoken_of = frozenset().union(*(free(h) for h in theorem.assumes))
    plain = {v for v in free(theorem.shows) if is_plain(v)}
    return Known(theorem.shows, on, frozenset(plain - spoken_of))


def signs(assumes: Iterable[Hypothesis], theorems: Iterable[Theorem] = ()) -> Signs:
    return Signs(assumes, [known(t) for t in theorems])


def follows(wanted: Hypothesis, assumed: frozenset[Hypothesis], read: Signs) -> bool:
    """Whether a hypothesis is among those assumed, or can be read off."""
    if wanted in assumed:
        return True
    if isinstance(wanted, Relation):
        return read.holds(wanted) or any(agrees(wanted, h, read) for h in assumed)
    if isinstance(wanted, Whole):
        return combined(wanted.what, {h.what for h in assumed if isinstance(h, Whole)})
    return False


def combined(node: Expr, parts: set[Expr]) -> bool:
    """Whether it is a polynomial in the parts with whole coefficients: whole where they are."""
    form = normal(node)
    pairs = form.top.to_dict().items()
    return node in parts or (
        not divides(node)
        and form.bottom == 1
        and all(c.q == 1 for _, c in pairs)
        and all(a in parts for e, _ in pairs for a, k in zip(form.atoms, e, strict=False) if k)
    )


def agrees(wanted: Relation, other: Any, read: Signs) -> bool:
    """Whether ``other`` says ``wanted``: both compare terms whose difference is the same."""
    if not isinstance(other, Relation) or (wanted.sign == "==") != (other.sign == "=="):
        return False
    if wanted.sign == "<" and other.sign == "<=":
        return False
    if (wanted.lhs, wanted.rhs) == (other.lhs, other.rhs):
        return True
    if not (read.defined(wanted) and read.defined(other)):
        return False
    return same(wanted.rhs - wanted.lhs, other.rhs - other.lhs)
