"""Figures in training: trained once, only where they may be, else recorded, else not run."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from lemmata.theory.figures import FigureClaim, Said, at_least, figure
from lemmata.theory.ledger import Claim, Verdict, claims
from lemmata.theory.test_support import registry
from lemmata.verify import runner
from lemmata.verify.data.errors import Missing
from lemmata.verify.data.loading import Split
from lemmata.verify.figures import recorded, recording
from lemmata.verify.figures.recorded import RecordFile
from lemmata.verify.figures.reproduction import Reproduction, measured
from lemmata.verify.figures.trained import ALWAYS, in_training
from lemmata.verify.nn.networks import Architecture
from lemmata.verify.registry import Effort, Run, checks_of
from lemmata.verify.results import file as results
from lemmata.verify.results.record import record
from lemmata.verify.runner import Result, Settings, run_claim
from lemmata.verify.training import cost, running, shared_runs, tensors
from lemmata.verify.training.conftest import blobs
from lemmata.verify.training.cost import seconds
from lemmata.verify.training.series import Series
from lemmata.verify.training.settings import Training
from lemmata.verify.training.shared_runs import progress_of_runs, series_of
from lemmata.verify.verdicts.combining import combine

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


@pytest.fixture
def record_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / recorded.NAME

    def beside(source: str) -> tuple[Path, RecordFile | None]:
        return path, recorded.read(path) if path.is_file() else None

    monkeypatch.setattr(recorded, "beside", beside)
    return path


ABOUT = {"command": "make record", "seed": 0, "data": {}}


def no_data(*given: object) -> Split:
    raise Missing("no data here")


@contextmanager
def stated(small: Training = SMALL) -> Iterator[Claim]:
    with registry.kept():
        registry.forget()
        figure(STATED, source="Figure 1", decided_by="x", wrong={"none": {"accuracy": at_least(2)}})

        def runs(run: Run) -> dict[str, Training]:
            wanted = {**WANTED, "two": small}
            return {name: replace(one, seed=run.address.root) for name, one in wanted.items()}

        @in_training(STATED, runs=runs, papers="larger", routes=("a", "b"), domain="x")
        def learns(run: Run, found: Mapping[str, Series]) -> Reproduction:
            values = found["two"]["accuracy while training"].numpy()[1:]
            return Reproduction({"accuracy": values[-1]}, [measured("a", [1, 2], values)])

        yield claims()["sharp:trained"]


def concluded(settings: Settings, small: Training = SMALL) -> Result:
    with stated(small) as claim:
        return run_claim(claim, settings)


def entries_of_the_figure() -> dict[str, recorded.RecordEntry]:
    """What ``make record`` would write down of it."""
    with stated() as claim:
        (check,) = checks_of(claim.id)
        run = runner.run_of(claim, check, Settings(train=True))
        found: dict[str, recorded.RecordEntry] = vars(check.function)["records"](run)
        return found


def test_it_is_not_run_by_itself_then_trained_once_then_drawn_from_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, trained = tmp_path / "results.json", Settings(train=True)
    left = concluded(Settings())
    assert left.judgement.verdict is Verdict.NOT_RUN
    assert left.judgement.why.startswith("it trains networks: lemmata run sharp:trained --effort")
    assert not left.failures  # though it is expected to hold
    first = concluded(trained)
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


def test_smoke_effort_decides_nothing() -> None:
    found = concluded(Settings(Effort.SMOKE))
    assert found.judgement.verdict is Verdict.UNDECIDED
    assert found.judgement.evidence[0].cells
    assert not found.failures
    assert not found.mutants


def test_without_data_a_recorded_series_decides_as_the_network_did(
    record_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trained = concluded(Settings(train=True))
    entries = entries_of_the_figure()
    recorded.write(record_file, ABOUT, entries)
    assert set(entries[SMALL.key]["values"]) == {*ALWAYS}
    again = concluded(Settings(train=True))  # it agrees with what is recorded of it
    assert again.judgement.evidence[0].evidence.recorded is None
    monkeypatch.setattr(shared_runs, "folder", lambda: tmp_path / "empty")
    monkeypatch.setattr(tensors, "load", no_data)
    for settings in (Settings(), Settings(train=True), Settings(seed=5)):
        found = concluded(settings)
        (judged,) = found.judgement.evidence
        assert found.judgement.verdict is trained.judgement.verdict
        assert judged.evidence.recorded is not None
        assert judged.evidence.recorded.machine == recorded.machine()
        assert judged.cells[0].cell.lhs == pytest.approx(
            float(trained.judgement.evidence[0].cells[0].cell.lhs), rel=1e-4
        )
    other = concluded(Settings(), replace(SMALL, rate=0.5))
    assert other.judgement.verdict is Verdict.NOT_RUN  # of other settings nothing is recorded


def test_recording_adds_what_is_missing_and_keeps_the_origin_of_what_it_repeats(
    record_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "load", claims)
    for commit in ("abc", "abd"):
        with stated():
            recording.main(commit)
        entries = recorded.read(record_file)["entries"]
        assert {key: one["commit"] for key, one in entries.items()} == dict.fromkeys(
            (one.key for one in WANTED.values()), "abc"
        )
    with stated(other := replace(SMALL, rate=0.5)):
        recording.main("abd")
    assert recorded.read(record_file)["entries"][other.key]["commit"] == "abd"
    monkeypatch.setattr(shared_runs, "folder", lambda: tmp_path / "empty")
    monkeypatch.setattr(running, "_epoch", None)  # nothing is trained from here on
    with stated():
        recording.main("abe")
    assert len(recorded.read(record_file)["entries"]) == 3


def test_a_recorded_series_that_disagrees_with_a_trained_one_fails_the_run(
    record_file: Path,
) -> None:
    concluded(Settings(train=True))
    entries = entries_of_the_figure()
    entries[SMALL.key]["values"][ALWAYS[0]][2][3] *= 1.01
    recorded.write(record_file, ABOUT, entries)
    found = concluded(Settings(train=True))
    assert found.judgement.verdict is Verdict.UNDECIDED
    (failure,) = (one for one in found.failures if "Disagrees" in one)
    assert str(record_file) in failure
    assert "loss while training of two differs" in failure


def test_the_figures_of_both_papers_are_decided_by_what_is_recorded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(shared_runs, "runs_folder", lambda: Path("nowhere"))
    monkeypatch.delenv("LEMMATA_DATA", raising=False)
    seen = 0
    for claim in runner.load().values():
        for check in checks_of(claim.id):
            if "records" in vars(check.function) and vars(check.function)["records"]:
                evidence = check.function(runner.run_of(claim, check, Settings()))
                assert evidence.recorded is not None, claim.id
                assert combine(claim, [evidence]).verdict is claim.expected, claim.id
                seen += 1
    assert seen


def test_a_run_that_another_process_holds_is_left_for_the_last(tmp_path: Path) -> None:
    with shared_runs._first_free({"two": SMALL}, tmp_path):
        assert shared_runs._hold(SMALL, tmp_path, wait=False) is None
        with shared_runs._first_free(WANTED, tmp_path) as (name, _):
            assert name == "three"
    found = series_of(WANTED, "cpu", tmp_path, train=True)
    assert found is not None
    assert list(found) == ["two", "three"]
    assert not list(progress_of_runs(tmp_path))


def test_progress_and_cost_of_a_training_are_known(tmp_path: Path) -> None:
    with shared_runs._first_free({"two": SMALL}, tmp_path) as (_, file):
        shared_runs.progress_writer(file)(3, 12, 7.0)
        assert list(progress_of_runs(tmp_path)) == [(3, 12, 7.0)]
    once, twice = (seconds([SMALL] * k, "cpu", tmp_path) for k in (1, 2))
    assert 0 < once
    assert twice < 10 * once  # each run counts once; the machine may be busy
    running.train(SMALL, checkpoints=tmp_path)
    assert seconds([SMALL], "cpu", tmp_path) == 0


def test_the_cost_of_the_papers_size_is_estimated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
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
