"""The constant that proved theorems guarantee: the claim's own, and that of a sharper bound.

Another bound counts if Rocq has accepted it and its left-hand side is, in Rocq, the very term of
this claim's; or the term of this claim at an argument one larger, as where one paper counts layers
from 0 and another from 1.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import mpmath

from lemmata.props.recipes import in_mpf
from lemmata.props.sharpening.needed import needed
from lemmata.props.sharpening.rows import FrontierRow, Trend
from lemmata.theory.errors import HypothesisError
from lemmata.theory.evidence import entries
from lemmata.theory.ledger import LEDGER, Claim, Kind, claims, get
from lemmata.theory.rocq import Formal
from lemmata.verify.rocq.record import checked

_FARTHEST = 2**20  # the size up to which closed forms are compared


@dataclass(frozen=True)
class Sharper:
    """A proved bound of the same quantity, which takes the arguments ``later`` one larger."""

    claim: Claim
    later: frozenset[str]


def own_constant(claim: Claim) -> Any:
    """The constant that the claim's own proof has; None if it is not proved."""
    if checked(claim) is None or not (formals := formals_of(claim)):
        return None
    value = formals[0].witness.get(claim.constant, None) if claim.constant else 1
    return None if value is None else mpmath.mpf(value.numerator) / value.denominator


def formals_of(claim: Claim) -> list[Formal]:
    """The formal sides of a claim; none if it has none."""
    formal = claim.formal() if callable(claim.formal) else claim.formal
    if formal is None:
        return []
    return list(formal) if isinstance(formal, list | tuple) else [formal]


def sharper_bounds(claim: Claim) -> list[Sharper]:
    """The sharp form, its sharp form and so on; and the other claims that have the same."""
    family, found = [claim.id], list[Sharper]()
    for claim_id in family:
        sharp = get(claim_id).sharp
        if sharp and sharp in claims() and sharp not in family:
            family.append(sharp)
    family += [c.id for c in claims().values() if c.sharp in family[1:] and c.id not in family]
    for other in map(get, family[1:]):
        says = other.kind in (claim.kind, Kind.IDENTITY)  # an exact law bounds from both sides
        if says and other.formula and checked(other) is not None:
            later = _same_quantity(claim, other)
            found += [] if later is None else [Sharper(other, later)]
    return found


def _same_quantity(claim: Claim, other: Claim) -> frozenset[str] | None:
    """The arguments that ``other`` takes one larger; None if it bounds another quantity."""
    for mine in formals_of(claim)[:1]:
        for theirs in formals_of(other)[:1]:
            left, right = _text(mine), _text(theirs)
            shared = [n for n in theirs.arguments if n in mine.arguments]
            alike = [_term(mine.arguments[n]) == _term(theirs.arguments[n]) for n in shared]
            if not left or not right or not all(alike):
                return None
            if left == right:
                return frozenset()
            for name in shared:
                nat = getattr(theirs.arguments[name], "nat", "")
                if nat and re.sub(rf"\b{re.escape(nat)}\b", f"{nat}.+1", right) == left:
                    return frozenset({name})
    return None


def _text(formal: Formal) -> str:
    """The left-hand side in Rocq, if it is one term."""
    return str(getattr(formal.lhs, "text", ""))


def _term(argument: Any) -> str:
    return str(getattr(argument, "text", argument))


def guaranteed(claim: Claim, rows: list[FrontierRow]) -> list[FrontierRow]:
    """The rows with what proved theorems guarantee at their arguments."""
    sharper = sharper_bounds(claim)
    own = own_constant(claim)
    return [_bounded(claim, row, sharper, own) for row in rows]


def _bounded(
    claim: Claim, row: FrontierRow, sharper: list[Sharper], own: Any = None
) -> FrontierRow:
    found = [] if own is None else [(own, claim.id)]
    for one in sharper:
        found += [(value, one.claim.id) for value in _at(claim, row, one)]
    if not found:
        return row
    value, by = min(found, key=lambda pair: pair[0] if row.smaller else -pair[0])
    return replace(row, above=value, by=by)


def _at(claim: Claim, row: FrontierRow, sharper: Sharper) -> Iterator[Any]:
    """The constants that the entries of a sharper bound guarantee at the arguments of a row."""
    with suppress(HypothesisError, ArithmeticError, ValueError, TypeError, AttributeError):
        given = _arguments(row, sharper)
        if given is not None:
            sharper.claim.require(**given)
            for value in entries(sharper.claim.closed_form(**given)):
                constant = needed(claim, row.parameters, value)[row.entry]
                if constant is not None:
                    yield constant


def _arguments(row: FrontierRow, sharper: Sharper) -> Mapping[str, Any] | None:
    """Its arguments: those of the row, the others as its own attack observes them."""
    names = sharper.claim.parameters
    given = {n: row.parameters[n] for n in names if n in row.parameters}
    given |= {n: given[n] + 1 for n in sharper.later}
    if len(given) == len(names):
        return given
    by = LEDGER.properties.get(sharper.claim.id)
    if by is None or row.case is None or sharper.later:
        return None
    seen, _ = by.observe(row.case, in_mpf)
    shared = all(seen[name] == value for name, value in given.items())
    return seen if shared else None


def continued(claim: Claim, trend: Trend) -> list[tuple[float, Any]]:
    """What sharper theorems guarantee along a trend, and beyond it at doubled sizes."""
    rows, name = trend.rows, trend.name
    found = [
        (row.at[name], row.above) for row in rows if row.above is not None and row.by != claim.id
    ]
    near = [row for row in rows if row.at[name] < _FARTHEST and name in row.parameters]
    if not found or not near:
        return found
    last = max(near, key=lambda row: row.at[name])
    if last.at[name] != round(last.at[name]):
        return found
    sharper, size = sharper_bounds(claim), int(last.at[name])
    while 0 < 2 * size <= _FARTHEST:
        size *= 2
        number = 0 * last.parameters[name] + size
        beyond = replace(last, parameters={**last.parameters, name: number}, case=None, above=None)
        if (bounded := _bounded(claim, beyond, sharper)).above is None:
            break
        found.append((float(size), bounded.above))
    return found
