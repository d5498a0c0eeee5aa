"""The figures of the papers, drawn from the series in the results: one size, one set of colours.

Okabe and Ito's colours can be told apart by the colour blind, and every curve has a mark and a line
of its own, so that print without colours tells them apart too. Ours is solid with its band, a law
dashed, what the paper draws as its theory dotted, another reading dash-dotted; published points are
hollow.
"""

import contextlib
import hashlib
import io
import json
import textwrap
from pathlib import Path
from typing import Any

from lemmata.reports import keeping
from lemmata.reports.formatting import approximate
from lemmata.reports.reading import ReadClaim
from lemmata.verify.results.schema import FIGURES, FigureData, SeriesRecord
from lemmata.verify.results.writing import write

SIZE = (6.0, 4.6)  # inches, of every figure
NOTE_WIDTH = 110  # characters
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKS = ("o", "s", "^", "D", "v", "P", "X")
LINES = {"measured": "-", "law": "--", "claimed": ":", "another reading": "-."}
_DRAWN = "<!-- drawn as "
_STYLE: Any = {
    "svg.fonttype": "path",
    "svg.hashsalt": "lemmata",
    "font.size": 9,
    "axes.grid": True,
    "grid.color": "#d9dce0",
    "grid.linewidth": 0.6,
    "axes.edgecolor": "#5b6571",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "mathtext.fontset": "cm",
    "legend.frameon": False,
    "legend.fontsize": 7.5,
}


def draw(claims: list[ReadClaim], base: Path) -> None:
    """Write the plot of every figure in the claims' evidence beside the results.

    One that stands there already, of the same numbers by the same code, is left as it is.

    What cannot be drawn, from a file that others altered, is left out: the page then misses it.
    """
    for claim in claims:
        figures = [f for e in claim["evidence"] if (f := e["figure"]) and f["series"]]
        for k, figure in enumerate(figures):
            stem = claim["anchor"].replace(":", "-") + (f"-{k + 1}" if k else "")
            path = base / FIGURES / f"{stem}.svg"
            if _is_drawn(path, figure):
                continue
            with contextlib.suppress(ValueError):
                text = svg(figure)
                path.parent.mkdir(exist_ok=True)
                write(path, text + _stamp(figure, text))


def _is_drawn(path: Path, figure: FigureData) -> bool:
    try:
        with path.open(encoding="utf-8", newline="") as file:
            text, mark, stamp = file.read().rpartition(_DRAWN)
    except (OSError, ValueError):
        return False
    return mark + stamp == _stamp(figure, text)


def _stamp(figure: FigureData, text: str) -> str:
    """Ends a plot: a digest of its numbers, of all that draws it, and of the plot itself."""
    made = "\0".join((keeping.page_code(), json.dumps(figure, sort_keys=True), text))
    digest = hashlib.blake2b(made.encode(errors="replace"), digest_size=16).hexdigest()
    return f"{_DRAWN}{digest} -->\n"


def svg(figure: FigureData) -> str:
    """The plot as SVG; the same figure gives the same text."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_STYLE):
        picture = Figure(figsize=SIZE, layout="constrained")
        axes = picture.add_subplot()
        if figure["log_x"]:
            axes.set_xscale("log")
        if figure["log_y"]:
            axes.set_yscale("log")
        _curves(axes, figure)
        if note := figure["note"]:
            lines = "\n".join(textwrap.wrap(note.replace("$", r"\$"), NOTE_WIDTH))
            axes.set_title(lines, fontsize=6.5, loc="left", color="#5b6571")
        axes.set_xlabel(figure["x"])
        axes.set_ylabel(figure["y"])
        picture.legend(loc="outside lower center", ncols=2)
        text = io.StringIO()
        picture.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()


def _numbers(values: Any) -> list[float]:
    found = [approximate(value) for value in values]
    return [float("nan") if value is None else value for value in found]


def _curves(axes: Any, figure: FigureData) -> None:
    order: dict[str, int] = {}
    for series in figure["series"]:
        index = order.setdefault(series["of"] or series["name"], len(order)) % len(COLOURS)
        _curve(axes, series, COLOURS[index], MARKS[index])
    for curve in dict.fromkeys(point["curve"] for point in figure["points"] if point["curve"]):
        points = [p for p in figure["points"] if p["curve"] == curve]
        index = order.get(curve, len(order)) % len(COLOURS)
        if curve not in order:
            continue  # a number of the caption, not of the axes
        axes.plot(
            _numbers(p["x"] for p in points),
            _numbers(p["published"] for p in points),
            linestyle="",
            marker=MARKS[index],
            markersize=8,
            markerfacecolor="none",
            markeredgecolor=COLOURS[index],
            markeredgewidth=1.2,
            label=f"{curve}: published",
        )


def _curve(axes: Any, series: SeriesRecord, colour: str, mark: str) -> None:
    x, y = _numbers(series["x"]), _numbers(series["y"])
    if series["role"] == "marks":
        axes.plot(x, y, linestyle="", marker=mark, markersize=4, color=colour, label=series["name"])
        return
    ours = series["role"] == "measured"
    few = ours and len(x) <= 20
    axes.plot(
        x,
        y,
        LINES.get(series["role"], "-"),
        color=colour,
        linewidth=1.6 if ours else 1.1,
        marker=mark if few else None,
        markersize=4,
        label=series["name"],
    )
    if series["low"] and series["high"]:
        low, high = _numbers(series["low"]), _numbers(series["high"])
        axes.fill_between(x, low, high, color=colour, alpha=0.18, linewidth=0)
