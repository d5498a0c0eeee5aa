"""The gallery: the figures that the results name, and the SVG files of ``figures`` beside them.

Files are embedded as images, so that nothing in them can act; what cannot be is named instead.
"""

from __future__ import annotations

import base64
import csv
import io
from pathlib import Path
from typing import Any

from reports.formatting import number
from reports.reading import Notes, Record

DIRECTORY = "figures"
MOST_BYTES = 2_000_000  # of all figures together: the page stays below 5 MB
MOST_ROWS = 12


def gallery(figures: list[Record], base: Path | None, notes: Notes) -> list[Record]:
    """Each figure with its image, its first rows and the published values."""
    named = [*figures, *_unnamed(figures, base)]
    room = MOST_BYTES
    shown = []
    for figure in named:
        image = _file(figure["svg"], base, figure["id"], notes)
        if image is not None and len(image) > room:
            notes.add("too large to be embedded", figure["svg"])
            image = None
        room -= len(image or b"")
        table = _file(figure["csv"], base, figure["id"], notes)
        shown.append(
            {
                **figure,
                "named": figure in figures,
                "image": "data:image/svg+xml;base64," + base64.b64encode(image).decode()
                if image
                else "",
                "table": _table(table.decode("utf-8", "replace")) if table else None,
                "published": _published(figure["published"], base, figure["id"], notes),
            }
        )
    return shown


def _unnamed(figures: list[Record], base: Path | None) -> list[Record]:
    """SVG files that stand in the directory without being in the results."""
    if base is None:
        return []
    known = {figure["svg"] for figure in figures}
    found = [f"{DIRECTORY}/{path.name}" for path in sorted((base / DIRECTORY).glob("*.svg"))]
    return [
        {"id": Path(name).stem, "title": "", "svg": name, "csv": "", "published": None}
        for name in found
        if name not in known
    ]


def _file(name: str, base: Path | None, where: str, notes: Notes) -> bytes | None:
    """The content of a file at or below the directory of the results; none from elsewhere."""
    if not name or base is None:
        return None
    path = (base / name).resolve()
    if not path.is_relative_to(base.resolve()):
        notes.add(f"{name} lies outside the directory of the results", where)
    elif not path.is_file():
        notes.add(f"the file {name} is missing", where)
    else:
        return path.read_bytes()
    return None


def _table(text: str) -> Record | None:
    """The header, the first rows and the number of rows."""
    rows = list(csv.reader(io.StringIO(text)))
    if not rows:
        return None
    head, *body = rows
    return {"head": head, "rows": body[:MOST_ROWS], "count": len(body)}


def _published(value: Any, base: Path | None, where: str, notes: Notes) -> Record | None:
    """Published values as a table: a CSV file, curves of points, or a single value."""
    if isinstance(value, str) and value.endswith(".csv"):
        content = _file(value, base, where, notes)
        return _table(content.decode("utf-8", "replace")) if content else None
    if isinstance(value, dict):
        curves = [(curve, p if isinstance(p, dict) else {"": p}) for curve, p in value.items()]
        rows = [[curve, x, number(y)] for curve, points in curves for x, y in points.items()]
        return {"head": ["curve", "at", "value"], "rows": rows[:MOST_ROWS], "count": len(rows)}
    if isinstance(value, list):
        rows = [[number(entry)] for entry in value]
        return {"head": ["published"], "rows": rows[:MOST_ROWS], "count": len(rows)}
    if value is None:
        return None
    return {"head": ["published"], "rows": [[number(value)]], "count": 1}
