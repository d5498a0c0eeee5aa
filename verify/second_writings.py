"""Second writings: a closed form that has no proof, written again from the paper's page.

A proof in Rocq is of the closed form itself, read from the record. A refuted or held claim has
none, and a slip in its closed form might stay refuted, or held. So it is written again beside its
checks, in plain mpmath and without any tool of this package::

    @second_writing("sharp:gordon", Kind.LOWER_BOUND, grid(d=["7", "1000"], n=["2", "5"]))
    def gordon_again(d: Any, n: Any) -> Any:
        return d ** mpf("0.5") - n ** mpf("0.5")

A test compares both, at points where nothing cancels.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import mpmath
from mpmath import mpf

from lemmata.theory.ledger import LEDGER, Claim, Formula, Kind, source_path

DIGITS = 30
Points = Callable[[], Sequence[Mapping[str, Any]]]  # made at the working precision


@dataclass(frozen=True)
class SecondWriting:
    """What the statement is, its right side written again, and points of the domain."""

    kind: Kind
    again: Formula
    points: Points
    file: str

    def largest_difference(self, claim: Claim) -> Any:
        """From the closed form of ``claim``, relative, over all points, which are two at least."""
        with mpmath.workdps(DIGITS + 15):
            points = self.points()
            if len(points) < 2:
                raise ValueError(f"the second writing of {claim.id} is compared at {len(points)}")
            for point in points:
                claim.require(**point)
            return max(difference(claim.closed_form(**p), self.again(**p)) for p in points)


def second_writing(claim_id: str, kind: Kind, points: Points) -> Callable[[Formula], Formula]:
    """Register the decorated function as the second writing of a claim's closed form."""

    def decorate(again: Formula) -> Formula:
        LEDGER.writings[claim_id] = SecondWriting(kind, again, points, source_path(again)[0])
        return again

    return decorate


def grid(**values: Sequence[Any]) -> Points:
    """Every combination; a text is a number in decimal."""

    def number(v: Any) -> Any:
        return mpf(v) if isinstance(v, str) else v

    def points() -> list[dict[str, Any]]:
        rows = product(*values.values())
        return [dict(zip(values, map(number, row), strict=True)) for row in rows]

    return points


def difference(a: Any, b: Any) -> Any:
    """Relative to the larger; 0 where both are the same. Of lists the largest."""
    if isinstance(b, list):
        return max(difference(x, y) for x, y in zip(a, b, strict=True))
    a, b = (mpf(int(v.p)) / int(v.q) if hasattr(v, "q") else mpf(v) for v in (a, b))
    return mpf(0) if a == b else abs(a - b) / max(abs(a), abs(b))
