"""Plots of claims as SVG with text as text, in colours of the page, which it can turn dark."""

import itertools
import math
from collections.abc import Callable, Iterable, Iterator
from html import escape
from typing import Any

from reports.formatting import plural, symbol
from reports.plots.axes import Axis
from reports.plots.curves import MAGNITUDES, Drawing, PlottedPoint, drawing
from reports.reading.results import Plot, ReadClaim

WIDTH, HEIGHT = 418, 230
LEFT, TOP, BOTTOM = 46, 12, 194
RIGHT, RIGHT_OF_MANY = 405, 305  # the rest is the legend's
LINE = 1.3  # the width of a curve
LETTER, LEGEND_LINE, SAMPLE = 4.9, 11.5, 14  # a letter's width, a line's height, a sample's width
_RING = "m-{0},0a{0},{0} 0 1 0 {1},0a{0},{0} 0 1 0-{1},0"
CIRCLE, RING, DASH = _RING.format(2, 4), _RING.format(4.5, 9), "m-4.5,0h9"
MARKS = (CIRCLE, "m-2-2h4v4h-4z", "m0-2.3l2.3,4h-4.6z", "m0-2.8l2.8,2.8-2.8,2.8-2.8-2.8z",
         "m0,2.3l2.3-4h-4.6z")  # fmt: skip


def plot(claim: ReadClaim, sharp: ReadClaim | None = None) -> Plot | None:
    """The SVG and its caption, or None where nothing of the claim can be drawn."""
    found = drawing(claim, sharp)
    if found is None:
        return None
    picture = _Picture(found)
    parts = [*picture.frame(), *picture.curves(), *picture.legend()]
    name, caption = escape(claim["anchor"]), _caption(found, picture.y.hidden)
    title = f"{claim['id']}: {found.observed} and {found.claimed} over {symbol(found.x)}"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-labelledby="{name}--title" aria-describedby="{name}--desc">'
        f'<title id="{name}--title">{escape(title)}</title>'
        f'<desc id="{name}--desc">{escape(caption)}</desc>'
        "<g style=\"font:9px 'DejaVu Sans',sans-serif;fill:none;stroke-linejoin:round\">"
        + "\n".join(filter(None, parts))
        + "</g></svg>"
    )
    return Plot(svg, caption)


def _caption(found: Drawing, hidden: int) -> str:
    bad = sum(point.contradicts for point in found.points)
    parts = (
        f"{plural(len(found.points), 'cell')} over {symbol(found.x)}",
        found.y and f"drawn is {found.y}",
        found.note,
        any(point.interval for point in found.points) and "bars are confidence intervals",
        bad and f"{bad} ringed, where the claim is contradicted",
        hidden and f"{plural(hidden, 'value')} at zero or infinity cannot be drawn here",
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
        self.observed = _finite(observed)
        self.bad = _finite(itertools.compress(observed, against))
        self.claimed = sorted(set(_finite(placed(lambda point: [point.claimed]))))
        self.exact = sorted(set(_finite(placed(lambda point: [point.exact]))))
        self.bars = _finite(placed(lambda point: point.interval or [None] * 2))

    def places(self) -> Places:
        ends = [(x, end) for x, *pair in self.bars for end in pair]
        return [*self.claimed, *self.exact, *self.observed, *ends]


def _finite(places: Iterable[tuple[float, ...]]) -> Places:
    return [place for place in places if all(map(math.isfinite, place))]


class _Picture:
    """A drawing with its axes; each method gives parts of the SVG."""

    def __init__(self, found: Drawing) -> None:
        self.found, points = found, found.points
        self.alone = len(found.curves) == 1
        self.right = RIGHT if self.alone else RIGHT_OF_MANY
        self.x = Axis([point.x for point in points], 30 if found.shared else 1e9)
        self.y = Axis([s for p in points for s in (p.claimed, p.observed)], MAGNITUDES)
        self.placed = [_Curve(curve, self.x, self.y) for curve in found.curves.values()]
        self.places = [place for curve in self.placed for place in curve.places()]
        self.x.fit([x for x, _ in self.places], LEFT, self.right, 0.03)
        self.y.fit([y for _, y in self.places], BOTTOM, TOP, 0.08)

    def at(self, place: tuple[float, ...]) -> str:
        return f"{self.x.position(place[0]):.1f},{self.y.position(place[1]):.1f}"

    def frame(self) -> list[str]:
        """The grid, both axes with their ticks, and what stands beside them."""
        found, grid, axes, written = self.found, "", f"M{LEFT},{TOP}V{BOTTOM}H{self.right}", []
        for x, label in self.x.ticks():
            grid += f"M{x:.1f},{TOP}V{BOTTOM}"
            axes += f"M{x:.1f},{BOTTOM}v3.5"
            written.append(_text(x, BOTTOM + 14, label, "--soft", "middle"))
        for y, label in self.y.ticks():
            grid += f"M{LEFT},{y:.1f}H{self.right}"
            axes += f"M{LEFT},{y:.1f}h-3.5"
            written.append(_text(LEFT - 7, y + 3.3, label, "--soft", "end"))
        name = symbol(found.x) if found.shared else found.x
        written.append(_text((LEFT + self.right) / 2, BOTTOM + 28, name, "--text", "middle"))
        if found.y:
            turned = f' transform="translate(9,{(TOP + BOTTOM) / 2})rotate(-90)"'
            written.append(_text(0, 0, found.y, "--text", "middle", turned))
        return [_path(grid, "--line", 0.6), _path(axes, "--soft", 0.7), *written]

    def curves(self) -> Iterator[str]:
        found = self.found
        joined = found.joined or bool(found.y)
        for index, curve in enumerate(self.placed):
            colour = f"--curve-{index + 1}"
            yield self.line(curve.claimed, "--soft" if found.y else colour, joined)
            yield self.line(curve.exact, colour, found.joined, dashed=True)
            bars = [f"M{self.at(bar)}V{self.y.position(bar[2]):.1f}" for bar in curve.bars]
            yield _path("".join(bars), colour)
            yield self.marks(curve.observed, MARKS[index], colour)
            yield self.marks(curve.bad, RING, "--bad")

    def marks(self, places: Places, mark: str, colour: str, width: float = 1) -> str:
        return _path("".join(f"M{self.at(place)}{mark}" for place in places), colour, width)

    def line(self, places: Places, colour: str, joined: bool, dashed: bool = False) -> str:
        """A line; short dashes where none is meant, or several values stand at one place."""
        if len({place[0] for place in places}) < len(places) or len(places) == 1 or not joined:
            return self.marks(places, DASH, colour, LINE)
        return _path("M" + "L".join(map(self.at, places)), colour, LINE, dashed) if places else ""

    def legend(self) -> Iterator[str]:
        """What lines and marks are, then the curves: in the emptiest corner, or beside the plot."""
        entries = list(self.entries())
        labels = [label.split(", ", 1) for label, *_ in entries]
        width = SAMPLE + 6 + LETTER * max(len(part) for parts in labels for part in parts)
        height = LEGEND_LINE * sum(map(len, labels))
        x, y = self.corner(width, height) if self.alone else (self.right + 8.0, TOP + 2.0)
        for (_, colour, mark, line), parts in zip(entries, labels, strict=True):
            middle = y + LEGEND_LINE * len(parts) / 2
            if line:
                yield _path(f"M{x:.1f},{middle:.1f}h{SAMPLE}", colour, LINE, line == "--")
            if mark:
                yield _path(f"M{x + SAMPLE / 2:.1f},{middle:.1f}{mark}", colour)
            for part in parts:
                y += LEGEND_LINE
                yield _text(x + SAMPLE + 6, y - 3, part, "--text", more=' font-size="8"')

    def entries(self) -> Iterator[tuple[str, str, str, str]]:
        """Label, colour, mark and line ("-", "--" or none)."""
        found, ink = self.found, "--curve-1" if self.alone else "--soft"
        yield found.observed, ink, CIRCLE, ""
        if any(point.claimed is not None for point in found.points):
            label, colour = ("equality", "--soft") if found.y else (found.claimed, ink)
            yield label, colour, "", "-"
        if any(point.exact is not None for point in found.points):
            yield found.law, ink, "", "--"
        for k, label in enumerate(() if self.alone else found.curves):
            yield label, f"--curve-{k + 1}", MARKS[k], "" if found.y else "-"

    def corner(self, width: float, height: float) -> tuple[float, float]:
        """Where a box covers the fewest points, the upper right first."""
        points = [(self.x.position(x), self.y.position(y)) for x, y in self.places]

        def covered(spot: tuple[float, float]) -> int:
            across = range(int(spot[0]) - 4, int(spot[0] + width) + 4)
            down = range(int(spot[1]) - 4, int(spot[1] + height) + 4)
            return sum(int(x) in across and int(y) in down for x, y in points)

        across, down = (self.right - width - 4, LEFT + 6.0), (TOP + 2.0, BOTTOM - height - 4)
        return min(((x, y) for y in down for x in across), key=covered)


def _path(path: str, colour: str, width: float = 1, dashed: bool = False) -> str:
    dashes = ";stroke-dasharray:4.8,2.1" if dashed else ""
    style = f"stroke:var({colour});stroke-width:{width:g}{dashes}"
    return f'<path d="{path}" style="{style}"/>' if path else ""


def _text(x: float, y: float, text: str, colour: str, anchor: str = "start", more: str = "") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}'
    return f'<text {place} style="fill:var({colour})">{escape(text)}</text>'
