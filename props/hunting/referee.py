"""The referee: is a violation in float64 real, or is it rounding?

Both sides are evaluated again in mpmath, and the precision is doubled from step to step. The error
of a value is estimated by its change when the precision was doubled. Sides may be numbers or
arrays; a number is compared with every entry of an array.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import mpmath

from lemmata.theory.ledger import Kind
from lemmata.theory.numerics.backends import Array
from lemmata.verify.verdicts.judging import aligned

Sides = Callable[[], tuple[Array, Array]]  # (lhs, rhs) at the working precision
FIRST_DIGITS = 50  # the precision of a run: a violation must persist at twice as many
MOST_DIGITS = 400


class Ruling(StrEnum):
    REAL = "real"
    ROUNDING = "rounding"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class RefereeDecision:
    """A ruling, the digits that it took, and both sides at that precision."""

    ruling: Ruling
    digits: int
    lhs: Array
    rhs: Array

    def __str__(self) -> str:
        return f"{self.ruling} at {self.digits} digits: {self.lhs} against {self.rhs}"


def referee(kind: Kind, sides: Sides) -> RefereeDecision:
    """Rule on a suspected violation, from both sides in mpmath.

    An identity is violated if its sides differ; only a bound can hold. Sides that are equal to
    ``MOST_DIGITS`` digits are undecided. An array is violated if one entry is, and holds if all do.
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
            return RefereeDecision(Ruling.REAL, digits, *after)
        if Ruling.UNDECIDED not in rulings:
            return RefereeDecision(Ruling.ROUNDING, digits, *after)
        before = after
    return RefereeDecision(Ruling.UNDECIDED, digits, *before)


def _rule(
    kind: Kind, after: tuple[Array, Array], before: tuple[Array, Array], digits: int
) -> Ruling:
    """Rule on one entry, from its sides at ``digits``, the working precision, and at half of it."""
    lhs, rhs = after
    # the change is the error at half the digits, an upper estimate of the error here
    error = abs(lhs - before[0]) + abs(rhs - before[1])
    error += (abs(lhs) + abs(rhs)) * mpmath.mpf(10) ** (5 - digits)
    excess = kind.excess(lhs, rhs)
    infinite = mpmath.isinf(excess) and after == before  # then its error is not a number
    if not infinite and not abs(excess) > error:
        return Ruling.UNDECIDED
    return Ruling.REAL if excess > 0 else Ruling.ROUNDING
