"""The gallery: the figures that the results name, and the SVG files of ``figures`` beside them.

Files are embedded as images, so that nothing in them can act; what cannot be is named instead.
"""

from __future__ import annotations

import base64
import csv
import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reports.formatting import number
from reports.reading import Notes
from reports.schema import FigureRecord

DIRECTORY = "figures"
MOST_BYTES = 2_000_000  # of all figures together: the page stays below 5 MB
MOST_ROWS = 12


class Table:
    """The first rows below a header, and the number of all rows."""

    def __init__(self, head: list[str], rows: list[list[str]]) -> None:
        self.head, self.rows, self.count = head, rows[:MOST_ROWS], len(rows)


@dataclass(frozen=True)
class ShownFigure:
    """A figure with its image as an address, its first rows and the published values."""

    id: str
    title: str
    svg: str
    csv: str
    named: bool
    """Whether the results name it."""
    image: str
    table: Table | None
    published: Table | None


def gallery(figures: list[FigureRecord], base: Path | None, notes: Notes) -> list[ShownFigure]:
    """Each figure of the results, then those that only stand in the directory."""
    room = MOST_BYTES
    shown = []
    for figure in [*figures, *_unnamed(figures, base)]:
        name, svg = figure["id"], figure["svg"]
        image = _file(svg, base, name, notes) or b""
        if len(image) > room:
            notes.add("too large to be embedded", svg)
            image = b""
        room -= len(image)
        address = "data:image/svg+xml;base64," + base64.b64encode(image).decode() if image else ""
        published = figure["published"]
        if isinstance(published, str) and published.endswith(".csv"):
            values = _csv(published, base, name, notes)
        else:
            values = _published(published)
        table = _csv(figure["csv"], base, name, notes)
        parts = (name, figure["title"], svg, figure["csv"], figure in figures)
        shown.append(ShownFigure(*parts, address, table, values))
    return shown


def _unnamed(figures: list[FigureRecord], base: Path | None) -> list[FigureRecord]:
    """SVG files that stand in the directory without being in the results."""
    known = {figure["svg"] for figure in figures}
    paths = sorted((base / DIRECTORY).glob("*.svg")) if base else []
    return [
        {"id": path.stem, "title": "", "svg": name, "csv": "", "published": None}
        for path in paths
        if (name := f"{DIRECTORY}/{path.name}") not in known
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


def _csv(name: str, base: Path | None, where: str, notes: Notes) -> Table | None:
    content = _file(name, base, where, notes) or b""
    rows = list(csv.reader(io.StringIO(content.decode("utf-8", "replace"))))
    return Table(rows[0], rows[1:]) if rows else None


def _published(value: Any) -> Table | None:
    """Published values as a table: curves of points, a list, or a single value."""
    if isinstance(value, dict):
        curves = [(curve, p if isinstance(p, dict) else {"": p}) for curve, p in value.items()]
        rows = [[curve, x, number(y)] for curve, points in curves for x, y in points.items()]
        return Table(["curve", "at", "value"], rows)
    if value is None:
        return None
    entries = value if isinstance(value, list) else [value]
    return Table(["published"], [[number(entry)] for entry in entries])
