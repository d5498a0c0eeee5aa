"""What of a claim can be drawn: which quantity runs along the axis, and the points by curve."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from typing import Any

from reports.formatting import approximate, exact, number, plural, shortened, symbol
from reports.reading import Record

# The quantity that matters first: depth, then gap, then width; any other after these.
PREFERRED = ("l", "L", "depth", "x", "phi", "phi_0", "gap", "v_hat", "d", "width", "n", "alpha")
MOST_CURVES = 5
_BOUNDS = ("upper bound", "lower bound")
MAGNITUDES = 50  # from here on an axis is logarithmic


@dataclass(frozen=True)
class Point:
    """One cell: x, what is claimed there, what was observed, and whether it contradicts."""

    x: Any
    claimed: Any
    observed: Any
    interval: tuple[Any, Any] | None
    contradicts: bool
    exact: Any = None


@dataclass(frozen=True)
class Drawing:
    """Curves of points by name; ``claimed`` and ``observed`` name the two sides."""

    curves: dict[str, list[Point]]
    x: str
    y: str
    claimed: str
    observed: str
    note: str
    shared: bool = True
    """Whether x is a parameter of the cells, not merely their order."""
    joined: bool = True
    """Whether cells of one curve differ in x alone, so that a line between them means something."""
    law: str = "exact law"
    """What the points' exact values are."""


def drawing(claim: Record) -> Drawing | None:
    """The first that can be drawn: with a law of its own first, over depth, then the richest."""

    def order(evidence: Record) -> tuple[bool, int, int]:
        cells = evidence["cells"]
        return "law" in evidence or not _has_law(evidence), _rank(_axis(cells)), -len(cells)

    for evidence in sorted(claim["evidence"], key=order):
        found = _over_a_parameter(claim, evidence["cells"]) or _in_order(claim, evidence["cells"])
        if found:
            return replace(found, law=evidence.get("law", found.law))
    return None


def _has_law(evidence: Record) -> bool:
    """Whether its cells carry the exact law of what they observe."""
    return any(exact(cell["exact"]) is not None for cell in evidence["cells"])


def beside(claim: Record, sharp: Record | None) -> Record:
    """The claim with its sharp form's right side in the cells that observe the same value.

    Two claims may bound different quantities; where the parameters and the observed values are
    equal, the quantity is the same, and the two right sides can stand in one plot. Evidence that
    carries the exact law of its cells keeps it.
    """
    if sharp is None:
        return claim
    known = {
        _key(cell): cell["rhs"]
        for evidence in sharp["evidence"]
        for cell in evidence["cells"]
        if exact(cell["lhs"]) is not None
    }

    def with_sharp_form(piece: Record) -> Record:
        cells = [{**cell, "exact": known.get(_key(cell))} for cell in piece["cells"]]
        return {**piece, "cells": cells, "law": "sharp form"}

    evidence = [piece if _has_law(piece) else with_sharp_form(piece) for piece in claim["evidence"]]
    return {**claim, "evidence": evidence}


def _key(cell: Record) -> str:
    """A cell's parameters and observed value, to twelve digits."""
    values = {**cell["parameters"], "the observed value": cell["lhs"]}
    digits = {
        name: str(value) if (known := exact(value)) is None else f"{known:.11e}"
        for name, value in sorted(values.items())
    }
    return repr(digits)


def _names(kind: str) -> tuple[str, str]:
    return {
        "upper bound": ("bound", "observed"),
        "lower bound": ("bound", "observed"),
        "figure": ("published", "re-run"),
    }.get(kind, ("exact law", "observed"))


def _over_a_parameter(claim: Record, cells: list[Record]) -> Drawing | None:
    name = _axis(cells)
    if name is None:
        return None
    y, point = _sides(claim["kind"], cells)
    if point is None:
        return None
    cells = [cell for cell in cells if exact(cell["parameters"].get(name)) is not None]
    curves, joined = _curves(cells, name)
    chosen = dict(list(curves.items())[:MOST_CURVES])
    note = "" if len(chosen) == len(curves) else f"{len(chosen)} of {len(curves)} curves"
    drawn = {
        label: sorted(
            (point(cell, cell["parameters"][name]) for cell in members),
            key=lambda p: exact(p.x) or 0,
        )
        for label, members in chosen.items()
    }
    return Drawing(drawn, shortened(name, 40), y, *_names(claim["kind"]), note, joined=joined)


def _axis(cells: list[Record]) -> str | None:
    """The numeric parameter that most cells have and that takes three values or more."""
    values: dict[str, set[Any]] = {}
    for cell in cells:
        for name, value in cell["parameters"].items():
            if exact(value) is not None:
                values.setdefault(name, set()).add(exact(value))
    enough = [name for name, found in values.items() if len(found) >= 3]
    return min(enough, key=_rank, default=None)


def _rank(axis: str | None) -> int:
    """How far down the list of what matters."""
    return PREFERRED.index(axis) if axis in PREFERRED else len(PREFERRED) + (axis is None)


def _sides(kind: str, cells: list[Record]) -> tuple[str, Callable[[Record, Any], Point] | None]:
    """Both sides where they are single numbers, else how far apart they are."""
    numbers = [exact(cell[side]) for cell in cells for side in ("lhs", "rhs")]
    known = [number for number in numbers if number is not None]
    if len(known) == len(numbers) and not (kind in _BOUNDS and _far_below_zero(known)):
        return "", _both
    if kind in _BOUNDS and any(approximate(cell["ratio"]) is not None for cell in cells):
        return "left side / right side", partial(_ratio, kind)
    if any(approximate(cell["slack"]) for cell in cells):
        return "largest difference of the sides", _difference
    return "", None


def _far_below_zero(values: list[Decimal]) -> bool:
    """Negative over magnitudes, which no axis shows: neither a linear nor a logarithmic one."""
    return max(values) < 0 and min(values) < MAGNITUDES * max(values)


def _both(cell: Record, x: Any) -> Point:
    interval = cell["interval"]
    pair = isinstance(interval, list) and len(interval) == 2
    return Point(
        x, cell["rhs"], cell["lhs"], (interval[0], interval[1]) if pair else None,
        cell["decision"] == "contradicts", cell["exact"],
    )  # fmt: skip


def _ratio(kind: str, cell: Record, x: Any) -> Point:
    """How much of the bound is used, with the ends of the interval and the exact law so too."""
    interval = cell["interval"]
    pair = isinstance(interval, list) and len(interval) == 2
    ends = [_used(kind, end, cell["rhs"]) for end in interval] if pair else []
    bars = (ends[0], ends[1]) if ends and None not in ends else None
    law = _used(kind, cell["exact"], cell["rhs"])
    return Point(x, 1, cell["ratio"], bars, cell["decision"] == "contradicts", law)


def _used(kind: str, value: Any, rhs: Any) -> float | None:
    """value/rhs for an upper bound, turned round for a lower one and where both are negative."""
    value, rhs = exact(value), exact(rhs)
    if value is None or rhs is None or value * rhs <= 0:
        return None
    upside_down = (kind == "lower bound") != (value < 0)
    return float(rhs / value if upside_down else value / rhs)


def _difference(cell: Record, x: Any) -> Point:
    return Point(x, None, cell["slack"], None, cell["decision"] == "contradicts")


def _curves(cells: list[Record], axis: str) -> tuple[dict[str, list[Record]], bool]:
    """Cells by their other parameters, those with an exact law and with the largest ratio first.

    Where most cells would stand alone they are put together, and not joined by lines.
    """
    others = [
        {
            name: number(value)
            for name, value in cell["parameters"].items()
            if name != axis and not isinstance(value, list | dict)
        }
        for cell in cells
    ]
    varied = [
        name
        for name in dict.fromkeys(name for other in others for name in other)
        if len({other.get(name) for other in others}) > 1
    ]
    curves: dict[str, list[Record]] = {}
    for cell, other in zip(cells, others, strict=True):
        label = ", ".join(f"{symbol(name)} = {other[name]}" for name in varied if name in other)
        curves.setdefault(shortened(label, 44), []).append(cell)
    if len(curves) > len(cells) / 2:
        return {"": cells}, not varied

    def order(item: tuple[str, list[Record]]) -> tuple[bool, float]:
        law = any(exact(cell["exact"]) is not None for cell in item[1])
        return not law, -max(approximate(cell["ratio"]) or -math.inf for cell in item[1])

    return dict(sorted(curves.items(), key=order)), True


def _in_order(claim: Record, cells: list[Record]) -> Drawing | None:
    """Cells without a common parameter: by how much of the bound they use."""
    ratios = [cell for cell in cells if exact(cell["ratio"]) is not None]
    if claim["kind"] not in _BOUNDS or len({cell["ratio"] for cell in ratios}) < 3:
        return None
    ratios.sort(key=lambda cell: approximate(cell["ratio"]) or 0.0)
    points = [_ratio(claim["kind"], cell, rank) for rank, cell in enumerate(ratios, 1)]
    x = f"the {plural(len(points), 'case')}, in order"
    return Drawing(
        {"": points}, x, "left side / right side", *_names(claim["kind"]), "", shared=False
    )
