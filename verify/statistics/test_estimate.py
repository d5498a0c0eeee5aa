"""Estimates are reproducible, stop when decided, and raise no more false alarms than bought."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from lemmata.theory import ledger
from lemmata.theory.ledger import Claim, Decision, Evidence, Grade, Kind, Method, Verdict
from lemmata.verify.commands.common import FAILED
from lemmata.verify.registry import Effort, Run
from lemmata.verify.runner import Settings, run_claim
from lemmata.verify.seeds import Address
from lemmata.verify.statistics.estimate import asymptotic, batches_of, estimate, stop_when_decided
from lemmata.verify.statistics.intervals import STUDENT, cells_of, student
from lemmata.verify.test_support import made_up
from lemmata.verify.test_support.calibrated import unmeasured
from lemmata.verify.verdicts.judging import JudgedCell, judge_cell


def a_run(effort: Effort = Effort.STANDARD, alpha: float = 1e-6) -> Run:
    return Run(lambda: None, effort, Address(0) / "estimate", "cpu", alpha)


def coin(generator: torch.Generator, batch: int = 500) -> torch.Tensor:
    return (torch.rand(1, batch, generator=generator, dtype=torch.float64) < 0.5).double()


def sampled(run: Run, batches: int = 20, **settings: Any) -> Any:
    return estimate(run, "coin", coin, [0.0], [1.0], batch=500, batches=batches, **settings)


def test_the_same_address_gives_the_same_interval_and_several_share_the_level() -> None:
    def two(generator: torch.Generator) -> torch.Tensor:
        return coin(generator).expand(2, 500)

    first, again = sampled(a_run(), 4), sampled(a_run(), 4)
    assert (first.lower, first.upper) == (again.lower, again.upper)
    together = estimate(a_run(), "coin", two, [0.0] * 2, [1.0] * 2, batch=500, batches=4)
    assert np.all(together.upper > first.upper)


def test_effort_buys_batches_and_sampling_stops_when_the_bound_is_decided() -> None:
    counts = [sampled(a_run(effort)).samples for effort in (Effort.SMOKE, Effort.STANDARD)]
    assert counts == [2500, 10000]
    assert batches_of(a_run(Effort.SMOKE), 1) == 1  # at least one
    found = estimate(a_run(), "coin", coin, [0.0], [1.0], batch=500)
    assert (found.samples, found.planned, found.alpha) == (4000, 4000, 1e-6)
    seen = asymptotic(a_run(), "coin", coin, batch=500, parts=2)
    assert (seen.samples, seen.method) == (4000, STUDENT)  # eight batches, unless told otherwise
    values = np.concatenate(
        [coin((a_run().address / "coin" / k / 500).generator("cpu")) for k in range(8)], axis=-1
    )
    assert seen.upper == student(values, 1e-6 / 2).upper
    alone = asymptotic(a_run(), "coin", coin, batch=500)
    assert alone.upper == student(values, 1e-6).upper
    assert sampled(a_run(), stop=stop_when_decided([0.9], 1.0)).samples < 10000
    assert sampled(a_run(), stop=stop_when_decided([0.5], 1.0)).samples == 10000


def test_sampling_stops_with_every_interval_on_one_side_of_its_bound_and_short_beside_it() -> None:
    stop, short = stop_when_decided([2.0, -2.0], 0.25), (-2.5, -2.0)
    for ends, stopped in (
        ((1.5, 2.0), True),  # a bound is kept at its own value, an interval may be a quarter of it
        ((1.5, 2.001), False),
        ((1.499, 2.0), False),
        ((2.0, 2.5), False),
        ((2.001, 2.5), True),
    ):
        lower, upper = np.array([ends, short]).T
        assert stop(lower, upper) is stopped


def test_an_undecided_cell_says_what_would_decide_it() -> None:
    def judged(batches: int) -> JudgedCell:
        (cell,) = cells_of(sampled(a_run(), batches), [{}], ["coin"])
        assert cell.interval_method == "betting"
        return judge_cell(Kind.UPPER_BOUND, cell, 0.55)

    few = judged(2)
    assert few.decision is Decision.SILENT
    assert few.needed is not None
    assert 2000 < few.needed < 20000
    assert judged(math.ceil(few.needed / 500)).decision is Decision.AGREES


def test_a_kernel_of_the_wrong_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="the kernel drew"):
        estimate(a_run(), "coin", coin, [0.0, 0.0], [1.0, 1.0], batch=500, batches=1)


def coin_check(run: Run) -> Evidence:
    """The mean of a fair coin, which the claim says is at most one half: never false."""
    sequence = estimate(run, "coin", lambda g: coin(g, 50), [0.0], [1.0], batch=50, batches=8)
    cells = cells_of(sequence, [{"x": 1.0}], ["coin"])
    return Evidence(Method.STATISTICAL, ("one half", "coins"), "one coin", cells)


def at_most(bound: float, expected: Verdict) -> Claim:
    grade = Grade.WRONG if expected is Verdict.REFUTED else None
    record = made_up.claim(
        "coin", Kind.UPPER_BOUND, lambda x: bound, expected=expected, grade=grade
    )
    return made_up.register(record, coin_check)


def test_an_undecided_claim_says_what_is_missing(
    made_up_claims: Path, printed: Callable[..., str]
) -> None:
    record = at_most(0.51, Verdict.HOLDS)
    ledger.register(record)
    output = printed(f"run  {record.id}", code=FAILED)
    failure = output.partition("\nclaim ")[0]  # the ledger, which pytest prints too
    assert f"undecided: {record.id}: about" in output
    for text in (output, failure, printed(f"show  {record.id}")):
        assert "samples would decide, 400 were drawn" in " ".join(text.split())
        assert "betting" in text
    kept = json.loads((made_up_claims / "results.json").read_text())
    assert kept["run"]["calibration"] == unmeasured(0)


@pytest.mark.usefixtures("made_up_claims")
def test_a_false_bound_is_refuted_under_the_default_budget() -> None:
    result = run_claim(at_most(0.2, Verdict.REFUTED), Settings())
    assert result.judgement.verdict is Verdict.REFUTED
