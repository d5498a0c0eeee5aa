"""Tasks: one check of one claim, a part of it, or what follows from all of a claim's checks.

A task is named by ids and settings, so that any process with the same code can do it; what it
returns travels back. The result does not depend on where or in which order tasks are done.
"""

from __future__ import annotations

import copyreg
import functools
import pickle
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import flint

from lemmata.theory.ledger import Claim, Formula
from lemmata.verify import runner
from lemmata.verify.registry import Doing, checks_of
from lemmata.verify.results import record as recording
from lemmata.verify.results.record import Record
from lemmata.verify.runner import Observed, Settings

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


class _Cut(BaseException):
    """A check has come to its parts; their names."""


class _Done(BaseException):
    """A part is done; what it found."""


def tasks_of(claim_id: str, settings: Settings) -> list[Task]:
    return [Task(claim_id, k, settings) for k in range(len(checks_of(claim_id)))]


def observed(task: Task, doing: Doing | None = None) -> Observed:
    """What the check saw."""
    claim = runner.load()[task.claim_id]
    return runner.observe(claim, checks_of(claim.id)[task.check], task.settings, doing)


def begun(task: Task) -> Observed | int:
    """What the check saw, or how many parts it has, none of which is done."""

    def cut(parts: Parts) -> dict[str, Any]:
        raise _Cut(len(parts))

    try:
        return observed(task, cut)
    except _Cut as parts:
        count: int = parts.args[0]
        return count


def part_of(task: Task) -> Part:
    """What a part of the check finds."""
    start = time.perf_counter()

    def only(parts: Parts) -> dict[str, Any]:
        raise _Done([*parts.values()][task.part or 0]())

    try:
        seen = observed(task.whole, only)
    except _Done as done:
        return Part(done.args[0], time.perf_counter() - start)
    return Part(None, seen.seconds, seen)


def joined(task: Task, parts: list[Part]) -> Observed:
    """What the check saw, from what its parts found, in their order."""
    each = tuple(part.seconds for part in parts)
    for part in parts:
        if part.ended is not None:
            return replace(part.ended, seconds=sum(each), parts=each)
    seen = observed(task, lambda names: dict(zip(names, (p.found for p in parts), strict=True)))
    return replace(seen, seconds=seen.seconds + sum(each), parts=each)


def concluded(claim_id: str, settings: Settings, seen: list[Observed]) -> Record:
    """The claim's record from what its checks saw, in their order."""
    return recording.record(runner.conclude(runner.load()[claim_id], settings, seen))


def judged(claim_id: str, settings: Settings, seen: list[Observed]) -> tuple[str, bool]:
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


def _parts(ball: flint.arb) -> tuple[Any, ...]:
    """A ball by its exact midpoint and radius, which flint itself does not send."""
    if not ball.is_finite():
        return flint.arb, (str(ball),)
    ends = (tuple(map(int, part.man_exp())) for part in (ball.mid(), ball.rad()))
    return flint.arb, tuple(ends)


copyreg.pickle(flint.arb, _parts)
copyreg.pickle(flint.acb, lambda box: (flint.acb, (box.real, box.imag)))
