"""Wrong versions of one step of a proof: what a rule is given, changed in one place.

A premise left out or swapped for another, a box shrunk, a constant or an exponent of what is shown
changed (both ways, so to the stronger side too), a threshold moved by one, a hypothesis left out.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from theory.expressions.changing import children, rebuilt
from theory.expressions.nodes import Every, Expr, Number, Power, Relation, Variable, Whole, term
from theory.expressions.normal import same
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem, signs

SMALL = Fraction(1, 1000)


@dataclass(frozen=True)
class Change:
    """What is done, of which sort, and what the rule is given then."""

    kind: str
    what: str
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]


def changes(rule: str, args: Any, kwargs: Any, earlier: Sequence[Theorem] = ()) -> Iterator[Change]:
    """Every wrong version of one call of a rule; ``earlier`` are the theorems made before it."""
    bound = inspect.signature(getattr(Proof, rule)).bind(None, *args, **kwargs)
    if rule in ("fact", "claim", "law"):
        return  # what they say is compared with what is registered; swapped where they are used
    for name, value in bound.arguments.items():
        for kind, what, new in _of_argument(name, value, earlier):
            given = inspect.BoundArguments(bound.signature, {**bound.arguments, name: new})
            yield Change(kind, what, given.args[1:], given.kwargs)


Variants = Iterator[tuple[str, str, Any]]


def _of_argument(name: str, value: Any, earlier: Sequence[Theorem]) -> Variants:
    match name:
        case "name" | "self" | "over" | "index" | "l" | "x" | "y" | "chain" | "more" | "weight":
            return
        case "under":
            yield from _hypotheses(list(value))
        case "sides":
            yield from _boxes(value)
        case "start":
            yield from (("threshold", f"{name} {value} {s}1", _moved(value, s)) for s in "+-")
        case "count" if isinstance(value, int | Expr):
            yield "threshold", f"{value} terms less one", term(value) - 1
        case "function":
            other = {"exp": "sqrt", "log": "exp", "sqrt": "log"}[value]
            yield "statement", f"{other} for {value}", other
        case "entries":
            yield from _entries(value)
        case "contact" if value:
            yield "threshold", "a contact of higher order", (*value[:2], value[2] + 1)
        case "by" if isinstance(value, Mapping):
            yield from _substitutions(value)
        case "hypothesis" | "condition" | "relation":
            kind = "statement" if name == "relation" else "threshold"
            yield from ((kind, what, new) for what, new in variants(value, kind == "threshold"))
        case _:
            yield from _premises(value, earlier)


def _moved(value: Any, sign: str) -> Expr:
    return term(value) + (1 if sign == "+" else -1)


def _premises(value: Any, earlier: Sequence[Theorem]) -> Variants:
    """One premise left out, or another theorem in its place."""
    if isinstance(value, Theorem):
        if (other := _another(value, earlier)) is not None:
            yield "needed", f"{_called(other)} for {_called(value)}", other
    elif isinstance(value, list | tuple):
        for k, one in enumerate(value):
            theorem, by = one if isinstance(one, tuple) else (one, 1)
            if not isinstance(theorem, Theorem) or term(by) == term(0):
                continue  # what is multiplied by 0, as at d = inf, is left out as it stands
            rest = [*value[:k], *value[k + 1 :]]
            yield "premise", f"without {_called(theorem)}", tuple(rest)
            if (other := _another(theorem, earlier)) is not None:
                swapped = (other, *one[1:]) if isinstance(one, tuple) else other
                new = (*value[:k], swapped, *value[k + 1 :])
                yield "another", f"{_called(other)} for {_called(theorem)}", new


def _called(theorem: Theorem) -> str:
    return f"{theorem.name or theorem.rule!r} ({theorem})"


def _another(theorem: Theorem, earlier: Sequence[Theorem]) -> Theorem | None:
    """A theorem that says something else, the last before it; one that assumes no more first.

    What assumes more is caught by that alone.
    """
    place = next((k for k, one in enumerate(earlier) if one is theorem), len(earlier))
    apart = theorem.shows.rhs - theorem.shows.lhs

    def fits(one: Theorem) -> bool:
        return one.shows != theorem.shows and not same(one.shows.rhs - one.shows.lhs, apart)

    order = [*reversed(earlier[:place]), *earlier[place:]]
    modest = (one for one in order if one.assumes <= theorem.assumes and fits(one))
    return next(modest, None) or next(filter(fits, order), None)


def _hypotheses(under: list[Any]) -> Variants:
    for k, one in enumerate(under):
        yield "hypothesis", f"without assuming {one}", [*under[:k], *under[k + 1 :]]
        for what, new in variants(one, True):
            yield "threshold", what, [*under[:k], new, *under[k + 1 :]]


def _boxes(sides: Mapping[Variable, Any]) -> Variants:
    for x, ends in sides.items():
        low, high = (Fraction(str(end)) for end in ends)
        step = (high - low) * SMALL
        if not step:
            continue  # a point
        for new in ((low + step, high), (low, high - step)):
            yield "box", f"{x} in [{new[0]}, {new[1]}] only", {**sides, x: new}


def _entries(entries: Sequence[Any]) -> Variants:
    for k, (i, j) in enumerate(entries):
        if isinstance(j, int):
            new = (*entries[:k], (i, j + 1), *entries[k + 1 :])
            yield "statement", f"entry ({i}, {j + 1}) for ({i}, {j})", new


def _substitutions(by: Mapping[Variable, Any]) -> Variants:
    for x, value in by.items():
        for what, new in variants(term(value)):
            yield "statement", f"{x} := {what}", {**by, x: new}


# -- constants and exponents


def variants(node: Any, threshold: bool = False) -> Iterator[tuple[str, Any]]:
    """A term, relation or hypothesis with one number changed, and how.

    A constant by a thousandth, an exponent or a threshold by one.
    """
    yield from _variants(node, threshold)


@lru_cache(maxsize=1000)  # the same hypotheses stand under many steps
def _variants(node: Any, threshold: bool) -> tuple[tuple[str, Any], ...]:
    return tuple((f"{new} for {node}", new) for new in _numbers(node, threshold))


def _numbers(node: Any, threshold: bool) -> Iterator[Any]:
    match node:
        case Number(value) if value != float("inf"):
            step = Fraction(1) if threshold else abs(Fraction(value)) * SMALL or SMALL
            yield from (Number(value + step), Number(value - step))
        case Variable() | Whole():
            return  # an index is a name
        case Power(base, Number(value)):
            yield from (replace(node, base=new) for new in _numbers(base, threshold))
            if value != float("inf"):
                yield from (base ** (value + s) for s in (1, -1) if value + s != 0 or value == 1)
        case Every(index, relation):
            yield from (Every(index, new) for new in _numbers(relation, threshold))
        case _:
            parts = list(children(node))
            for k, part in enumerate(parts):
                for new in _numbers(part, threshold):
                    yield _with_parts(node, [*parts[:k], new, *parts[k + 1 :]])


def _with_parts(node: Any, parts: Sequence[Any]) -> Any:
    order = iter(parts)
    return rebuilt(node, lambda _: next(order))


def of_statement(shows: Relation, assumes: Sequence[Any]) -> Iterator[tuple[str, Any, Any]]:
    """A claim's own statement with one number changed, or one thing assumed less, or less of it."""
    for what, new in variants(shows):
        yield f"the claim says {what}", new, assumes
    for k, one in enumerate(assumes):
        rest = (*assumes[:k], *assumes[k + 1 :])
        yield f"the claim does not assume {one}", shows, rest
        for what, new in variants(one, True):
            if _follows(one, new):
                yield f"the claim assumes {what}", shows, (*rest, new)


def _follows(stronger: Any, weaker: Any) -> bool:
    old, new = (h.relation if isinstance(h, Every) else h for h in (stronger, weaker))
    return isinstance(new, Relation) and signs([old]).holds(new)
