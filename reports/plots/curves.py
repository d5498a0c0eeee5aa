"""What of a claim can be drawn: which quantity runs along the axis, and the points by curve."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from lemmata.reports.formatting import approximate, exact, number, plural, rank, shortened, symbol
from lemmata.reports.plots.gaps import turned, with_gaps
from lemmata.verify.results.schema import CellRecord, ClaimRecord

# The quantity that matters first: depth, then gap, then width; any other after these.
PREFERRED = ("l", "L", "depth", "x", "phi", "phi_0", "gap", "v_hat", "d", "width", "n", "alpha")
MOST_CURVES = 5
MAGNITUDES = 50  # from here on an axis is logarithmic
_BOUNDS = ("upper bound", "lower bound")
_RATIO, _DIFFERENCE = "left side / right side", "largest difference of the sides"
ALLOWED = "most that the interval allows"
RELATIVE, _SIZE = "relative difference", "size of the right side"
SMALLEST = -20  # of a relative difference, the power of ten
_DIGITS = Decimal(10) ** SMALLEST  # whatever is less is drawn there
# By what is drawn: the fields of a cell that are claimed, observed, its interval and the exact law.
_FIELDS = {
    "": ("rhs", "lhs", "interval", "exact"),
    _RATIO: ("", "ratio", "ratio_interval", "ratio_exact"),
    _DIFFERENCE: ("", "slack", "", ""),
}
# What the right side and the left side are called.
_SIDES = dict.fromkeys(_BOUNDS, ("bound", "observed")) | {"figure": ("published", "re-run")}
_OTHER_SIDES = ("exact law", "observed")


@dataclass(frozen=True)
class PlottedPoint:
    """One cell: x, what is claimed there, what was observed, and whether it contradicts."""

    x: Any
    claimed: Any
    observed: Any
    interval: tuple[Any, Any] | None
    contradicts: bool
    exact: Any = None


@dataclass(frozen=True)
class Drawing:
    """Curves of points by name; ``claimed``, ``observed`` and ``law`` name what is drawn."""

    curves: dict[str, list[PlottedPoint]]
    x: str
    y: str
    claimed: str
    observed: str
    note: str = ""
    shared: bool = True  # x is a parameter of the cells, not merely their order
    joined: bool = True  # cells of one curve differ in x alone: a line between them says something
    law: str = "exact law"

    @property
    def points(self) -> list[PlottedPoint]:
        return [point for curve in self.curves.values() for point in curve]


def drawing(claim: ClaimRecord, sharp: ClaimRecord | None = None) -> Drawing | None:
    """The first that can be drawn: with a law of its own first, over depth, then the richest.

    Evidence without a law is drawn beside the claim's sharp form, where that observes the same.
    """

    def order(cells: list[CellRecord]) -> tuple[bool, int, int]:
        return not _has_law(cells), _rank(_axis(cells)), -len(cells)

    if claim["kind"] == "identity" and (found := _differences(claim)):
        return found
    for cells in sorted((evidence["cells"] for evidence in claim["evidence"]), key=order):
        law = "exact law"
        if sharp is not None and not _has_law(cells):
            law, cells = "sharp form", _beside(cells, sharp, claim["kind"] == sharp["kind"])
        found = _over_a_parameter(claim["kind"], cells) or _in_order(claim["kind"], cells)
        if found:
            return replace(found, law=law)
    return None


def _differences(claim: ClaimRecord) -> Drawing | None:
    """An identity over all magnitudes: how far apart its sides are, by the size of the right one.

    Exact and sampled cells are two curves; the latter know their sides to their interval only.
    """
    cells = [cell for evidence in claim["evidence"] for cell in evidence["cells"]]
    known = [(cell, apart) for cell in cells if (apart := _apart(cell, cell["lhs"])) is not None]
    axis, places = _SIZE, [str(max(map(abs, _entries(cell["rhs"])))) for cell, _ in known]
    if len(set(places)) < 2:  # all sizes are one: over the gap, where there is one
        gapped = with_gaps([cell for cell, _ in known])
        axis, places = "phi", [str(cell["parameters"].get("phi", "")) for cell in gapped]
    points = [(cell, apart, x) for (cell, apart), x in zip(known, places, strict=True) if exact(x)]
    if len(points) < 3 or len({x for _, _, x in points}) < 2:
        return None
    curves: dict[str, list[PlottedPoint]] = {}
    for cell, apart, x in points:
        name = "sampled" if cell["interval"] else "computed"
        curves.setdefault(name, []).append(_difference(cell, apart, x))
    same = sum(apart < _DIGITS for _, apart, _ in points)
    note = f"in {same} of them the sides differ by less than 10⁻²⁰, drawn there" if same else ""
    return Drawing(curves, axis, RELATIVE, ALLOWED, "difference", note, joined=False)


def _difference(cell: CellRecord, apart: Decimal, x: str) -> PlottedPoint:
    ends = [end for e in cell["interval"] or () if (end := _apart(cell, e)) is not None]
    allowed = str(max(ends)) if ends else None
    against = cell["decision"] == "contradicts"
    return PlottedPoint(x, allowed, str(max(apart, _DIGITS)), None, against)


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


def _beside(cells: list[CellRecord], sharp: ClaimRecord, same_kind: bool) -> list[CellRecord]:
    """The cells with the right side of their sharp form in the place of the exact law.

    Two claims may bound different quantities; where the parameters and the observed values are
    equal, the quantity is the same, and the two right sides can stand in one plot. The sharp
    form's share of the bound is the cell's share of the bound over its share of the sharp form;
    an identity is met, so that there it is the cell's own.
    """
    others = [cell for evidence in sharp["evidence"] for cell in evidence["cells"]]
    known = {_key(cell): cell for cell in others if exact(cell["lhs"]) is not None}
    beside: list[CellRecord] = []
    for cell in cells:
        law, share = None, None
        if other := known.get(_key(cell)):
            law, share = other["rhs"], approximate(cell["ratio"])
            own = approximate(other["ratio"]) if same_kind else None
            share = share / own if share is not None and own else share
        beside.append({**cell, "exact": law, "ratio_exact": share})
    return beside


def _key(cell: CellRecord) -> str:
    """A cell's parameters and observed value, to twelve digits."""
    values = {**cell["parameters"], "the observed value": cell["lhs"]}
    known = [(name, value, exact(value)) for name, value in sorted(values.items())]
    return repr([(name, value if x is None else f"{x:.11e}") for name, value, x in known])


def _over_a_parameter(kind: str, cells: list[CellRecord]) -> Drawing | None:
    if _axis(cells) is None:
        cells = with_gaps(cells)
    name, y, around = _axis(cells), _drawn(kind, cells), None
    if name is None or y is None:
        return None
    if y == _RATIO and (around := turned(cells)):
        cells, y = around, ""
    cells = [cell for cell in cells if exact(cell["parameters"].get(name)) is not None]
    curves, joined = _curves(cells, name)
    chosen = dict(list(curves.items())[:MOST_CURVES])
    note = "" if len(chosen) == len(curves) else f"{len(chosen)} of {len(curves)} curves"
    note = "; ".join(filter(None, ("both sides times -1" if around else "", note)))
    drawn = {}
    for label, members in chosen.items():
        points = [_point(cell, cell["parameters"][name], y) for cell in members]
        drawn[label] = sorted(points, key=lambda point: exact(point.x) or 0)
    sides = _SIDES.get(kind, _OTHER_SIDES)
    return Drawing(drawn, shortened(name, 40), y, *sides, note, joined=joined)


def _axis(cells: list[CellRecord]) -> str | None:
    """The numeric parameter that most cells have and that takes three values or more."""
    values: dict[str, set[Decimal | None]] = {}
    for cell in cells:
        for name, value in cell["parameters"].items():
            values.setdefault(name, set()).add(exact(value))
    enough = [name for name, found in values.items() if len(found - {None}) >= 3]
    return min(enough, key=_rank, default=None)


def _rank(axis: str | None) -> int:
    """How far down the list of what matters."""
    return rank(axis, PREFERRED) + (axis is None)


def _drawn(kind: str, cells: list[CellRecord]) -> str | None:
    """Both sides where they are single numbers, else how far apart they are; a key of _FIELDS."""
    numbers = [exact(side) for cell in cells for side in (cell["lhs"], cell["rhs"])]
    known = [number for number in numbers if number is not None]
    largest = max(known, default=Decimal())
    deep = largest < 0 and min(known) < MAGNITUDES * largest  # no axis shows such magnitudes
    if len(known) == len(numbers) and not (kind in _BOUNDS and deep):
        return ""
    if kind in _BOUNDS and any(approximate(cell["ratio"]) is not None for cell in cells):
        return _RATIO
    return _DIFFERENCE if any(approximate(cell["slack"]) for cell in cells) else None


def _point(cell: CellRecord, x: Any, y: str) -> PlottedPoint:
    fields: Mapping[str, Any] = {"": None, **cell}
    claimed, observed, interval, law = (fields[name] for name in _FIELDS[y])
    bars = tuple(interval) if interval and len(interval) == 2 else None
    against, law = cell["decision"] == "contradicts", law if exact(law) is not None else None
    return PlottedPoint(x, 1 if y == _RATIO else claimed, observed, bars, against, law)


def _curves(cells: list[CellRecord], axis: str) -> tuple[dict[str, list[CellRecord]], bool]:
    """Cells by their other parameters, those with an exact law and with the largest ratio first.

    Where most cells would stand alone they are put together, and not joined by lines.
    """
    others = [
        {k: number(v) for k, v in cell["parameters"].items() if not isinstance(v, list | dict)}
        for cell in cells
    ]
    names = dict.fromkeys(name for other in others for name in other if name != axis)
    varied = [name for name in names if len({other.get(name) for other in others}) > 1]
    curves: dict[str, list[CellRecord]] = {}
    for cell, other in zip(cells, others, strict=True):
        label = ", ".join(f"{symbol(name)} = {other[name]}" for name in varied if name in other)
        curves.setdefault(shortened(label, 44), []).append(cell)
    if len(curves) > len(cells) / 2:
        return {"": cells}, not varied

    def order(item: tuple[str, list[CellRecord]]) -> tuple[bool, float]:
        used = max(approximate(cell["ratio"]) or -math.inf for cell in item[1])
        return not _has_law(item[1]), -used

    return dict(sorted(curves.items(), key=order)), True


def _in_order(kind: str, cells: list[CellRecord]) -> Drawing | None:
    """Cells without a common parameter: by how much of the bound they use."""
    ratios = [cell for cell in cells if exact(cell["ratio"]) is not None]
    if kind not in _BOUNDS or len({cell["ratio"] for cell in ratios}) < 3:
        return None
    ratios.sort(key=lambda cell: approximate(cell["ratio"]) or 0.0)
    points = [_point(cell, place, _RATIO) for place, cell in enumerate(ratios, 1)]
    x = f"the {plural(len(points), 'case')}, in order"
    return Drawing({"": points}, x, _RATIO, *_SIDES[kind], shared=False)
