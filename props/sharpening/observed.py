"""The rows of a claim that no hunt can climb: its cells, as its checks have observed them."""

from collections.abc import Iterable, Iterator
from typing import Any

from lemmata.props.sharpening.needed import needed, smaller_is_sharper
from lemmata.props.sharpening.rows import CELLS, FrontierRow, sizes
from lemmata.theory.evidence import entries
from lemmata.theory.ledger import Cell, Claim, Evidence
from lemmata.verify.registry import checks_of
from lemmata.verify.runner import Settings, observe

_KNOWN = 1e-12  # relative: an observation with a smaller error is a number


def evidence_of(
    claim: Claim, settings: Settings, attack: str = ""
) -> tuple[list[Evidence], list[str]]:
    """What each check of the claim but its ``attack`` sees, and the errors of those that broke."""
    checks = [check for check in checks_of(claim.id) if check.name != attack]
    seen = [observe(claim, check, settings) for check in checks]
    found = [one.evidence for one in seen if one.evidence is not None]
    return found, [one.error for one in seen if one.error]


def rows_of_cells(claim: Claim, evidence: Iterable[Evidence]) -> Iterator[FrontierRow]:
    """A row for each bound of each cell; a cell at which no constant does has none."""
    for one in evidence:
        for cell in one.cells:
            yield from _rows(claim, cell)


def _rows(claim: Claim, cell: Cell) -> Iterator[FrontierRow]:
    found = needed(claim, cell.parameters, cell.lhs)
    known = [(value, value) for value in found]
    if (ends := _ends(cell)) is not None:
        known = list(zip(*(needed(claim, cell.parameters, end) for end in ends), strict=True))
    rights = [1] * len(found)
    if claim.constant is None:
        right = entries(claim.closed_form(**cell.parameters))
        rights = right * (len(found) // len(right)) if len(right) < len(found) else right
    for entry, (constant, pair) in enumerate(zip(found, known, strict=True)):
        smaller = bool(claim.constant) or smaller_is_sharper(claim.kind, rights[entry])
        numbers = [value for value in pair if value is not None]
        if constant is None or not numbers:
            continue
        low, high = min(numbers), max(numbers)
        if None in pair:  # an end asks for nothing, or for more than any factor gives
            low = 0 * high if smaller else None
        yield FrontierRow(
            entry=entry,
            constant=constant,
            smaller=smaller,
            at=sizes(cell.parameters, claim.constant),
            where=cell.label or str(dict(cell.parameters)),
            walk=CELLS,
            again=cell.again,
            parameters=cell.parameters,
            low=None if ends is None else low,
            high=None if ends is None else high,
        )


def _ends(cell: Cell) -> tuple[Any, Any] | None:
    """Between what the left-hand side lies, if it is not known to many digits."""
    if cell.interval is not None:
        return cell.interval
    if cell.tolerance <= _KNOWN:
        return None
    return cell.lhs * (1 - cell.tolerance), cell.lhs * (1 + cell.tolerance)
