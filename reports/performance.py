"""asv's results as one small file beside the results, and what the page says of them.

``python -m reports.performance .asv/results`` writes reports/benchmarks.json, a ``Summary``. A
parameter called ``engine`` sets this project beside its peers: values that begin with "lemmata" are
ours. A parameter called "d, n" whose values are pairs becomes two.
"""

import ast
import itertools
import json
import math
import statistics
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypedDict

from reports.formatting import approximate
from reports.reading import Notes, fit
from reports.schema import Number

NAME = "benchmarks.json"
PEERS, OURS = "engine", "lemmata"
MEASURES = ("seconds", "bytes")  # other units are those of ratios and exponents, and come first


class Row(TypedDict):
    """A value of null means that asv skipped the combination or that it failed."""

    at: list[Any]
    value: Number | None


class Benchmark(TypedDict):
    name: str
    unit: str
    parameters: list[str]
    rows: list[Row]


class Summary(TypedDict):
    schema: int
    commit: str
    date: str
    machine: str
    benchmarks: list[Benchmark]


@dataclass(frozen=True)
class Comparison:
    """A benchmark as a table: one column per engine, and how its cost grows.

    An entry of a row is a value and how many times ours it is where it is a peer's; growth is a
    parameter, the exponent of the cost in it, and where the other parameters are.
    """

    name: str
    unit: str
    parameters: list[str]
    engines: list[str]
    rows: list[tuple[tuple[str, ...], list[tuple[float | None, float | None]]]]
    growth: list[tuple[str, str, str]]


def summarised(directory: Path) -> Summary:
    """The newest results below asv's directory, every benchmark that was run on that commit."""
    contents = [json.loads(path.read_text(encoding="utf-8")) for path in directory.glob("*/*.json")]
    runs = [content for content in contents if "results" in content]
    if not runs:
        raise FileNotFoundError(f"no asv results below {directory}")
    run = max(runs, key=lambda content: content["date"])
    described = json.loads((directory / "benchmarks.json").read_text(encoding="utf-8"))
    about, names = run["params"], run["result_columns"]
    return {
        "schema": 1,
        "commit": run["commit_hash"][:8],
        "date": datetime.fromtimestamp(run["date"] / 1000, UTC).date().isoformat(),
        "machine": f"{about.get('cpu', 'unknown CPU')}, {about.get('num_cpu', '?')} cores",
        "benchmarks": [
            _summary(described[name], dict(zip(names, columns, strict=False)))
            for name, columns in sorted(run["results"].items())
            if name in described
        ],
    }


def _summary(about: dict[str, Any], columns: dict[str, Any]) -> Benchmark:
    names: list[str] = []
    params: list[list[list[str]]] = []
    for parameter, values in zip(about["param_names"], columns["params"], strict=True):
        parts, tuples = parameter.split(", "), [_entries(value) for value in values]
        several = len(parts) > 1 and all(len(entries) == len(parts) for entries in tuples)
        names += parts if several else [parameter]
        params += [tuples if several else [[value.strip("'")] for value in values]]
    places = [list(itertools.chain(*at)) for at in itertools.product(*params)]
    results = columns["result"] or [None] * len(places)
    found = [value if value and math.isfinite(value) else None for value in results]
    rows: list[Row] = [{"at": at, "value": v} for at, v in zip(places, found, strict=True)]
    name = about.get("pretty_name") or about["name"]
    return {"name": name, "unit": about["unit"], "parameters": names, "rows": rows}


def _entries(text: str) -> list[str]:
    """The entries of a Python tuple, as text; empty if it is none."""
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return []
    return [str(part) for part in value] if isinstance(value, tuple) else []


def read(path: Path, notes: Notes) -> tuple[Summary, list[Comparison]] | None:
    """The summary and its tables, ratios and exponents first; None where there is none."""
    if not path.is_file():
        return None
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        notes.add("it is not JSON", path.name)
        return None
    found: Summary = fit(content, Summary, path.name, "summary", notes)
    return found, sorted(map(_compared, found["benchmarks"]), key=lambda t: t.unit in MEASURES)


def _compared(benchmark: Benchmark) -> Comparison:
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
    return Comparison(benchmark["name"], unit, others, list(engines), entries, growth)


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


if __name__ == "__main__":
    target = Path(__file__).with_name(NAME)
    target.write_text(json.dumps(summarised(Path(sys.argv[1])), indent=1) + "\n", encoding="utf-8")
    print(f"wrote {target}")
