"""The plot engine: it draws a ``FigureData`` as SVG, whoever describes it, in one style.

Measured curves are solid with their bands, laws dashed, what is claimed dotted, cells marks with
bars, published points hollow. Curves of one family (a width, a batch size) share a colour. A name
stands beside its curve where there is room, else below the axes; where some curves crush others,
these stand in a panel of their own. Text stays text; colours are variables of the page, which has a
light and a dark set of them.
"""

import json
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from lemmata.reports.claims import Plot
from lemmata.reports.formatting import approximate, number, plural
from lemmata.reports.plots.axes import ALL, Axis
from lemmata.reports.plots.ink import (
    BAD,
    CIRCLE,
    HOLLOW,
    LEVEL,
    MARKS,
    RING,
    SIZE,
    SOFT,
    TEXT,
    Place,
    area,
    marks,
    path,
    polyline,
    text,
)
from lemmata.reports.plots.labels import BOLD, balanced, lines, plain, width
from lemmata.reports.plots.naming import Box, Name, Namer, along
from lemmata.verify.results.schema import FigureData, PointRecord, SeriesRecord

STYLE = Path(__file__).parents[1] / "templates" / "style.css"
WIDTH, RIGHT = 400, 388  # of the picture; where the axes end
HEIGHT, LOW = 230, 165  # of the axes alone, and of each of two panels
ROW, SAMPLE = 18, 22  # a line of the legend: its height, its sample's width
HEAD, SETTING = 16, 12.5  # sizes of letters above a picture that stands alone
LINE = 1.7  # the width of a curve
FEWEST = 3  # places of a curve that may have a panel
FEW = 20  # points of a measured curve, up to which each has a mark
MOST_READ = 150  # points that show their values to a pointer
COLOURS = 5
FAR_X, FAR_Y = 30, 50  # ratios of values from which on an axis chooses to be logarithmic
APART = 2  # the same, of an axis that is told to be
CRUSHED = 0.09  # of the axis, below which two or more curves are crushed together
FLAT = 0.1  # of their size, below which an enlargement shows no more
FONT = f"font:{SIZE}px 'DejaVu Sans',sans-serif"
# How the curves of a role are joined. The page adds three roles to those of the results: levels
# are values that no line joins, contradicted ones get a ring, and a frame only widens the axes.
LINES = {"measured": "-", "law": "--", "claimed": ":", "another reading": "-.", "levels": "-"}
ROLES = (*LINES, "marks", "published", "violated", "contradicted", "frame")
_ABOUT = ("published", "violated", "contradicted", "frame")  # roles of no curve


def make_curve(name: str, role: str, points: Iterable[Sequence[Any]], of: str = "") -> SeriesRecord:
    """One curve of a family; points are (x, y) or, with a band or bars, (x, y, low, high)."""
    x, y, low, high = [*zip(*points, strict=True), (), (), (), ()][:4]
    return SeriesRecord(name=name, role=role, x=x, y=y, low=low, high=high, of=of)


def make_figure(
    x: str, y: str, series: list[SeriesRecord], caption: str = "", log_x: bool = True
) -> FigureData:
    """Curves over named axes, logarithmic where values are many magnitudes apart."""
    xs, ys = ([v for s in series for v in s[side]] for side in ("x", "y"))
    return FigureData(
        sentence=caption,
        x=x,
        y=y,
        series=series,
        points=[],
        log_x=log_x and Axis(xs, 0, 1, FAR_X).log,
        log_y=Axis(ys, 0, 1, FAR_Y).log,
        remarks=(),
        note="",
        agreement="",
    )


def draw(name: str, title: str, figure: FigureData, caption: str = "") -> Plot | None:
    """The plot; None without a curve. ``name`` tells it apart from others on the page."""
    series = _drawable(figure)
    if not series:
        return None
    style = _Style(series)
    panels = _panels(series, figure, style.setting)
    parts = [part for panel in panels for part in panel.parts(style)]
    named = [entry for panel in panels for entry in panel.named]
    left = [entry for entry in style.entries(series, figure) if entry not in named]
    parts += _legend(left, bottom := panels[-1].foot + 6)
    caption = caption or figure["sentence"]
    if hidden := sum(panel.hidden for panel in panels):
        caption += f" {plural(hidden, 'value')} beyond the axes."
    read = [point for panel in panels for point in panel.read(style)]
    read = read[:: max(1, math.ceil(len(read) / MOST_READ))]
    height = bottom + ROW * (_rows(left)[-1][1] + 1 if left else 0) + 4
    svg = _whole(name, title, caption, parts, height, read)
    return Plot(svg, caption, _ends(series, figure))


def thumbnail(figure: FigureData) -> str:
    """The curves and published points alone, as small as a word."""
    if not (series := _drawable(figure)):
        return ""
    panel = _Panel(series, figure, Box(4, 4, 116, 66))
    parts = "".join(panel.curves(_Style(series), most=40))
    return (
        '<svg class="thumbnail" viewBox="0 0 120 70" width="120" height="70" aria-hidden="true"'
        f' style="fill:none;stroke-linejoin:round">{path("M4,4V66H116", SOFT, 0.7)}{parts}</svg>'
    )


def headed(plot: Plot, takeaway: str, setting: str) -> Plot:
    """The plot below what it shows and where, as a picture that is shown without its page."""
    told: list[tuple[str, float, str, int]] = [
        (line, HEAD, TEXT, 700) for line in balanced(takeaway, WIDTH / BOLD, HEAD)
    ]
    told += [(line, SETTING, SOFT, 400) for line in balanced(setting, WIDTH - 8, SETTING)]
    rise = sum(1.3 * size for _, size, _, _ in told) + 8
    y, parts = -rise, list[str]()
    for line, size, ink, weight in told:
        y += 1.3 * size
        parts.append(text(2, y - 0.2 * size, line, ink, size=size, weight=weight))
    width, height = re.findall(r'viewBox="0 0 (\d+) ([\d.]+)"', plot.svg)[0]
    box = f'viewBox="0 {-rise:g} {width} {float(height) + rise:g}"'
    svg = re.sub(r'viewBox="[^"]*"', box, plot.svg, count=1)
    return plot._replace(svg=svg.removesuffix("</svg>") + "".join(parts) + "</svg>")


def standalone_svg(*plots: Plot | None, note: str = "") -> str:
    """Plots of the page beside each other as one SVG file: in light colours, with a note below."""
    texts = [re.sub(r' tabindex="0" data-points=".*?"', "", one.svg) for one in plots if one]
    heights = [float(re.findall(r'viewBox="0 \S+ \d+ (.*?)"', one)[0]) for one in texts]
    across, top = WIDTH * max(1, len(texts)), max(heights, default=0.0)
    told = balanced(note, across - 8, SETTING)
    height = top + ROW * len(told) + 4 * bool(told)
    parts = [
        one.replace("<svg ", f'<svg x="{WIDTH * k}" width="{WIDTH}" height="{heights[k]:g}" ', 1)
        for k, one in enumerate(texts)
    ]
    parts += [text(2, top + ROW * k + 10, line, SOFT, size=SETTING) for k, line in enumerate(told)]
    whole = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 {across + 16} {height + 16:g}"'
        f' width="{1.6 * across:g}" style="background:var(--back);{FONT}">'
        + "\n".join(parts)
        + "</svg>\n"
    )
    return in_light(whole)


def in_light(svg: str) -> str:
    """A picture with the page's light colours in the place of its variables."""
    light = STYLE.read_text(encoding="utf-8").partition("@media")[0]
    colours = dict(re.findall(r"(--[\w-]+): (#\w+)", light))
    return re.sub(r"var\((.*?)\)", lambda found: colours.get(found[1], found[0]), svg)


def family(series: SeriesRecord) -> str:
    """What a curve is one of: a width, a batch size."""
    return series["of"] or series["name"]


def own_name(series: SeriesRecord) -> str:
    """A curve's name without its family's; empty where it says no more than that."""
    name, of = series["name"], series["of"]
    return name[len(of) :].lstrip(":, ") if of and name.startswith(of) else name


def _drawable(figure: FigureData) -> list[SeriesRecord]:
    return [s for s in figure["series"] if s["role"] in ROLES and 0 < len(s["x"]) == len(s["y"])]


class _Entry(NamedTuple):
    """A line of the legend: its mark and its line ("-", "--", ":" or none), and the curve that it
    may stand beside, if there is one.
    """

    label: str
    ink: str
    mark: str
    line: str
    curve: int | None = None  # its identity: records are not hashed


class _Style:
    """Colours, lines, marks and names, the same in all panels."""

    def __init__(self, series: list[SeriesRecord]) -> None:
        self.series = series
        self.drawn = [s for s in series if s["role"] not in _ABOUT]
        self.families = list(dict.fromkeys(map(family, self.drawn)))
        laws = list(dict.fromkeys(own_name(s) for s in self.drawn if s["role"] == "law"))
        self.law = {law: ("--", "-.")[k % 2] for k, law in enumerate(laws)}  # one after the other

    @cached_property
    def by_lines(self) -> bool:
        """Whether lines and colours are named apart: families have the same lines."""
        return 1 < len({own_name(s) for s in self.drawn}) < len(self.drawn) and (
            len(self.families) > 1
        )

    @property
    def setting(self) -> str:
        """The family's name where there is one alone, which no curve bears: n = 16, d = ∞."""
        names = {s["name"] for s in self.drawn} | {""}
        given = {s["of"] for s in self.drawn}
        return min(given) if len(given) == 1 and not given & names else ""

    def ink(self, name: str) -> str:
        """A family's colour: five, then these paler; of more than ten, the later ones are paler."""
        if name not in self.families:
            return SOFT
        k, many = self.families.index(name), len(self.families)
        if many > 2 * COLOURS:
            return f"var(--curve-1);opacity:{1 - 0.8 * k / (many - 1):.2f}"
        return f"var(--curve-{k % COLOURS + 1})" + ";opacity:.55" * (k >= COLOURS)

    def line(self, s: SeriesRecord) -> str:
        return self.law[own_name(s)] if s["role"] == "law" else LINES.get(s["role"], "")

    def mark(self, s: SeriesRecord) -> str:
        """Each family has its own."""
        marked = s["role"] == "marks" or (s["role"] == "measured" and len(s["x"]) <= FEW)
        return MARKS[self.families.index(family(s)) % len(MARKS)] if marked else ""

    def name(self, s: SeriesRecord) -> str:
        """Its own name where no other curve has it, else after its family's."""
        if len(self.families) <= 1:
            return own_name(s) or s["name"]
        shared = sum(other["name"] == s["name"] for other in self.drawn) > 1
        return (
            ": ".join(dict.fromkeys(filter(None, (s["of"], own_name(s))))) if shared else s["name"]
        )

    def entries(self, series: list[SeriesRecord], figure: FigureData) -> Iterator[_Entry]:
        """What has to be named."""
        drawn = self.drawn
        if self.by_lines:
            styles = {own_name(s) or s["role"]: s for s in drawn}
            marked = {family(s): self.mark(s) for s in reversed(drawn) if self.mark(s)}
            joined = {family(s) for s in drawn if s["role"] not in ("marks", "levels")}
            for name in self.families:
                if name not in styles:
                    line = "-" if name in joined else ""
                    first = next(s for s in drawn if family(s) == name)
                    yield _Entry(name, self.ink(name), marked.get(name, ""), line, id(first))
            for name, s in styles.items():
                mark = CIRCLE if s["role"] == "marks" else ""
                alone = sum(own_name(other) == name for other in drawn) == 1
                ink, curve = (self.ink(family(s)), id(s)) if alone else (SOFT, None)
                yield _Entry(name, ink, mark, self.line(s), curve)
        else:
            shown = drawn if len(self.families) <= 2 * COLOURS else [drawn[0], drawn[-1]]
            for s in shown:
                yield _Entry(self.name(s), self.ink(family(s)), self.mark(s), self.line(s), id(s))
        named: list[str] = []
        for s in series:
            if s["role"] == "violated" and s["name"] not in named:
                named.append(s["name"])
                yield _Entry(s["name"], BAD, "", "area")
            if s["role"] == "published" and s["name"] not in named:
                named.append(s["name"])
                yield _Entry(s["name"], SOFT, HOLLOW, "")
        points = _published(figure, series)
        agree = sum(point["agrees"] for point in points)
        if agree:
            yield _Entry(f"published: {agree} of {len(points)} agree", SOFT, HOLLOW, "")
        if agree < len(points):
            differ = f"published, {len(points) - agree} of {len(points)} differ"
            yield _Entry("published, differs" if agree else differ, BAD, HOLLOW, "")
        if any(s["role"] == "contradicted" for s in series):
            yield _Entry("contradicted", BAD, RING, "")


def _published(figure: FigureData, series: list[SeriesRecord]) -> list[PointRecord]:
    """The published points of curves that are drawn."""
    names = [s["name"] for s in series]
    return [point for point in figure["points"] if point["curve"] in names]


def _panels(series: list[SeriesRecord], figure: FigureData, setting: str) -> list["_Panel"]:
    """One below the other, over one x-axis, whose name has the setting too."""
    groups, top, found = _uncrushed(series, figure), 0.0, list[_Panel]()
    height = HEIGHT if len(groups) == 1 else LOW
    xs = [v for s in series for v in s["x"]]
    for k, group in enumerate(groups):
        label = figure["y"] + (", enlarged" if k else "")
        told = lines(label, WIDTH - 10)
        above = top + 17 * len(told) + 5
        found.append(_Panel(group, figure, Box(0, above, RIGHT, above + height), xs, told))
        top = found[-1].box.bottom + (ROW + 12 if k < len(groups) - 1 else 0)
    left = max(panel.room for panel in found)
    for k, panel in enumerate(found):
        across = ";  ".join(filter(None, (figure["x"], setting)))
        panel.begin_at(left, across if k == len(found) - 1 else "")
    return found


def _uncrushed(series: list[SeriesRecord], figure: FigureData) -> list[list[SeriesRecord]]:
    """All curves; or, where several keep together in a small part of the axis, these by themselves.

    One that is flat beside another that is not makes its point.
    """
    few = max(len(s["x"]) for s in series) < FEWEST
    if few or figure["log_y"] or any(s["role"] in ("marks", *_ABOUT[1:]) for s in series):
        return [series]
    spans: dict[str, list[float]] = {}
    for s in series:
        known = [v for y in s["y"] if (v := approximate(y)) is not None and math.isfinite(v)]
        spans.setdefault(family(s), []).extend(known)
    values = [v for span in spans.values() for v in span]
    whole = max(values) - min(values) if values else 0.0
    small = [name for name, span in spans.items() if max(span) - min(span) < CRUSHED * whole]
    inside = [v for name in small for v in spans[name]]
    spread = max(inside) - min(inside) if inside else 0.0
    if not 2 <= len(small) < len(spans) or spread > CRUSHED * whole:
        return [series]
    if spread < max(map(abs, inside)) * FLAT:
        return [series]
    return [[s for s in series if (family(s) in small) is crushed] for crushed in (False, True)]


class _Panel:
    """Curves on common axes within a box."""

    def __init__(
        self,
        series: list[SeriesRecord],
        figure: FigureData,
        box: Box,
        xs: Sequence[Any] = (),
        told: Sequence[str] = (),
    ) -> None:
        self.series, self.figure, self.box, self.told = series, figure, box, told
        self.xs = xs or [v for s in series for v in s["x"]]
        self.published = _published(figure, series)
        ys = [v for s in series for v in s["y"]] + [p["published"] for p in self.published]
        ys += [v for s in series if s["role"] == "marks" for v in (*s["low"], *s["high"])]
        self.y = Axis(ys, box.bottom, box.top, APART if figure["log_y"] else math.inf)
        self.across, self.named, self.hidden = "", list[_Entry](), 0
        self.begin_at(box.left, "")

    @property
    def room(self) -> float:
        """What the ticks of the y-axis take."""
        return max([width(label) for _, label in self.y_ticks] or [0.0]) + 10

    @property
    def y_ticks(self) -> list[tuple[float, str]]:
        return self.y.ticks(most=int((self.box.bottom - self.box.top) / 28))

    def begin_at(self, left: float, across: str) -> None:
        """Where the axes begin, and the name of the x-axis if it stands here."""
        self.box, self.across = self.box._replace(left=left), across
        log = self.figure["log_x"]
        self.x = Axis(self.xs, left, self.box.right, APART if log else math.inf, 0.02, ALL)

    @property
    def foot(self) -> float:
        """The end of the ticks and of the name below them."""
        return self.box.bottom + 21 + 17 * len(lines(self.across, WIDTH - 10))

    def at(self, x: Any, y: Any) -> Place | None:
        """The position of a point; what lies beyond an end of the y-axis stands at that end."""
        across, down = self.x.at(x), self.y.at(y)
        if across is None or down is None:
            return None
        return round(across, 1), round(min(max(down, self.box.top), self.box.bottom), 1)

    def places(self, s: SeriesRecord) -> list[Place]:
        found = (self.at(x, y) for x, y in zip(s["x"], s["y"], strict=True))
        return [place for place in found if place]

    def parts(self, style: _Style) -> Iterator[str]:
        """The frame, the curves, and the names that have room beside them."""
        yield from self.frame()
        yield from self.curves(style)
        for name, entry in self.names(style):
            self.named.append(entry)
            halo = ' paint-order="stroke" stroke="var(--back)" stroke-width="3"'
            ink = entry.ink.partition(";")[0]  # words are never pale
            yield text(name.x, name.y, name.label, ink, more=halo, weight=600)

    def frame(self) -> Iterator[str]:
        """The grid, both axes with their ticks, and their names."""
        left, top, right, bottom = self.box.left, self.box.top, self.box.right, self.box.bottom
        grid, axes, written = "", f"M{left:g},{top:g}V{bottom:g}H{right:g}", []
        for x, label in _apart(self.x.ticks(most=7)):
            grid += f"M{x:.1f},{top:g}V{bottom:g}"
            axes += f"M{x:.1f},{bottom:g}v4"
            x = min(x, WIDTH - width(label) / 2)
            written.append(text(x, bottom + 17, label, SOFT, "middle"))
        for y, label in self.y_ticks:
            grid += f"M{left:g},{y:.1f}H{right:g}"
            axes += f"M{left:g},{y:.1f}h-4"
            written.append(text(left - 7, y + 4.5, label, SOFT, "end"))
        for k, line in enumerate(self.told):
            written.append(text(2, top - 9 - 17 * (len(self.told) - 1 - k), line, TEXT))
        for k, line in enumerate(lines(self.across, WIDTH - 10)):
            middle = min((left + right) / 2, WIDTH - width(line) / 2)
            written.append(text(middle, bottom + 35 + 17 * k, line, TEXT, "middle"))
        yield from (path(grid, "var(--line)", 0.6), path(axes, SOFT, 0.9), *written)

    def curves(self, style: _Style, most: int = 0) -> Iterator[str]:
        """All that is drawn between the axes; of a curve every k-th point where ``most`` is less.

        Published points lie on top, and where they disagree they have another colour.
        """
        for s in self.series:
            points = self.places(s)
            self.hidden += len(s["x"]) - len(points) if s["role"] != "frame" else 0
            points = points[:: math.ceil(len(points) / most)] if most else points
            yield from self.curve(s, points, style)
        for s in self.series:
            if s["role"] == "published":
                yield path(marks(self.places(s), HOLLOW), style.ink(family(s)), LINE)
        for point in self.published:
            if place := self.at(point["x"], point["published"]):
                ink = style.ink(_family_of(point["curve"], self.series)) if point["agrees"] else BAD
                yield path(marks([place], HOLLOW), ink, LINE)

    def curve(self, s: SeriesRecord, points: list[Place], style: _Style) -> Iterator[str]:
        if s["role"] in ("frame", "published"):
            return
        if s["role"] == "contradicted":
            yield path(marks(points, RING), BAD, LINE)
            return
        ends = list(self.band(s))
        outline = [*((x, y) for x, y, _ in ends), *((x, y) for x, _, y in reversed(ends))]
        if s["role"] == "violated":
            yield area(outline, BAD)
            return
        ink = style.ink(family(s))
        if s["role"] == "marks":
            yield path("".join(f"M{x},{low}V{high}" for x, low, high in ends), ink, 1.3)
        else:
            yield area(outline, ink)
        if line := style.line(s):
            joined = s["role"] != "levels" and len(points) > 1
            thick = LINE + 0.3 * (s["role"] == "measured")
            d = polyline(points) if joined else marks(points, LEVEL)
            yield path(d, ink, thick, line if joined else "") if points else ""
        yield path(marks(points, style.mark(s)), ink, filled=True) if style.mark(s) else ""

    def band(self, s: SeriesRecord) -> Iterator[tuple[float, float, float]]:
        """Where its ends stand; a lower one that a logarithmic axis does not reach, at the foot."""
        for x, low, high in zip(s["x"], s["low"], s["high"], strict=False):
            if above := self.at(x, high):
                below = self.at(x, low)
                yield *above[:1], below[1] if below else self.box.bottom, above[1]

    def names(self, style: _Style) -> Iterator[tuple[Name, _Entry]]:
        """The names that have room beside their curves."""
        namer, joined = Namer(self.box), ("marks", "levels", "contradicted", "published")
        shown = [s for s in self.series if s["role"] not in ("frame", "violated")]
        for s in shown:
            places = self.places(s)
            bars = [
                end
                for x, low, high in self.band(s)
                if s["role"] == "marks"
                for end in along([(x, low), (x, high)], 3)
            ]
            namer.cover(str(id(s)), places, 4)
            namer.cover(str(id(s)), bars if s["role"] in joined else along(places, 2))
        for point in self.published:
            own = next(s for s in shown if s["name"] == point["curve"])
            if place := self.at(point["x"], point["published"]):
                namer.cover(str(id(own)), [place], 6)
        for entry in style.entries(self.series, self.figure):
            for s in shown:
                if id(s) == entry.curve:
                    places = self.places(s)
                    line = places if s["role"] in joined else along(places, 9)
                    if name := namer.place(entry.label, str(id(s)), line):
                        yield name, entry

    def read(self, style: _Style) -> list[tuple[float, float, str]]:
        """Points with their values in words."""
        return [
            (*place, f"{plain(style.name(s))}; at {number(x)}: {number(y)}")
            for s in self.series
            if s["role"] not in _ABOUT[1:]
            for x, y in zip(s["x"], s["y"], strict=True)
            if (place := self.at(x, y))
        ]


def _family_of(curve: str, series: list[SeriesRecord]) -> str:
    """The family of the curve that reproduces a published one."""
    return next((family(s) for s in series if s["name"] == curve), curve)


def _apart(ticks: list[tuple[float, str]]) -> list[tuple[float, str]]:
    """Every k-th of them, such that no two labels touch."""
    for k in range(1, len(ticks) + 1):
        left = ticks[::k]
        pairs = pairwise(left)
        if all(abs(b - a) > (width(one) + width(two)) / 2 + 6 for (a, one), (b, two) in pairs):
            return left
    return ticks


def _ends(series: list[SeriesRecord], figure: FigureData) -> str:
    """Where the curves of the richest family end: how far apart both sides are, in numbers.

    Of several as rich the one in the middle; only curves that end at the same place are compared.
    """
    families: dict[str, list[SeriesRecord]] = {}
    for s in series:
        families.setdefault(family(s), []).append(s)
    most = max(map(len, families.values()))
    rich = [one for one in families.values() if len(one) == most > 1]
    if not rich or any(
        s["role"] not in ("measured", "law", "claimed", "another reading") for s in series
    ):
        return ""
    chosen = rich[len(rich) // 2]
    last = chosen[0]["x"][-1]
    values = [
        f"{approximate(s['y'][-1]):.2g} ({own_name(s) or 'measured'})"
        for s in chosen
        if s["x"][-1] == last and approximate(s["y"][-1]) is not None
    ]
    return f"{family(chosen[0])}, {figure['x']} {number(last)}: {', '.join(values)}"


def _whole(
    name: str, title: str, caption: str, parts: Iterable[str], height: float, read: list[Any]
) -> str:
    """The SVG; a pointer or the arrow keys show the values of ``read``."""
    name, points = escape(name), escape(json.dumps(read))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" role="img"'
        f' aria-labelledby="{name}--title" aria-describedby="{name}--desc"'
        f' tabindex="0" data-points="{points}" style="{FONT};fill:none;stroke-linejoin:round">'
        f'<title id="{name}--title">{escape(plain(title))}</title>'
        f'<desc id="{name}--desc">{escape(plain(caption))}</desc>'
        + "\n".join(filter(None, parts))
        + f'<path class="pointed" display="none" d="M0,0{RING}"/></svg>'
    )


def _rows(entries: list[_Entry]) -> list[tuple[float, int, list[str]]]:
    """Where each entry begins and in which row, one after the other; its lines where it is long."""
    x, row, found = 2.0, 0, list[tuple[float, int, list[str]]]()
    for entry in entries:
        told = lines(entry.label, WIDTH - SAMPLE - 10)
        wide = SAMPLE + 22 + max(map(width, told), default=0.0)
        if x > 2 and x + wide > WIDTH + 16:
            x, row = 2.0, row + 1
        found.append((x, row, told))
        x += wide
        if len(told) > 1:
            x, row = WIDTH, row + len(told) - 1
    return found


def _legend(entries: list[_Entry], top: float) -> Iterator[str]:
    """Below the plot, where nothing is covered or cut."""
    rows = _rows(entries)
    for entry, (x, row, told) in zip(entries, rows, strict=True):
        y = top + ROW * row + 9
        if entry.line == "area":
            yield area(
                [(x, y - 6), (x + SAMPLE, y - 6), (x + SAMPLE, y + 6), (x, y + 6)], entry.ink
            )
        elif entry.line:
            yield path(f"M{x:.1f},{y:g}h{SAMPLE}", entry.ink, LINE, entry.line)
        if entry.mark:
            hollow = entry.mark in (HOLLOW, RING)
            d = f"M{x + SAMPLE / 2:.1f},{y:g}{entry.mark}"
            yield path(d, entry.ink, LINE if hollow else 1, filled=not hollow)
        for k, line in enumerate(told):
            yield text(x + SAMPLE + 6, y + 4.5 + ROW * k, line, TEXT)
