"""Whether a bound says anything at the size of a real network.

A bound that is weaker than one that needs no theorem says nothing. The closed form alone decides
this, and the size from which on the bound says something.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata.theory.ledger import Claim

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
    """Compare the claim with its trivial bound at the size of a real network; None without one."""
    trivial, formula = claim.trivial, claim.formula
    if trivial is None or formula is None:
        return None

    def sides(size: int) -> tuple[float, float]:
        at = {**trivial.at, trivial.scale: size}
        return float(formula(**at)), float(trivial.bound(**at))

    def speaks(size: int) -> bool:
        small, large = claim.kind.ascending(*sides(size))
        return bool(small < large)

    size = trivial.at[trivial.scale]
    return Practical(*sides(size), speaks(size), _smallest(speaks))


def _smallest(speaks: Callable[[int], bool]) -> int | None:
    """The smallest size at which a claim speaks, if it speaks at all larger ones."""
    size = 1
    while not speaks(size):
        size *= 2
        if size > LARGEST:
            return None
    silent = size // 2
    while size - silent > 1:  # by hand: bisect knows sizes below 2^63 only
        middle = (silent + size) // 2
        silent, size = (silent, middle) if speaks(middle) else (middle, size)
    return size
