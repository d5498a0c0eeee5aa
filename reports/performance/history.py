"""A ratio over the commits: drawn with its noise, and named where it got worse beyond it."""

import statistics
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from lemmata.reports.formatting import approximate
from lemmata.reports.performance.summary import RatioPoint, RatioSeries
from lemmata.reports.plots.axes import Axis
from lemmata.reports.plots.ink import CIRCLE, path

FASTER = "times faster"  # the unit of which more is better; of every other ratio less is
WIDTH, HEIGHT, MARGIN = 150, 34, 5
_STEPS = 3  # between commits, from which on their usual size is taken for the noise


@dataclass(frozen=True)
class Place:
    """A point that can be drawn, with the ends of its noise where that is known."""

    commit: str
    value: float
    low: float | None
    high: float | None

    def __str__(self) -> str:
        ends = "" if self.low is None else f" [{self.low:.3g}, {self.high:.3g}]"
        return f"{self.value:.3g}{ends} at {self.commit}"


@dataclass(frozen=True)
class RatioHistory:
    """One ratio over the commits; ``worse_than`` is the earlier place that beats the newest."""

    name: str
    unit: str
    at: str
    places: list[Place]
    worse_than: Place | None
    svg: str

    @property
    def several(self) -> bool:
        return len(self.places) > 1

    @property
    def now(self) -> Place:
        return self.places[-1]


def track(series: RatioSeries) -> RatioHistory | None:
    """None where no point of it is a number."""
    places = _with_noise([place for point in series["points"] if (place := _place(point))])
    if not places:
        return None
    worse = _worse(places, series["unit"])
    title = f"{series['name']}, {series['at']}: {', '.join(map(str, places))}"
    svg = _sparkline(places, title, worse is not None)
    return RatioHistory(series["name"], series["unit"], series["at"], places, worse, svg)


def _place(point: RatioPoint) -> Place | None:
    value, low, high = (approximate(point[k]) for k in ("value", "low", "high"))
    if value is None or not abs(value) < float("inf"):
        return None
    known = low is not None and high is not None and 0 < low <= value <= high < float("inf")
    return Place(point["commit"], value, low if known else None, high if known else None)


def _with_noise(places: list[Place]) -> list[Place]:
    """asv has no spread of a tracked number: there it is twice the usual step between commits.

    The newest step is left out of it, which may be the one to be noticed.
    """
    steps = [abs(b.value - a.value) for a, b in pairwise(places[:-1])]
    if len(steps) < _STEPS:
        return places
    noise = 2 * statistics.median(steps)
    return [
        Place(p.commit, p.value, p.value - noise, p.value + noise) if p.low is None else p
        for p in places
    ]


def _worse(places: list[Place], unit: str) -> Place | None:
    """The best earlier place, where the newest is worse though both err as far as noise allows.

    The best is that of the best end: chosen by its middle it would be the luckiest.
    """
    sign = -1.0 if unit == FASTER else 1.0
    known = [(min(ends), max(ends), p) for p in places if (ends := _ends(p, sign))]
    if len(known) < 2 or known[-1][2] is not places[-1]:
        return None
    _, high, best = min(known[:-1], key=lambda one: one[1])
    return best if known[-1][0] > high else None


def _ends(place: Place, sign: float) -> tuple[float, float] | None:
    return (
        None if place.low is None or place.high is None else (sign * place.low, sign * place.high)
    )


def _sparkline(places: list[Place], title: str, worse: bool) -> str:
    """Points from the oldest to the newest with bars of noise, on a scale of their own."""
    ends = [end for p in places for end in (p.low, p.high, p.value) if end is not None]
    y = Axis(ends, HEIGHT - MARGIN, MARGIN, margin=0)
    x = Axis(range(len(places)), MARGIN, WIDTH - MARGIN, margin=0)
    at = [f"{x.at(k):.1f},{y.at(p.value):.1f}" for k, p in enumerate(places)]
    parts = [path("M" + "L".join(at), "var(--line)")]
    for k, place in enumerate(places):
        ink = "var(--bad)" if worse and place is places[-1] else "var(--curve-1)"
        bar = (
            ""
            if place.low is None
            else f"M{x.at(k):.1f},{y.at(place.low):.1f}V{y.at(place.high):.1f}"
        )
        parts.append(path(f"{bar}M{at[k]}{CIRCLE}", ink))
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img">'
        f'<title>{escape(title)}</title><g style="fill:none">{"".join(parts)}</g></svg>'
    )
