"""Whether a bound says anything at the size of a real network.

A bound that lies beyond one that needs no theorem is true and says nothing. Whether it does, and
from which size on it would say something, follows from the closed form alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from theory.ledger import Claim, Kind, Trivial

LARGEST = 2**100
"""No network is larger: a claim that is silent up to here never says anything."""


@dataclass(frozen=True)
class Practical:
    """The claim's bound at a practical size, the trivial one there, and where it begins to speak.

    ``speaks_from`` is the smallest size at which the claim says something, None if there is none.
    """

    bound: float
    trivial: float
    speaks: bool
    speaks_from: int | None


def practical(claim: Claim) -> Practical | None:
    """What the claim says at the size that its trivial bound names; None without one."""
    if claim.trivial is None:
        return None
    at = dict(claim.trivial.at)
    bound, trivial = _sides(claim, claim.trivial, at)
    speaks = _speaks(claim, claim.trivial, at[claim.trivial.scale])
    return Practical(bound, trivial, speaks, _smallest(claim, claim.trivial))


def _sides(claim: Claim, trivial: Trivial, at: dict[str, Any]) -> tuple[float, float]:
    assert claim.formula is not None
    return float(claim.formula(**at)), float(trivial.bound(**at))


def _speaks(claim: Claim, trivial: Trivial, size: int) -> bool:
    bound, known = _sides(claim, trivial, {**trivial.at, trivial.scale: size})
    return bound > known if claim.kind is Kind.LOWER_BOUND else bound < known


def _smallest(claim: Claim, trivial: Trivial) -> int | None:
    """The smallest size at which the claim speaks, if it speaks at all larger ones."""
    silent, size = 0, 1
    while not _speaks(claim, trivial, size):
        silent, size = size, 2 * size
        if size > LARGEST:
            return None
    while size - silent > 1:
        middle = (silent + size) // 2
        silent, size = (silent, middle) if _speaks(claim, trivial, middle) else (middle, size)
    return size
