"""The referee: is a violation seen in float64 real, or is it rounding?

Both sides are evaluated again in mpmath, at precision doubled from step to step. A value's error is
taken from how much it moved when the precision was doubled, so it is an estimate. Sides may be
numbers or arrays; a number beside an array stands beside every entry.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import mpmath

from lemmata.theory.ledger import Kind
from lemmata.theory.numerics.backends import Array
from lemmata.verify.verdicts.judging import aligned

Sides = Callable[[], tuple[Array, Array]]  # (lhs, rhs) at the working precision
FIRST_DIGITS = 50  # what a run sees: a violation has to be there with twice as many
MOST_DIGITS = 400


class Ruling(StrEnum):
    REAL = "real"
    ROUNDING = "rounding"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Decided:
    """A ruling with the digits it took, and the sides with as many."""

    ruling: Ruling
    digits: int
    lhs: Array
    rhs: Array

    def __str__(self) -> str:
        return f"{self.ruling} at {self.digits} digits: {self.lhs} against {self.rhs}"


def referee(kind: Kind, sides: Sides) -> Decided:
    """Rule on a suspected violation, from both sides in mpmath.

    An identity is violated where its sides differ; only a bound can be found to hold. Sides that
    meet, or that float closer than ``MOST_DIGITS`` resolve, are undecided. Of arrays one entry that
    is violated is enough, and every one has to hold.
    """
    digits = FIRST_DIGITS
    with mpmath.workdps(digits):
        before = sides()
    while 2 * digits <= MOST_DIGITS:
        digits *= 2
        with mpmath.workdps(digits):
            after = sides()
            pairs = zip(*aligned(*after), *aligned(*before), strict=True)
            rulings = [_rule(kind, (a, b), (c, d), digits) for a, b, c, d in pairs]
        if Ruling.REAL in rulings:
            return Decided(Ruling.REAL, digits, *after)
        if Ruling.UNDECIDED not in rulings:
            return Decided(Ruling.ROUNDING, digits, *after)
        before = after
    return Decided(Ruling.UNDECIDED, digits, *before)


def _rule(
    kind: Kind, after: tuple[Array, Array], before: tuple[Array, Array], digits: int
) -> Ruling:
    """On one entry, from its sides at ``digits``, the working precision, and at half of them."""
    lhs, rhs = after
    # how far the values moved is the error at half the digits, an upper estimate here
    error = abs(lhs - before[0]) + abs(rhs - before[1])
    error += (abs(lhs) + abs(rhs)) * mpmath.mpf(10) ** (5 - digits)
    excess = kind.excess(lhs, rhs)
    infinite = mpmath.isinf(excess) and after == before  # then its error is not a number
    if not infinite and not abs(excess) > error:
        return Ruling.UNDECIDED
    return Ruling.REAL if excess > 0 else Ruling.ROUNDING
