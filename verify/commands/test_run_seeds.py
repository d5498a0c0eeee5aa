"""``lemmata run --seeds``: verdicts at several seeds, and the promised rate of false alarms."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from lemmata.theory import ledger
from lemmata.theory.ledger import Claim, Decision, Evidence, Kind, Method, Verdict
from lemmata.verify import runner
from lemmata.verify.commands.common import FAILED
from lemmata.verify.commands.run_seeds import Repeated
from lemmata.verify.registry import Run
from lemmata.verify.runner import Settings
from lemmata.verify.statistics.estimate import estimate
from lemmata.verify.statistics.intervals import cells_of
from lemmata.verify.test_support import made_up
from lemmata.verify.work.pool import Pool, pool

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


def repeated(claims: list[Claim], budget: float, runs: int) -> Repeated:
    found = Repeated(range(runs), Settings(false_alarms=budget), [claim.id for claim in claims])
    with pool(1) as here:
        assert len(list(found.add_all(here))) == runs * len(claims) == len(found)
    return found


def test_a_hundred_runs_at_a_budget_of_5_percent_show_at_most_that_rate() -> None:
    """True identities alone; 14 alarms in 100 have probability below 1e-3 at 5 %."""
    found = repeated([a_claim(name, p, p) for name, p in LAWS.items()], BUDGET, RUNS)
    assert not found.too_many
    assert "a share of at most 0.05, is kept" in list(found.lines())[-1]
    kept = dict.fromkeys(range(RUNS), ("holds", False))
    for count in (13, 14):
        against = dict.fromkeys(range(count), ("refuted", False))
        other = replace(
            found, verdicts=dict.fromkeys(found.ids, kept) | {"sharp:rare": kept | against}
        )
        assert len(other.alarms) == count
        assert other.too_many is (count == 14)
    assert "a share of at most 0.05, is broken: more than chance allows" in list(other.lines())[-1]


def test_false_identities_give_an_alarm_in_nearly_every_run() -> None:
    claims = [a_claim(name, p, 0.8 * p) for name, p in LAWS.items()]
    found = repeated(claims, BUDGET, 20)
    assert len(found.alarms) >= 18
    assert found.too_many


def test_of_seeds_at_which_not_all_was_run_no_alarm_is_counted() -> None:
    found = repeated([a_claim("coin", 0.5, 0.5), a_claim("rare", 0.02, 0.02)], BUDGET, 3)
    found.verdicts = {
        "sharp:coin": dict.fromkeys(range(3), ("refuted", False)),
        "sharp:rare": {1: ("undecided", False)},
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
    assert found.verdicts[record.id] == dict.fromkeys(range(3), ("undecided", True))
    assert found.alarms == {0, 1, 2}


def test_the_command_compares_the_verdicts(
    printed: Callable[..., str], made_up_claims: Path
) -> None:
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


def test_a_count_that_was_stopped_does_not_take_the_place_of_a_whole_one(
    printed: Callable[..., str], made_up_claims: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, add_all = made_up_claims / "false_alarms.json", Repeated.add_all
    kept.write_text("of 200 runs")
    a_claim("coin", 0.5, 0.5)

    def stopped(self: Repeated, pool: Pool) -> Iterator[tuple[str, int]]:
        yield next(add_all(self, pool))
        raise KeyboardInterrupt

    monkeypatch.setattr(Repeated, "add_all", stopped)
    printed("run  --seeds=3  --device=cpu  --keep", code=130)
    assert kept.read_text() == "of 200 runs"


def test_a_smaller_count_does_not_take_the_place_of_a_larger_one(
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


def test_two_counts_at_once_keep_both(made_up_claims: Path) -> None:
    one, other = (Repeated([seed], Settings(), ["sharp:a"]) for seed in (1, 2))
    one.verdicts, other.verdicts = (
        {"sharp:a": {1: ("holds", False)}},
        {"sharp:b": {2: ("holds", True)}},
    )
    one.save()
    other.save()
    last = Repeated([1], Settings(), [])
    last.load()
    assert last.verdicts == {"sharp:a": {1: ("holds", False)}, "sharp:b": {2: ("holds", True)}}


def test_a_run_that_is_stopped_keeps_whole_runs() -> None:
    """Seed by seed, not claim by claim; a claim that samples nothing is let go after the first."""
    claims = [a_claim(name, p, p) for name, p in LAWS.items()]
    exact = Evidence(Method.EXACT, ("a", "b"), "all", decision=Decision.AGREES)
    claims.append(made_up.claim("exact", Kind.IDENTITY, lambda x: 1.0))
    ledger.register(made_up.register(claims[-1], made_up.finding(exact)))
    found = Repeated(range(5), Settings(), [claim.id for claim in claims])
    with pool(1) as here:
        done = [seed for _, seed in found.add_all(here)]
    assert done == sorted([0, *[*range(5)] * len(LAWS)])
    assert found.ids == [claim.id for claim in claims[:-1]]
    assert found.whole == {*range(5)}
