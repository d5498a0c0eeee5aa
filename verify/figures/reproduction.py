"""A figure that was run again, as evidence: quantities with intervals, curves with bands, points.

Intervals and bands are Student's over independent runs, marked as asymptotic. A band is that of the
papers, 95 % for the mean; the interval of a quantity has the level of the run's false alarms. A
published point agrees if it differs from ours by no more than two means of so many runs do at 99 %,
plus the error of reading it off the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from lemmata.theory.evidence import Curve, Figure, Origin, Point, Role
from lemmata.theory.figures import FigureClaim
from lemmata.theory.ledger import Cell, Evidence, Method, source_path
from lemmata.verify.data.errors import DataError
from lemmata.verify.figures.recorded import RecordEntry
from lemmata.verify.registry import Effort, Routes, Run, annotate, register
from lemmata.verify.statistics.betting import Floats
from lemmata.verify.statistics.intervals import STUDENT, student

Records = Callable[[Run], dict[str, RecordEntry]]

PAPERS_RUNS = 10
BAND, POINT = 0.05, 0.01  # levels of a band and of a published point
# Independent runs of a figure by effort; the papers have 10 or 20. At the level of a whole run's
# false alarms Student's interval is 5 standard deviations wide with 12 runs, and 3 with 20.
RUNS = {Effort.SMOKE: 4, Effort.STANDARD: 12, Effort.THOROUGH: 48, Effort.PAPER: 48}

Values = Mapping[str, tuple[Sequence[float], Floats]]  # by curve: places, and (places, runs)


@dataclass(frozen=True)
class Reproduction:
    """The result of a figure's check.

    ``quantities``: by their names in the claim, one value a run; ``points``: by published curve,
    the places and our values there, (places, runs). ``note``, on the plot: what is smaller than in
    the paper, or which data were used. ``pending``: why the check decides nothing yet.
    ``recorded``: where the values come from if they were not measured now.
    """

    quantities: Mapping[str, Floats]
    series: Sequence[Curve]
    points: Values = field(default_factory=dict)
    log_x: bool = False
    log_y: bool = False
    remarks: Sequence[str] = ()
    note: str = ""
    pending: str = ""
    recorded: Origin | None = None


def reproduced(
    stated: FigureClaim, *, routes: Routes, domain: str, records: Records | None = None
) -> Callable[[Callable[[Run], Reproduction]], Callable[[Run], Reproduction]]:
    """Register the decorated function as the check of a figure.

    ``records``: what ``make record`` writes down of it.
    """

    def decorate(observe: Callable[[Run], Reproduction]) -> Callable[[Run], Reproduction]:
        def evidence(run: Run) -> Evidence:
            try:
                found = observe(run)
            except DataError as error:
                return Evidence(Method.REPRODUCTION, routes, domain, pending=str(error))
            return evidence_of(stated, found, run, routes, domain)

        annotate(evidence, records=records)
        register(stated.id, observe.__name__, evidence, source_path(observe))
        return observe

    return decorate


def evidence_of(
    stated: FigureClaim, found: Reproduction, run: Run, routes: Routes, domain: str
) -> Evidence:
    """A cell for each quantity, and the figure."""
    alpha = run.alpha / len(stated.says)
    cells = [_cell(name, one, alpha) for name, one in found.quantities.items()]
    figure = Figure(
        stated.sentence,
        stated.x,
        stated.y,
        found.series,
        list(points(stated, found.points)),
        found.log_x,
        found.log_y,
        found.remarks,
        found.note,
    )
    return Evidence(
        Method.REPRODUCTION,
        routes,
        domain,
        cells,
        figure=figure,
        pending=found.pending,
        recorded=found.recorded,
    )


def _cell(name: str, found: Floats, alpha: float) -> Cell:
    seen = student(found, alpha)
    return Cell(
        {"quantity": name},
        float(seen.estimate),
        interval=(float(seen.lower), float(seen.upper)),
        samples=len(found),
        label=name,
        interval_method=STUDENT,
    )


def points(stated: FigureClaim, found: Values) -> Iterable[Point]:
    """Each published point beside ours."""
    from scipy import stats

    for curve, (places, values) in found.items():
        printed = stated.published[curve]
        for x, ours in zip(places, values, strict=True):
            if (published := printed.get(x)) is None:
                continue
            count = len(ours)
            error = float(ours.std(ddof=1)) * (1 / count + 1 / PAPERS_RUNS) ** 0.5
            allowed = float(stats.t.isf(POINT / 2, count - 1)) * error + stated.digits
            mean = float(ours.mean())
            yield Point(curve, x, published, mean, allowed, abs(mean - published) <= allowed)


def ratio(above: Floats, below: Floats) -> Floats:
    """The ratio of two means over runs, (..., runs) each, as one value a run with that mean.

    It is linear around the means, so that the scatter of both sides enters its interval.
    """
    under: Floats = below.mean(-1, keepdims=True)
    mean: Floats = above.mean(-1, keepdims=True) / under
    found: Floats = mean + (above - mean * below) / under
    return found


def measured(
    name: str, x: Sequence[float], values: Floats, of: str = "", role: Role = Role.MEASURED
) -> Curve:
    """A curve of means with its band: values (places, runs)."""
    band = student(values, BAND)
    ends = band.lower.tolist(), band.upper.tolist()
    return Curve(name, role, list(x), band.estimate.tolist(), *ends, of)


def law(name: str, x: Sequence[float], y: Sequence[float] | Floats, of: str = "") -> Curve:
    """The dashed curve of a law; nothing was fitted."""
    return Curve(name, Role.LAW, list(x), np.asarray(y, dtype=float).tolist(), of=of)


def runs_of(run: Run) -> int:
    """The number of independent runs at this effort."""
    return RUNS[run.effort]
