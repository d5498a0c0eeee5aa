"""The smallest value of an unspecified absolute constant that the evidence allows."""

from __future__ import annotations

from collections.abc import Sequence

from theory.ledger import Claim, Decision, Evidence
from theory.verdict import judge_evidence

_LOG2_RANGE = 40  # constants are looked for between 2^-40 and 2^40
_STEPS = 20  # bisections: the exponent is known to 80/2^20


def smallest_constant(claim: Claim, evidence: Sequence[Evidence]) -> float | None:
    """The least constant with which every cell agrees; None if the claim has none, or none does.

    A larger constant must loosen the bound, so that agreement is monotone and can be bisected.
    """
    name = claim.constant
    formula = claim.formula
    if name is None or formula is None or not any(e.cells for e in evidence):
        return None

    def agrees(exponent: float) -> bool:
        def fixed(**arguments: object) -> object:
            return formula(**{**arguments, name: 2.0**exponent})

        judged = [judge_evidence(claim, e, fixed) for e in evidence]
        return all(cell.decision is Decision.AGREES for j in judged for cell in j.cells)

    low, high = -float(_LOG2_RANGE), float(_LOG2_RANGE)
    if not agrees(high) or agrees(low):
        return None
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if agrees(middle) else (middle, high)
    return float(2.0**high)
