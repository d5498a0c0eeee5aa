"""Judges a case: both sides in mpmath, and what they say of the supremum of lhs/rhs."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import mpmath
import numpy as np

from lemmata.props.attack import Property
from lemmata.props.hunting.referee import RefereeDecision, Ruling, referee
from lemmata.props.hunting.spaces import GridPoint, Space
from lemmata.props.recipes import Lift, in_mpf
from lemmata.theory.ledger import Formula, Kind, get
from lemmata.theory.numerics.backends import Array
from lemmata.verify.verdicts.judging import ratio_of

_NEAR = 0.99


class Supremum(StrEnum):
    EXCEEDED = "exceeded"
    ATTAINED = "attained"
    APPROACHED = "approached"
    BELOW = "not reached"
    UNDECIDED = "undecided"


_RULED = {
    Ruling.REAL: Supremum.EXCEEDED,
    Ruling.ROUNDING: Supremum.APPROACHED,
    Ruling.UNDECIDED: Supremum.UNDECIDED,
}


@dataclass(frozen=True)
class JudgedCase:
    """A case, both sides of one bound there in mpmath, and the state of the supremum."""

    case: Any
    entry: int  # the index of the bound, if the closed form has several
    lhs: Array
    rhs: Array
    ratio: float
    supremum: Supremum
    decision: RefereeDecision | None = None  # of the referee, if the claim seems violated
    where: str = ""  # the label of the grid point

    @property
    def rank(self) -> tuple[bool, float, float]:
        """Violations first, then the largest ratio, then the least distance."""
        return self.supremum is Supremum.EXCEEDED, self.ratio, -float(abs(self.lhs - self.rhs))


@dataclass(frozen=True)
class Target:
    """What a hunt attacks: a closed form, a claim's or a mutant's, and the property of it."""

    by: Property[Any]
    formula: Formula

    @property
    def kind(self) -> Kind:
        return get(self.by.claim_id).kind

    @property
    def space(self) -> Space[Any]:
        if self.by.space is None:
            raise ValueError(f"{self.by.claim_id} has no search space")
        return self.by.space

    def both(
        self, case: Any, lift: Lift, constant: Array | None = None
    ) -> tuple[Mapping[str, Any], Array, Array]:
        """The closed form's arguments and both sides; ``constant`` is the right one if known."""
        parameters, lhs = self.by.observe(case, lift)
        return parameters, lhs, self.formula(**parameters) if constant is None else constant

    def known(self, point: GridPoint) -> Array | None:
        """The right-hand side, where the point of the grid determines it."""
        return self.space.fixed and self.formula(**self.space.fixed(*point))

    def sides(self, case: Any, lift: Lift) -> list[tuple[Array, Array]]:
        """(lhs, rhs) of every bound of the claim at a case, in the arithmetic of ``lift``.

        Raises ``HypothesisError`` if the case violates the claim's hypotheses.
        """
        with np.errstate(all="ignore"):
            parameters, lhs, rhs = self.both(case, lift)
            get(self.by.claim_id).require(**parameters)
        left, right = (np.asarray(side, dtype=object).reshape(-1) for side in (lhs, rhs))
        size = max(len(left), len(right))
        return list(zip(np.resize(left, size), np.resize(right, size), strict=True))

    def judge(self, case: Any, entry: int) -> JudgedCase:
        """Judge one bound at a case, at the property's precision; a violation goes to the referee.

        A bound is attained if both sides are equal within the tolerance, and the distance shrinks
        with twice the digits.
        """
        kind, tolerance, digits = self.kind, self.by.tolerance, self.by.digits or mpmath.mp.dps
        lhs, rhs, apart = self._apart(case, entry, digits)
        if lhs == rhs == 0 and kind.is_bound and not isinstance(rhs, int):  # as at isometry
            return JudgedCase(case, entry, lhs, rhs, 0.0, Supremum.BELOW)
        ratio = ratio_of(kind, lhs, rhs) or 0.0
        small, large = kind.ascending(lhs, rhs)
        if apart <= max(tolerance, 10.0 ** (8 - digits)):
            *_, again = self._apart(case, entry, 2 * digits)
            shrunk = max(apart, 10.0**-digits) * 10.0 ** (-digits // 4)
            least = min(tolerance * 10.0 ** (-digits // 2), shrunk)
            equal = again <= max(least, 10.0 ** (16 - 2 * digits))
            supremum = Supremum.ATTAINED if equal else Supremum.APPROACHED
        elif kind.is_bound and small < large:
            supremum = Supremum.APPROACHED if ratio >= _NEAR else Supremum.BELOW
        else:
            decision = referee(kind, lambda: self.sides(case, in_mpf)[entry])
            ruled = _RULED[decision.ruling]
            return JudgedCase(case, entry, decision.lhs, decision.rhs, ratio, ruled, decision)
        return JudgedCase(case, entry, lhs, rhs, ratio, supremum)

    def _apart(self, case: Any, entry: int, digits: int) -> tuple[Any, Any, float]:
        """The two sides at this many digits, and their relative distance."""
        with mpmath.workdps(digits):
            lhs, rhs = self.sides(case, in_mpf)[entry]
            apart = abs(lhs - rhs) / max(abs(lhs), abs(rhs)) if lhs != rhs else 0.0
        return lhs, rhs, float(apart)
