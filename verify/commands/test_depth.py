"""``lemmata depth``: what it prints, draws and refuses."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from verify import cli
from verify.commands import depth_profile as deep_profile
from verify.commands.common import INTERRUPTED, MISUSED
from verify.depth import gradients as depth


@pytest.fixture(autouse=True)
def _figures_and_columns(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(deep_profile, "FIGURES", tmp_path)
    monkeypatch.setenv("COLUMNS", "80")


def test_a_table_a_slope_and_a_plot(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["depth", "--layers", "300", "--width", "6", "--replicas", "2"]) == 0
    printed = capsys.readouterr().out
    rows = [line.split() for line in printed.splitlines() if line.strip()[:1].isdigit()][1:]
    assert [int(row[0]) for row in rows] == [1, 2, 5, 10, 20, 50, 100, 200, 300]
    assert all(len(row) == 5 for row in rows)  # the gap too, since n = d without activation
    assert "slope" in printed
    assert "peak memory" in printed
    assert "interrupted" not in printed
    (plot,) = tmp_path.glob("depth-orthogonal-rows-identity-d6-n6-L300-seed0.svg")
    assert ElementTree.parse(plot).getroot().tag.endswith("svg")


def test_there_is_no_column_of_gaps_where_none_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["depth", "--layers", "10", "--width", "4", "--activation", "tanh"]) == 0
    (names,) = (line for line in capsys.readouterr().out.splitlines() if "||dL/dW||" in line)
    assert names.split()[-1] == "||J_N||"


def test_the_same_seed_gives_the_same_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    def printed(*more: str) -> list[str]:
        command = ["depth", "--layers", "50", "--width", "5", "--activation", "tanh", *more]
        assert cli.main(command) == 0
        return [line for line in capsys.readouterr().out.splitlines() if "." in line][:8]

    assert printed() == printed()
    assert printed() != printed("--seed", "1")


def test_repeated_samples_explode(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["depth", "--layers", "2000", "--width", "4", "--distinct", "2"]
    assert cli.main(command) == 0
    (slope,) = (
        float(line.split()[1])
        for line in capsys.readouterr().out.splitlines()
        if line.startswith("slope")
    )
    assert slope > 0.1


def test_ctrl_c_prints_what_is_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = depth._Clock.backwards

    def stopping(self: depth._Clock, done: int) -> None:
        heard(self, done)
        if done >= 100:
            raise KeyboardInterrupt

    monkeypatch.setattr(depth._Clock, "backwards", stopping)
    assert cli.main(["depth", "--layers", "256", "--width", "4"]) == INTERRUPTED
    printed = capsys.readouterr().out
    assert "interrupted: 256 layers forwards, 112 backwards" in printed
    assert "nan" not in printed


def test_ctrl_c_on_the_way_down_prints_no_empty_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def stopping(self: depth._Clock, done: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(depth._Clock, "forwards", stopping)
    assert cli.main(["depth", "--layers", "256", "--width", "4"]) == INTERRUPTED
    printed = capsys.readouterr().out
    assert "interrupted: 16 layers forwards, 0 backwards" in printed
    assert "before the loss" not in printed
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--width", "3", "--activation", "relu"), "is zero"),
        (("--batch", "2", "--normalisation", "standard"), "n >= 3"),
        (("--layers", "0"), "layers"),
        (("--weights", "round"), "round"),
    ],
)
def test_what_cannot_be_run_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    assert cli.main(["depth", "--layers", "60", *arguments]) == MISUSED
    error = capsys.readouterr().err
    assert said in error
    assert len(error.splitlines()) == 1
