"""What became of the mutants, counted by module, and the record of it that is kept."""

import datetime
import json
import signal
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

RECORD = Path(__file__).with_name("killed.json")
NOT_RUN, TYPES = -1000, 37  # beside the exit codes of processes
KILLED_BY = {  # what its process ended with
    1: "tests",
    **dict.fromkeys((-signal.SIGXCPU, -signal.SIGALRM), "time"),
    TYPES: "types",
}


def judged(found: dict[str, int]) -> tuple[Counter[str], list[str]]:
    """How many were killed by what, and the names of those that were not."""
    by = {name: KILLED_BY.get(code, "nothing") for name, code in found.items() if code != NOT_RUN}
    return Counter(by.values()), sorted(name for name, what in by.items() if what == "nothing")


def module_of(name: str) -> str:
    return name.partition(".x")[0]


def by_module(found: dict[str, int]) -> dict[str, Counter[str]]:
    """How many were killed by what in every module, then in all."""
    modules: dict[str, dict[str, int]] = {}
    for name, code in found.items():
        modules.setdefault(module_of(name), {})[name] = code
    return {module: judged(entries)[0] for module, entries in sorted(modules.items())} | {
        "all": judged(found)[0]
    }


def line(module: str, counts: Counter[str]) -> str:
    killed, alive = counts["tests"] + counts["time"], counts["nothing"]
    text = f"{module:<34} {counts['types']:>4} by types {killed:>5} of {killed + alive} by tests"
    return text + (f", {alive} survive" if alive else "")


def interval(killed: int, tried: int) -> tuple[float, float]:
    """Of the share that is killed, at 95 % (Clopper and Pearson 1934)."""
    from scipy.stats import binomtest

    ends = binomtest(killed, tried).proportion_ci(method="exact")
    return float(ends.low), float(ends.high)


def keep_record(
    found: dict[str, int], share: int, part: int, asked: Sequence[str] = (),
    standing: Collection[str] = (),
) -> None:  # fmt: skip
    """What was found in a whole part, for the docs to cite; every module with its time and code.

    Where all of some modules was planted, what is recorded of the others that are still
    ``standing`` stays as it is, with its own time and code. A part of some modules stands apart.
    """
    from verify.results.identity import code

    record = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    name = "all" if share == 1 else " of ".join((f"part {part} of {share}", *asked))
    before = record.get(name, {}) if asked else {}
    modules: dict[str, Any] = {m: c for m, c in before.get("modules", {}).items() if m in standing}
    planted = {m: before["planted"][m] for m in modules}
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    for module, counted in by_module(found).items():
        modules[module] = dict(counted)
        planted[module] = [now, code()]
    del modules["all"], planted["all"]
    counts = sum(map(Counter, modules.values()), Counter[str]())
    killed, tried = counts["tests"] + counts["time"], counts.total() - counts["types"]
    low, high = interval(killed, tried)
    which = [*asked, "--all" if share == 1 else f"--part {part}"]
    record[name] = {
        "command": f"python -m benchmarks.mutation {' '.join(which)}",
        "time": now,
        "code": code(),
        "killed": [killed, tried],
        "interval_95": [round(low, 3), round(high, 3)],
        "modules": {module: modules[module] for module in sorted(modules)} | {"all": dict(counts)},
        "planted": {module: planted[module] for module in sorted(planted)},
    }
    RECORD.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
