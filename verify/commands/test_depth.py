"""``lemmata depth``: what it prints and draws; the refusals stand in test_cli.py."""

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from lemmata.verify.commands.common import INTERRUPTED
from lemmata.verify.depth import gradients as depth
from lemmata.verify.results import file as results

Printed = Callable[..., str]
Refused = Callable[..., None]


@pytest.fixture(autouse=True)
def _place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(results, "PATH", tmp_path / "results.json")


def test_a_table_a_slope_and_a_plot(printed: Printed, tmp_path: Path) -> None:
    lines = printed("depth  --layers=300  --width=6  --replicas=2").splitlines()
    rows = [line.split() for line in lines if line.strip()[:1].isdigit()][1:]
    assert [int(row[0]) for row in rows] == [1, 2, 5, 10, 20, 50, 100, 200, 300]
    assert all(len(row) == 5 for row in rows)  # the gap too, since n = d without activation
    assert [line.split()[0] for line in lines[-4:]] == ["slope", "plot", "time", "peak"]
    (plot,) = tmp_path.glob("figures/depth-orthogonal-rows-identity-d6-n6-L300-seed0.svg")
    assert ElementTree.parse(plot).getroot().tag.endswith("svg")


def test_the_same_seed_gives_the_same_numbers(
    printed: Printed,
) -> None:
    command = "depth  --layers=50  --width=5  --activation=tanh"
    first, again, other = (
        printed(f"{command}  --seed={seed}").splitlines()[:9] for seed in (0, 0, 1)
    )
    assert first[1].split()[-1] == "||J_N||"
    assert first == again
    assert first[2:] != other[2:]


def test_depth_warns_below_the_critical_width(printed: Printed) -> None:
    """n^2/4 + 11 n/12 - 1/2 is 28 at n = 9: width 27 is below it, 28 is not."""
    command = "depth  --layers=4  --batch=9  --weights=gaussian  --width="
    assert "9 samples need width 28 (sharp:critical-width); at 27" in printed(command + "27")
    assert "warning" not in printed(command + "28")
    assert "warning" not in printed(f"{command}27  --activation=relu")
    assert "warning" not in printed(f"{command}27  --normalisation=standard")  # as of 8 samples
    assert "9 samples need width 23" in printed(f"{command}22  --normalisation=standard")


def test_repeated_samples_explode(printed: Printed) -> None:
    lines = printed("depth  --layers=2000  --width=4  --distinct=2").splitlines()
    (slope,) = (float(line.split()[1]) for line in lines if line.startswith("slope"))
    assert slope > 0.1


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (256 + 100, "interrupted: 256 layers forwards, 128 backwards"),
        (0, "interrupted: 64 layers forwards, 0 backwards"),  # and no empty table
    ],
)
def test_ctrl_c_prints_the_table(
    printed: Printed, monkeypatch: pytest.MonkeyPatch, after: int, said: str
) -> None:
    heard = depth._Clock.passed

    def stopping(self: depth._Clock, done: int) -> None:
        heard(self, done)
        if done >= after:
            raise KeyboardInterrupt

    monkeypatch.setattr(depth._Clock, "passed", stopping)
    monkeypatch.setattr(depth, "_SEGMENT", 0)  # the shortest segments, 64 layers
    lines = printed("depth  --layers=256  --width=4", code=INTERRUPTED).splitlines()
    assert lines[-1] == said
    assert "nan" not in "".join(lines)
    assert any("before the loss" in line for line in lines) is (after > 256)
    assert (results.PATH.parent / "figures").exists() is (after > 256)


def test_a_network_too_large_for_memory_is_refused(
    refused: Callable[..., None], tmp_path: Path
) -> None:
    refused(
        ("depth  --width  1000000  --layers  2", "needs about 167 TiB of memory on cpu"),
        ("depth  --layers  100000000000000", "layers 100000000000000, width 32"),
        ("depth  --replicas  100000000", "replicas 100000000 needs about"),
        (f"depth  --layers  1{'0' * 400}", "more than 10000 EiB"),
        ("depth  --gain-exponent  -1e308", "--gain-exponent -1e+308 makes the gain of layer 10000"),
        ("depth  --gain-exponent  nan", "--gain-exponent is nan; expected a finite number"),
        ("depth  --gain-exponent  inf", "--gain-exponent is inf; expected a finite number"),
        ("moment  w11^2  --d  1000000000000  --check", "needs about 43.7 TiB"),
    )
    assert not list(tmp_path.iterdir())


def test_a_seed_of_any_length_names_a_file(printed: Printed, tmp_path: Path) -> None:
    printed(f"depth  --layers=2  --width=2  --seed={'7' * 400}")
    (plot,) = tmp_path.glob("figures/*.svg")
    assert len(plot.name) < 100


def test_more_distinct_samples_than_there_are_are_refused(refused: Refused) -> None:
    refused(("depth  --batch=32  --distinct=1000000", "--distinct 1000000 of 32 samples"))
