"""A run: the checks of many claims as tasks, and each claim's record when its last task is done.

A task is one check of one claim, or a part of it where it has parts (``run.each``, ``run.over``).
It is named by ids and settings, so that any process with the same code can do it, and the result
does not depend on who does it or in which order. A finished task is kept in a file of its own until
the run is over, so that a run which was stopped can be taken up.
"""

from __future__ import annotations

import functools
import io
import pickle
import shutil
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lemmata.theory.ledger import Claim, Formula
from lemmata.verify import runner
from lemmata.verify.registry import Doing, checks_of
from lemmata.verify.results import record as recording
from lemmata.verify.results.file import replaced
from lemmata.verify.results.record import Record
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


def conclude_claim(claim_id: str, settings: Settings, seen: list[Observed]) -> Record:
    """The claim's record from what its checks saw, in their order."""
    return recording.record(runner.conclude(runner.load()[claim_id], settings, seen))


def judge_claim(claim_id: str, settings: Settings, seen: list[Observed]) -> tuple[str, bool]:
    """The verdict alone, and whether routes contradict each other."""
    found = runner.verdict_of(_remembering(runner.load()[claim_id]), settings, seen)
    return str(found.verdict), found.conflict


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


class _TaskUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module not in _MODULES and name not in _NAMES.get(module, ())) or "." in name:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of any evidence")
        return super().find_class(module, name)


class Kept:
    """The finished tasks of one run, in a folder of its own; without a folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def get(self, task: Task) -> Observed | Part | None:
        """The result of the task; None if it is not finished, or its file cannot be read."""
        try:
            found = _TaskUnpickler(io.BytesIO(self._file(task).read_bytes())).load()
        except Exception:  # whatever a broken file makes of pickle: the task is done again
            return None
        return found if isinstance(found, Observed if task.part is None else Part) else None

    def put(self, task: Task, result: Observed | Part) -> None:
        """An error is not kept: a run that is taken up tries again."""
        if not result.error and self.folder is not None:
            replaced(self._file(task), pickle.dumps(result))

    def clear(self) -> None:
        """The run is over; the folder of unfinished runs goes with the last of them."""
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)
            with suppress(OSError):
                self.folder.parent.rmdir()

    def _file(self, task: Task) -> Path:
        if self.folder is None:
            raise FileNotFoundError(task.address)
        claim, check = task.address
        return self.folder / claim.replace(":", "-") / f"{check}.pickle"


NOWHERE = Kept(None)


Costs = Callable[[Task], float]  # seconds, as far as they are known


def costs_from(last: Mapping[str, Record]) -> Costs:
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
    """The tasks of one run, for both doors; ``records`` does them.

    Tasks that ``kept`` has are not done again; what is done now is added to it.
    """

    def __init__(
        self,
        selected: Sequence[Claim],
        settings: Settings,
        kept: Kept = NOWHERE,
        cost: Costs = lambda task: 1.0,
    ) -> None:
        self.settings, self.kept, self.cost = settings, kept, cost
        self.seen: dict[str, dict[int, Observed]] = {claim.id: {} for claim in selected}
        tasks = [task for claim in selected for task in tasks_of(claim.id, settings)]
        self.parts: dict[Task, list[Part | None]] = {}  # of the checks that were cut
        for task in tasks:
            if isinstance(found := self.kept.get(task), Observed):
                self.seen[task.claim_id][task.check] = found
        self.left = [task for task in tasks if task.check not in self.seen[task.claim_id]]
        self.left.sort(key=lambda task: -cost(task))
        self.total, self.taken_up = len(tasks), len(tasks) - len(self.left)

    @property
    def trainings(self) -> list[Training]:
        """The runs of training that the checks which are left ask for."""
        found: list[Training] = []
        for task in self.left:
            check, claim = checks_of(task.claim_id)[task.check], runner.load()[task.claim_id]
            if runs := vars(check.function).get("trainings"):
                found += runs(runner.told(claim, check, self.settings)).values()
        return found

    @property
    def seconds_left(self) -> float:
        """Of one worker."""
        return sum(
            self.cost(task.whole) / len(self.parts.get(task.whole, [None])) for task in self.left
        )

    def records(self, pool: Pool) -> Iterator[Record]:
        """The record of every claim, as they are finished."""
        jobs = deque(Job(task, begin_check, (task,)) for task in self.left)
        for claim_id in self.seen:  # those that were taken up whole, or have no check
            jobs.extend(self._conclusion(claim_id))
        for job, result in pool.results(jobs):
            if isinstance(result, int):
                jobs.extendleft(self._parts(job.name, result))
            elif isinstance(job.name, Task):
                jobs.extendleft(self._take(job.name, result))
            else:
                yield result

    def _parts(self, task: Task, count: int) -> Iterator[Job]:
        """Those of a check that are not kept."""
        self.left.remove(task)
        self.total += count - 1
        self.parts[task] = [None] * count
        for part in (replace(task, part=k) for k in range(count)):
            self.left.append(part)
            if isinstance(found := self.kept.get(part), Part):
                yield from self._take(part, found)
            else:
                yield Job(part, run_part, (part,))

    def _take(self, task: Task, result: Observed | Part) -> Iterator[Job]:
        """Keep the result of a finished task; the jobs that can be done after it."""
        if task in self.left:  # a check in parts has left it when it was cut
            self.left.remove(task)
        with suppress(OSError):  # then it would be done again: no reason to end the run
            self.kept.put(task, result)
        if isinstance(result, Observed):
            self.seen[task.claim_id][task.check] = result
            yield from self._conclusion(task.claim_id)
            return
        parts = self.parts[task.whole]
        parts[task.part or 0] = result
        if None not in parts:
            yield Job(task.whole, join_parts, (task.whole, parts))

    def _conclusion(self, claim_id: str) -> Iterator[Job]:
        """The last job of a claim, once all its checks have been run."""
        seen = self.seen[claim_id]
        if len(seen) == len(checks_of(claim_id)):
            in_order = [seen[k] for k in sorted(seen)]
            self.seen[claim_id] = {}  # the job has it now
            yield Job(claim_id, conclude_claim, (claim_id, self.settings, in_order))
