"""The referee: is a violation seen in float64 real, or is it rounding?

Both sides are evaluated again in mpmath, at precision doubled from step to step, and then, where
an enclosure is known, in balls. A value's error is taken from how much it moved when the precision
was doubled, so it is an estimate; disjoint balls are a proof.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import flint
import mpmath

from theory.ledger import Kind

Sides = Callable[[], tuple[Any, Any]]  # (lhs, rhs) at the working precision
FIRST_DIGITS = 50  # what a run sees: a violation has to be there with twice as many
MOST_DIGITS = 400


class Ruling(StrEnum):
    REAL = "real"
    ROUNDING = "rounding"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Decided:
    """A ruling with the digits it took; ``proved`` if disjoint balls gave it."""

    ruling: Ruling
    digits: int
    lhs: Any
    rhs: Any
    proved: bool = False

    def __str__(self) -> str:
        how = ", proved in balls" if self.proved else ""
        return f"{self.ruling} at {self.digits} digits{how}: {self.lhs} against {self.rhs}"


def _excess(kind: Kind, lhs: Any, rhs: Any) -> Any:
    """By how much the claim is violated: positive where it is."""
    if kind is Kind.LOWER_BOUND:
        return rhs - lhs
    return lhs - rhs if kind is Kind.UPPER_BOUND else abs(lhs - rhs)


def referee(
    kind: Kind, sides: Sides, balls: Sides | None = None, most_digits: int = MOST_DIGITS
) -> Decided:
    """Rule on a suspected violation.

    ``sides`` evaluates (lhs, rhs) in mpmath, ``balls`` as arb numbers. An identity is violated
    where its sides differ; only a bound can be found to hold. Sides that meet, or that float
    closer than ``most_digits`` resolve, are undecided.
    """
    digits = FIRST_DIGITS
    before = _at(sides, digits)
    while 2 * digits <= most_digits:
        digits *= 2
        lhs, rhs = after = _at(sides, digits)
        with mpmath.workdps(digits):
            # how far the values moved is the error at half the digits, an upper estimate here
            error = abs(lhs - before[0]) + abs(rhs - before[1])
            error += (abs(lhs) + abs(rhs)) * mpmath.mpf(10) ** (5 - digits)
            excess = _excess(kind, lhs, rhs)
            beyond = abs(excess) > error  # here, as abs rounds to the working precision
        infinite = mpmath.isinf(excess) and after == before  # then its error is not a number
        if infinite or beyond:
            ruling = Ruling.REAL if excess > 0 else Ruling.ROUNDING
            return _confirmed(kind, Decided(ruling, digits, lhs, rhs), balls)
        before = after
    return Decided(Ruling.UNDECIDED, digits, *before)


def _at(sides: Sides, digits: int) -> tuple[Any, Any]:
    with mpmath.workdps(digits):
        return sides()


def _confirmed(kind: Kind, decided: Decided, balls: Sides | None) -> Decided:
    """The same ruling from disjoint balls is a proof; balls that contradict it undo it."""
    if balls is None:
        return decided
    with flint.ctx.workdps(decided.digits):
        lhs, rhs = balls()
        excess = _excess(kind, lhs, rhs)
    if not (excess > 0 or excess < 0):
        return decided
    ruling = Ruling.REAL if excess > 0 else Ruling.ROUNDING
    if ruling is not decided.ruling:
        return Decided(Ruling.UNDECIDED, decided.digits, lhs, rhs)
    return Decided(ruling, decided.digits, lhs, rhs, proved=True)
