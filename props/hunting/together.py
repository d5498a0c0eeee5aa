"""A hunt on every core: rounds that begin from the same knowledge are tasks, joined in order.

How many begin together does not depend on who does them: after so many rounds the hunt has found
the same, bit for bit, in one process or eight.
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

from lemmata.props.hunting.climbing import Tell
from lemmata.props.hunting.hunter import Hunt, Knowledge, OutOfTime, height
from lemmata.props.hunting.supremum import Attacked
from lemmata.theory.ledger import LEDGER, get
from lemmata.verify import runner
from lemmata.verify.runner import DIGITS
from lemmata.verify.seeds import Address
from lemmata.verify.work.pool import Job, Pool

TOGETHER = 8  # more keep more cores busy, and know less of one another


def one_round(
    claim_id: str,
    address: Address,
    known: Knowledge,
    before: int,
    turn: int,
    until: float,
    stop: str,
    tell: Tell | None = None,
) -> tuple[Knowledge | None, bool]:
    """What is known after the ``turn``-th round of those that begin after ``before`` rounds.

    It ends early at the time ``until``, or once there is a file ``stop``; what it found by then is
    judged, and None if it is too late to begin. Also whether Ctrl-C ended it, which a process that
    only works does not hear.
    """
    if time.time() > until or os.path.exists(stop):
        return None, False
    runner.load()
    formula, by = get(claim_id).formula, LEDGER.properties[claim_id]
    if formula is None:
        raise ValueError(f"{claim_id} has no closed form")
    hunt = Hunt(Attacked(by, formula), address)
    hunt.known, hunt.rounds = copy.deepcopy(known), before + turn
    hunt.turn, hunt.turns = turn, TOGETHER

    def told(where: str, ratio: float) -> None:
        if tell is not None:
            tell(where, ratio)
        if time.time() > until or os.path.exists(stop):
            raise OutOfTime

    try:
        with suppress(OutOfTime), mpmath.workdps(DIGITS):
            hunt.next_round(tell=told)
    except KeyboardInterrupt:
        return hunt.known, True
    return hunt.known, False


def joined(base: Knowledge, parts: list[Knowledge]) -> Knowledge:
    """What is known after rounds that began at ``base``, in their order."""
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


def next_rounds(hunt: Hunt, pool: Pool, until: float, tell: Tell) -> None:
    """Several rounds from what the hunt knows; those that Ctrl-C meets are asked to end."""
    base, before, kind = hunt.known, hunt.rounds, hunt.attacked.kind
    found: dict[int, Knowledge] = {}

    def take(jobs: deque[Job]) -> None:
        for job, (known, interrupted) in pool.results(jobs):
            if known is not None:
                found[job.name] = known
                for case in known.best.values():
                    tell(case.where, height(kind, case))
            if interrupted:
                raise KeyboardInterrupt

    with tempfile.TemporaryDirectory() as folder:
        stop = Path(folder) / "stop"
        jobs: deque[Job] = deque()
        for turn in range(TOGETHER):
            end = until if before or turn else math.inf  # the first of all is finished
            task = (hunt.attacked.by.claim_id, hunt.address, base, before, turn, end, str(stop))
            jobs.append(Job(turn, one_round, task if pool.size > 1 else (*task, tell)))
        try:
            take(jobs)
        except KeyboardInterrupt:
            hunt.interrupted = True
            stop.touch()
            if pool.size > 1:
                print("lemmata: what was found is judged; Ctrl-C again to stop", file=sys.stderr)
            with suppress(KeyboardInterrupt):  # the second one waits for nobody
                take(deque())
    hunt.known = joined(base, [found[turn] for turn in sorted(found)])
    hunt.rounds += len(found)


def _ready() -> None:
    """In a worker: all claims are loaded."""
    runner.load()


def hunt_for(attacked: Attacked, address: Address, seconds: float, tell: Tell, pool: Pool) -> Hunt:
    """The rounds of that time, of which the first is finished, or those until Ctrl-C.

    Time begins when the first worker does: to load all claims takes some of them seconds.
    """
    hunt = Hunt(attacked, address)
    try:
        list(pool.results(deque([Job("ready", _ready, ())] if pool.size > 1 else [])))
    except KeyboardInterrupt:
        hunt.interrupted = True
    end = time.time() + seconds
    while not hunt.interrupted and (not hunt.rounds or time.time() <= end):
        next_rounds(hunt, pool, end, tell)
    return hunt
