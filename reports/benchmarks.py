"""asv's results as one small file beside the results, and what the page says of them.

``python -m reports.benchmarks .asv/results`` writes reports/benchmarks.json::

    {"schema": 1, "commit": "3c4a6bd4", "date": "2026-01-31", "machine": "a CPU, 2 cores",
     "benchmarks": [{"name": "exact.Drift.time_drift", "unit": "seconds", "parameters": ["width"],
                     "rows": [{"at": ["100"], "value": 0.009}]}]}

A value of null means that asv skipped the combination or that it failed. A parameter called
``engine`` sets this project beside its peers: values that begin with "lemmata" are ours. A
parameter called "d, n" whose values are pairs becomes two.
"""

from __future__ import annotations

import ast
import itertools
import json
import math
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from reports.formatting import approximate
from reports.reading import ANY, NUMBER, TEXT, Notes, Record, fit

NAME = "benchmarks.json"
PEERS, OURS = "engine", "lemmata"
MEASURES = ("seconds", "bytes")  # other units are those of ratios and exponents, and come first
SUMMARY = {
    "commit": TEXT, "date": TEXT, "machine": TEXT,
    "benchmarks": [
        {"name": TEXT, "unit": TEXT, "parameters": [TEXT], "rows": [{"at": [ANY], "value": NUMBER}]}
    ],
}  # fmt: skip


def summarised(directory: Path) -> Record:
    """The newest results below asv's directory, every benchmark that was run on that commit."""
    runs = []
    for path in directory.glob("*/*.json"):
        content = json.loads(path.read_text(encoding="utf-8"))
        if "results" in content:
            runs.append(content)
    if not runs:
        raise FileNotFoundError(f"no asv results below {directory}")
    run = max(runs, key=lambda content: content.get("date", 0))
    described = json.loads((directory / "benchmarks.json").read_text(encoding="utf-8"))
    about = run.get("params", {})
    return {
        "schema": 1,
        "commit": run["commit_hash"][:8],
        "date": datetime.fromtimestamp(run["date"] / 1000, UTC).date().isoformat(),
        "machine": f"{about.get('cpu', 'unknown CPU')}, {about.get('num_cpu', '?')} cores",
        "benchmarks": [
            _summary(
                name,
                described.get(name, {}),
                dict(zip(run["result_columns"], columns, strict=False)),
            )
            for name, columns in sorted(run["results"].items())
        ],
    }


def _summary(name: str, about: Record, columns: Record) -> Record:
    names, rows = about.get("param_names", []), _rows(columns)
    for k in reversed(range(len(names))):
        parts = names[k].split(", ")
        values = [_tuple(row["at"][k]) for row in rows]
        if len(parts) > 1 and all(len(value) == len(parts) for value in values):
            names = [*names[:k], *parts, *names[k + 1 :]]
            for row, value in zip(rows, values, strict=True):
                row["at"][k : k + 1] = value
    name = about.get("pretty_name") or name
    return {"name": name, "unit": about.get("unit", ""), "parameters": names, "rows": rows}


def _tuple(text: str) -> list[str]:
    """The entries of a Python tuple, as text; empty if it is none."""
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return []
    return [str(part) for part in value] if isinstance(value, tuple) else []


def _rows(columns: Record) -> list[Record]:
    places = list(itertools.product(*columns["params"]))
    values = columns["result"] or [None] * len(places)
    return [
        {"at": [part.strip("'") for part in at], "value": v if v and math.isfinite(v) else None}
        for at, v in zip(places, values, strict=True)
    ]


def read(path: Path, notes: Notes) -> Record | None:
    """The summary as the page shows it; None where there is none."""
    if not path.is_file():
        return None
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        notes.add("it is not JSON", path.name)
        return None
    found: Record = fit(content, SUMMARY, path.name, "summary", notes)
    shown = [_shown(benchmark) for benchmark in found["benchmarks"]]
    found["benchmarks"] = sorted(shown, key=lambda benchmark: benchmark["unit"] in MEASURES)
    return found


def _shown(benchmark: Record) -> Record:
    """Rows by everything but the engine, one column per engine, and the growth exponents."""
    names = benchmark["parameters"]
    rows = [row for row in benchmark["rows"] if len(row["at"]) == len(names)]
    peers = names.index(PEERS) if PEERS in names else None
    engines = [""] if peers is None else list(dict.fromkeys(str(r["at"][peers]) for r in rows))
    table: dict[tuple[str, ...], dict[str, Any]] = {}
    for row in rows:
        at = tuple(str(part) for k, part in enumerate(row["at"]) if k != peers)
        engine = str(row["at"][peers]) if peers is not None else ""
        table.setdefault(at, {})[engine] = row["value"]
    ours = next((engine for engine in engines if engine.startswith(OURS)), None)
    return {
        "name": benchmark["name"],
        "unit": benchmark["unit"],
        "parameters": [name for name in names if name != PEERS],
        "engines": engines,
        "rows": [
            {"at": at, "values": [_entry(values, engine, ours) for engine in engines]}
            for at, values in table.items()
        ],
        "growth": _growth(names, rows) if benchmark["unit"] in MEASURES else [],
    }


def _entry(values: Record, engine: str, ours: str | None) -> Record:
    """A value, and how many times ours it is where it is a peer's."""
    value, own = approximate(values.get(engine)), approximate(values.get(ours or ""))
    peer = ours is not None and not engine.startswith(OURS)
    return {"value": value, "ratio": value / own if peer and value and own else None}


def _growth(names: list[str], rows: list[Record]) -> list[Record]:
    """For each numeric parameter the exponent of the time, fitted where the others are fixed."""
    found = []
    for k, name in enumerate(names):
        groups: dict[tuple[str, ...], list[tuple[float, float]]] = {}
        for row in rows:
            x, y = approximate(row["at"][k]), approximate(row["value"])
            if x and y and x > 0 and y > 0:
                others = tuple(str(part) for j, part in enumerate(row["at"]) if j != k)
                groups.setdefault(others, []).append((math.log(x), math.log(y)))
        for others, points in groups.items():
            if len({x for x, _ in points}) >= 2:
                power = f"{_slope(points):.2f}"
                found.append({"name": name, "power": power, "where": ", ".join(others)})
    return found


def _slope(points: list[tuple[float, float]]) -> float:
    """Least squares on logarithms."""
    x0, y0 = (sum(values) / len(points) for values in zip(*points, strict=True))
    rise = sum((x - x0) * (y - y0) for x, y in points)
    return float(rise / sum((x - x0) ** 2 for x, _ in points))


def duration(value: float | None, unit: str) -> str:
    """A time in the unit that keeps it between 1 and 1000, bytes in MiB, or a bare number."""
    if value is None:
        return "–"
    if unit == "bytes":
        return f"{value / 2**20:.4g} MiB"
    if unit != "seconds":
        return f"{value:.3g}"
    for size, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if value >= size:
            return f"{value / size:.3g} {name}"
    return f"{value * 1e9:.3g} ns"


def times(ratio: float) -> str:
    """A ratio to two digits or, where it is large, to the unit."""
    return f"{ratio:,.0f}×" if ratio >= 10 else f"{ratio:.2g}×"


if __name__ == "__main__":
    target = Path(__file__).with_name(NAME)
    target.write_text(json.dumps(summarised(Path(sys.argv[1])), indent=1) + "\n", encoding="utf-8")
    print(f"wrote {target}")
