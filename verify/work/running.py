"""A run: the checks of many claims as tasks, and each claim's record when its last task is done.

A task is one check of one claim, or a part of it where it has parts (``run.each``, ``run.over``).
It is named by ids and settings, so that any process with the same code can do it, and the result
does not depend on who does it or in which order. A finished task is kept in a file of its own until
the run is over, so that a run which was stopped can be resumed.
"""

from __future__ import annotations

import functools
import io
import pickle
import shutil
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import EnumMeta
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lemmata.theory.ledger import Claim, Formula, Verdict
from lemmata.verify import runner
from lemmata.verify.registry import Doing, checks_of
from lemmata.verify.results import record as recording
from lemmata.verify.results.file import run_name
from lemmata.verify.results.identity import code
from lemmata.verify.results.schema import ClaimRecord
from lemmata.verify.results.writing import replace_file
from lemmata.verify.runner import Observed, Settings
from lemmata.verify.work.pool import Job, Pool

if TYPE_CHECKING:
    from lemmata.verify.training.settings import Training

Parts = Mapping[str, Callable[[], Any]]


@dataclass(frozen=True)
class Task:
    """The ``check``-th check of a claim, or a part of it; its address is where its results are."""

    claim_id: str
    check: int
    settings: Settings
    part: int | None = None

    @property
    def address(self) -> tuple[str, str]:
        part = "" if self.part is None else f"-part-{self.part}"
        return self.claim_id, f"{self.check}-{checks_of(self.claim_id)[self.check].name}{part}"

    @property
    def trial(self) -> tuple[str, Settings]:
        return self.claim_id, self.settings

    @property
    def whole(self) -> Task:
        return replace(self, part=None)


@dataclass(frozen=True)
class Part:
    """What one part of a check found, or what the check saw that ended in it, with an error."""

    found: Any
    seconds: float
    ended: Observed | None = None

    @property
    def error(self) -> str:
        return "" if self.ended is None else self.ended.error or "it has no parts"


class _Stop(BaseException):
    """Ends a check among its parts, with a value; no check that catches exceptions catches it."""


def tasks_of(claim_id: str, settings: Settings) -> list[Task]:
    return [Task(claim_id, k, settings) for k in range(len(checks_of(claim_id)))]


def run_check(task: Task, doing: Doing | None = None) -> Observed:
    """What the check saw."""
    claim = runner.load()[task.claim_id]
    return runner.observe(claim, checks_of(claim.id)[task.check], task.settings, doing)


def begin_check(task: Task) -> Observed | int:
    """What the check saw or, if it has parts, how many; none of them is done."""

    def count(parts: Parts) -> dict[str, Any]:
        raise _Stop(len(parts))

    try:
        return run_check(task, count)
    except _Stop as stop:
        return int(stop.args[0])


def run_part(task: Task) -> Part:
    """What one part of the check found."""
    start = time.perf_counter()

    def only(parts: Parts) -> dict[str, Any]:
        raise _Stop([*parts.values()][task.part or 0]())

    try:
        seen = run_check(task.whole, only)
    except _Stop as stop:
        return Part(stop.args[0], time.perf_counter() - start)
    return Part(None, seen.seconds, seen)


def join_parts(task: Task, parts: list[Part]) -> Observed:
    """What the check saw, from what its parts found, in their order."""
    each = tuple(part.seconds for part in parts)
    for part in parts:
        if part.ended is not None:
            return replace(part.ended, seconds=sum(each), parts=each)
    seen = run_check(task, lambda names: dict(zip(names, (p.found for p in parts), strict=True)))
    return replace(seen, seconds=seen.seconds + sum(each), parts=each)


def conclude_claim(claim_id: str, settings: Settings, seen: list[Observed]) -> ClaimRecord:
    """The claim's record from what its checks saw, in their order."""
    return recording.record(runner.conclude(runner.load()[claim_id], settings, seen))


def judge_claim(claim_id: str, settings: Settings, seen: list[Observed]) -> SeedVerdict:
    """The verdict alone."""
    found = runner.verdict_of(_remembering(runner.load()[claim_id]), settings, seen)
    return SeedVerdict(claim_id, settings.seed, found.verdict, found.conflict)


class SeedVerdict(NamedTuple):
    """The verdict on a claim at one seed, and whether its routes contradict each other."""

    claim_id: str
    seed: int
    verdict: Verdict
    conflict: bool


def _remembering(claim: Claim) -> Claim:
    """The claim, its closed form evaluated once at each place: seeds share their cells."""
    return claim if claim.formula is None else replace(claim, formula=_once(claim.formula))


@functools.cache
def _once(formula: Formula) -> Formula:
    known: dict[bytes, Any] = {}

    @functools.wraps(formula)
    def remembered(**parameters: Any) -> Any:
        place = pickle.dumps(parameters)
        if place not in known:
            known[place] = formula(**parameters)
        return known[place]

    return remembered


# What evidence is made of. Anything else in a file is refused, before it is made.
_MODULES = ("lemmata.theory.evidence", "lemmata.theory.spectrum", "mpmath.ctx_mp_python")
_NAMES: dict[str, tuple[str, ...]] = {
    "lemmata.verify.runner": ("Observed",),
    "lemmata.verify.work.running": ("Part",),
    "builtins": ("complex", "set", "frozenset"),
    "fractions": ("Fraction",),
    "_codecs": ("encode",),
    "numpy": ("dtype", "ndarray"),
    **{f"numpy.{core}.multiarray": ("_reconstruct", "scalar") for core in ("_core", "core")},
    **{f"numpy.{core}.numeric": ("_frombuffer",) for core in ("_core", "core")},
    **{f"flint.types.{name}": (name,) for name in ("fmpq", "fmpz", "arb", "acb")},
}


def _member(kind: Any, name: str) -> Any:
    """A member of an enum, which Python before 3.11.4 writes as getattr(kind, name)."""
    if not isinstance(kind, EnumMeta):
        raise pickle.UnpicklingError(f"{kind}.{name} is no part of any evidence")
    return kind[name]


class _TaskUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("builtins", "getattr"):
            return _member
        if (module not in _MODULES and name not in _NAMES.get(module, ())) or "." in name:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of any evidence")
        return super().find_class(module, name)


class TaskFiles:
    """The finished tasks of runs, each in a folder of its own; nothing is kept without ``root``."""

    def __init__(self, root: Path | None = None) -> None:
        self.root = root

    def get(self, task: Task) -> Observed | Part | None:
        """The result of the task; None if it is not finished, or its file cannot be read."""
        if self.root is None or not (file := self._file(task)).exists():
            return None
        try:
            found = _TaskUnpickler(io.BytesIO(file.read_bytes())).load()
        except Exception:  # whatever a broken file makes of pickle
            found = None
        if isinstance(found, Observed if task.part is None else Part):
            return found
        print(f"lemmata: {file} cannot be read; this check is run again", file=sys.stderr)
        return None

    def put(self, task: Task, result: Observed | Part) -> None:
        """Keep a result, but no error: a run that is resumed tries again."""
        if not result.error and self.root is not None:
            replace_file(self._file(task), pickle.dumps(result))

    def clear(self, settings: Settings) -> None:
        """The run is over; the folder of all runs goes with the last of them."""
        if self.root is not None:
            shutil.rmtree(self._folder(settings), ignore_errors=True)
            with suppress(OSError):
                self.root.rmdir()

    def _folder(self, settings: Settings) -> Path:
        assert self.root is not None
        budget = f"-budget{settings.false_alarms:g}"
        return self.root / f"{run_name(settings)}-{settings.device}{budget}-{code()}"

    def _file(self, task: Task) -> Path:
        claim, check = task.address
        return self._folder(task.settings) / claim.replace(":", "-") / f"{check}.pickle"


Costs = Callable[[Task], float]  # seconds, as far as they are known


def costs_from(last: Mapping[str, ClaimRecord]) -> Costs:
    """What every check took when it was last run, else what one takes on the whole."""
    known = {
        (record["id"], evidence["check"]): evidence["seconds"]
        for record in last.values()
        for evidence in record["evidence"]
        if "seconds" in evidence
    }
    usual = sum(known.values()) / len(known) if known else 1.0

    def cost(task: Task) -> float:
        return known.get((task.claim_id, checks_of(task.claim_id)[task.check].name), usual)

    return cost


class Running:
    """The tasks of claims at one seed or several, for both doors; ``records`` does them.

    Tasks that stand in ``files`` are not done again; what is done now is added there. ``conclude``
    makes a claim's record, or whatever is wanted, from what its checks saw at a seed.
    """

    def __init__(
        self,
        selected: Sequence[Claim],
        settings: Settings,
        files: TaskFiles | None = None,
        cost: Costs = lambda task: 1.0,
        seeds: Sequence[int] | None = None,
        conclude: Callable[[str, Settings, list[Observed]], Any] = conclude_claim,
    ) -> None:
        self.files, self.conclude = files or TaskFiles(), conclude
        runs = [settings] if seeds is None else [replace(settings, seed=seed) for seed in seeds]
        self.seen: dict[tuple[str, Settings], dict[int, Observed]] = {
            (claim.id, run): {} for run in runs for claim in selected
        }
        tasks = [task for trial in self.seen for task in tasks_of(*trial)]
        self.parts: dict[Task, list[Part | None]] = {}  # of the checks that were cut
        self.left: dict[Task, float] = {}  # with the seconds they may take, in the order of work
        for task in sorted(tasks, key=lambda task: (task.settings.seed, -cost(task))):
            if isinstance(found := self.files.get(task), Observed):
                self.seen[task.trial][task.check] = found
            else:
                self.left[task] = cost(task)
        self.total, self.finished = len(tasks), len(tasks) - len(self.left)

    @property
    def trainings(self) -> list[Training]:
        """The runs of training that the checks which are left ask for."""
        found: list[Training] = []
        for task in self.left:
            check, claim = checks_of(task.claim_id)[task.check], runner.load()[task.claim_id]
            if runs := vars(check.function).get("trainings"):
                found += runs(runner.run_of(claim, check, task.settings)).values()
        return found

    @property
    def seconds_left(self) -> float:
        """Of one worker."""
        return sum(self.left.values())

    def records(self, pool: Pool) -> Iterator[Any]:
        """What is concluded of every claim, as they are finished."""
        jobs = deque(Job(task, begin_check, (task,)) for task in self.left)
        for trial in self.seen:  # those of which every check is finished, or that have none
            jobs.extend(self._conclusion(trial))
        for job, result in pool.results(jobs):
            if not isinstance(job.name, Task):
                yield result
            elif isinstance(result, int):
                jobs.extendleft(self._parts(job.name, result))
            else:
                jobs.extendleft(self._take(job.name, result))

    def _parts(self, task: Task, count: int) -> Iterator[Job]:
        """Those of a check that are not done yet."""
        seconds = self.left.pop(task) / max(1, count)
        self.total += count - 1
        self.parts[task] = [None] * count
        for part in (replace(task, part=k) for k in range(count)):
            self.left[part] = seconds
            if isinstance(found := self.files.get(part), Part):
                yield from self._take(part, found)
            else:
                yield Job(part, run_part, (part,))

    def _take(self, task: Task, result: Observed | Part) -> Iterator[Job]:
        """Keep the result of a finished task; the jobs that can be done after it."""
        self.left.pop(task, None)  # a check in parts has left it when it was cut
        with suppress(OSError):  # then it would be done again: no reason to end the run
            self.files.put(task, result)
        if isinstance(result, Observed):
            self.seen[task.trial][task.check] = result
            yield from self._conclusion(task.trial)
            return
        parts = self.parts[task.whole]
        parts[task.part or 0] = result
        if None not in parts:
            yield Job(task.whole, join_parts, (task.whole, parts))

    def _conclusion(self, trial: tuple[str, Settings]) -> Iterator[Job]:
        """The last job of a claim at a seed, once all its checks have been run."""
        seen = self.seen[trial]
        if len(seen) == len(checks_of(trial[0])):
            in_order = [seen[k] for k in sorted(seen)]
            self.seen[trial] = {}  # the job has it now
            yield Job(trial, self.conclude, (*trial, in_order))
