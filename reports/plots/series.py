"""A figure's series as a plot of the page: the mean with its band, laws dashed, what is claimed
dotted, each width in a colour of its own.
"""

import math
import re
from collections.abc import Iterator
from typing import Any

from reports.formatting import approximate, number
from reports.plots.axes import Axis
from reports.plots.drawing import (
    BOTTOM,
    LEFT,
    LEGEND,
    LINE,
    MOST_READ,
    RIGHT,
    TOP,
    LegendEntry,
    Read,
    frame,
    framed,
    legend,
    legend_height,
    path,
)  # fmt: skip
from reports.reading.results import Plot
from reports.schema import FigureData, SeriesRecord

COLOURS = 5
HOLLOW = "m-3.2,0a3.2,3.2 0 1 0 6.4,0a3.2,3.2 0 1 0-6.4,0"
LINES = {"measured": "-", "law": "--", "claimed": ":", "another reading": ":"}
_LETTERS = {
    r"\ell": "ℓ", r"\phi": "φ", r"\partial": "∂", r"\mathcal{L}": "L", r"\sqrt": "√",
    r"\gg": "≫", r"\log": "log", r"\|": "‖", r"\cos": "cos", r"\,": " ",
}  # fmt: skip


def plain(label: str) -> str:
    """A label of a figure, whose formulas stand between dollars, as text."""
    for latex, letter in _LETTERS.items():
        label = label.replace(latex, letter)
    label = re.sub(r"\^\{?([-\w]+)\}?", r"^\1", re.sub(r"_\{?(\w+)\}?", r"_\1", label))
    for lowered, letter in (("_ℓ", "ₗ"), ("_1", "₁"), ("_0", "₀"), ("_2", "₂")):
        label = label.replace(lowered, letter)
    return re.sub(r"[$\\{}]", "", label)


def series_plot(name: str, title: str, figure: FigureData, caption: str) -> Plot | None:
    """The plot; None where there is nothing to draw."""
    drawn = [s for s in figure["series"] if s["role"] in LINES and len(s["x"]) == len(s["y"]) > 1]
    if not drawn:
        return None
    picture = _Series(drawn, figure)
    parts = [*frame(picture.x, picture.y, plain(figure["x"]), plain(figure["y"])), *picture.lines()]
    height = LEGEND + legend_height(picture.entries)
    whole = [*parts, *legend(picture.entries)]
    return Plot(framed(name, title, caption, whole, height, picture.read()), caption)


class _Series:
    """Curves on common axes, coloured by what they are curves of."""

    def __init__(self, series: list[SeriesRecord], figure: FigureData) -> None:
        self.series, names = series, [s["name"] for s in series]
        xs, ys = ([v for s in series for v in s[side]] for side in ("x", "y"))
        ys += [point["published"] for point in figure["points"] if point["curve"] in names]
        self.x = Axis(xs, 30 if figure["log_x"] else math.inf)
        self.y = Axis(ys, 3 if figure["log_y"] else math.inf)
        self.x.fit([self.x.place(v) for v in xs], LEFT, RIGHT, 0.02)
        self.y.fit([self.y.place(v) for v in ys], BOTTOM, TOP, 0.05)
        self.colour: dict[str, str] = {}
        for s in series:
            self.colour.setdefault(
                s["of"] or s["name"], f"--curve-{len(self.colour) % COLOURS + 1}"
            )
        self.entries = [
            LegendEntry(plain(s["name"]), self.colour[s["of"] or s["name"]], "", LINES[s["role"]])
            for s in series
        ]

        self.published = [p for p in figure["points"] if p["curve"] in names]
        if self.published:
            self.entries.append(LegendEntry("published", "--soft", HOLLOW, ""))

    def at(self, x: Any, y: Any) -> tuple[float, float] | None:
        """The position of a point inside the axes."""
        place = self.x.place(x), self.y.place(y)
        if not all(map(math.isfinite, place)):
            return None
        across, down = self.x.position(place[0]), self.y.position(place[1])
        return round(across, 1), round(min(max(down, TOP), BOTTOM), 1)

    def points(self, xs: Any, ys: Any) -> list[tuple[float, float]]:
        return [p for x, y in zip(xs, ys, strict=False) if (p := self.at(x, y)) is not None]

    def lines(self) -> Iterator[str]:
        for s in self.series:
            colour = self.colour[s["of"] or s["name"]]
            low, high = self.points(s["x"], s["low"]), self.points(s["x"], s["high"])
            if low and high:
                d = "M" + "L".join(f"{x},{y}" for x, y in [*low, *reversed(high)]) + "Z"
                yield f'<path d="{d}" style="fill:var({colour});fill-opacity:.18"/>'
            d = "M" + "L".join(f"{x},{y}" for x, y in self.points(s["x"], s["y"]))
            yield path(d, colour, LINE + 0.3 * (s["role"] == "measured"), LINES[s["role"]])

        for point in self.published:
            if at := self.at(point["x"], point["published"]):
                yield path(f"M{at[0]},{at[1]}{HOLLOW}", self.colour.get(point["curve"], "--soft"))

    def read(self) -> list[Read]:
        told = []
        for s in self.series:
            for x, y in zip(s["x"], s["y"], strict=True):
                if (at := self.at(x, y)) is not None and approximate(y) is not None:
                    told.append(Read(*at, f"{plain(s['name'])}; at {number(x)}: {number(y)}"))
        return told[:: max(1, math.ceil(len(told) / MOST_READ))]
