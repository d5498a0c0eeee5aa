"""``lemmata train``: a table and series, interrupted and taken up, refused in one line."""

import csv
from pathlib import Path

import pytest

from lemmata.verify.cli import main
from lemmata.verify.training import running

SMALL = "train --on blobs --depth 3 --width 4 --batch 10 --rate 0.05 --device cpu"


def test_a_run_prints_and_writes_its_series(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ["--out", str(tmp_path)]
    assert main([*SMALL.split(), "--epochs", "2", "--repairs", *out]) == 0
    shown = capsys.readouterr().out
    for said in ("blobs train; blobs test", "test (eval)", "without n/(n-1)", "one batch of"):
        assert said in shown, said
    (series,) = tmp_path.glob("*.csv")
    with series.open(encoding="utf-8", newline="") as file:
        assert file.readline().startswith("# blobs train")
        rows = list(csv.DictReader(file))
    assert {row["epoch"] for row in rows} == {"0", "1", "2"}


def test_a_training_resumes_after_ctrl_c(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, broken = (
        [*SMALL.split(), "--epochs", "3", "--out", str(tmp_path / name)] for name in "ab"
    )
    assert main(whole) == 0
    step, calls = running.descend_, iter(range(100))

    def interrupted(*given: object) -> None:
        if next(calls) == 8:  # in the second epoch of six steps
            raise KeyboardInterrupt
        step(*given)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(running, "descend_", interrupted)
        assert main(broken) == 130
    (kept,) = (tmp_path / "b").glob("*.csv")
    before = kept.read_text(encoding="utf-8")
    assert "\n1,0," in before
    assert "\n2,0," not in before
    assert main(broken) == 0
    (other,) = (tmp_path / "a").glob("*.csv")
    assert kept.read_bytes() == other.read_bytes()
    assert "interrupted" in capsys.readouterr().err


def test_without_a_terminal_every_epoch_is_a_line_and_epoch_0_has_no_loss(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SMALL.split(), "--epochs", "2", "--out", str(tmp_path / "lines")]) == 0
    printed = capsys.readouterr()
    lines = [one for one in printed.err.splitlines() if one.startswith("epoch")]
    assert [one.partition(", about")[0] for one in lines] == ["epoch 1 of 2", "epoch 2 of 2"]
    first = next(one.split() for one in printed.out.splitlines() if one.split()[:1] == ["0"])
    assert first[1:3] == ["-", "-"]
    assert "nan" not in printed.out
    (tmp_path / "file").touch()
    assert main([*SMALL.split(), "--out", str(tmp_path / "file" / "below")]) == 2
    assert "cannot write into" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--depth", "100000000"], "memory"),
        (["--momentum", "2"], "momentum 2.0"),
        (["--rate", "-1"], "rate -1.0"),
        (["--rate", "1e300"], "--rate is 1e+300; expected at most 1e+30"),
        (["--batch", "1000"], "batches of 1000 from 66"),
        (["--samples", "5"], "at least a batch"),
        (["--orthogonalised", "3"], "outputs and the batch gives"),
        (["--gain-exponent", "1e9"], "range of floats"),
    ],
)
def test_an_impossible_training_writes_nothing(
    wrong: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SMALL.split(), *wrong, "--out", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert said in error
    assert not (tmp_path / "out").exists()
