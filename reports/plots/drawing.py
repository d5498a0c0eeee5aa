"""The plot engine: it draws a ``FigureData`` as SVG, whoever describes it, in one style.

Measured curves are solid with their bands, laws dashed, what is claimed dotted, cells marks with
bars, published points hollow. Curves of one family (a width, a batch size) share a colour. Text
stays text; colours are variables of the page, which has a light and a dark set of them.
"""

import json
import math
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from lemmata.reports.claims import Plot
from lemmata.reports.formatting import approximate, number, plural
from lemmata.reports.plots.axes import Axis
from lemmata.reports.plots.labels import plain, spans
from lemmata.verify.results.schema import FigureData, SeriesRecord

STYLE = Path(__file__).parents[1] / "templates" / "style.css"
WIDTH = 460
LEFT, RIGHT, TOP, BOTTOM = 58, 450, 10, 210
LEGEND, ROW, SAMPLE = 254, 14, 18  # where it begins, a line's height, a sample's width
SHORT = 36  # letters of an entry of which two stand beside each other
LINE = 1.4  # the width of a curve
FEW = 20  # points of a measured curve, up to which each has a mark
MOST_READ = 150  # points that show their values to a pointer
COLOURS = 5
FAR_X, FAR_Y = 30, 50  # ratios of values from which on an axis is logarithmic
_RING = "m-{0},0a{0},{0} 0 1 0 {1},0a{0},{0} 0 1 0-{1},0"
CIRCLE, HOLLOW, RING = (_RING.format(r, 2 * r) for r in (2, 3.8, 4.5))
LEVEL = "m-4.5,0h9"
MARKS = (
    CIRCLE,
    "m-2-2h4v4h-4z",
    "m0-2.3l2.3,4h-4.6z",
    "m0-2.8l2.8,2.8-2.8,2.8-2.8-2.8z",
    "m0,2.3l2.3-4h-4.6z",
)
DASHES = {"--": "4.8,2.1", ":": "1.2,2.4", "-.": "6,2,1.4,2"}
# How the curves of a role are joined. The page adds three roles to those of the results: levels
# are values that no line joins, contradicted ones get a ring, and a frame only widens the axes.
LINES = {"measured": "-", "law": "--", "claimed": ":", "another reading": "-.", "levels": "-"}
ROLES = (*LINES, "marks", "contradicted", "frame")
SOFT, TEXT, BAD = "var(--soft)", "var(--text)", "var(--bad)"


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
    series = [s for s in figure["series"] if s["role"] in ROLES and 0 < len(s["x"]) == len(s["y"])]
    if not series:
        return None
    picture = _Picture(series, figure)
    parts = [*_frame(picture.x, picture.y, figure), *picture.curves(), *_legend(picture.entries)]
    points, caption = picture.read(), caption or figure["sentence"]
    if picture.hidden:
        caption += f" {plural(picture.hidden, 'value')} beyond the axes."
    height = LEGEND + ROW * math.ceil(len(picture.entries) / _columns(picture.entries)) + 4
    return Plot(_whole(name, title, caption, parts, height, points), caption, _ends(series, figure))


def standalone_svg(*plots: Plot | None, note: str = "") -> str:
    """Plots of the page beside each other as one SVG file: in light colours, with a note below."""
    light = STYLE.read_text(encoding="utf-8").partition("@media")[0]
    colours = dict(re.findall(r"(--[\w-]+): (#\w+)", light))
    texts = [re.sub(r' tabindex="0" data-points=".*?"', "", one.svg) for one in plots if one]
    heights = [float(re.findall(r'viewBox="0 0 \d+ (.*?)"', one)[0]) for one in texts]
    width, top = WIDTH * max(1, len(texts)), max(heights, default=0.0)
    lines = textwrap.wrap(note, width // 6)
    height = top + ROW * len(lines) + 4 * bool(lines)
    parts = [
        one.replace("<svg ", f'<svg x="{WIDTH * k}" width="{WIDTH}" height="{heights[k]:g}" ', 1)
        for k, one in enumerate(texts)
    ]
    parts += [text(14, top + ROW * k + 8, line, SOFT) for k, line in enumerate(lines)]
    whole = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:g}"'
        f' width="{1.4 * width:g}"'
        " style=\"background:#fff;font:10px 'DejaVu Sans',sans-serif\">"
        + "\n".join(parts)
        + "</svg>\n"
    )
    return re.sub(r"var\((.*?)\)", lambda found: colours.get(found[1], found[0]), whole)


def family(series: SeriesRecord) -> str:
    """What a curve is one of: a width, a batch size."""
    return series["of"] or series["name"]


def own_name(series: SeriesRecord) -> str:
    """A curve's name without its family's; empty where it says no more than that."""
    name, of = series["name"], series["of"]
    return name[len(of) :].lstrip(":, ") if of and name.startswith(of) else name


class _Entry(NamedTuple):
    """A line of the legend: its mark and its line ("-", "--", ":" or none)."""

    label: str
    ink: str
    mark: str
    line: str


class _Picture:
    """Curves on common axes."""

    def __init__(self, series: list[SeriesRecord], figure: FigureData) -> None:
        self.series = [s for s in series if s["role"] != "frame"]
        names = [s["name"] for s in series]
        self.published = [p for p in figure["points"] if p["curve"] in names]
        ys = [v for s in series for v in s["y"]] + [p["published"] for p in self.published]
        ys += [v for s in series if s["role"] == "marks" for v in (*s["low"], *s["high"])]
        xs = [v for s in series for v in s["x"]]
        self.x = Axis(xs, LEFT, RIGHT, FAR_X if figure["log_x"] else math.inf, 0.02)
        self.y = Axis(ys, BOTTOM, TOP, 3 if figure["log_y"] else math.inf)
        drawn = [s for s in self.series if s["role"] != "contradicted"]
        self.families = list(dict.fromkeys(map(family, drawn)))
        laws = list(dict.fromkeys(own_name(s) for s in drawn if s["role"] == "law"))
        self.law = {law: ("--", "-.")[k % 2] for k, law in enumerate(laws)}  # one after the other
        self.entries = list(self._entries(drawn))
        self.hidden = 0

    def ink(self, name: str) -> str:
        """A family's colour: five, then these paler; of more than ten, the later ones are paler."""
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
        if len(self.families) == 1:
            return own_name(s) or s["name"]
        shared = sum(other["name"] == s["name"] for other in self.series) > 1
        return (
            ": ".join(dict.fromkeys(filter(None, (s["of"], own_name(s))))) if shared else s["name"]
        )

    def _entries(self, drawn: list[SeriesRecord]) -> Iterator[_Entry]:
        """Lines and colours apart where families have the same lines, else each curve."""
        lines = {own_name(s): s for s in drawn}
        if 1 < len(lines) < len(drawn) and len(self.families) > 1:
            for name, s in lines.items():
                mark = CIRCLE if s["role"] == "marks" else ""
                yield _Entry(name or s["role"], SOFT, mark, self.line(s))
            marks = {family(s): self.mark(s) for s in reversed(drawn) if self.mark(s)}
            joined = {family(s) for s in drawn if s["role"] not in ("marks", "levels")}
            for name in self.families:
                if name not in lines:
                    line = "-" if name in joined else ""
                    yield _Entry(name, self.ink(name), marks.get(name, ""), line)
        else:
            shown = drawn if len(self.families) <= 2 * COLOURS else [drawn[0], drawn[-1]]
            for s in shown:
                yield _Entry(self.name(s), self.ink(family(s)), self.mark(s), self.line(s))
        if self.published:
            yield _Entry("published", SOFT, HOLLOW, "")
        if len(drawn) < len(self.series):
            yield _Entry("contradicted", BAD, RING, "")

    def at(self, x: Any, y: Any) -> tuple[float, float] | None:
        """The position of a point; what lies beyond an end of the y-axis stands at that end."""
        across, down = self.x.at(x), self.y.at(y)
        if across is None or down is None:
            return None
        return round(across, 1), round(min(max(down, TOP), BOTTOM), 1)

    def curves(self) -> Iterator[str]:
        for s in self.series:
            found = [self.at(x, y) for x, y in zip(s["x"], s["y"], strict=True)]
            points = [point for point in found if point]
            self.hidden += len(found) - len(points)
            if s["role"] == "contradicted":
                yield path(_marks(points, RING), BAD)
                continue
            ink, ends = self.ink(family(s)), list(self.band(s))
            if s["role"] == "marks":
                yield path("".join(f"M{x},{low}V{high}" for x, low, high in ends), ink)
            elif ends:
                outline = [*((x, y) for x, y, _ in ends), *((x, y) for x, _, y in reversed(ends))]
                yield f'<path d="{_polyline(outline)}Z" style="fill:{ink};fill-opacity:.18"/>'
            if self.line(s):
                joined = s["role"] != "levels" and len(points) > 1
                width = LINE + 0.3 * (s["role"] == "measured")
                d = _polyline(points) if joined else _marks(points, LEVEL)
                yield path(d, ink, width, self.line(s) if joined else "")
            yield path(_marks(points, self.mark(s)), ink) if self.mark(s) else ""
        for point in self.published:
            if place := self.at(point["x"], point["published"]):
                known = point["curve"] in self.families
                yield path(_marks([place], HOLLOW), self.ink(point["curve"]) if known else SOFT)

    def band(self, s: SeriesRecord) -> Iterator[tuple[float, float, float]]:
        """Where its ends stand; a lower one that a logarithmic axis does not reach, at the foot."""
        for x, low, high in zip(s["x"], s["low"], s["high"], strict=False):
            if above := self.at(x, high):
                below = self.at(x, low)
                yield *above[:1], below[1] if below else BOTTOM, above[1]

    def read(self) -> list[tuple[float, float, str]]:
        """Points with their values in words."""
        found = [
            (*place, f"{plain(self.name(s))}; at {number(x)}: {number(y)}")
            for s in self.series
            for x, y in zip(s["x"], s["y"], strict=True)
            if (place := self.at(x, y)) and s["role"] != "contradicted"
        ]
        return found[:: max(1, math.ceil(len(found) / MOST_READ))]


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
        f' tabindex="0" data-points="{points}">'
        f'<title id="{name}--title">{escape(plain(title))}</title>'
        f'<desc id="{name}--desc">{escape(plain(caption))}</desc>'
        "<g style=\"font:10px 'DejaVu Sans',sans-serif;fill:none;stroke-linejoin:round\">"
        + "\n".join(filter(None, parts))
        + f'<path class="pointed" display="none" d="M0,0{RING}"/></g></svg>'
    )


def _frame(x_axis: Axis, y_axis: Axis, figure: FigureData) -> list[str]:
    """The grid, both axes with their ticks, and their names."""
    grid, axes, written = "", f"M{LEFT},{TOP}V{BOTTOM}H{RIGHT}", []
    for x, label in x_axis.ticks():
        grid += f"M{x:.1f},{TOP}V{BOTTOM}"
        axes += f"M{x:.1f},{BOTTOM}v3.5"
        written.append(text(x, BOTTOM + 15, label, SOFT, "middle"))
    for y, label in y_axis.ticks():
        grid += f"M{LEFT},{y:.1f}H{RIGHT}"
        axes += f"M{LEFT},{y:.1f}h-3.5"
        written.append(text(LEFT - 7, y + 3.5, label, SOFT, "end"))
    written.append(text((LEFT + RIGHT) / 2, BOTTOM + 31, figure["x"], TEXT, "middle"))
    turned = f' transform="translate(11,{(TOP + BOTTOM) / 2:g})rotate(-90)"'
    written.append(text(0, 0, figure["y"], TEXT, "middle", turned))
    return [path(grid, "var(--line)", 0.6), path(axes, SOFT, 0.7), *written]


def _columns(entries: list[_Entry]) -> int:
    return 2 if all(len(plain(entry.label)) <= SHORT for entry in entries) else 1


def _legend(entries: list[_Entry]) -> Iterator[str]:
    """Below the plot, where nothing is covered or cut."""
    columns = _columns(entries)
    for k, (label, ink, mark, line) in enumerate(entries):
        x = 14 + (k % columns) * (WIDTH - 14) / columns
        y = LEGEND + ROW * (k // columns) + 4
        if line:
            yield path(f"M{x:.1f},{y:g}h{SAMPLE}", ink, LINE, line)
        if mark:
            yield path(f"M{x + SAMPLE / 2:.1f},{y:g}{mark}", ink)
        yield text(x + SAMPLE + 6, y + 3.5, label, TEXT)


def _polyline(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x},{y}" for x, y in points)


def _marks(points: list[tuple[float, float]], mark: str) -> str:
    return "".join(f"M{x},{y}{mark}" for x, y in points)


def path(d: str, ink: str, width: float = 1, line: str = "") -> str:
    """A path of that colour; nothing where it has no points."""
    dashed = f";stroke-dasharray:{DASHES[line]}" if line in DASHES else ""
    return f'<path d="{d}" style="stroke:{ink};stroke-width:{width:g}{dashed}"/>' if d else ""


def text(x: float, y: float, words: str, ink: str, anchor: str = "start", more: str = "") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}'
    return f'<text {place} style="fill:{ink}">{spans(words)}</text>'
