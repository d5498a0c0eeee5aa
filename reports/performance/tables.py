"""What the page says of the benchmarks: tables with peers and growth, and ratios over commits."""

import math
import statistics
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from lemmata.reports.claims import Plot
from lemmata.reports.formatting import approximate
from lemmata.reports.performance.history import RatioHistory, track
from lemmata.reports.performance.ratios import ratio_plot
from lemmata.reports.performance.summary import OURS, PEERS, Benchmark, Row, Summary
from lemmata.verify.results.schema import read

MEASURES = ("seconds", "bytes")  # other units are those of ratios and exponents, and come first


class Performance(NamedTuple):
    """All that the section shows."""

    about: Summary
    benchmarks: list["Comparison"]
    ratios: list[RatioHistory]


@dataclass(frozen=True)
class Comparison:
    """A benchmark as a table: one column per engine, and how its cost grows.

    An entry of a row is a value and how many times ours it is where it is a peer's; growth is a
    parameter, the exponent of the cost in it, and where the other parameters are; ``plot`` draws
    the ratios where they are many.
    """

    name: str
    unit: str
    parameters: list[str]
    engines: list[str]
    rows: list[tuple[tuple[str, ...], list[tuple[float | None, float | None]]]]
    growth: list[tuple[str, str, str]]
    plot: Plot | None


def performance(path: Path) -> Performance | None:
    """The summary, its tables, ratios and exponents first, and its history; None without a file."""
    if not path.exists():
        return None
    found = read(path, Summary)
    tables = sorted(map(_comparison, found["benchmarks"]), key=lambda t: t.unit in MEASURES)
    return Performance(found, tables, [one for one in map(track, found["ratios"]) if one])


def _comparison(benchmark: Benchmark) -> Comparison:
    """Rows by everything but the engine."""
    names, unit = benchmark["parameters"], benchmark["unit"]
    rows = [row for row in benchmark["rows"] if len(row["at"]) == len(names)]
    table: dict[tuple[str, ...], dict[str, float | None]] = {}
    engines: dict[str, None] = {} if PEERS in names else {"": None}
    for row in rows:
        at = [str(part) for part in row["at"]]
        engine = at.pop(names.index(PEERS)) if PEERS in names else ""
        engines[engine] = None
        table.setdefault(tuple(at), {})[engine] = approximate(row["value"])
    ours = next((engine for engine in engines if engine.startswith(OURS)), "none of them")

    def entry(values: dict[str, float | None], engine: str) -> tuple[float | None, float | None]:
        value, own = values.get(engine), values.get(ours)
        return value, value / own if value and own and not engine.startswith(OURS) else None

    entries = [(at, [entry(values, engine) for engine in engines]) for at, values in table.items()]
    others = [name for name in names if name != PEERS]
    growth = _growth(names, rows) if unit in MEASURES else []
    plot = ratio_plot(benchmark["name"], others, list(engines), entries)
    return Comparison(benchmark["name"], unit, others, list(engines), entries, growth, plot)


def _growth(names: list[str], rows: list[Row]) -> list[tuple[str, str, str]]:
    """For each numeric parameter, by least squares on logarithms where the others are fixed."""
    found = []
    for k, name in enumerate(names):
        groups: dict[str, list[tuple[float, float]]] = {}
        for row in rows:
            x, y = approximate(row["at"][k]), approximate(row["value"])
            if x and y and x > 0 and y > 0:
                others = ", ".join(str(part) for j, part in enumerate(row["at"]) if j != k)
                groups.setdefault(others, []).append((math.log(x), math.log(y)))
        for others, points in groups.items():
            if len({x for x, _ in points}) >= 2:
                slope = statistics.linear_regression(*zip(*points, strict=True)).slope
                found.append((name, f"{slope:.2f}", others))
    return found


def amount(value: float | None, unit: str) -> str:
    """A time in the unit that keeps it between 1 and 1000, bytes in MiB, or a bare number."""
    if value is None:
        return "–"
    if unit == "bytes":
        return f"{value / 2**20:.4g} MiB"
    if unit != "seconds":
        return f"{value:.3g}"
    sizes = {"s": 1.0, "ms": 1e-3, "µs": 1e-6}
    name = next((name for name, size in sizes.items() if value >= size), "ns")
    return f"{value / sizes.get(name, 1e-9):.3g} {name}"


def times(ratio: float) -> str:
    """A ratio to two digits or, where it is large, to the unit."""
    return f"{ratio:,.0f}×" if ratio >= 10 else f"{ratio:.2g}×"
