"""The cells of a claim as a figure: over which quantity, which curves, and the points of each."""

import math
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from lemmata.reports.formatting import approximate, exact, number, plural, rank, shorten, symbol
from lemmata.reports.plots.axes import DECADES
from lemmata.reports.plots.drawing import FAR_Y, make_curve, make_figure
from lemmata.verify.results.axes import BOTH, NAMES
from lemmata.verify.results.schema import CellRecord, ClaimRecord, FigureData, SeriesRecord

# The quantity that matters first: depth, then gap, then width; any other after these.
PREFERRED = ("l", "L", "depth", "x", "phi", "phi_0", "gap", "v_hat", "d", "width", "n", "alpha")
MOST_CURVES = 5
MOST_FAMILIES = 50  # of which so few curves say something
SMALLEST = Decimal("1e-20")  # of a relative difference; whatever is less is drawn there
_BOUNDS = ("upper bound", "lower bound")
_RATIO = "left side over right side"
# Fields of a cell: what was observed, its interval, and the exact law.
_SIDE_FIELDS = "lhs", "interval", "exact"
_RATIO_FIELDS = "ratio", "ratio_interval", "ratio_exact"


def figure_of_cells(claim: ClaimRecord) -> FigureData | None:
    """An identity by its differences, else the evidence with an exact law first, over depth."""
    evidence = [evidence["cells"] for evidence in claim["evidence"]]
    if claim["kind"] == "identity" and (
        found := _differences([c for cells in evidence for c in cells])
    ):
        return found

    def order(cells: list[CellRecord]) -> tuple[bool, int, int]:
        return not _has_law(cells), rank(_axis(cells) or PREFERRED, PREFERRED), -len(cells)

    figures = (_sides(claim["kind"], cells) for cells in sorted(evidence, key=order))
    return next(filter(None, figures), None)


def _differences(cells: list[CellRecord]) -> FigureData | None:
    """How far apart the sides are, by the size of the right one, or in order where sizes are equal.

    Exact and sampled cells are two families; the latter know their sides to their interval only.
    """
    known = [(apart, cell) for cell in cells if (apart := _apart(cell, cell["lhs"])) is not None]
    if len(known) < 3:
        return None
    sizes = [max(map(abs, _entries(cell["rhs"]))) for _, cell in known]
    sized = len(set(sizes)) > 1
    known = known if sized else sorted(known, key=lambda one: one[0])
    x = "size of the right side" if sized else f"the {plural(len(known), 'case')}, in order"
    placed = [
        (str(size) if sized else k, str(max(apart, SMALLEST)), cell)
        for k, (size, (apart, cell)) in enumerate(zip(sizes, known, strict=True), 1)
    ]
    series = [make_curve("frame", "frame", [(placed[0][0], str(SMALLEST)), (placed[0][0], 1)])]
    for of in ("computed", "sampled"):
        own = [one for one in placed if bool(one[2]["interval"]) == (of == "sampled")]
        allowed = [
            (x, str(max(ends)))
            for x, _, cell in own
            if (ends := [a for e in cell["interval"] or () if (a := _apart(cell, e)) is not None])
        ]
        series += [
            make_curve("difference", "marks", [(x, y) for x, y, _ in own], of),
            make_curve("most that the interval allows", "levels", allowed, of),
        ]
    series.append(_rings(placed))
    same = sum(apart < SMALLEST for apart, _ in known)
    if same == len(known):
        return _diagonal(known) if sized else None
    note = f"in {same} of them the sides differ by less than 10⁻²⁰, drawn there" if same else ""
    caption = _caption([cell for _, cell in known], x, note)
    return make_figure(x, "relative difference", series, caption, log_x=sized)


def _diagonal(known: list[tuple[Decimal, CellRecord]]) -> FigureData:
    """Sides that do not differ at all: one over the other, by their sizes."""
    sides = [[max(map(abs, _entries(cell[side]))) for side in ("rhs", "lhs")] for _, cell in known]
    least = max(right for right, _ in sides).scaleb(-DECADES)
    sizes = [(str(right), str(left)) for right, left in sides if right >= least]
    equal = sorted({right for right, _ in sizes}, key=Decimal)
    series = [
        make_curve("observed", "marks", sizes),
        make_curve("equal sides", "law", [(size, size) for size in equal]),
    ]
    note = "no side differs from the other by 10⁻²⁰ of it"
    if fewer := len(sides) - len(sizes):
        note += f"; without {plural(fewer, 'cell')} of smaller sides"
    x, y = "size of the right side", "size of the left side"
    return make_figure(x, y, series, _caption([cell for _, cell in known], x, note))


def _apart(cell: CellRecord, side: Any) -> Decimal | None:
    """How far a side, or an end of its interval, is from the right one, relative to that."""
    left, right = list(_entries(side)), list(_entries(cell["rhs"]))
    size = max(map(abs, right), default=Decimal())
    if len(left) != len(right) or not size:
        return None
    return max(abs(a - b) for a, b in zip(left, right, strict=True)) / size


def _entries(side: Any) -> Iterator[Decimal]:
    """The numbers of a side, which may be an array."""
    for entry in side if isinstance(side, list) else [side]:
        if isinstance(entry, list):
            yield from _entries(entry)
        elif (known := exact(entry)) is not None:
            yield known


def _has_law(cells: list[CellRecord]) -> bool:
    """Whether cells carry the exact law of what they observe."""
    return any(exact(cell["exact"]) is not None for cell in cells)


def _sides(kind: str, cells: list[CellRecord]) -> FigureData | None:
    """Both sides over a number, or how much of the bound each case uses."""
    axis, ratio = _axis(cells), not _are_single(kind, cells)
    if axis and len(_families(cells, axis)[0]) > MOST_FAMILIES:
        axis = None
    if ratio or axis is None:
        cells = [cell for cell in cells if exact(cell["ratio"]) is not None]
        if kind not in _BOUNDS or len({cell["ratio"] for cell in cells}) < 3:
            return None
        ratio, axis = True, axis if axis and ratio else None
    families, joined = ({"": cells}, True) if axis is None else _families(cells, axis)
    chosen = dict(list(families.items())[:MOST_CURVES])
    placed = {of: _places(own, axis) for of, own in chosen.items()}
    series = [s for of, own in placed.items() for s in _curves(kind, own, of, ratio, joined)]
    shown = [one for own in placed.values() for one in own]
    if ratio:
        places = sorted((exact(x) or Decimal() for x, _ in shown))
        series.append(
            make_curve("equality", "claimed", [(str(places[0]), 1), (str(places[-1]), 1)])
        )
    name = NAMES.get(axis or "", symbol(shorten(axis or "", 40)))
    x = name if axis else f"the {plural(len(shown), 'case')}, in order"
    note = f"{len(chosen)} of {len(families)} curves" if len(chosen) < len(families) else ""
    cells = [cell for _, cell in shown]
    barred = any(cell["ratio_interval" if ratio else "interval"] for cell in cells)
    caption = _caption(cells, x, note, barred)
    y = _RATIO if ratio else BOTH
    return make_figure(x, y, series, caption, log_x=axis is not None)


def _places(cells: list[CellRecord], axis: str | None) -> list[tuple[Any, CellRecord]]:
    """Cells with their places on the axis; without one, in the order of their ratios."""
    if axis is None:
        return list(enumerate(sorted(cells, key=lambda c: approximate(c["ratio"]) or 0.0), 1))
    placed = [(cell["parameters"].get(axis), cell) for cell in cells]
    known = [one for one in placed if exact(one[0]) is not None]
    return sorted(known, key=lambda one: exact(one[0]) or 0)


def _curves(
    kind: str, placed: list[tuple[Any, CellRecord]], of: str, ratio: bool, joined: bool
) -> Iterator[SeriesRecord]:
    """What was observed with its bars, what is claimed there, and the exact law."""
    side, interval, law = _RATIO_FIELDS if ratio else _SIDE_FIELDS
    fields: list[tuple[Any, Any]] = [(x, cell) for x, cell in placed]
    bars = [(x, c[side], *(c[interval] or [c[side]] * 2)[:2]) for x, c in fields]
    yield make_curve("observed", "marks", bars, of)
    yield _rings([(x, c[side], c) for x, c in fields])
    claimed = [] if ratio else [(x, c["rhs"]) for x, c in fields]
    laws = [(x, c[law]) for x, c in fields if exact(c[law]) is not None]
    own = ("bound", "claimed") if kind in _BOUNDS else ("the claim", "law")
    for (name, role), points in ((own, claimed), (("exact law", "law"), laws)):
        points = list(dict.fromkeys(points))
        one_each = len({x for x, _ in points}) == len(points)
        yield make_curve(name, role if joined and one_each else "levels", points, of)


def _rings(placed: list[tuple[Any, Any, CellRecord]]) -> SeriesRecord:
    """Rings around the points that contradict the claim."""
    bad = [(x, y) for x, y, cell in placed if cell["decision"] == "contradicts"]
    return make_curve("contradicted", "contradicted", bad)


def _caption(cells: list[CellRecord], x: str, note: str, barred: bool = False) -> str:
    bad = sum(cell["decision"] == "contradicts" for cell in cells)
    parts = (
        plural(len(cells), "cell") if "in order" in x else f"{plural(len(cells), 'cell')} over {x}",
        note,
        "bars are confidence intervals" if barred else "",
        f"{bad} ringed, where the claim is contradicted" if bad else "",
    )
    return "; ".join(filter(None, parts)) + "."


def _axis(cells: list[CellRecord]) -> str | None:
    """The numeric parameter that matters most of those with three values or more."""
    values: dict[str, set[Decimal | None]] = {}
    for cell in cells:
        for name, value in cell["parameters"].items():
            values.setdefault(name, set()).add(exact(value))
    enough = [name for name, found in values.items() if len(found - {None}) >= 3]
    return min(enough, key=lambda name: rank(name, PREFERRED), default=None)


def _are_single(kind: str, cells: list[CellRecord]) -> bool:
    """Whether both sides are single numbers, and not negative over many magnitudes."""
    numbers = [exact(side) for cell in cells for side in (cell["lhs"], cell["rhs"])]
    known = [number for number in numbers if number is not None]
    largest = max(known, default=Decimal())
    deep = largest < 0 and min(known) < FAR_Y * largest  # no axis shows such magnitudes
    return len(known) == len(numbers) and not (kind in _BOUNDS and deep)


def _families(cells: list[CellRecord], axis: str) -> tuple[dict[str, list[CellRecord]], bool]:
    """Cells by their other parameters, those with an exact law and with the largest ratio first.

    Where most cells would stand alone they are one family, which no line joins; nor does one join
    cells of different arrays.
    """
    others = [
        {k: number(v) for k, v in cell["parameters"].items() if not isinstance(v, list | dict)}
        for cell in cells
    ]
    names = dict.fromkeys(name for other in others for name in other if name != axis)
    varied = [name for name in names if len({other.get(name) for other in others}) > 1]
    arrays = [
        str([v for v in cell["parameters"].values() if isinstance(v, list | dict)])
        for cell in cells
    ]
    joined = len(set(arrays)) == 1
    families: dict[str, list[CellRecord]] = {}
    for cell, other in zip(cells, others, strict=True):
        label = ", ".join(f"{symbol(name)} = {other[name]}" for name in varied if name in other)
        families.setdefault(shorten(label, 44), []).append(cell)
    if len(families) > len(cells) / 2:
        return {"": cells}, joined and not varied

    def order(item: tuple[str, list[CellRecord]]) -> tuple[bool, float]:
        used = max(approximate(cell["ratio"]) or -math.inf for cell in item[1])
        return not _has_law(item[1]), -used

    return dict(sorted(families.items(), key=order)), joined
