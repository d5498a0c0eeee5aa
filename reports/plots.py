"""Plots of claims as SVG with text as text, in colours that the page can turn dark."""

from __future__ import annotations

import io
import math
import warnings
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from reports.formatting import exact, plural, power_of_ten, symbol
from reports.reading import Record
from reports.series import MAGNITUDES, Drawing, Point, beside, drawing
from reports.svg import cleaned

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, SOFT, LINE, BAD = "#1c2025", "#5b6571", "#d9dce0", "#a51d2e"
CURVES = ("#1a4f8c", "#b3590b", "#1c7a52", "#7b4ba3", "#4d6b7a")
MARKERS = ("o", "s", "^", "D", "v")
COLOURS = {INK: "--text", SOFT: "--soft", LINE: "--line", BAD: "--bad"} | {
    colour: f"--curve-{k}" for k, colour in enumerate(CURVES, 1)
}
_FARTHEST = 1e300  # beyond this the width of an axis is no float
_STYLE = {
    "svg.fonttype": "none", "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9, "axes.edgecolor": SOFT, "axes.labelcolor": INK, "text.color": INK,
    "xtick.color": SOFT, "ytick.color": SOFT, "axes.spines.top": False,
    "axes.spines.right": False, "axes.linewidth": 0.7, "text.parse_math": False,
}  # fmt: skip


def plot(
    claim: Record, sharp: Record | None = None, *, for_page: bool = True
) -> tuple[str, str] | None:
    """The SVG and its caption, or None where nothing of the claim can be drawn."""
    found = drawing(beside(claim, sharp))
    if found is None:
        return None
    import matplotlib  # here, because a page without plots need not wait for it
    from matplotlib.figure import Figure

    style: Any = {**_STYLE, "svg.hashsalt": claim["anchor"]}
    with matplotlib.rc_context(style), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a character that the font lacks is the reader's to draw
        figure = Figure(figsize=(5.8, 3.2), facecolor="none")
        width = 0.86 if len(found.curves) == 1 else 0.62  # the rest is the legend's
        axes = figure.add_axes((0.11, 0.16, width, 0.78), facecolor="none")
        hidden = _draw(axes, found)
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    caption = _caption(found, hidden)
    return cleaned(
        buffer.getvalue(),
        name=claim["anchor"],
        title=f"{claim['id']}: {found.observed} and {found.claimed} over {symbol(found.x)}",
        description=caption,
        colours=COLOURS if for_page else {},
    ), caption


def _caption(found: Drawing, hidden: int) -> str:
    points = [point for curve in found.curves.values() for point in curve]
    bad = sum(point.contradicts for point in points)
    parts = [f"{plural(len(points), 'cell')} over {symbol(found.x)}"]
    if found.y:
        parts.append(f"drawn is {found.y}")
    if found.note:
        parts.append(found.note)
    if any(point.interval for point in points):
        parts.append("bars are confidence intervals")
    if bad:
        parts.append(f"{bad} ringed, where the claim is contradicted")
    if hidden:
        parts.append(f"{plural(hidden, 'value')} at zero or infinity cannot be drawn here")
    return "; ".join(parts) + "."


class _Scale:
    """A linear or a logarithmic axis; logarithms are taken exactly, below 1e-308 too."""

    def __init__(self, values: list[Decimal], ratio: float) -> None:
        positive = [value for value in values if value > 0]
        negative = any(value < 0 for value in values)
        self.log = bool(positive) and not negative and max(positive) > ratio * float(min(positive))
        self.hidden = 0

    def __call__(self, value: Any) -> float:
        known = exact(value)
        if known is None or (self.log and known <= 0):
            self.hidden += value is not None
            return math.nan
        place = float(known.log10()) if self.log else float(known)
        return place if abs(place) < _FARTHEST else math.nan


def _draw(axes: Axes, found: Drawing) -> int:
    """Draw every curve; the number of values that have no place on the axes."""
    from matplotlib.ticker import MaxNLocator

    points = [point for curve in found.curves.values() for point in curve]
    x = _Scale([v for p in points if (v := exact(p.x)) is not None], 30 if found.shared else 1e9)
    sides = [v for p in points for s in (p.claimed, p.observed) if (v := exact(s)) is not None]
    y = _Scale(sides, MAGNITUDES)
    for index, curve in enumerate(found.curves.values()):
        _curve(axes, found, curve, index, x, y)
    for scale, axis in ((x, axes.xaxis), (y, axes.yaxis)):
        if scale.log:
            axis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10], min_n_ticks=1))
            axis.set_major_formatter(lambda value, _: power_of_ten(value))
    axes.set_xlabel(symbol(found.x) if found.shared else found.x)
    if found.y:
        axes.set_ylabel(found.y)
    axes.grid(color=LINE, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.margins(x=0.03, y=0.08)
    _legend(axes, found)
    return y.hidden


def _legend(axes: Axes, found: Drawing) -> None:
    """What lines and marks are, then the curves beside the plot."""
    from matplotlib.lines import Line2D

    points = [point for curve in found.curves.values() for point in curve]
    alone = len(found.curves) == 1
    ink = CURVES[0] if alone else SOFT
    mark: Record = {"linestyle": "none", "marker": "o", "markersize": 4, "markerfacecolor": "none"}
    handles = [Line2D([], [], color=ink, label=found.observed, **mark)]
    if any(point.claimed is not None for point in points):
        handles.append(Line2D([], [], color=SOFT if found.y else ink, label=_claimed(found)))
    if any(exact(point.exact) is not None for point in points):
        handles.append(Line2D([], [], color=ink, linestyle="--", label=found.law))
    if not alone:
        for index, label in enumerate(found.curves):
            style = {**mark, "linestyle": "none" if found.y else "-", "marker": MARKERS[index]}
            handles.append(
                Line2D([], [], color=CURVES[index], label=label.replace(", ", "\n", 1), **style)
            )
    beside: Record = {} if alone else {"loc": "upper left", "bbox_to_anchor": (1.01, 1.02)}
    axes.legend(handles=handles, frameon=False, fontsize=8, handlelength=1.8, **beside)


def _claimed(found: Drawing) -> str:
    return "equality" if found.y else found.claimed


def _curve(
    axes: Axes, found: Drawing, curve: list[Point], index: int, x: _Scale, y: _Scale
) -> None:
    colour = CURVES[index]
    where = [x(point.x) for point in curve]
    if any(point.claimed is not None for point in curve):
        style = "-" if found.joined or found.y else ""
        _line(axes, where, [y(p.claimed) for p in curve], SOFT if found.y else colour, style)
    if any(exact(point.exact) is not None for point in curve):
        _line(axes, where, [y(p.exact) for p in curve], colour, "--" if found.joined else "")
    observed = [y(point.observed) for point in curve]
    for place, point in zip(where, curve, strict=True):
        if point.interval is not None:
            ends = [y(end) for end in point.interval]
            axes.plot([place, place], ends, color=colour, linewidth=1)
    marks: Record = {"linestyle": "none", "markerfacecolor": "none"}
    axes.plot(where, observed, marker=MARKERS[index], markersize=4, color=colour, **marks)
    bad = [(a, b) for a, b, p in zip(where, observed, curve, strict=True) if p.contradicts]
    if bad:
        axes.plot(*zip(*bad, strict=True), marker="o", markersize=9, color=BAD, **marks)


def _line(axes: Axes, where: list[float], values: list[float], colour: str, style: str) -> None:
    """A line; dashes without a style, or where several values stand at one place."""
    pairs = sorted({(a, b) for a, b in zip(where, values, strict=True) if math.isfinite(b)})
    if len({a for a, _ in pairs}) < len(pairs) or len(pairs) == 1 or not style:
        dash: Record = {"linestyle": "none", "marker": "_", "markersize": 9}
    else:
        dash = {"linestyle": style}
    axes.plot([a for a, _ in pairs], [b for _, b in pairs], color=colour, linewidth=1.3, **dash)
