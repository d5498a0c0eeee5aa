"""A run: the checks of many claims as tasks, the longest first, and each claim's record when its
last task is done. A check that has parts is cut into them when its turn comes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from lemmata.theory.ledger import Claim
from lemmata.verify import runner
from lemmata.verify.registry import checks_of
from lemmata.verify.results.record import Record
from lemmata.verify.runner import Observed, Settings
from lemmata.verify.work.kept import NOWHERE, Kept
from lemmata.verify.work.pool import Job, Pool
from lemmata.verify.work.tasks import Part, Task, begun, concluded, joined, part_of, tasks_of

if TYPE_CHECKING:
    from lemmata.verify.training.settings import Training

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
        self.parts: dict[Task, dict[int, Part]] = {}  # of the checks that were cut
        self.cut: dict[Task, int] = {}
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
        return sum(self.cost(task.whole) / self.cut.get(task.whole, 1) for task in self.left)

    def records(self, pool: Pool) -> Iterator[Record]:
        """The record of every claim, as they are finished."""
        jobs = deque(Job(task, begun, (task,)) for task in self.left)
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
        self.cut[task], self.parts[task] = count, {}
        for part in (replace(task, part=k) for k in range(count)):
            self.left.append(part)
            if isinstance(found := self.kept.get(part), Part):
                yield from self._take(part, found)
            else:
                yield Job(part, part_of, (part,))

    def _take(self, task: Task, result: Observed | Part) -> Iterator[Job]:
        """A finished task, and what can be done after it."""
        if task in self.left:  # not a check whose parts were its tasks
            self.left.remove(task)
        with suppress(OSError):  # then it would be done again: no reason to end the run
            self.kept.put(task, result)
        if isinstance(result, Observed):
            self.seen[task.claim_id][task.check] = result
            yield from self._conclusion(task.claim_id)
            return
        parts = self.parts[task.whole]
        parts[task.part or 0] = result
        if len(parts) == self.cut[task.whole]:
            yield Job(task.whole, joined, (task.whole, [parts[k] for k in sorted(parts)]))

    def _conclusion(self, claim_id: str) -> Iterator[Job]:
        """Once all checks of a claim have been run: what follows from them."""
        seen = self.seen[claim_id]
        if len(seen) == len(checks_of(claim_id)):
            in_order = [seen[k] for k in sorted(seen)]
            self.seen[claim_id] = {}  # it travels now
            yield Job(claim_id, concluded, (claim_id, self.settings, in_order))
