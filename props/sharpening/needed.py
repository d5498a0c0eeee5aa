"""The constant that a case needs: the factor of a bound, or the constant that it leaves open.

A bound lhs <= rhs needs the factor lhs/rhs at a case, so that a hunt for the largest lhs/rhs hunts
for the best factor. A constant C that a claim leaves open may stand anywhere: there a case needs
the least C with lhs <= rhs(C), and its logarithm is what is climbed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import mpmath
import numpy as np

from lemmata.props.attack import Property
from lemmata.props.hunting.spaces import GridPoint
from lemmata.props.hunting.supremum import Target
from lemmata.props.recipes import Lift, in_mpf, in_tensors
from lemmata.theory.ledger import Claim, Kind, get
from lemmata.theory.numerics.backends import Array
from lemmata.verify.verdicts.judging import aligned

LOG2_RANGE = 40  # constants are looked for between 2^-40 and 2^40
MOST = 2.0**LOG2_RANGE
_IN_TENSORS, _SLOPE = 50, 1e-6  # bisections, which is all digits; half a step of the logarithm
_GUARD = 8  # bisections beyond the working precision
_SETTLED = 1e-12  # relative: a constant that twice the digits move by less is known
_DOUBLINGS = 3


@dataclass(frozen=True)
class Needed(Target):
    """The needed constant as a bound of its own: 40 + log2 C, which is at most 80."""

    @property
    def kind(self) -> Kind:
        return Kind.UPPER_BOUND

    def both(
        self, case: Any, lift: Lift, constant: Array | None = None
    ) -> tuple[Mapping[str, Any], Array, Array]:
        parameters, lhs = self.by.observe(case, lift)
        tensors = lift is in_tensors
        log2 = (_log2_in_tensors if tensors else _log2s)(self._claim, parameters, lhs)
        return parameters, log2 + LOG2_RANGE, 2 * LOG2_RANGE + 0 * log2

    def known(self, point: GridPoint) -> None:
        """The constant is what varies."""

    @property
    def _claim(self) -> Claim:
        return get(self.by.claim_id)


def target_of(claim: Claim, by: Any) -> Target:
    """What a hunt for the best constant of a claim climbs."""
    return (Needed if claim.constant else Target)(by, claim.closed_form)


def factor(lhs: Array, rhs: Array) -> Any:
    """lhs/rhs, by which the right-hand side may be multiplied; None where it is no number."""
    with mpmath.workdps(mpmath.mp.dps + 5):
        try:
            quotient = as_mpf(lhs) / as_mpf(rhs)
        except (ZeroDivisionError, TypeError):
            return None
    return quotient if mpmath.isfinite(quotient) and quotient > 0 else None


def needed(claim: Claim, parameters: Mapping[str, Any], lhs: Array) -> list[Any]:
    """The constant of each bound that ``lhs`` needs at these arguments, in mpmath.

    None where any constant does, or no factor is a number; ``MOST`` where none is enough.
    """
    if claim.constant is None:
        sides = aligned(lhs, claim.closed_form(**parameters))
        return [factor(a, b) for a, b in zip(*sides, strict=True)]
    logs = np.asarray(_log2s(claim, parameters, lhs), dtype=object).reshape(-1)
    return [mpmath.mpf(2) ** log2 if log2 > -LOG2_RANGE else None for log2 in logs]


def settled(claim: Claim, by: Property[Any], case: Any) -> tuple[Mapping[str, Any], list[Any]]:
    """The arguments of a case and the constants that it needs, at as many digits as they take.

    None for a constant that still moves after the last doubling: what is seen there is rounding.
    """
    digits, before = by.digits or mpmath.mp.dps, list[Any]()
    for doubling in range(1 + _DOUBLINGS):
        with mpmath.workdps(digits * 2**doubling):
            parameters, lhs = by.observe(case, in_mpf)
            after = needed(claim, parameters, lhs)
        if before and all(map(_agree, before, after)):
            return parameters, after
        before, last = after, before
    known = map(_agree, last, after)
    return parameters, [one if sure else None for one, sure in zip(after, known, strict=True)]


def _agree(before: Any, after: Any) -> bool:
    if before is None or after is None:
        return before is after
    return bool(abs(after - before) <= _SETTLED * abs(after))


def smaller_is_sharper(kind: Kind, rhs: Array) -> bool:
    """Whether a smaller constant in front of this right-hand side makes a stronger bound."""
    return (kind is Kind.UPPER_BOUND) is bool(rhs > 0)


def as_mpf(value: Array) -> Any:
    """A number in mpmath, also a rational one of flint."""
    if hasattr(value, "p") and hasattr(value, "q"):
        return mpmath.mpf(int(value.p)) / int(value.q)
    return mpmath.mpf(value)


def _log2s(claim: Claim, parameters: Mapping[str, Any], lhs: Array) -> Array:
    """log2 of the least constant of every bound, by bisection at the working precision."""
    formula, name, kind = claim.closed_form, str(claim.constant), claim.kind
    steps = int(mpmath.mp.prec) + _GUARD

    def excess(log2: Any, entry: int) -> Any:
        rhs = formula(**{**parameters, name: mpmath.mpf(2) ** log2})
        left, right = aligned(lhs, rhs)
        return kind.excess(left[entry], right[entry])

    def least(entry: int) -> Any:
        low, high = mpmath.mpf(-LOG2_RANGE), mpmath.mpf(LOG2_RANGE)
        if not excess(low, entry) > 0:
            return low
        if excess(high, entry) > 0:
            return high
        for _ in range(steps):
            middle = (low + high) / 2
            low, high = (middle, high) if excess(middle, entry) > 0 else (low, middle)
        return high

    bounds = len(aligned(lhs, formula(**{**parameters, name: mpmath.mpf(1)}))[0])
    found = [least(entry) for entry in range(bounds)]
    return np.array(found, dtype=object) if bounds > 1 else found[0]


def _log2_in_tensors(claim: Claim, parameters: Mapping[str, Any], lhs: Array) -> Array:
    """The same of tensors, with the gradient of the implicit function; Newton's last step has it.

    All bounds at once: the constant has one entry for each.
    """
    import torch

    formula, name, kind = claim.closed_form, str(claim.constant), claim.kind

    def excess(log2: Array, fixed: bool = True) -> Array:
        plain = torch.as_tensor(lhs)
        given = {
            k: v.detach() if fixed and torch.is_tensor(v) else v for k, v in parameters.items()
        }
        left = plain.detach() if fixed else plain
        return kind.excess(left, formula(**{**given, name: torch.exp2(log2)}))

    start = excess(torch.tensor(0.0, dtype=torch.float64))
    low = torch.zeros_like(start) - LOG2_RANGE
    high = low + 2 * LOG2_RANGE
    for _ in range(_IN_TENSORS):
        middle = (low + high) / 2
        small = excess(middle) > 0
        low, high = torch.where(small, middle, low), torch.where(small, high, middle)
    slope = (excess(high + _SLOPE) - excess(high - _SLOPE)) / (2 * _SLOPE)
    here = excess(high, fixed=False)
    step = (here - here.detach()) / torch.where(slope != 0, slope, 1.0)
    log2: Array = high - torch.where(slope != 0, step, torch.zeros_like(step))
    return log2
