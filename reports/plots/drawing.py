"""Plots of claims as SVG with text as text, in colours of the page, which it can turn dark."""

import itertools
import json
import math
from collections.abc import Callable, Iterable, Iterator
from html import escape
from typing import Any, NamedTuple

from lemmata.reports.formatting import number, plural, symbol
from lemmata.reports.plots.axes import Axis
from lemmata.reports.plots.curves import (
    MAGNITUDES,
    RELATIVE,
    SMALLEST,
    Drawing,
    PlottedPoint,
    drawing,
)
from lemmata.reports.plots.labels import plain, spans
from lemmata.reports.reading import Plot, ReadClaim

WIDTH = 460
LEFT, RIGHT, TOP, BOTTOM = 58, 450, 10, 210
LEGEND, LEGEND_LINE, SAMPLE = 254, 14, 18  # where it begins, a line's height, a sample's width
SHORT = 36  # letters of an entry of which two stand beside each other
LINE = 1.4  # the width of a curve
MOST_READ = 150  # points that tell their values
_RING = "m-{0},0a{0},{0} 0 1 0 {1},0a{0},{0} 0 1 0-{1},0"
CIRCLE, RING, DASH = _RING.format(2, 4), _RING.format(4.5, 9), "m-4.5,0h9"
MARKS = (
    CIRCLE,
    "m-2-2h4v4h-4z",
    "m0-2.3l2.3,4h-4.6z",
    "m0-2.8l2.8,2.8-2.8,2.8-2.8-2.8z",
    "m0,2.3l2.3-4h-4.6z",
)
DASHES = {"--": "4.8,2.1", ":": "1.2,2.4", "-.": "6,2,1.4,2"}


def plot(claim: ReadClaim, sharp: ReadClaim | None = None) -> Plot | None:
    """The SVG and its caption, or None where nothing of the claim can be drawn."""
    found = drawing(claim, sharp)
    if found is None:
        return None
    title = f"{claim['id']}: {found.observed} and {found.claimed} over {symbol(found.x)}"
    return picture_of(found, claim["anchor"], title)


def picture_of(found: Drawing, anchor: str, title: str) -> Plot:
    """A drawing as SVG; ``anchor`` tells it apart from others on the page."""
    picture = _Picture(found)
    parts = [*picture.frame(), *picture.curves(), *picture.legend()]
    caption = _caption(found, picture.x.hidden + picture.y.hidden)
    return Plot(framed(anchor, title, caption, parts, picture.height, picture.read()), caption)


class Read(NamedTuple):
    """A point of a plot and what is told of it."""

    x: float
    y: float
    text: str


def framed(
    name: str, title: str, caption: str, parts: Iterable[str], height: float, read: list[Read]
) -> str:
    """The whole SVG; ``read`` is told of the point nearest to the pointer, or by the arrow keys."""
    name, points = escape(name), escape(json.dumps([list(point) for point in read]))
    reads = f' tabindex="0" data-points="{points}"' if read else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" role="img"'
        f' aria-labelledby="{name}--title" aria-describedby="{name}--desc"{reads}>'
        f'<title id="{name}--title">{escape(plain(title))}</title>'
        f'<desc id="{name}--desc">{escape(plain(caption))}</desc>'
        "<g style=\"font:10px 'DejaVu Sans',sans-serif;fill:none;stroke-linejoin:round\">"
        + "\n".join(filter(None, parts))
        + f'<path class="pointed" display="none" d="M0,0{RING}"/></g></svg>'
    )


def _caption(found: Drawing, hidden: int) -> str:
    bad = sum(point.contradicts for point in found.points)
    parts = (
        f"{plural(len(found.points), 'cell')} over {symbol(found.x)}",
        found.note,
        any(point.interval for point in found.points) and "bars are confidence intervals",
        bad and f"{bad} ringed, where the claim is contradicted",
        hidden and f"{plural(hidden, 'value')} beyond the axes",
    )
    return "; ".join(part for part in parts if part) + "."


Places = list[tuple[float, ...]]


class _Curve:
    """The points of one curve, placed on both axes; those without a place are left out."""

    def __init__(self, points: list[PlottedPoint], x: Axis, y: Axis) -> None:
        def placed(of: Callable[[PlottedPoint], Iterable[Any]]) -> Places:
            return [(x.place(point.x), *map(y.place, of(point))) for point in points]

        observed = placed(lambda point: [point.observed])
        against = (point.contradicts for point in points)
        self.points = points
        self.observed = _finite(observed)
        self.shown = [p for p, place in zip(points, observed, strict=True) if _finite([place])]
        self.bad = _finite(itertools.compress(observed, against))
        self.claimed = sorted(set(_finite(placed(lambda point: [point.claimed]))))
        self.exact = sorted(set(_finite(placed(lambda point: [point.exact]))))
        self.bars = _finite(placed(lambda point: point.interval or [None] * 2))

    def places(self) -> Places:
        ends = [(x, end) for x, *pair in self.bars for end in pair]
        return [*self.claimed, *self.exact, *self.observed, *ends]


def _finite(places: Iterable[tuple[float, ...]]) -> Places:
    return [place for place in places if all(map(math.isfinite, place))]


class LegendEntry(NamedTuple):
    """A line of the legend: its mark and its line ("-", "--", ":" or none)."""

    label: str
    colour: str
    mark: str
    line: str


class _Picture:
    """A drawing with its axes; each method gives parts of the SVG."""

    def __init__(self, found: Drawing) -> None:
        self.found, points = found, found.points
        self.alone = len(found.curves) == 1
        self.x = Axis([point.x for point in points], 30 if found.shared else 1e9, 40)
        sides = [s for p in points for s in (p.claimed, p.observed)]
        apart = found.y == RELATIVE  # over all magnitudes, from no difference to all
        self.y = Axis([*sides, f"1e{SMALLEST}", 1] if apart else sides, MAGNITUDES, 40)
        self.placed = [_Curve(curve, self.x, self.y) for curve in found.curves.values()]
        places = [place for curve in self.placed for place in curve.places()]
        self.x.fit([x for x, _ in places], LEFT, RIGHT, 0.03)
        ends = [float(SMALLEST), 0.0] if apart else []
        self.y.fit([*ends, *(y for _, y in places)], BOTTOM, TOP, 0.05 if apart else 0.08)
        self.entries = list(self._entries())
        self.height = LEGEND + legend_height(self.entries)

    def at(self, place: tuple[float, ...]) -> str:
        return f"{self.x.position(place[0]):.1f},{self.y.position(place[1]):.1f}"

    def frame(self) -> list[str]:
        name = symbol(self.found.x) if self.found.shared else self.found.x
        return frame(self.x, self.y, name, self.found.y or "both sides")

    def curves(self) -> Iterator[str]:
        found = self.found
        joined = found.joined or found.y not in ("", RELATIVE)
        for index, curve in enumerate(self.placed):
            colour = f"--curve-{index + 1}"
            yield self.line(curve.claimed, "--soft" if found.y and joined else colour, joined)
            yield self.line(curve.exact, colour, found.joined, "--")
            bars = [f"M{self.at(bar)}V{self.y.position(bar[2]):.1f}" for bar in curve.bars]
            yield path("".join(bars), colour)
            yield self.marks(curve.observed, MARKS[index], colour)
            yield self.marks(curve.bad, RING, "--bad")

    def read(self) -> list[Read]:
        found, told = self.found, list[Read]()
        for label, curve in zip(found.curves, self.placed, strict=True):
            for point, (x, y) in zip(curve.shown, curve.observed, strict=True):
                sides = f"{found.observed} {number(point.observed)}"
                if not found.y and point.claimed is not None:
                    sides += f", {found.claimed} {number(point.claimed)}"
                place = f"{symbol(found.x)} = {number(point.x)}" if found.shared else ""
                text = "; ".join(filter(None, (label, place, sides)))
                across, down = self.x.position(x), self.y.position(y)
                told.append(Read(round(across, 1), round(down, 1), text))
        return told[:: max(1, math.ceil(len(told) / MOST_READ))]

    def marks(self, places: Places, mark: str, colour: str, width: float = 1) -> str:
        return path("".join(f"M{self.at(place)}{mark}" for place in places), colour, width)

    def line(self, places: Places, colour: str, joined: bool, dashes: str = "") -> str:
        """A line; short dashes where none is meant, or several values stand at one place."""
        if len({place[0] for place in places}) < len(places) or len(places) == 1 or not joined:
            return self.marks(places, DASH, colour, LINE)
        return path("M" + "L".join(map(self.at, places)), colour, LINE, dashes) if places else ""

    def legend(self) -> Iterator[str]:
        return legend(self.entries)

    def _entries(self) -> Iterator[LegendEntry]:
        found, ink = self.found, "--curve-1" if self.alone else "--soft"
        yield LegendEntry(found.observed, ink, CIRCLE, "")
        if any(point.claimed is not None for point in found.points):
            equality = found.y not in ("", RELATIVE)
            label, colour = ("equality", "--soft") if equality else (found.claimed, ink)
            yield LegendEntry(label, colour, "", "-")
        if any(point.exact is not None for point in found.points):
            yield LegendEntry(found.law, ink, "", "--")
        for k, label in enumerate(() if self.alone else found.curves):
            yield LegendEntry(label, f"--curve-{k + 1}", MARKS[k], "" if found.y else "-")


def frame(x_axis: Axis, y_axis: Axis, x_name: str, y_name: str) -> list[str]:
    """The grid, both axes with their ticks, and what stands beside them."""
    grid, axes, written = "", f"M{LEFT},{TOP}V{BOTTOM}H{RIGHT}", []
    for x, label in x_axis.ticks():
        grid += f"M{x:.1f},{TOP}V{BOTTOM}"
        axes += f"M{x:.1f},{BOTTOM}v3.5"
        written.append(text(x, BOTTOM + 15, label, "--soft", "middle"))
    for y, label in y_axis.ticks():
        grid += f"M{LEFT},{y:.1f}H{RIGHT}"
        axes += f"M{LEFT},{y:.1f}h-3.5"
        written.append(text(LEFT - 7, y + 3.5, label, "--soft", "end"))
    written.append(text((LEFT + RIGHT) / 2, BOTTOM + 31, x_name, "--text", "middle"))
    turned = f' transform="translate(11,{(TOP + BOTTOM) / 2:g})rotate(-90)"'
    written.append(text(0, 0, y_name, "--text", "middle", turned))
    return [path(grid, "--line", 0.6), path(axes, "--soft", 0.7), *written]


def _columns(entries: list[LegendEntry]) -> int:
    return 2 if all(len(plain(entry.label)) <= SHORT for entry in entries) else 1


def legend_height(entries: list[LegendEntry]) -> float:
    return math.ceil(len(entries) / _columns(entries)) * LEGEND_LINE + 4


def legend(entries: list[LegendEntry]) -> Iterator[str]:
    """Below the plot, where nothing is covered or cut."""
    columns = _columns(entries)
    for k, (label, colour, mark, line) in enumerate(entries):
        x = 14 + (k % columns) * (WIDTH - 14) / columns
        y = LEGEND + LEGEND_LINE * (k // columns) + 4
        if line:
            yield path(f"M{x:.1f},{y:g}h{SAMPLE}", colour, LINE, line)
        if mark:
            yield path(f"M{x + SAMPLE / 2:.1f},{y:g}{mark}", colour)
        yield text(x + SAMPLE + 6, y + 3.5, label, "--text")


def path(d: str, colour: str, width: float = 1, dashes: str = "") -> str:
    dashed = f";stroke-dasharray:{DASHES[dashes]}" if dashes in DASHES else ""
    return (
        f'<path d="{d}" style="stroke:var({colour});stroke-width:{width:g}{dashed}"/>' if d else ""
    )


def text(x: float, y: float, words: str, colour: str, anchor: str = "start", more: str = "") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}'
    return f'<text {place} style="fill:var({colour})">{spans(words)}</text>'
