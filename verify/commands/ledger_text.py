"""A result as text for people: the ledger that both doors print where a claim fails."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from typing import Any

from verify.commands.latex import to_unicode
from verify.results.record import CellRecord, EvidenceRecord, Record

WIDTH = 80
MOST_ROWS = 8  # bad points printed per piece of evidence
_DIGITS = 6
_NUMBER = re.compile(r"([-+]?\d*\.?\d+)(e[-+]?\d+)?")


def ledger(record: Record) -> str:
    """Everything needed to see what went wrong with one claim, and a command to repeat it."""
    lines = [f"{record['verdict']}, expected {record['expected']}: {record['id']}"]
    lines += _field("claim", f"{record['title']} ({record['kind']})")
    lines += _field("file", record["file"])
    lines += _field("states", to_unicode(record["statement"]))
    for failure in dict.fromkeys([record["why"], *record["failures"]]):
        lines += _field("because", failure)
    lines += _hypotheses(record)
    for evidence in record["evidence"]:
        lines += ["", *evidence_lines(evidence)]
    lines += ["", f"  seed {record['seed']}, effort {record['effort']}; to repeat:"]
    lines += [f"    {record['command']}"]
    return "\n".join(lines)


def _field(name: str, text: str) -> list[str]:
    """A named line, wrapped under itself."""
    first = f"  {name:<11}"
    indent = " " * len(first)
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=indent) or [first]


def _hypotheses(record: Record) -> list[str]:
    """Each hypothesis with the value it had in the worst cell."""
    parameters = next((_worst(e)["parameters"] for e in record["evidence"] if e["cells"]), {})
    lines = []
    for hypothesis in record["hypotheses"]:
        text = f"{hypothesis['name']}: {to_unicode(hypothesis['statement'])}"
        if (name := hypothesis["variable"]) in parameters:
            text += f"   [{name} = {short(parameters[name])}]"
        lines += _field("assumes", text)
    return lines


def evidence_lines(evidence: EvidenceRecord) -> list[str]:
    """What one route found: the points that do not agree, else the tightest one."""
    cells = evidence["cells"]
    bad = [cell for cell in cells if cell["decision"] != "agrees"]
    bad.sort(key=lambda cell: cell["decision"] != "contradicts")
    lines = [f"  {evidence['method']}, {evidence['file']} ({evidence['check']})"]
    lines += _field("routes", " against ".join(evidence["routes"]))
    lines += _field("domain", evidence["domain"])
    if methods := interval_methods(evidence):
        lines += _field("intervals", methods)
    lines += _field("says", evidence["decision"] + (f"; {len(bad)} bad of {len(cells)}"))
    lines += _table(bad[:MOST_ROWS] or [_worst(evidence)] if cells else [])
    if len(bad) > MOST_ROWS:
        lines.append(f"    … and {len(bad) - MOST_ROWS} more")
    return lines


def _worst(evidence: EvidenceRecord) -> CellRecord:
    return evidence["cells"][evidence["worst"] or 0]


def _table(cells: Iterable[CellRecord]) -> list[str]:
    """One row per point: lhs, rhs, slack, and where it lies."""
    rows = [("lhs", "rhs", "slack", "says", "at")]
    rows += [
        (_lhs(c), short(c["rhs"]), short(c["slack"]), c["decision"], where(c) + wanting(c, "; "))
        for c in cells
    ]
    if len(rows) == 1:
        return []
    widths = [max(len(row[k]) for row in rows) for k in range(4)]
    lines = []
    for row in rows:
        start = "    " + "  ".join(f"{row[k]:<{widths[k]}}" for k in range(4)) + "  "
        indent = " " * min(len(start), 48)
        lines += textwrap.wrap(
            start + row[4], max(WIDTH, len(start) + 16), subsequent_indent=indent,
            drop_whitespace=False, replace_whitespace=False,
        )  # fmt: skip
    return [line.rstrip() for line in lines]


def _lhs(cell: CellRecord) -> str:
    if cell["interval"] is None:
        return short(cell["lhs"])
    low, high = (short(end) for end in cell["interval"])
    return f"{short(cell['lhs'])} in [{low}, {high}], {cell['samples']} samples"


def wanting(cell: CellRecord, before: str = "") -> str:
    """How many samples a decision would take, of a sampled cell that is not decided."""
    if (needed := cell.get("needed")) is None:
        return ""
    drawn = cell["samples"]
    return f"{before}about {float(needed):.1g} samples would decide, {drawn} were drawn"


def undecided_cells(record: Record) -> list[CellRecord]:
    """The sampled cells that are not decided, first the one that would take most samples."""
    cells = [c for e in record["evidence"] for c in e["cells"] if c.get("needed") is not None]
    return sorted(cells, key=lambda cell: -float(cell["needed"] or 0))


def interval_methods(evidence: EvidenceRecord) -> str:
    """By which methods the intervals of the cells were made."""
    return ", ".join(dict.fromkeys(m for c in evidence["cells"] if (m := c.get("interval_method"))))


def where(cell: CellRecord) -> str:
    """The parameters of a cell, matrices by their size."""
    values = [f"{name}={short(value)}" for name, value in cell["parameters"].items()]
    return ", ".join(([cell["label"]] if cell["label"] else []) + values) or "-"


def short(value: Any) -> str:
    """A number to six digits, whatever it was written as; an array by its entries or its size."""
    if isinstance(value, list):
        return _short_array(value)
    if isinstance(value, float):
        return f"{value:.{_DIGITS}g}"
    return _NUMBER.sub(_shorter, str(value))


def _short_array(value: list[Any]) -> str:
    sizes = []
    inner: Any = value
    while isinstance(inner, list):
        sizes.append(len(inner))
        inner = inner[0] if inner else None
    text = "[" + ", ".join(short(entry) for entry in value) + "]"
    return text if len(text) <= 40 else " x ".join(map(str, sizes)) + " array"


def _shorter(match: re.Match[str]) -> str:
    """The digits of a long number cut to six; its exponent stays, however small it is."""
    mantissa, exponent = match.group(1), match.group(2) or ""
    return f"{float(mantissa):.{_DIGITS}g}{exponent}" if len(mantissa) > 2 * _DIGITS else match[0]
