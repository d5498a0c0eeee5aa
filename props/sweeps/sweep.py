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
