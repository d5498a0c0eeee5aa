"""Figures in training: trained once, only where they may be, and undecided until then."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from lemmata.theory.figures import FigureClaim, Said, at_least, figure
from lemmata.theory.ledger import Verdict, claims
from lemmata.theory.test_support import registry
from lemmata.verify.figures.reproduction import Reproduction, measured
from lemmata.verify.figures.trained import in_training
from lemmata.verify.nn.networks import Architecture
from lemmata.verify.registry import Effort, Run
from lemmata.verify.results import file as results
from lemmata.verify.results.record import record
from lemmata.verify.runner import Result, Settings, run_claim
from lemmata.verify.training import cost, running, shared_runs, tensors
from lemmata.verify.training.conftest import blobs
from lemmata.verify.training.cost import seconds
from lemmata.verify.training.series import Series
from lemmata.verify.training.settings import Training
from lemmata.verify.training.shared_runs import progress_of_runs, series_of

SMALL = Training(Architecture(2, 5, "tanh"), "blobs", epochs=2, batch=10, replicas=8, layers=2)
WANTED = {"two": SMALL, "three": replace(SMALL, network=Architecture(3, 5, "tanh"))}
STATED = FigureClaim(
    "sharp:trained",
    "A figure",
    "It learns.",
    {"accuracy": Said("a", at_least(0.01))},
    x="epoch",
    y="$y$",
)


@pytest.fixture(autouse=True)
def small_data_and_own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tensors, "load", blobs)
    monkeypatch.setattr(shared_runs, "folder", lambda: tmp_path)


def concluded(settings: Settings, data: str = "blobs") -> Result:
    with registry.kept():
        registry.forget()
        figure(STATED, source="Figure 1", decided_by="x", wrong={"none": {"accuracy": at_least(2)}})
        wanted = {name: replace(one, data=data) for name, one in WANTED.items()}

        @in_training(
            STATED, runs=lambda run: wanted, papers="larger", routes=("a", "b"), domain="x"
        )
        def learns(run: Run, found: Mapping[str, Series]) -> Reproduction:
            values = found["two"]["accuracy while training"].numpy()[1:]
            return Reproduction({"accuracy": values[-1]}, [measured("a", [1, 2], values)])

        return run_claim(claims()["sharp:trained"], settings)


def test_it_is_not_run_by_itself_then_trained_once_then_drawn_from_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, trained = tmp_path / "results.json", Settings(train=True)
    left = concluded(Settings())
    assert left.judgement.verdict is Verdict.NOT_RUN
    assert left.judgement.why.startswith("not run")
    assert not left.failures  # though it is expected to hold
    first = concluded(trained)
    assert not first.judgement.why.startswith("not run")
    assert [mutant.caught_by for mutant in first.mutants] == ["learns"]
    (judged,) = first.judgement.evidence
    assert judged.evidence.figure is not None
    assert "The paper's: larger." in judged.evidence.figure.remarks
    assert judged.evidence.figure.note.startswith("Made smaller: depths 2, 3, width 5,")
    monkeypatch.setattr(running, "_epoch", None)  # nothing is trained from here on
    again = concluded(Settings())
    assert again.judgement.evidence[0].cells == judged.cells
    for one in (first, left):  # what was left does not take the place of what was found
        results.merge(path, [record(one)], ["sharp:trained"], Settings(), 1.0)
        assert not results.pending(results.last_records(path)["sharp:trained"])


def test_smoke_effort_and_data_that_stands_in_decide_nothing() -> None:
    for found in (concluded(Settings(Effort.SMOKE)), concluded(Settings(train=True), "digits")):
        assert found.judgement.verdict is Verdict.UNDECIDED
        assert found.judgement.evidence[0].cells
        assert not found.failures
        assert not found.mutants
    assert "digits stand in" in found.judgement.why


def test_a_run_that_another_process_holds_is_left_for_the_last(tmp_path: Path) -> None:
    with shared_runs._first_free({"two": SMALL}, tmp_path):
        assert shared_runs._hold(SMALL, tmp_path, wait=False) is None
        with shared_runs._first_free(WANTED, tmp_path) as (name, _):
            assert name == "three"
    found = series_of(WANTED, "cpu", tmp_path, train=True)
    assert found is not None
    assert list(found) == ["two", "three"]
    assert not list(progress_of_runs(tmp_path))


def test_how_far_a_run_is_can_be_read_and_what_it_costs_is_told(tmp_path: Path) -> None:
    with shared_runs._first_free({"two": SMALL}, tmp_path) as (_, file):
        shared_runs.progress_writer(file)(3, 12, 7.0)
        assert list(progress_of_runs(tmp_path)) == [(3, 12, 7.0)]
    once, twice = (seconds([SMALL] * k, "cpu", tmp_path) for k in (1, 2))
    assert 0 < once
    assert twice < 10 * once  # each run counts once; the machine may be busy
    running.train(SMALL, checkpoints=tmp_path)
    assert seconds([SMALL], "cpu", tmp_path) == 0


def test_what_the_papers_size_costs_is_told_for_a_gpu_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cost, "_step", lambda training, device: 1.0)
    # 6 operations for each weight and sample: 500 steps of batches of 100, in 1000 layers of 100
    deep = Training(Architecture(1000, 100), "cifar10", epochs=1)
    assert cost._operations(deep) == 6 * 100 * 100 * (3072 + 100 * 999)
    assert cost._on_a_gpu(deep) == 500 * 1000 * 2e-4  # bound by its layers, not by operations
    assert cost.describe_cost([SMALL], "cpu").endswith("less what is kept")
    long = cost.describe_cost(
        [replace(deep, epochs=270), replace(deep, data="cifar100-test")], "cpu"
    )
    assert "2 networks on CIFAR-10, the test split of CIFAR-100:\n" in long
    assert "on a GPU of 10 Tflop/s about 7.5 h" in long
