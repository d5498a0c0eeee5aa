"""asv's results as one small file: the newest commit whole, the ratios of every commit.

A parameter called ``engine`` sets this project beside its peers: values that begin with "lemmata"
are ours. A parameter called "d, n" whose values are pairs becomes two.
"""

import ast
import itertools
import json
import math
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypedDict

from lemmata.verify.results.schema import Number

NAME = "benchmarks.json"
PEERS, OURS = "engine", "lemmata"
_RATIOS = ("times ", "of ")  # how the unit of a tracked ratio begins
# What a file that others wrote may raise.
_WRONG = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, OSError)


class Row(TypedDict):
    """A value of null means that asv skipped the combination or that it failed."""

    at: list[Any]
    value: Number | None


class Benchmark(TypedDict):
    name: str
    unit: str
    parameters: list[str]
    rows: list[Row]


class RatioPoint(TypedDict):
    """A ratio at one commit; its ends come from asv's spread of the times, where it has one."""

    commit: str
    date: str
    value: Number
    low: Number | None
    high: Number | None


class RatioSeries(TypedDict):
    """One ratio over the commits, the oldest first; ``at`` says of what."""

    name: str
    unit: str
    at: str
    points: list[RatioPoint]


class Summary(TypedDict):
    schema: int
    commit: str
    date: str
    machine: str
    benchmarks: list[Benchmark]
    ratios: list[RatioSeries]


class NoResults(ValueError):
    """A folder without any result of asv."""


@dataclass(frozen=True)
class Measurement:
    """One value of asv's and the ends of its spread; None where there is none."""

    value: float
    low: float | None
    high: float | None

    def over(self, peer: "Measurement") -> "Measurement":
        """The ratio, as far off as both spreads allow."""
        ends = (self.low, self.high, peer.low, peer.high)
        low, high, peer_low, peer_high = (end or 0.0 for end in ends)
        known = all(ends) and peer_low > 0
        return Measurement(
            self.value / peer.value,
            low / peer_high if known else None,
            high / peer_low if known else None,
        )


def summarise(directory: Path) -> tuple[Summary, list[str]]:
    """The newest results below asv's directory and the ratios of all on that machine.

    Also what was left out: files and benchmarks that cannot be read.
    """
    left_out: list[str] = []
    described, runs = _content(directory / "benchmarks.json", left_out), _runs(directory, left_out)
    if not runs or not isinstance(described, dict):
        raise NoResults(f"no asv results below {directory}")
    kind, newest = max(runs, key=lambda run: (run[1]["date"], len(run[1]["results"])))
    same = sorted((run for of, run in runs if of == kind), key=lambda run: run["date"])
    about = newest["params"]
    summary: Summary = {
        "schema": 1,
        "commit": newest["commit_hash"][:8],
        "date": _day(newest),
        "machine": f"{about.get('cpu', 'unknown CPU')}, {about.get('num_cpu', '?')} cores",
        "benchmarks": [benchmark for benchmark, _ in _benchmarks(newest, described, left_out)],
        "ratios": _series(same, described, left_out),
    }
    return summary, list(dict.fromkeys(left_out))


def _content(path: Path, left_out: list[str]) -> Any:
    found = None
    with suppress(OSError, ValueError, RecursionError):
        found = json.loads(path.read_text(encoding="utf-8"))
    if found is None:
        left_out.append(f"{path.name} cannot be read")
    return found


def _runs(directory: Path, left_out: list[str]) -> list[tuple[tuple[str, str], dict[str, Any]]]:
    """Each run with its machine and environment: across these, no two ratios are compared."""
    found = []
    for path in sorted(directory.glob("*/*.json")):
        run = _content(path, left_out)
        if run is None or path.name == "machine.json":
            continue
        kinds = {"results": dict, "params": dict, "commit_hash": str, "result_columns": list}
        fits = isinstance(run, dict) and all(isinstance(run.get(k), of) for k, of in kinds.items())
        try:
            _day(run)
        except _WRONG:
            fits = False
        if fits:
            found.append(((path.parent.name, str(run.get("env_name"))), run))
        else:
            left_out.append(f"{path.name} is no result of asv")
    return found


def _day(run: dict[str, Any]) -> str:
    return datetime.fromtimestamp(run["date"] / 1000, UTC).date().isoformat()


def _benchmarks(
    run: dict[str, Any], described: dict[str, Any], left_out: list[str]
) -> Iterable[tuple[Benchmark, list[Measurement | None]]]:
    """Every benchmark of a run that is still there, as it is written today, with its spread."""
    for name, columns in sorted(run["results"].items()):
        if name not in described:
            continue
        try:
            by_name = dict(zip(run["result_columns"], columns, strict=False))
            if by_name.get("version") == described[name].get("version", by_name.get("version")):
                yield _summary(described[name], by_name)
        except _WRONG:
            left_out.append(f"{name} at {run['commit_hash'][:8]}")


def _summary(
    about: dict[str, Any], columns: dict[str, Any]
) -> tuple[Benchmark, list[Measurement | None]]:
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
    measured = [
        None if value is None else Measurement(value, *_spread(columns, k))
        for k, value in enumerate(found)
    ]
    return {"name": name, "unit": about["unit"], "parameters": names, "rows": rows}, measured


def _spread(columns: dict[str, Any], k: int) -> tuple[float | None, float | None]:
    """asv's 99 % interval of a time; of too few samples for one, what lies between the quartiles.

    Where both ends are one number there was one sample, which says nothing of the noise.
    """
    for names in (("stats_ci_99_a", "stats_ci_99_b"), ("stats_q_25", "stats_q_75")):
        low, high = ((columns.get(name) or [None] * (k + 1))[k] for name in names)
        if low and high and math.isfinite(low) and math.isfinite(high) and 0 < low < high:
            return low, high
    return None, None


def _entries(text: str) -> list[str]:
    """The entries of a Python tuple, as text; empty if it is none."""
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return []
    return [str(part) for part in value] if isinstance(value, tuple) else []


def _series(
    runs: list[dict[str, Any]], described: dict[str, Any], left_out: list[str]
) -> list[RatioSeries]:
    """Each ratio at every commit that has it: a run may be of a few benchmarks alone."""
    found: dict[tuple[str, str, str], list[RatioPoint]] = {}
    for run in runs:
        commit, date = run["commit_hash"][:8], _day(run)
        for benchmark, measured in _benchmarks(run, described, left_out):
            for key, ratio in _ratios(benchmark, measured):
                point = RatioPoint(
                    commit=commit, date=date, value=ratio.value, low=ratio.low, high=ratio.high
                )
                found.setdefault(key, []).append(point)
    return [
        RatioSeries(name=name, unit=unit, at=at, points=points)
        for (name, unit, at), points in found.items()
    ]


def _ratios(
    benchmark: Benchmark, measured: list[Measurement | None]
) -> Iterable[tuple[tuple[str, str, str], Measurement]]:
    """What a benchmark tracks as a ratio, or our cost over each peer's."""
    name, unit, names = benchmark["name"], benchmark["unit"], benchmark["parameters"]
    known = {tuple(row["at"]): m for row, m in zip(benchmark["rows"], measured, strict=True) if m}
    if unit.startswith(_RATIOS):
        for at, value in known.items():
            yield (name, unit, ", ".join(at)), value
    elif PEERS in names:
        k = names.index(PEERS)
        for at, ours in known.items():
            peers = [other for other in known if other[:k] + other[k + 1 :] == at[:k] + at[k + 1 :]]
            for peer in peers if at[k].startswith(OURS) else ():
                if not peer[k].startswith(OURS) and known[peer].value > 0:
                    where = ", ".join((*at[:k], *at[k + 1 :], at[k]))
                    yield (name, f"times {peer[k]}'s {unit}", where), ours.over(known[peer])
