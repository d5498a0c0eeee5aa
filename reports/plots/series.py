"""A figure's series as a plot of the page: the mean with its band, laws dashed, what is claimed
dotted, cells as marks with their bars, each width in a colour of its own.
"""

import math
from collections.abc import Iterator
from typing import Any

from lemmata.reports.formatting import approximate, number
from lemmata.reports.plots.axes import Axis
from lemmata.reports.plots.drawing import (
    BOTTOM,
    CIRCLE,
    LEFT,
    LEGEND,
    LINE,
    MARKS,
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
)
from lemmata.reports.plots.labels import plain
from lemmata.reports.reading import Plot
from lemmata.verify.results.schema import FigureData, SeriesRecord

COLOURS = 5
HOLLOW = "m-3.2,0a3.2,3.2 0 1 0 6.4,0a3.2,3.2 0 1 0-6.4,0"
LINES = {"measured": "-", "law": "--", "claimed": ":", "another reading": "-.", "marks": ""}
LAWS = ("--", "-.")  # one law after the other


def series_plot(name: str, title: str, figure: FigureData, caption: str) -> Plot | None:
    """The plot; None where there is nothing to draw."""
    drawn = [
        s
        for s in figure["series"]
        if s["role"] in LINES and len(s["x"]) == len(s["y"]) > (s["role"] != "marks")
    ]
    if not drawn:
        return None
    picture = _Series(drawn, figure)
    parts = [*frame(picture.x, picture.y, figure["x"], figure["y"]), *picture.lines()]
    height = LEGEND + legend_height(picture.entries)
    whole = [*parts, *legend(picture.entries)]
    return Plot(
        framed(name, title, caption, whole, height, picture.read()), caption, ends(drawn, figure)
    )


def ends(series: list[SeriesRecord], figure: FigureData) -> str:
    """Where the curves of the richest family end: how far apart both sides are, in numbers.

    Of several as rich the one in the middle; only curves that end at the same place are compared.
    """
    families: dict[str, list[SeriesRecord]] = {}
    for s in series:
        families.setdefault(of(s), []).append(s)
    most = max(map(len, families.values()))
    rich = [family for family in families.values() if len(family) == most > 1]
    if not rich or any(s["role"] == "marks" for s in series):
        return ""
    family = rich[len(rich) // 2]
    last = family[0]["x"][-1]
    told = [
        f"{number(_rounded(s['y'][-1]))} ({what(s) or 'measured'})"
        for s in family
        if s["x"][-1] == last
    ]
    return f"{of(family[0])}, {figure['x']} {number(last)}: {', '.join(told)}"


def _rounded(value: Any) -> float | None:
    known = approximate(value)
    return None if known is None else float(f"{known:.2g}")


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
            self.colour.setdefault(of(s), f"--curve-{len(self.colour) % COLOURS + 1}")
        laws = dict.fromkeys(what(s) for s in series if s["role"] == "law")
        self.law = {name: LAWS[k % len(LAWS)] for k, name in enumerate(laws)}
        self.published = [p for p in figure["points"] if p["curve"] in names]
        self.entries = list(self._entries())

    def name(self, s: SeriesRecord) -> str:
        """Its own name where no other series has it, else with what it is one of."""
        if len(self.colour) == 1:
            return what(s) or s["name"]
        several = sum(other["name"] == s["name"] for other in self.series) > 1
        return named(s) if several else s["name"]

    def mark(self, s: SeriesRecord) -> str:
        """Of a series that is not joined; each colour has its own."""
        return MARKS[list(self.colour).index(of(s)) % len(MARKS)] if s["role"] == "marks" else ""

    def line(self, s: SeriesRecord) -> str:
        return self.law[what(s)] if s["role"] == "law" else LINES[s["role"]]

    def _entries(self) -> Iterator[LegendEntry]:
        """Colours and lines apart where several curves have the same lines, else each series."""
        lines = {what(s): (self.line(s), s["role"]) for s in self.series}
        if 1 < len(lines) < len(self.series) and len(self.colour) > 1:
            for name, (line, role) in lines.items():
                mark = CIRCLE if role == "marks" else ""
                yield LegendEntry(name or role, "--soft", mark, line)
            for name, colour in self.colour.items():
                yield LegendEntry(name, colour, "", "-")
        else:
            for s in self.series:
                yield LegendEntry(self.name(s), self.colour[of(s)], self.mark(s), self.line(s))
        if self.published:
            yield LegendEntry("published", "--soft", HOLLOW, "")

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
            colour = self.colour[of(s)]
            points = self.points(s["x"], s["y"])
            low, high = self.points(s["x"], s["low"]), self.points(s["x"], s["high"])
            if s["role"] == "marks":
                bars = zip(low, high, strict=False)
                yield path("".join(f"M{x},{y}V{top}" for (x, y), (_, top) in bars), colour)
                yield path("".join(f"M{x},{y}{self.mark(s)}" for x, y in points), colour)
                continue
            if low and high:
                d = "M" + "L".join(f"{x},{y}" for x, y in [*low, *reversed(high)]) + "Z"
                yield f'<path d="{d}" style="fill:var({colour});fill-opacity:.18"/>'
            d = "M" + "L".join(f"{x},{y}" for x, y in points) if points else ""
            yield path(d, colour, LINE + 0.3 * (s["role"] == "measured"), self.line(s))
        for point in self.published:
            if at := self.at(point["x"], point["published"]):
                yield path(f"M{at[0]},{at[1]}{HOLLOW}", self.colour.get(point["curve"], "--soft"))

    def read(self) -> list[Read]:
        told = []
        for s in self.series:
            for x, y in zip(s["x"], s["y"], strict=True):
                if (at := self.at(x, y)) is not None and approximate(y) is not None:
                    told.append(Read(*at, f"{plain(self.name(s))}; at {number(x)}: {number(y)}"))
        return told[:: max(1, math.ceil(len(told) / MOST_READ))]


def of(series: SeriesRecord) -> str:
    """What a curve is one of: a width, a batch size."""
    return series["of"] or series["name"]


def what(series: SeriesRecord) -> str:
    """What a curve is, without what it is one of; empty where its name says no more than that."""
    name, of = series["name"], series["of"]
    return name[len(of) :].lstrip(":, ") if of and name.startswith(of) else name


def named(series: SeriesRecord) -> str:
    """What it is one of, and what it is."""
    return ": ".join(dict.fromkeys(filter(None, (series["of"], what(series)))))
