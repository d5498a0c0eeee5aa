"""What a hunted case says of a bound's supremum: both sides in mpmath, then the referee."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import mpmath
import numpy as np

from props.attack import Property
from props.hunting.referee import Decided, Ruling, referee
from props.recipes import in_mpf
from theory.ledger import Formula, Kind, get
from verify.verdicts.judging import ratio_of

BOUNDS = (Kind.UPPER_BOUND, Kind.LOWER_BOUND)
_NEAR = 0.99


class Supremum(StrEnum):
    EXCEEDED = "exceeded"
    ATTAINED = "attained"
    APPROACHED = "approached"
    BELOW = "not reached"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Found:
    """A case in mpmath: the sides of one bound there, and what that says of its supremum."""

    case: Any
    entry: int  # which bound, of a closed form with several
    lhs: Any
    rhs: Any
    ratio: float
    supremum: Supremum
    decided: Decided | None = None  # the referee's, where the claim seems violated
    where: str = ""  # the point of the grid it was found at

    @property
    def rank(self) -> tuple[bool, float, float]:
        """Violations first, then the largest ratio; where the bound is 0, the least distance."""
        return self.supremum is Supremum.EXCEEDED, self.ratio, -float(abs(self.lhs - self.rhs))


def sides(prey: Property[Any], formula: Formula, case: Any, lift: Any) -> list[tuple[Any, Any]]:
    """(lhs, rhs) of every bound of the claim at a case, in the arithmetic of ``lift``.

    Raises a ``HypothesisError`` where the case does not meet the claim's hypotheses.
    """
    with np.errstate(all="ignore"):
        parameters, lhs = prey.observe(case, lift)
        get(prey.claim_id).require(**parameters)
        rhs = formula(**parameters)
    left, right = (np.asarray(side, dtype=object).reshape(-1) for side in (lhs, rhs))
    size = max(len(left), len(right))
    return list(zip(np.resize(left, size), np.resize(right, size), strict=True))


def judge(prey: Property[Any], formula: Formula, case: Any, entry: int) -> Found:
    """One bound at a case, at the property's precision; a violation goes to the referee.

    Attained means: equal as far as the observation is known, and again with twice the digits.
    """
    kind, digits = get(prey.claim_id).kind, prey.digits or mpmath.mp.dps
    lhs, rhs, apart = _apart(prey, formula, case, entry, digits)
    if lhs == rhs == 0 and kind in BOUNDS and not isinstance(rhs, int):  # as at isometry
        return Found(case, entry, lhs, rhs, 0.0, Supremum.BELOW)
    ratio = ratio_of(kind, lhs, rhs) or 0.0
    if apart <= max(prey.tolerance, 10.0 ** (8 - digits)):
        _, _, again = _apart(prey, formula, case, entry, 2 * digits)
        equal = again <= max(prey.tolerance * 10.0 ** (-digits // 2), 10.0 ** (16 - 2 * digits))
        supremum = Supremum.ATTAINED if equal else Supremum.APPROACHED
        return Found(case, entry, lhs, rhs, ratio, supremum)
    if (kind is Kind.LOWER_BOUND and lhs > rhs) or (kind is Kind.UPPER_BOUND and lhs < rhs):
        near = Supremum.APPROACHED if ratio >= _NEAR else Supremum.BELOW
        return Found(case, entry, lhs, rhs, ratio, near)
    decided = referee(kind, lambda: sides(prey, formula, case, in_mpf)[entry])
    supremum = {
        Ruling.REAL: Supremum.EXCEEDED,
        Ruling.ROUNDING: Supremum.APPROACHED,
        Ruling.UNDECIDED: Supremum.UNDECIDED,
    }[decided.ruling]
    return Found(case, entry, decided.lhs, decided.rhs, ratio, supremum, decided)


def _apart(
    prey: Property[Any], formula: Formula, case: Any, entry: int, digits: int
) -> tuple[Any, Any, float]:
    """The two sides at this many digits, and their relative distance."""
    with mpmath.workdps(digits):
        lhs, rhs = sides(prey, formula, case, in_mpf)[entry]
        apart = abs(lhs - rhs) / max(abs(lhs), abs(rhs)) if lhs != rhs else 0.0
    return lhs, rhs, float(apart)
