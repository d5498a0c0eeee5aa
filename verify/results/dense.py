"""The closed form drawn densely between the cells of a record, which are marked on it.

For claims whose cells have a number that runs: a depth, a gap, a width. Their other numbers tell
curves apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from lemmata.theory.errors import HypothesisError
from lemmata.theory.evidence import Curve, Figure, Role, entries
from lemmata.theory.ledger import Claim
from lemmata.verify.results.axes import BOTH, NAMES
from lemmata.verify.results.schema import CellRecord, ClaimRecord

PREFERRED = ("l", "depth", "phi_0", "phi", "gap", "v_hat", "R", "d", "n", "alpha")
POINTS, MOST_CURVES, FEWEST = 60, 4, 3
LEAST_SHOWN = 0.1  # of all places: fewer say nothing of the others
DECADES = 1e20  # the largest value of a logarithmic axis over its least
Numbers = dict[str, float]


def dense(claim: Claim, record: ClaimRecord) -> Figure | None:
    """None where no number runs, or a side has several entries."""
    if claim.formula is None:
        return None
    for evidence in record["evidence"]:
        cells = [cell for cell in evidence["cells"] if _is_drawn(cell)]
        axis = _axis(cells)
        if axis is None:
            continue
        curves = list(_curves(claim, cells, axis))
        if curves:
            return _figure(curves, axis, evidence["domain"])
    return None


def _figure(curves: list[Curve], axis: str, domain: str) -> Figure:
    x, y = ([v for c in curves for v in getattr(c, side)] for side in ("x", "y"))
    return Figure(
        f"Cells of the check as marks, with their intervals: {domain}.",
        NAMES.get(axis, axis),
        BOTH,
        curves,
        log_x=_is_wide(x, 30),
        log_y=_is_wide(y, 50),
    )


def _is_wide(values: list[float], ratio: float) -> bool:
    positive = [value for value in values if value > 0]
    return min(values) >= 0 and bool(positive) and max(positive) > ratio * min(positive)


def _is_drawn(cell: CellRecord) -> bool:
    sides = cell["lhs"], cell["rhs"]
    return all(_number(side) is not None for side in sides) and bool(_numbers(cell))


def _number(value: Any) -> float | None:
    """A finite float; None where it is something else, or lies beyond floats."""
    if isinstance(value, bool | list | dict) or value is None:
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None


def _numbers(cell: CellRecord) -> Numbers:
    """The parameters, if each is a number."""
    found = {name: _number(value) for name, value in cell["parameters"].items()}
    known = {name: value for name, value in found.items() if value is not None}
    return known if len(known) == len(found) else {}


def _axis(cells: list[CellRecord]) -> str | None:
    """The first of PREFERRED that takes three values or more, on which most cells can be seen."""
    values: dict[str, list[float]] = {}
    for cell in cells:
        for name, value in _numbers(cell).items():
            values.setdefault(name, []).append(value)
    return next((name for name in PREFERRED if _runs(values.get(name, []))), None)


def _runs(values: list[float]) -> bool:
    """Whether these are places on an axis: one over many magnitudes begins at its largest."""
    least = max(values, default=0.0) / DECADES if _is_wide(values or [0.0], 30) else -math.inf
    seen = [value for value in values if value >= least]
    return len(set(seen)) >= FEWEST and 2 * len(seen) > len(values)


def _curves(claim: Claim, cells: list[CellRecord], axis: str) -> Iterator[Curve]:
    groups: dict[tuple[tuple[str, float], ...], list[CellRecord]] = {}
    for cell in cells:
        others = tuple((k, v) for k, v in sorted(_numbers(cell).items()) if k != axis)
        groups.setdefault(others, []).append(cell)
    varied = {
        name
        for others in groups
        for name, value in others
        if any(dict(given).get(name) != value for given in groups)
    }
    places = {others: {_numbers(cell)[axis] for cell in group} for others, group in groups.items()}
    chosen = sorted(groups.items(), key=lambda group: -len(places[group[0]]))[:MOST_CURVES]
    shown = sum(len(places[others]) for others, _ in chosen)
    if shown < LEAST_SHOWN * sum(map(len, places.values())):
        return
    reach = [_numbers(cell)[axis] for _, group in chosen for cell in group]
    for others, group in chosen:
        of = ", ".join(f"{k} = {v:.4g}" for k, v in others if k in varied)
        yield _marks(group, axis, of)
        if bound := _bound(claim, dict(others), axis, reach, of):
            yield bound


def _marks(group: list[CellRecord], axis: str, of: str) -> Curve:
    points = sorted(
        (_numbers(cell)[axis], _number(cell["lhs"]) or 0.0, *_ends(cell)) for cell in group
    )
    x, y, low, high = (list(values) for values in zip(*points, strict=True))
    return Curve("observed", Role.MARKS, x, y, low, high, of)


def _ends(cell: CellRecord) -> tuple[float, float]:
    """The interval of a cell; its value twice where it has none."""
    ends = [_number(end) for end in cell["interval"] or ()]
    value = _number(cell["lhs"]) or 0.0
    low, high = ends if len(ends) == 2 else (None, None)
    return value if low is None else low, value if high is None else high


def _bound(
    claim: Claim, others: Mapping[str, float], axis: str, reach: list[float], of: str
) -> Curve | None:
    x, y = list[float](), list[float]()
    for value in _grid(min(reach), max(reach), all(v.is_integer() for v in reach)):
        try:
            given = {name: _whole(v) for name, v in {**others, axis: value}.items()}
            claim.require(**given)
            found = [float(entry) for entry in entries(claim.closed_form(**given))]
        except (HypothesisError, ArithmeticError, ValueError):
            continue  # the closed form says nothing there
        if len(found) == 1 and math.isfinite(found[0]):
            x, y = [*x, value], [*y, found[0]]
    role = Role.CLAIMED if claim.kind.is_bound else Role.LAW
    return Curve("the claim", role, x, y, of=of) if len(x) >= FEWEST else None


def _whole(value: float) -> float | int:
    return int(value) if value.is_integer() else value


def _grid(low: float, high: float, whole: bool) -> list[float]:
    spaced = np.geomspace if low > 0 and high > 30 * low else np.linspace
    found = spaced(low, high, POINTS)
    return [float(x) for x in np.unique(found.round() if whole else found)]
