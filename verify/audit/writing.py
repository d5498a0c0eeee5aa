"""Writes an audit: its JSON, and its page, for which this module imports reports/."""

from __future__ import annotations

import json
import re
from pathlib import Path

from lemmata.verify.audit.measuring.copying import seeded
from lemmata.verify.audit.schema import AuditRecord
from lemmata.verify.results.schema import decode
from lemmata.verify.results.writing import replace_file


def to_json(record: AuditRecord) -> str:
    return json.dumps(record, allow_nan=False, ensure_ascii=False, indent=1)


def write_audit(record: AuditRecord, folder: Path) -> list[Path]:
    """Write both files, after both texts are ready, and return their paths."""
    stem = re.sub(r"[^\w.-]+", "_", record["model"]["name"].replace(".py:", "."))
    content = to_json(record)
    with seeded(0):  # a library may draw a random number when it is imported
        from lemmata.reports.audit.page import render

        page = render(decode(content.encode(errors="replace"), AuditRecord))
    paths = [folder / f"{stem}.audit.json", folder / f"{stem}.audit.html"]
    for path, text in zip(paths, (f"{content}\n", page), strict=True):
        replace_file(path, text.encode(errors="replace"))
    return paths
