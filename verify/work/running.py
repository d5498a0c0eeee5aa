"""A run: the checks of many claims as tasks, the longest first, and each claim's record when its
last task is done.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from theory.ledger import Claim
from verify import runner
from verify.registry import checks_of
from verify.results.record import Record
from verify.runner import Observed, Settings
from verify.work.kept import Kept
from verify.work.pool import Job, Pool
from verify.work.tasks import Task, concluded, observed, tasks_of

if TYPE_CHECKING:
    from verify.training.settings import Training

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
    """The tasks of one run and how far they are; ``records`` does them.

    Tasks that ``kept`` has are not done again; what is done now is added to it. ``unkept`` is the
    error of the last that could not be.
    """

    def __init__(
        self, selected: Sequence[Claim], settings: Settings, kept: Kept, cost: Costs
    ) -> None:
        self.settings, self.kept, self.cost = settings, kept, cost
        self.unkept: OSError | None = None
        self.seen: dict[str, dict[int, Observed]] = {claim.id: {} for claim in selected}
        tasks = [task for claim in selected for task in tasks_of(claim.id, settings)]
        for task in tasks:
            if (found := kept.get(task)) is not None:
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
        return sum(map(self.cost, self.left))

    def records(self, pool: Pool) -> Iterator[Record]:
        """The record of every claim, as they are finished."""
        jobs = deque(Job(task, observed, (task,)) for task in self.left)
        for claim_id in self.seen:  # those that were taken up whole, or have no check
            jobs.extend(self._conclusion(claim_id))
        for job, result in pool.results(jobs):
            if isinstance(job.name, Task):
                self._take(job.name, result)
                jobs.extendleft(self._conclusion(job.name.claim_id))
            else:
                yield result

    def _take(self, task: Task, result: Observed) -> None:
        self.left.remove(task)
        self.seen[task.claim_id][task.check] = result
        try:
            self.kept.put(task, result)
        except OSError as error:  # then it would be done again: no reason to end the run
            self.unkept = error

    def _conclusion(self, claim_id: str) -> Iterator[Job]:
        """Once all checks of a claim have been run: what follows from them."""
        seen = self.seen[claim_id]
        if len(seen) == len(checks_of(claim_id)):
            in_order = [seen[k] for k in sorted(seen)]
            self.seen[claim_id] = {}  # it travels now
            yield Job(claim_id, concluded, (claim_id, self.settings, in_order))
