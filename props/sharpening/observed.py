"""The rows of a claim that no hunt can climb: its cells, as its checks have observed them."""

from collections.abc import Iterable, Iterator
from typing import Any

from lemmata.props.sharpening.needed import needed, smaller_is_sharper
from lemmata.props.sharpening.rows import CELLS, FrontierRow, sizes
from lemmata.theory.evidence import entries
from lemmata.theory.ledger import Cell, Claim, Evidence
from lemmata.verify.registry import checks_of
from lemmata.verify.runner import Settings, observe


def evidence_of(claim: Claim, settings: Settings) -> tuple[list[Evidence], list[str]]:
    """What each check of the claim sees, and the errors of those that broke."""
    seen = [observe(claim, check, settings) for check in checks_of(claim.id)]
    found = [one.evidence for one in seen if one.evidence is not None]
    return found, [one.error for one in seen if one.error]


def rows_of_cells(claim: Claim, evidence: Iterable[Evidence]) -> Iterator[FrontierRow]:
    """A row for each bound of each cell; a cell at which no constant does has none."""
    for one in evidence:
        for cell in one.cells:
            yield from _rows(claim, cell)


def _rows(claim: Claim, cell: Cell) -> Iterator[FrontierRow]:
    found = needed(claim, cell.parameters, cell.lhs)
    ends: list[list[Any]] = [[None] * len(found), [None] * len(found)]
    if cell.interval is not None:
        ends = [needed(claim, cell.parameters, end) for end in cell.interval]
    rights = [1] * len(found)
    if claim.constant is None:
        right = entries(claim.closed_form(**cell.parameters))
        rights = right * (len(found) // len(right)) if len(right) < len(found) else right
    for entry, (constant, *pair) in enumerate(zip(found, *ends, strict=True)):
        low, high = pair if None in pair else sorted(pair)
        if constant is not None:
            yield FrontierRow(
                entry=entry,
                constant=constant,
                smaller=bool(claim.constant) or smaller_is_sharper(claim.kind, rights[entry]),
                at=sizes(cell.parameters, claim.constant),
                where=cell.label or str(dict(cell.parameters)),
                walk=CELLS,
                again=cell.again,
                parameters=cell.parameters,
                low=low,
                high=high,
            )
