"""The smallest value of an unspecified absolute constant that the evidence allows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import mpmath

from lemmata.theory.ledger import Claim, Decision, Evidence, Formula
from lemmata.theory.numerics.backends import Array
from lemmata.verify.verdicts.judging import JudgedCell, contradicts, judge_cells

_LOG2_RANGE = 40  # constants are looked for between 2^-40 and 2^40
_STEPS = 20  # bisections: the exponent is known to 80/2^20


@dataclass(frozen=True)
class SmallestConstant:
    """With ``high`` every cell agrees; below ``low`` some cell contradicts, below ``high`` one
    does not agree. Between them the intervals do not tell. ``cell`` is the label of the cell that
    forces ``low``, or ``high`` where no constant that was tried is contradicted (then low is 0).
    """

    low: float
    high: float
    cell: str


def at_constant(claim: Claim, value: Array) -> Formula:
    """The closed form with its unspecified constant at this value, whatever the cells say."""
    formula, name = claim.formula, claim.constant
    if formula is None or name is None:
        raise TypeError(f"{claim.id} has no unspecified constant")
    return lambda **arguments: formula(**{**arguments, name: value})


def refutes(claim: Claim, evidence: Evidence) -> bool:
    """Whether evidence that contradicts the claim does so for every constant that is tried.

    A check's own decision is about the claim, with its constant.
    """
    if claim.constant is None or evidence.decision is Decision.CONTRADICTS:
        return True
    return contradicts(claim, evidence, at_constant(claim, mpmath.mpf(2) ** _LOG2_RANGE))


def smallest_constant(claim: Claim, evidence: Sequence[Evidence]) -> SmallestConstant | None:
    """The least constant that the cells allow; None if the claim has none, or none is enough.

    A larger constant must loosen the bound, so that agreement is monotone and can be bisected.
    """
    if claim.constant is None or claim.formula is None:
        return None

    def bad(exponent: float, *decisions: Decision) -> JudgedCell | None:
        """A cell with one of these decisions, for the constant 2^exponent."""
        fixed = at_constant(claim, 2.0**exponent)
        cells = (cell for e in evidence for cell in judge_cells(claim, e, fixed))
        return next((cell for cell in cells if cell.decision in decisions), None)

    high, not_agreeing = _least(lambda x: bad(x, Decision.CONTRADICTS, Decision.SILENT))
    low, contradicting = _least(lambda x: bad(x, Decision.CONTRADICTS))
    if high is None or not_agreeing is None:
        return None
    forcing = contradicting or not_agreeing
    return SmallestConstant(low if low and contradicting else 0.0, high, forcing.cell.label)


def _least(
    bad: Callable[[float], JudgedCell | None],
) -> tuple[float | None, JudgedCell | None]:
    """The least constant for which nothing is bad, and what is bad just below it."""
    low, high = -float(_LOG2_RANGE), float(_LOG2_RANGE)
    forcing = bad(low)
    if bad(high) is not None:
        return None, None
    if forcing is None:
        return 2.0**low, None
    for _ in range(_STEPS):
        middle = (low + high) / 2
        found = bad(middle)
        if found is None:
            high = middle
        else:
            low, forcing = middle, found
    return 2.0**high, forcing
