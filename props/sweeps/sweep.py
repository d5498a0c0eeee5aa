"""Plots of claims: both sides along a family of cases of the claim's property, in float64.

A plot is declared beside the attack and computed when the page asks for it. It decides nothing; the
checks judge the same observations elsewhere. The claim's bound is dotted, sharper ones are dashed.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lemmata.props.attack import Property
from lemmata.props.recipes import Lift, in_floats
from lemmata.theory.errors import HypothesisError
from lemmata.theory.evidence import Curve, Figure, Kind, Role, entries
from lemmata.theory.ledger import LEDGER, Claim, get

Plot = Callable[[str], Figure]  # maps the id of a claim to its figure
Place = Callable[[Mapping[str, Any]], Any]  # maps the closed form's arguments to a coordinate
FEWEST = 3  # points of a curve
ROUNDING = 1e-9  # of a side, which is no violation


def plot(claim_id: str, drawing: Plot) -> None:
    """Declare the plot of a claim: a ``Sweep``, or a function that returns the figure."""
    LEDGER.plots[claim_id] = drawing


def figure_of(claim_id: str) -> Figure | None:
    """The declared plot of a claim; None if its cells are drawn instead."""
    drawing: Plot | None = LEDGER.plots.get(claim_id)
    return drawing(claim_id) if drawing else None


@dataclass(frozen=True)
class Sweep:
    """The cases of each curve of a plot.

    ``x`` and ``y`` name the axes, in text and $mathtext$; ``at`` maps a case to its x. ``entry``
    selects one of several sides, ``minus`` changes the sign of both sides, ``over`` divides them.
    ``sharper`` are claims whose closed form takes the same arguments and bounds the same quantity;
    ``beside`` makes further curves. ``lift`` is the arithmetic of the cases: tensors for deep
    chains of two levels, which have a table there.
    """

    x: str
    y: str
    at: Place
    curves: Mapping[str, Sequence[Any]]
    caption: str
    entry: int | None = None
    minus: bool = False
    log_x: bool = True
    log_y: bool = True
    over: Place | None = None
    sharper: tuple[str, ...] = ()
    lift: Lift = in_floats
    span: tuple[float, float] = (0.0, math.inf)  # the range of x
    beside: Callable[[str], Sequence[Curve]] | None = None

    def __call__(self, claim_id: str) -> Figure:
        """The figure of a claim; cases outside its hypotheses are left out."""
        series = [curve for of in self.curves for curve in _curves(claim_id, self, of)]
        if self.beside is not None:
            series += self.beside(claim_id)
        series += violations(get(claim_id).kind, series, -1 if self.minus else 1)
        return Figure(self.caption, self.x, self.y, series, log_x=self.log_x, log_y=self.log_y)


def _curves(claim_id: str, sweep: Sweep, of: str) -> Iterator[Curve]:
    """The observed side, the claim's and the sharper ones, along the cases of one curve."""
    rows = np.array(sorted(_rows(claim_id, sweep, of)))  # (cases, 2 + claims)
    if len(rows) < FEWEST:
        return
    x, seen, bound, *sharper = rows.T.tolist()
    yield Curve("observed", Role.MEASURED, x, seen, of=of)
    yield Curve("the claim", Role.CLAIMED, x, bound, of=of)
    for name, values in zip(sweep.sharper, sharper, strict=True):
        yield Curve(name, Role.LAW, x, values, of=of)


def violations(kind: Kind, series: Sequence[Curve], sign: int = 1) -> Iterator[Curve]:
    """The stretches on which a bound is not kept, of each family whose two sides are exact.

    ``sign`` is that of the sides as they are drawn. A mean with its band is not exact.
    """
    exact = [curve for curve in series if kind.is_bound and not len(curve.low)]
    claimed = {curve.of: curve for curve in exact if curve.role is Role.CLAIMED}
    for seen in exact:
        if seen.role is Role.MEASURED and seen.of in claimed:
            yield from _stretches(kind, seen, claimed[seen.of], sign)


def _stretches(kind: Kind, seen: Curve, bound: Curve, sign: int) -> Iterator[Curve]:
    """Between both sides, from where they cross."""
    rows = list(zip(seen.x, seen.y, bound.y, strict=True))
    beyond = [kind.excess(sign * one, sign * other) for _, one, other in rows]
    found: list[list[tuple[float, float, float]]] = []
    for k, row in enumerate(rows):
        if beyond[k] <= ROUNDING * abs(row[2]):
            continue
        if not found or beyond[k - 1] <= ROUNDING * abs(rows[k - 1][2]):
            found.append([_crossing(rows[k - 1], row)] if k else [])
        found[-1].append(row)
    for stretch in found:
        if len(stretch) > 1:
            across, one, other = (list(values) for values in zip(*stretch, strict=True))
            low, high = list(map(min, one, other)), list(map(max, one, other))
            yield Curve("the claim fails", Role.VIOLATED, across, one, low, high, seen.of)


def _crossing(
    before: tuple[float, float, float], after: tuple[float, float, float]
) -> tuple[float, float, float]:
    """Where both sides meet between two cases, along straight lines on the axes as drawn."""
    positive = min(*before[1:], *after[1:]) > 0
    (x0, *first), (x1, *second) = (
        (one[0], *(math.log(v) if positive else v for v in one[1:])) for one in (before, after)
    )
    gaps = first[0] - first[1], second[0] - second[1]
    share = gaps[0] / (gaps[0] - gaps[1]) if gaps[0] != gaps[1] else 0.0
    y = first[0] + share * (second[0] - first[0])
    y = math.exp(y) if positive else y
    return x0 + share * (x1 - x0), y, y


def _rows(claim_id: str, sweep: Sweep, of: str) -> Iterator[list[float]]:
    """x, the observed side and the closed forms, the claim's first, for each case."""
    attack: Property[Any] = LEDGER.properties[claim_id]
    claims, sign = [get(i) for i in (claim_id, *sweep.sharper)], -1 if sweep.minus else 1
    for case in sweep.curves[of]:
        with np.errstate(all="ignore"):
            parameters, lhs = attack.observe(case, sweep.lift)
            try:
                sides = [_bound(claim, parameters, sweep.entry) for claim in claims]
            except HypothesisError:
                continue
            scale = sign / float(sweep.over(parameters)) if sweep.over else sign
            row = [float(sweep.at(parameters)), *(scale * s for s in (_one(lhs, sweep), *sides))]
        if all(map(math.isfinite, row)) and sweep.span[0] <= row[0] <= sweep.span[1]:
            yield row


def _one(side: Any, sweep: Sweep) -> float:
    return float(entries(side)[sweep.entry or 0])


def _bound(claim: Claim, parameters: Mapping[str, Any], entry: int | None) -> float:
    """One entry of the closed form; of several bounds of one number the sharpest."""
    claim.require(**parameters)
    found = [float(value) for value in entries(claim.closed_form(**parameters))]
    if entry is not None:
        return found[entry]
    return max(found) if claim.kind is Kind.LOWER_BOUND else min(found)
