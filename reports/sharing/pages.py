"""The files of the site: each page, and the data of each claim beside its own page."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from lemmata.reports.claims import PageClaim
from lemmata.verify.results.schema import CellRecord, ClaimRecord, EvidenceRecord
from lemmata.verify.results.writing import write

DIRECTORY = "claims"
_KINDS = (".html", ".json", ".csv")
HEAD = "check,method,at,left side,right side,slack,ratio,low,high,interval by,samples,exact law"
HEAD += ",says,parameters\n"


def stem(claim: PageClaim) -> str:
    """The name of a claim's files: a colon is not allowed everywhere."""
    return claim["anchor"].replace(":", "-")


def write_pages(
    written: Mapping[Path, str], records: Sequence[ClaimRecord], claims: list[PageClaim], base: Path
) -> None:
    """Write the pages, and the data of each claim beside its own.

    Those of claims and papers that are no longer there are deleted.
    """
    files = dict(written)
    for claim, record in zip(claims, records, strict=True):
        path = base / DIRECTORY / f"{stem(claim)}.html"
        files[path.with_name(f"{stem(claim)}.json")] = as_json(record)
        files[path.with_name(f"{stem(claim)}.csv")] = cells_as_csv(claim["evidence"])
    for path, text in files.items():
        path.parent.mkdir(exist_ok=True)
        write(path, text)
    for folder in {path.parent for path in files} - {base}:
        for path in folder.iterdir():
            ours = path.suffix == ".html" or folder.name == DIRECTORY
            if ours and path.suffix in _KINDS and path not in files:
                with suppress(OSError):
                    path.unlink()


def as_json(record: Any) -> str:
    """What the results file has of a claim."""
    return json.dumps(record, indent=1, ensure_ascii=False, sort_keys=False) + "\n"


def cells_as_csv(evidence: list[EvidenceRecord]) -> str:
    """One line per cell, numbers with all their digits; arrays and parameters as JSON."""
    buffer = io.StringIO()
    rows = [_row(found, cell) for found in evidence for cell in found["cells"]]
    buffer.write(HEAD)
    csv.writer(buffer, lineterminator="\n").writerows(rows)
    return buffer.getvalue()


def _row(evidence: EvidenceRecord, cell: CellRecord) -> list[Any]:
    low, high = interval if (interval := cell["interval"]) and len(interval) == 2 else (None, None)
    values = (cell["lhs"], cell["rhs"], cell["slack"], cell["ratio"], low, high)
    about = (cell["interval_method"], cell["samples"], cell["exact"], cell["decision"])
    found = [evidence["check"], evidence["method"], cell["label"], *values, *about]
    return [*map(_plain, found), json.dumps(cell["parameters"], ensure_ascii=False)]


def _plain(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, list | dict) else value
