"""A hunt on every core: eight rounds begin from the same knowledge, and are joined in order.

The number of rounds at once does not depend on the number of processes: after as many rounds the
hunt has the same cases, bit for bit, with one process or eight.
"""

import copy
import math
import os
import sys
import tempfile
import time
from collections import deque
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import mpmath

from lemmata.props.hunting.climbing import Progress
from lemmata.props.hunting.hunter import Hunt, Knowledge, OutOfTime, height
from lemmata.props.hunting.supremum import Target
from lemmata.theory.ledger import LEDGER, get
from lemmata.verify import runner
from lemmata.verify.runner import DIGITS
from lemmata.verify.seeds import Address
from lemmata.verify.work.pool import Job, Pool

ROUNDS_AT_ONCE = 8  # more would use more cores, but each round would know less


def run_round(
    aim: type[Target],
    claim_id: str,
    address: Address,
    known: Knowledge,
    before: int,
    turn: int,
    until: float,
    stop: str,
    show: Progress | None = None,
) -> tuple[Knowledge | None, bool]:
    """The knowledge after round ``turn`` of those after ``before`` rounds; and whether Ctrl-C came.

    The round ends early at the time ``until``, or when a file ``stop`` exists; its cases are then
    judged. The knowledge is None if it is too late to begin. Worker processes ignore Ctrl-C.
    """
    if time.time() > until or os.path.exists(stop):
        return None, False
    runner.load()
    formula, by = get(claim_id).formula, LEDGER.properties[claim_id]
    if formula is None:
        raise ValueError(f"{claim_id} has no closed form")
    hunt = Hunt(aim(by, formula), address)
    hunt.known, hunt.rounds = copy.deepcopy(known), before + turn
    hunt.turn, hunt.turns = turn, ROUNDS_AT_ONCE

    def check_time(where: str, ratio: float) -> None:
        if show is not None:
            show(where, ratio)
        if time.time() > until or os.path.exists(stop):
            raise OutOfTime

    try:
        with suppress(OutOfTime), mpmath.workdps(DIGITS):
            hunt.next_round(show=check_time)
    except KeyboardInterrupt:
        return hunt.known, True
    return hunt.known, False


def join(base: Knowledge, parts: list[Knowledge]) -> Knowledge:
    """The knowledge after rounds that began from ``base``, in their order."""
    found = replace(base, best=dict(base.best), places=dict(base.places), seen=dict(base.seen))
    for part in parts:
        for entry, case in part.best.items():
            if entry not in found.best or case.rank > found.best[entry].rank:
                found.best[entry], found.places[entry] = case, part.places[entry]
        for point, reached in part.seen.items():
            found.seen[point] = max(reached, found.seen.get(point, -math.inf))
        found.climbed = found.climbed + (part.climbed - base.climbed)
        found.unjudged += part.unjudged - base.unjudged
    found.unseen = [point for point in base.unseen if point not in found.seen]
    found.best = dict(sorted(found.best.items()))
    return found


def next_rounds(hunt: Hunt, pool: Pool, until: float, show: Progress) -> None:
    """Run the next rounds; Ctrl-C asks those under way to end."""
    base, before, kind = hunt.known, hunt.rounds, hunt.target.kind
    found: dict[int, Knowledge] = {}

    def take(jobs: deque[Job]) -> None:
        for job, (known, interrupted) in pool.results(jobs):
            if known is not None:
                found[job.name] = known
                for case in known.best.values():
                    show(case.where, height(kind, case))
            if interrupted:
                raise KeyboardInterrupt

    with tempfile.TemporaryDirectory() as folder:
        stop = Path(folder) / "stop"
        jobs: deque[Job] = deque()
        for turn in range(ROUNDS_AT_ONCE):
            end = until if before or turn else math.inf  # the first of all is finished
            aim = type(hunt.target), hunt.target.by.claim_id
            task = (*aim, hunt.address, base, before, turn, end, str(stop))
            jobs.append(Job(turn, run_round, task if pool.size > 1 else (*task, show)))
        try:
            take(jobs)
        except KeyboardInterrupt:
            hunt.interrupted = True
            stop.touch()
            if pool.size > 1:
                print("lemmata: what was found is judged; Ctrl-C again to stop", file=sys.stderr)
            with suppress(KeyboardInterrupt):  # the second one waits for nobody
                take(deque())
    hunt.known = join(base, [found[turn] for turn in sorted(found)])
    hunt.rounds += len(found)


def _ready() -> None:
    """Load all claims in a worker process."""
    runner.load()


def hunt_for(target: Target, address: Address, seconds: float, show: Progress, pool: Pool) -> Hunt:
    """Run rounds for so many seconds, at least one, or until Ctrl-C.

    The time begins when the first worker has loaded all claims, which may take seconds.
    """
    hunt = Hunt(target, address)
    try:
        list(pool.results(deque([Job("ready", _ready, ())] if pool.size > 1 else [])))
    except KeyboardInterrupt:
        hunt.interrupted = True
    end = time.time() + seconds
    while not hunt.interrupted and (not hunt.rounds or time.time() <= end):
        next_rounds(hunt, pool, end, show)
    return hunt
