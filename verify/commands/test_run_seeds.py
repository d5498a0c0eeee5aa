"""``lemmata run --seeds``: verdicts at several seeds, and the promised rate of false alarms."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from lemmata.theory import ledger
from lemmata.theory.ledger import Claim, Decision, Evidence, Kind, Method, Verdict
from lemmata.verify import runner
from lemmata.verify.commands.common import FAILED
from lemmata.verify.commands.run_seeds import SeedsRun
from lemmata.verify.errors import Misuse
from lemmata.verify.registry import Check, Run
from lemmata.verify.runner import Settings
from lemmata.verify.statistics.estimate import estimate
from lemmata.verify.statistics.intervals import cells_of
from lemmata.verify.test_support import made_up
from lemmata.verify.work.pool import pool
from lemmata.verify.work.running import SeedVerdict

LAWS = {"coin": 0.5, "rare": 0.02, "frequent": 0.9}  # probabilities of events
RUNS, BUDGET = 100, 0.05
pytestmark = pytest.mark.usefixtures("no_claims")


def a_claim(name: str, stated: float, true: float) -> Claim:
    """An event has the stated probability; sampled at its true one."""

    def events(run: Run) -> Evidence:
        def kernel(generator: torch.Generator) -> torch.Tensor:
            drawn = torch.rand(1, 100, generator=generator, dtype=torch.float64)
            return (drawn < true).to(drawn)

        sequence = estimate(run, name, kernel, [0.0], [1.0], batch=100, batches=8)
        cells = cells_of(sequence, [{"x": 1.0}], [name])
        return Evidence(Method.STATISTICAL, ("the law", "events"), "one event", cells, margin=0.9)

    record = made_up.claim(name, Kind.IDENTITY, lambda x: stated, expected=Verdict.HOLDS)
    ledger.register(made_up.register(record, events))
    return record


def repeated(claims: list[Claim], budget: float, runs: int) -> SeedsRun:
    found = SeedsRun(claims, Settings(false_alarms=budget), range(runs))
    assert found.run(pool(1)) == 0
    return found


def verdicts(claim_id: str, *at_seeds: Verdict) -> dict[int, SeedVerdict]:
    return {k: SeedVerdict(claim_id, k, verdict, False) for k, verdict in enumerate(at_seeds)}


def test_a_hundred_runs_at_a_budget_of_5_percent_show_at_most_that_rate() -> None:
    """True identities alone; 14 alarms in 100 have probability below 1e-3 at 5 %."""
    found = repeated([a_claim(name, p, p) for name, p in LAWS.items()], BUDGET, RUNS)
    assert not found.too_many
    assert "is not contradicted; to show it takes 104 runs" in list(found.lines())[-1]
    few = repeated([a_claim("sure", 1.0, 1.0)], 1e-6, 2)
    assert "is kept" not in (line := list(few.lines())[-1])
    assert "5,298,315 runs without an alarm" in line
    for count in (13, 14):
        rare = [Verdict.REFUTED] * count + [Verdict.HOLDS] * (RUNS - count)
        found.verdicts = {i: verdicts(i, *[Verdict.HOLDS] * RUNS) for i in found.ids}
        found.verdicts["sharp:rare"] = verdicts("sharp:rare", *rare)
        assert len(found.alarms) == count
        assert found.too_many is (count == 14)
    assert "a share of at most 0.05, is broken: more than chance allows" in list(found.lines())[-1]


def test_false_identities_give_an_alarm_in_nearly_every_run() -> None:
    claims = [a_claim(name, p, 0.8 * p) for name, p in LAWS.items()]
    found = repeated(claims, BUDGET, 20)
    assert len(found.alarms) >= 18
    assert found.too_many


def test_an_unfinished_seed_counts_no_alarm() -> None:
    found = repeated([a_claim("coin", 0.5, 0.5), a_claim("rare", 0.02, 0.02)], BUDGET, 3)
    found.verdicts = {
        "sharp:coin": verdicts("sharp:coin", *[Verdict.REFUTED] * 3),
        "sharp:rare": {1: SeedVerdict("sharp:rare", 1, Verdict.UNDECIDED, False)},
    }
    assert (found.whole, found.alarms) == ({1}, {0, 1, 2})
    assert (found.summary()["runs"], found.summary()["alarms"]) == (1, 1)
    said = list(found.lines())
    assert said[3] == (
        "1 of 1 runs have a verdict against the expected one, and 2 that were not finished"
    )
    assert "lies in [0.005, 1]" in said[4]


def test_samples_against_a_proof_are_an_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    record = replace(a_claim("wrong", 0.8, 0.5), expected=Verdict.PROVED)
    monkeypatch.setattr(runner, "checked", lambda claim: made_up.ACCEPTED)
    found = repeated([record], BUDGET, 3)
    assert {one[2:] for one in found.verdicts[record.id].values()} == {(Verdict.UNDECIDED, True)}
    assert found.alarms == {0, 1, 2}


def test_the_command_compares_verdicts(printed: Callable[..., str], made_up_claims: Path) -> None:
    a_claim("coin", 0.5, 0.5)
    a_claim("rare", 0.02, 0.02)  # 800 samples are too few for its margin, at any seed
    output = printed("run  --seeds=3  --device=cpu")
    assert "2 claims at 3 seeds: the verdicts are the same" in output
    assert "0 of 3 runs have a verdict against the expected one" in output
    kept = made_up_claims / "false_alarms.json"
    assert not kept.exists()
    a_claim("wrong", 0.8, 0.5)
    output = printed("run  sharp:wrong  --seeds=2  --device=cpu", code=FAILED)
    assert "2 of 2 runs have a verdict against" in output
    printed("run  sharp:wrong  sharp:coin  --seed=5  --seeds=4  --device=cpu  --keep", code=FAILED)
    found = json.loads(kept.read_text())
    assert (found["claims"], found["runs"], found["alarms"], found["budget"]) == (2, 4, 4, 1e-6)
    assert found["interval"] == pytest.approx([0.005 ** (1 / 4), 1.0])  # Clopper-Pearson of 4 of 4
    assert "run IDS --seeds 4 --seed 5 --effort standard --budget 1e-06 --keep" in found["command"]


def test_a_stopped_count_replaces_no_whole_one(
    printed: Callable[..., str], made_up_claims: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, observe, seeds = made_up_claims / "false_alarms.json", runner.observe, list[int]()
    kept.write_text("of 200 runs")
    a_claim("coin", 0.5, 0.5)

    def stopped(claim: Claim, check: Check, settings: Settings, *others: Any) -> Any:
        seeds.append(settings.seed)
        if len(seeds) == 3:
            raise KeyboardInterrupt
        return observe(claim, check, settings, *others)

    monkeypatch.setattr(runner, "observe", stopped)
    command = "run  --seeds=3  --device=cpu"
    assert "1 claim at 2 seeds" in printed(f"{command}  --keep", code=130)
    assert kept.read_text() == "of 200 runs"
    broken = next(made_up_claims.rglob("*seed1-*/**/*.pickle"))
    broken.write_bytes(b"")
    assert "1 claim at 3 seeds" in printed(command)  # the same command continues
    assert seeds == [0, 1, 2, 1, 2]
    assert not list(made_up_claims.rglob("*.pickle"))


def test_a_smaller_count_replaces_no_larger_one(
    printed: Callable[..., str], made_up_claims: Path
) -> None:
    kept = made_up_claims / "false_alarms.json"
    a_claim("coin", 0.5, 0.5)
    printed("run  --seeds=2  --device=cpu  --keep")
    found = json.loads(kept.read_text())
    for runs in (3, 2):
        kept.write_text(json.dumps({**found, "runs": runs}))
        output = printed("run  --seeds=2  --device=cpu  --keep")
        assert json.loads(kept.read_text())["runs"] == runs
        assert ("counts 3 runs; delete it to begin anew" in output) == (runs == 3)
    for broken in ("{", json.dumps({**found, "runs": "x"})):
        kept.write_text(broken)
        printed("run  --seeds=2  --device=cpu  --keep", code=2)
        assert kept.read_text() == broken


def test_seeds_are_run_one_after_another(
    made_up_claims: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seed by seed, not claim by claim; a claim that samples nothing is let go after the first."""
    claims = [a_claim(name, p, p) for name, p in LAWS.items()]
    exact = Evidence(Method.EXACT, ("a", "b"), "all", decision=Decision.AGREES)
    claims.append(made_up.claim("exact", Kind.IDENTITY, lambda x: 1.0))
    ledger.register(made_up.register(claims[-1], made_up.finding(exact)))
    found, order = SeedsRun(claims, Settings(), range(5)), list[int]()
    observe = runner.observe

    def noting(claim: Claim, check: Check, settings: Settings, *others: Any) -> Any:
        order.append(settings.seed)
        return observe(claim, check, settings, *others)

    monkeypatch.setattr(runner, "observe", noting)
    found.run(pool(1))
    assert order == sorted([0, *[*range(5)] * len(LAWS)])
    assert found.ids == [claim.id for claim in claims[:-1]]
    assert found.whole == {*range(5)}
    (made_up_claims / "unfinished").rename(made_up_claims / "elsewhere")
    only_exact = SeedsRun(claims[-1:], Settings(), range(2))
    with pytest.raises(Misuse, match="none of these claims samples"):
        only_exact.carry_out(pool(1))
    assert not (made_up_claims / "unfinished").exists()
