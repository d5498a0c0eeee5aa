"""A result as text for people: the ledger that both doors print where a claim fails."""

import math
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lemmata.verify.commands.text.latex import to_unicode
from lemmata.verify.results.schema import CellRecord, ClaimRecord, EvidenceRecord

WIDTH = 80
MOST_ROWS = 8  # bad points printed per piece of evidence
LARGEST = 12  # rows of a matrix that is printed
_DIGITS = 6
_NUMBER = re.compile(r"([-+]?\d*\.?\d+)(e[-+]?\d+)?")


def ledger(record: ClaimRecord) -> str:
    """Everything needed to see what went wrong with one claim, and a command to repeat it."""
    lines = [f"{record['verdict']}, expected {record['expected']}: {record['id']}"]
    for name, text in _what(record):
        lines += _field(name, text)
    for evidence in record["evidence"]:
        lines += ["", *_evidence_lines(evidence)]
    lines += ["", f"  seed {record['seed']}, effort {record['effort']}; to repeat:"]
    return "\n".join([*lines, f"    {record['command']}"])


def _field(name: str, text: str) -> list[str]:
    """A named line, wrapped under itself."""
    first = f"  {name:<11}"
    indent = " " * len(first)
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=indent) or [first]


def _what(record: ClaimRecord) -> Iterator[tuple[str, str]]:
    """The claim, why it failed, and each hypothesis with the value it had in the worst cell."""
    yield "claim", f"{record['title']} ({record['kind']})"
    yield "file", record["file"]
    yield "states", to_unicode(record["statement"])
    for failure in dict.fromkeys([record["why"], *record["failures"]]):
        yield "because", failure
    worst = (e["cells"][e["worst"] or 0]["parameters"] for e in record["evidence"] if e["cells"])
    at: Mapping[str, Any] = next(worst, {})
    for hypothesis in record["hypotheses"]:
        name = hypothesis["variable"]
        value = f"   [{name} = {short(at[name])}]" if name in at else ""
        yield "assumes", f"{hypothesis['name']}: {to_unicode(hypothesis['statement'])}{value}"


def _evidence_lines(evidence: EvidenceRecord) -> list[str]:
    """What one route found: the points that do not agree, else the tightest one."""
    cells = evidence["cells"]
    bad = [cell for cell in cells if cell["decision"] != "agrees"]
    bad.sort(key=lambda cell: cell["decision"] != "contradicts")
    lines = [f"  {evidence['method']}, {evidence['file']} ({evidence['check']})"]
    lines += _field("routes", " against ".join(evidence["routes"]))
    lines += _field("domain", evidence["domain"])
    if methods := interval_methods(evidence):
        lines += _field("intervals", methods)
    lines += _field("says", f"{evidence['decision']}; {len(bad)} bad of {len(cells)}")
    if cells:
        lines += _table(bad[:MOST_ROWS] or [cells[evidence["worst"] or 0]])
    if len(bad) > MOST_ROWS:
        lines.append(f"    … and {len(bad) - MOST_ROWS} more")
    worst = cells[evidence["worst"] or 0] if cells else None
    if worst is not None and worst["decision"] == "contradicts":
        lines += _matrices(worst)
    return lines


def _matrices(cell: CellRecord) -> Iterator[str]:
    """The matrices of a witness that the table has no room for, row by row."""
    for name, value in cell["parameters"].items():
        if not isinstance(value, list) or not short(value).endswith("array"):
            continue
        if len(value) > LARGEST:
            continue
        yield f"    the worst: {cell.get('label') or 'a cell'}"
        start = f"    {name} = ["
        for k, row in enumerate(value):
            written = ", ".join(map(short, row if isinstance(row, list) else [row]))
            yield f"{start}[{written}]{']' if k + 1 == len(value) else ','}"
            start = " " * len(start)


def _table(cells: Iterable[CellRecord]) -> Iterator[str]:
    """One row per point: lhs, rhs, slack, and where it lies."""
    rows = [("lhs", "rhs", "slack", "says", "at")]
    rows += [
        (_lhs(c), short(c["rhs"]), short(c["slack"]), c["decision"], where(c) + wanting(c, "; "))
        for c in cells
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for *columns, at in rows:
        start = "    " + "  ".join(map(str.ljust, columns, widths)) + "  "
        wrapped = textwrap.wrap(
            start + at,
            max(WIDTH, len(start) + 16),
            subsequent_indent=" " * min(len(start), 48),
            drop_whitespace=False,
            replace_whitespace=False,
        )
        yield from map(str.rstrip, wrapped)


def _lhs(cell: CellRecord) -> str:
    if cell["interval"] is None:
        return short(cell["lhs"])
    low, high = map(short, cell["interval"])
    return f"{short(cell['lhs'])} in [{low}, {high}], {cell['samples']} samples"


def wanting(cell: CellRecord, before: str = "") -> str:
    """How many samples a decision would take, of a sampled cell that is not decided."""
    if (needed := cell.get("needed")) is None:
        return ""
    drawn = cell["samples"]
    return f"{before}about {_count(needed):.1g} samples would decide, {drawn} were drawn"


def undecided_cells(record: ClaimRecord) -> list[CellRecord]:
    """The sampled cells that are not decided, first the one that would take most samples."""
    cells = [c for e in record["evidence"] for c in e["cells"] if c.get("needed") is not None]
    return sorted(cells, key=lambda cell: -_count(cell["needed"] or 0))


def _count(number: float | str) -> float:
    """A number of the results file, where it may be a string, such as "inf" or anything else."""
    try:
        return float(number)
    except ValueError:
        return math.nan


def interval_methods(evidence: EvidenceRecord) -> str:
    """By which methods the intervals of the cells were made."""
    return ", ".join(dict.fromkeys(m for c in evidence["cells"] if (m := c.get("interval_method"))))


def where(cell: CellRecord) -> str:
    """The label and the parameters of a cell, matrices by their size."""
    texts = (cell.get("label"), places(cell["parameters"], "="))
    return ", ".join(text for text in texts if text) or "-"


def places(parameters: Mapping[str, Any], equals: str = " = ") -> str:
    """Names with their values."""
    return ", ".join(f"{name}{equals}{short(value)}" for name, value in parameters.items())


def short(value: Any) -> str:
    """A number to six digits, whatever it was written as; an array by its entries or its size."""
    if isinstance(value, list):
        text = f"[{', '.join(map(short, value))}]"
        return text if len(text) <= 40 else f"{' x '.join(map(str, _sizes(value)))} array"
    if isinstance(value, float):
        return f"{value:.{_DIGITS}g}"
    return _NUMBER.sub(_shorter, str(value))


def _sizes(value: Any) -> list[int]:
    return [len(value), *_sizes(value[0] if value else None)] if isinstance(value, list) else []


def _shorter(match: re.Match[str]) -> str:
    """The digits of a long number cut to six; its exponent stays, however small it is."""
    mantissa, exponent = match.group(1), match.group(2) or ""
    return f"{float(mantissa):.{_DIGITS}g}{exponent}" if len(mantissa) > 2 * _DIGITS else match[0]
