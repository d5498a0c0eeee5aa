"""The cost and gain of many workers: the overhead of a task, and the time of a run.

As asv suites; as a command, ``python -m benchmarks.workers``, the table of 1, 2 and 4 workers and
what follows for more of them.
"""

import math
import time
from collections import deque

from lemmata.props.hunting.hunter import Hunt
from lemmata.props.hunting.parallel import next_rounds
from lemmata.props.hunting.supremum import Target
from lemmata.theory.ledger import LEDGER, get
from lemmata.verify import runner
from lemmata.verify.registry import Effort
from lemmata.verify.results import file as results
from lemmata.verify.seeds import Address
from lemmata.verify.statistics.estimate import BATCHES_OF
from lemmata.verify.work.pool import Job, cores, pool

EMPTY, BUSY, SECONDS = 400, 40, 0.05  # tasks without and with work, and what one of these takes


def _busy(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def elapsed(workers: int, tasks: int, seconds: float) -> float:
    """Wall seconds of so many tasks, once the workers are there."""
    with pool(workers) as several:
        list(several.results(deque(Job(k, _busy, (0.0,)) for k in range(4 * workers))))
        start = time.perf_counter()
        list(several.results(deque(Job(k, _busy, (seconds,)) for k in range(tasks))))
        return time.perf_counter() - start


class Overhead:
    """Wall time of a task that does nothing."""

    params, param_names, timeout, unit = ([1, 2],), ("workers",), 240.0, "s a task"

    def track_overhead(self, workers: int) -> float:
        return elapsed(workers, EMPTY, 0.0) / EMPTY


class Share:
    """Wall time of tasks with work, against what one worker would need for them."""

    params, param_names, timeout, unit = ([1, 2],), ("workers",), 240.0, "of one worker's time"

    def track_share(self, workers: int) -> float:
        return elapsed(workers, BUSY, SECONDS) / (BUSY * SECONDS)


class HuntShare:
    """Wall time of 24 rounds of a hunt on two workers, once they are there, against one's."""

    timeout, unit = 240.0, "of one worker's time"

    def track_share(self) -> float:
        one, two = (min(hunted(workers) for _ in range(2)) for workers in (1, 2))
        return two / one


def _loaded() -> None:
    runner.load()


def hunted(workers: int) -> float:
    _loaded()
    claim = get("meterez2024:remark-eigenvalues")
    hunt = Hunt(Target(LEDGER.properties[claim.id], claim.closed_form), Address(0))
    with pool(workers) as several:
        list(several.results(deque(Job(k, _loaded, ()) for k in range(4 * (workers - 1)))))
        start = time.perf_counter()
        while hunt.rounds < 24:
            next_rounds(hunt, several, math.inf, lambda where, ratio: None)
        return time.perf_counter() - start


def model(costs: list[float], workers: int, overhead: float) -> float:
    """Wall seconds: one process hands out the tasks, and no run is shorter than its longest."""
    return max(max(costs), sum(costs) / workers, len(costs) * overhead)


def paper_costs() -> list[float]:
    """The seconds of each task at paper effort: those of the recorded run, sampling multiplied.

    A check that was cut is as many tasks as it has parts, and one that joins them.
    """
    factor = BATCHES_OF[Effort.PAPER] / BATCHES_OF[Effort.STANDARD]
    return [
        seconds * (factor if e["method"] == "statistical" else 1)
        for record in results.last_records(results.PATH).values()
        for e in record["evidence"]
        if Effort(record["effort"]) is Effort.STANDARD
        for seconds in (*e["parts"], max(0.0, e["seconds"] - sum(e["parts"])))
    ]


def table() -> None:
    print(f"{cores()} cores\nworkers  overhead a task  {BUSY} tasks of {SECONDS} s")
    for workers in (1, 2, 4):
        overhead = elapsed(workers, EMPTY, 0.0) / EMPTY
        took = elapsed(workers, BUSY, SECONDS)
        print(f"{workers:>7}  {1e3 * overhead:>12.2f} ms  {took:.2f} s")
    if costs := paper_costs():
        print(
            f"a paper run: {len(costs)} tasks, {sum(costs):.0f} s, the longest {max(costs):.0f} s"
        )
        for workers in (1, 2, 16, 100, 1000):
            print(f"{workers:>7} workers  {model(costs, workers, overhead):.0f} s by the model")


if __name__ == "__main__":
    table()
