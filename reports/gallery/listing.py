"""The gallery: the figures that the results name, and the SVG files of ``figures`` beside them.

The plots of the results are written there as well. Other files are embedded as images, so that
nothing in them can act; what cannot be embedded is named instead.
"""

import base64
import csv
import io
from pathlib import Path

from lemmata.reports.claims import Notes, PageClaim
from lemmata.reports.formatting import number
from lemmata.reports.plots.choice import figure_caption, figures_of
from lemmata.reports.plots.drawing import draw, standalone_svg
from lemmata.verify.results.schema import FIGURES, FigureRecord
from lemmata.verify.results.writing import write

MOST_BYTES = 2_000_000  # of all figures together: the page stays below 5 MB
_EMBEDDED = "data:image/svg+xml;base64,"


class ShownFigure(FigureRecord):
    """A figure, whether the results name it, its image as an address, and both its tables.

    ``ordinal``: how many figures of the same claim stand before it.
    """

    named: bool
    ordinal: int
    image: str
    again: list[list[str]]  # with its head
    printed: list[list[str]]  # curve, place, value


def write_figures(claims: list[PageClaim], base: Path) -> None:
    """Write the plot of every figure in the claims' evidence beside the results."""
    for claim in claims:
        for k, figure in enumerate(figures_of(claim)):
            stem = claim["anchor"].replace(":", "-") + (f"-{k + 1}" if k else "")
            path = base / FIGURES / f"{stem}.svg"
            if plot := draw(stem, claim["title"], figure, figure_caption(claim)):
                path.parent.mkdir(exist_ok=True)
                write(path, standalone_svg(plot, note=figure["note"]))


def gallery(figures: list[FigureRecord], base: Path | None, notes: Notes) -> list[ShownFigure]:
    """Each figure of the results, then the SVG files that only stand in the directory."""
    room, shown = MOST_BYTES, list[ShownFigure]()
    for figure in [*figures, *_unnamed(figures, base)]:
        image = _file(figure["svg"], base, figure["id"], notes)
        if len(image) > room:
            notes.add("too large to be embedded", figure["svg"])
            image = b""
        room -= len(image)
        table = _file(figure["csv"], base, figure["id"], notes).decode("utf-8", "replace")
        shown.append(
            {
                **figure,
                "named": figure in figures,
                "ordinal": sum(other["id"] == figure["id"] for other in shown),
                "image": f"{_EMBEDDED}{base64.b64encode(image).decode()}" if image else "",
                "printed": [
                    [curve, x, number(y)]
                    for curve, points in (figure["published"] or {}).items()
                    for x, y in points.items()
                ],
                "again": list(csv.reader(io.StringIO(table))),
            }
        )
    return shown


def _unnamed(figures: list[FigureRecord], base: Path | None) -> list[FigureRecord]:
    """SVG files that stand in the directory without being in the results."""
    known = {figure["svg"] for figure in figures}
    paths = sorted((base / FIGURES).glob("*.svg")) if base else []
    return [
        {"id": path.stem, "title": "", "svg": name, "csv": "", "published": None}
        for path in paths
        if (name := f"{FIGURES}/{path.name}") not in known
    ]


def _file(name: str, base: Path | None, where: str, notes: Notes) -> bytes:
    """The content of a file at or below the directory of the results; none from elsewhere."""
    if not name or base is None:
        return b""
    path = (base / name).resolve()
    if not path.is_relative_to(base.resolve()):
        notes.add(f"{name} lies outside the directory of the results", where)
    elif not path.is_file():
        notes.add(f"the file {name} is missing", where)
    else:
        return path.read_bytes()
    return b""
