"""The data behind a claim's page: its record as JSON, its cells as CSV."""

import csv
import io
import json
from typing import Any

from lemmata.verify.results.schema import CellRecord, EvidenceRecord

HEAD = (
    "check",
    "method",
    "at",
    "left side",
    "right side",
    "slack",
    "ratio",
    "low",
    "high",
    "interval by",
    "samples",
    "exact law",
    "says",
    "parameters",
)


def as_json(record: Any) -> str:
    """What the results file has of a claim."""
    return json.dumps(record, indent=1, ensure_ascii=False, sort_keys=False) + "\n"


def cells_as_csv(evidence: list[EvidenceRecord]) -> str:
    """One line per cell, numbers with all their digits; arrays and parameters as JSON."""
    buffer = io.StringIO()
    rows = [_row(found, cell) for found in evidence for cell in found["cells"]]
    csv.writer(buffer, lineterminator="\n").writerows([HEAD, *rows])
    return buffer.getvalue()


def _row(evidence: EvidenceRecord, cell: CellRecord) -> list[Any]:
    low, high = interval if (interval := cell["interval"]) and len(interval) == 2 else (None, None)
    values = (cell["lhs"], cell["rhs"], cell["slack"], cell["ratio"], low, high)
    about = (cell["interval_method"], cell["samples"], cell["exact"], cell["decision"])
    found = [evidence["check"], evidence["method"], cell["label"], *values, *about]
    return [*map(_plain, found), json.dumps(cell["parameters"], ensure_ascii=False)]


def _plain(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, list | dict) else value
