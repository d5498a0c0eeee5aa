"""Tries faults: pytest collects once, then each fault meets its tests in a fork of that process.

planting.py runs it in ``mutants/``, tells it on stdin what to try and reads a line a fault. Every
test runs first in a fork of its own, without a fault, to see how long it takes and which functions
it calls; it must pass. No test runs in the process that is forked, so that no cache hides a fault.
"""

import contextlib
import dataclasses
import functools
import gc
import hashlib
import importlib
import itertools
import json
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

SECONDS = 8.0  # of tests that a fault meets
MEMORY = 6 << 30  # bytes, for a fault may ask for any number of them
NO_TESTS = 33
CALLS = Path("calls.json")  # what tests were seen to call


@dataclass(frozen=True)
class Seen:
    """A test without a fault: what was loaded, its seconds and the functions it calls."""

    loaded: str
    seconds: float
    calls: list[str]


def nearest(fault: str, seen: Mapping[str, Seen]) -> list[str]:
    """Of the tests that call the function, those of its own folder, then the fastest, for as long
    as their time allows: a function that everything calls would else meet every test. What is soon
    done comes first.
    """
    function = fault.partition("__mutmut_")[0]
    folder = "/".join(fault.partition(".x")[0].split(".")[:-1])

    def far(test: str) -> bool:
        return test.partition("::")[0].rpartition("/")[0] != folder

    chosen: list[str] = []
    spent = 0.0
    calling = [test for test, entry in seen.items() if function in entry.calls]
    for test in sorted(calling, key=lambda test: (far(test), seen[test].seconds)):
        if not chosen or spent + seen[test].seconds <= SECONDS:
            chosen.append(test)
            spent += seen[test].seconds
    return sorted(chosen, key=lambda test: seen[test].seconds * (4 if far(test) else 1))


def planted(fault: str) -> None:
    """From here on it runs in place of its function; ``stats`` notes which functions are called."""
    trampoline: Any = importlib.import_module("mutmut.mutation.trampoline")
    trampoline.set_mutant_under_test(fault)


@dataclass
class Forks:
    """Work in forks of this process, ``workers`` at a time, each ended after ``limit`` seconds."""

    workers: int
    folder: Path
    running: dict[int, tuple[str, float]] = field(default_factory=dict)

    def each(
        self, work: Iterable[tuple[str, float, Callable[[], Any]]]
    ) -> Iterator[tuple[str, int, Any, float]]:
        """Of (name, limit, what to do): name, exit code, what it returned, seconds."""
        try:
            for name, limit, call in work:
                if len(self.running) == self.workers:
                    yield self.ended()
                self.running[self.forked(limit, call)] = name, time.monotonic()
            while self.running:
                yield self.ended()
        finally:
            for pid in self.running:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(pid, signal.SIGKILL)

    def forked(self, limit: float, call: Callable[[], Any]) -> int:
        pid = os.fork()
        if pid:
            return pid
        code = 3
        try:
            os.setsid()  # what it starts ends with it
            signal.alarm(int(5 * limit))  # of a clock that others slow down
            resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit) + 1))
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
            found = call()
            (self.folder / str(os.getpid())).write_text(json.dumps(found), encoding="utf-8")
            code = 0
        finally:
            os._exit(code)

    def ended(self) -> tuple[str, int, Any, float]:
        pid, status = self._waited()
        name, start = self.running.pop(pid)
        with_it = self.folder / str(pid)
        found = json.loads(with_it.read_text("utf-8")) if with_it.exists() else None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        return name, os.waitstatus_to_exitcode(status), found, time.monotonic() - start

    def _waited(self) -> tuple[int, int]:
        """The first of its own forks that ended: other children of this process are not its."""
        while True:
            for pid in self.running:
                ended, status = os.waitpid(pid, os.WNOHANG)
                if ended:
                    return ended, status
            time.sleep(0.005)


def _digest(path: Path) -> str:
    return hashlib.blake2b(path.read_bytes()).hexdigest()


class Trying:
    """In place of pytest's own loop over the tests."""

    def __init__(self, asked: Mapping[str, Any], say: Callable[[Any], None]) -> None:
        self.faults, self.workers, self.say = asked["mutants"], asked["workers"], say
        self.failures: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failures.append(report.longreprtext)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("tests cannot be collected")
        items = {item.nodeid: item for item in session.items}
        caches = [x for x in gc.get_objects() if isinstance(x, functools._lru_cache_wrapper)]
        for cache in caches:
            cache.cache_clear()
        with tempfile.TemporaryDirectory() as folder:
            os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
            forks = Forks(self.workers, Path(folder))
            seen = self.seen(items, forks)
            self.try_faults(items, seen, forks)
        return True

    def seen(self, items: Mapping[str, pytest.Item], forks: Forks) -> dict[str, Seen]:
        """Every test; those that were seen in this file with these sources do not run again."""
        sources = sorted(p for p in Path().rglob("*.py") if not p.name.startswith("test_"))
        loaded = "".join(map(_digest, sources))
        digests = {path: loaded + _digest(path) for path in {item.path for item in items.values()}}
        digests = {path: hashlib.blake2b(d.encode()).hexdigest() for path, d in digests.items()}
        kept = json.loads(CALLS.read_text("utf-8")) if CALLS.exists() else {}
        known = {
            test: Seen(*entry)
            for test, entry in kept.items()
            if test in items and entry[0] == digests[items[test].path]
        }
        new = [test for test in items if test not in known]
        work = [(test, 600.0, functools.partial(self.calls, items[test])) for test in new]
        try:
            for done, (test, code, found, _) in enumerate(forks.each(work), 1):
                print(f"{done} of {len(new)} without a fault: {test}", file=sys.stderr)
                if code or found[0]:
                    print(found and found[0], file=sys.stderr)
                    pytest.exit(f"{test} fails without a fault", returncode=code or 1)
                known[test] = Seen(digests[items[test].path], *found[1:])
        finally:
            CALLS.write_text(json.dumps({t: dataclasses.astuple(e) for t, e in known.items()}))
        return known

    def calls(self, item: pytest.Item) -> tuple[str, float, list[str]]:
        planted("stats")
        state: Any = importlib.import_module("mutmut.state").state()
        start = time.process_time()
        self.passed(item)
        return "\n".join(self.failures), time.process_time() - start, sorted(state._stats)

    def passed(self, item: pytest.Item, following: pytest.Item | None = None) -> bool:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return not self.failures

    def try_faults(
        self, items: Mapping[str, pytest.Item], seen: Mapping[str, Seen], forks: Forks
    ) -> None:
        work = []
        for fault in self.faults:
            tests = nearest(fault, seen)
            limit = 20 + 4 * sum(seen[test].seconds for test in tests)
            chosen = [items[test] for test in tests]
            work.append((fault, limit, functools.partial(self.killer, fault, chosen)))
        work.sort(key=lambda entry: entry[1])
        for fault, code, killer, seconds in forks.each(work):
            if code == 0 and killer is not None:
                code = NO_TESTS if killer == "" else 1
            self.say((fault, code, killer, seconds))

    def killer(self, fault: str, items: list[pytest.Item]) -> str | None:
        """The test that fails, nothing where there is none to run, None where all pass."""
        planted(fault)
        for item, following in itertools.zip_longest(items, items[1:]):
            if not self.passed(item, following):
                return item.nodeid
        return None if items else ""


def main() -> int:
    asked = json.load(sys.stdin)
    told = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    trying = Trying(asked, lambda found: print(json.dumps(found), file=told))
    options = ["-q", "-s", "--rootdir=.", "--tb=short", "-p", "no:cacheprovider"]
    options += ["-o", "tmp_path_retention_policy=none"]
    return int(pytest.main([*options, *asked["tests"]], plugins=[trying]))


if __name__ == "__main__":
    sys.exit(main())
