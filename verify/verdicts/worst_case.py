"""Whether sampling looks where a claim is nearest to failing, as far as any route knows.

A bound that is sampled only where it is slack would hold with half its constant. Exact routes and
searches know where lhs/rhs is largest; the sampled grid of the same claim has to come as close,
unless a sampled cell contradicts the claim already.
"""

import math
from collections.abc import Iterator

from lemmata.theory.ledger import Claim, Decision
from lemmata.verify.verdicts.combining import Judgement
from lemmata.verify.verdicts.judging import JudgedCell

WIDEST = 1e9  # a layer of it has as many rows: no wider one could be drawn
CLOSE = 0.9  # of the largest lhs/rhs known: where both sides are equal no interval decides


def wanting(claim: Claim, judgement: Judgement) -> Iterator[str]:
    """The worse cases that the sampled cells of a claim leave out; none if it is not sampled."""
    cells = [cell for evidence in judgement.evidence for cell in evidence.cells]
    sampled = [cell for cell in cells if cell.cell.samples is not None]
    if not sampled:
        return
    if judgement.power is None:
        yield "it is sampled, and the power of that is not known"
    elsewhere = [cell for cell in cells if cell.cell.samples is None and _width(cell) <= WIDEST]
    worst = max(elsewhere, key=_ratio, default=None)
    seen = max(map(_ratio, sampled))
    violated = any(cell.decision is Decision.CONTRADICTS for cell in sampled)
    if worst is not None and not violated and seen < CLOSE * _ratio(worst):
        yield (
            f"the sampled grid misses the worst cell known: lhs/rhs is {_ratio(worst):.4g} at"
            f" {worst.cell.label}, and at most {seen:.4g} where it is sampled"
        )
    in_the_limit = any(math.isinf(_width(cell)) for cell in cells)
    if not in_the_limit and any(h.name == "width" for h in claim.hypotheses):
        yield "the claim is for every width, and no exact cell has d = inf"


def _ratio(cell: JudgedCell) -> float:
    return 0.0 if cell.ratio is None else cell.ratio


def _width(cell: JudgedCell) -> float:
    return float(cell.cell.parameters.get("d", 0))
