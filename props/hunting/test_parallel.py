"""Rounds on many cores: the same case wherever they are done; Ctrl-C and time keep the best."""

import math
import os
import signal
from collections import Counter, deque
from collections.abc import Iterator
from typing import Any

import pytest

from lemmata.props.hunting import command, parallel
from lemmata.props.hunting.hunter import Hunt, Knowledge
from lemmata.props.hunting.supremum import JudgedCase, Supremum, Target
from lemmata.theory.ledger import LEDGER, get
from lemmata.verify import runner
from lemmata.verify.cli import main
from lemmata.verify.seeds import Address
from lemmata.verify.work.pool import Here, Job, Pool, pool

REAL = "meterez2024:remark-eigenvalues"


class Backwards(Pool):
    """What is handed over last is done first; it says that it is many."""

    def __init__(self) -> None:
        super().__init__(Here, 8, 8)

    def results(self, jobs: deque[Job]) -> Iterator[tuple[Job, Any]]:
        while jobs:
            job = jobs.pop()
            yield job, job.function(*job.arguments)


def target(claim_id: str) -> Target:
    formula = get(claim_id).closed_form
    return Target(LEDGER.properties[claim_id], formula)


def quiet(where: str, ratio: float) -> None: ...


def here() -> Pool:
    return Pool()


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few starts and steps, in this process."""
    whole = Hunt.next_round

    def next_round(self: Hunt, **given: Any) -> dict[int, JudgedCase]:
        return whole(self, starts=2, steps=4, polished=2, **given)

    monkeypatch.setattr(Hunt, "next_round", next_round)


def described(hunt: Hunt) -> str:
    return repr((hunt.rounds, hunt.known))


@pytest.mark.usefixtures("short")
def test_the_order_of_the_rounds_does_not_matter(too_small: str) -> None:
    hunts = [Hunt(target(too_small), Address(3)) for _ in range(2)]
    for hunt, workers in zip(hunts, (here(), Backwards()), strict=True):
        for _ in range(2):
            parallel.next_rounds(hunt, workers, math.inf, quiet)
    assert hunts[0].rounds == 2 * parallel.ROUNDS_AT_ONCE
    assert described(hunts[0]) == described(hunts[1])
    assert hunts[0].best[0].supremum is Supremum.EXCEEDED


@pytest.mark.usefixtures("short")
def test_each_turn_looks_and_climbs_for_itself(too_small: str) -> None:
    """No two rounds of a generation have the same numbers; the points are shared among them."""
    hunt = Hunt(target(too_small), Address(0))
    parallel.next_rounds(hunt, here(), math.inf, quiet)
    assert sum(hunt.known.climbed.values()) == parallel.ROUNDS_AT_ONCE
    assert not hunt.known.unseen
    hunt.known.climbed = before = Counter(dict.fromkeys(hunt.known.seen, 4))
    points = []
    for turn in range(2):
        after = Hunt(target(too_small), Address(0))
        after.known, after.turn, after.turns = hunt.known, turn, 2
        points.append(after._point_of_turn())
    assert sorted(points) == sorted(hunt.known.seen)
    assert hunt.known.climbed == before  # to choose is not to climb


def test_a_round_in_another_process_is_the_same_and_ctrl_c_among_them_prints_the_best(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bit for bit: sides, numbers, heights. Ctrl-C comes when a first round is done."""
    runner.load()
    hunt = Hunt(target(REAL), Address(0) / REAL)
    tasks = [
        (Target, REAL, hunt.address, hunt.known, 0, turn, math.inf, "no such file")
        for turn in (0, 5)
    ]
    with pool(2) as workers:
        jobs = deque(Job(task[5], parallel.run_round, task) for task in tasks)
        found = {job.name: repr(result) for job, result in workers.results(jobs)}
    assert found == {task[5]: repr(parallel.run_round(*task)) for task in tasks}

    told, interrupts = command._describe_height, [signal.SIGINT]

    def interrupting(best: float) -> str:
        while interrupts:
            os.kill(os.getpid(), interrupts.pop())
        return told(best)

    monkeypatch.setattr(command, "_describe_height", interrupting)
    assert main(["hunt", REAL, "--workers", "2"]) == 130
    said = capsys.readouterr()
    assert "what was found is judged; Ctrl-C again to stop" in said.err
    assert "interrupted" in said.out
    assert "lemmata hunt" in said.out


def test_ctrl_c_keeps_the_best_and_time_ends_a_hunt(too_small: str) -> None:
    told = 0

    def interrupt(where: str, ratio: float) -> None:
        nonlocal told
        told += 1
        if told == 20:
            raise KeyboardInterrupt

    hunt = parallel.hunt_for(target(too_small), Address(0), 3600.0, interrupt, here())
    assert hunt.interrupted
    assert hunt.rounds == 1
    assert hunt.best[0].ratio > 0
    hunt = parallel.hunt_for(target(too_small), Address(0), 0.0, quiet, here())
    assert (hunt.rounds, hunt.interrupted) == (1, False)


def test_a_stopped_round_returns_its_best(too_small: str, tmp_path: Any) -> None:
    stop = tmp_path / "stop"
    hunt = Hunt(target(too_small), Address(0))
    task = (Target, too_small, hunt.address, hunt.known, 0, 0, math.inf, str(stop))
    known, interrupted = parallel.run_round(*task, lambda where, ratio: stop.touch())
    assert not interrupted
    assert known is not None
    assert known.best
    assert not hunt.known.best  # what it was given is as it was
    assert parallel.run_round(*task) == (None, False)  # too late to begin


def test_what_is_joined() -> None:
    def found(ratio: float) -> JudgedCase:
        return JudgedCase("case", 0, ratio, 1.0, ratio, Supremum.BELOW)

    base = Knowledge(
        seen={(1,): 0.5}, unseen=[(2,), (3,), (4,)], climbed=Counter({(1,): 2}), unjudged=3
    )
    parts = [
        Knowledge(
            seen={(1,): 0.5, (2,): 0.1},
            unseen=[(3,), (4,)],
            best={0: found(0.7)},
            places={0: ((1,), "first")},
            climbed=Counter({(1,): 3}),
            unjudged=4,
        ),
        Knowledge(
            seen={(1,): 0.9, (3,): 0.2},
            unseen=[(2,), (4,)],
            best={0: found(0.7), 1: found(0.1)},
            places={0: ((1,), "second"), 1: ((3,), "third")},
            climbed=Counter({(1,): 2, (3,): 1}),
            unjudged=3,
        ),
    ]
    known = parallel.join(base, parts)
    assert known.seen == {(1,): 0.9, (2,): 0.1, (3,): 0.2}
    assert known.unseen == [(4,)]
    assert known.climbed == {(1,): 3, (3,): 1}
    assert known.unjudged == 4
    assert known.places == {0: ((1,), "first"), 1: ((3,), "third")}  # the first of two equals
    assert parallel.join(base, []) == base
