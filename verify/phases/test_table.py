"""The table of phases: complete, refused where it was changed, resumed where it was stopped."""

from pathlib import Path

import pytest

from lemmata.verify.cli import main
from lemmata.verify.figures.recorded import Disagrees
from lemmata.verify.phases import measuring
from lemmata.verify.phases.grid import STAYS, PhaseCell, grid, sign
from lemmata.verify.phases.measuring import Measuring, PhaseSettings
from lemmata.verify.phases.simulation import Phase, simulate
from lemmata.verify.phases.table import (
    RECORDED,
    MeasuredRate,
    PhasesError,
    PhaseTable,
    read_table,
    write_table,
)
from lemmata.verify.seeds import Address
from lemmata.verify.sharp.phases import ASKED, require_agreement
from lemmata.verify.work.pool import Pool

SMALL = PhaseSettings(8, replicas=4, layers=6, deep=3)


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A grid of five cells."""
    monkeypatch.setattr(measuring, "grid", lambda d: grid(d)[::48])


def test_the_recorded_table_has_every_network_with_its_interval() -> None:
    table = read_table(RECORDED)
    assert list(table.rows) == grid()
    assert all(
        rate.low <= rate.estimate <= rate.high for r in table.rows.values() for rate in r.values()
    )
    assert all(len(str(table.about[name])) for name in ("commit", "date", "machine", "command"))


def test_laws_come_out_in_the_recorded_table() -> None:
    """Each as a theorem or a textbook has it; no sign is against them."""
    rows = {str(cell): row for cell, row in read_table(RECORDED).rows.items()}
    for n in (32, 64):
        assert rows[f"batch, orthogonal, linear, d = 32, n = {n}"]["growth"].high < STAYS
    for n in (8, 16, 32, 64):
        plain = rows[f"none, orthogonal, linear, d = 32, n = {n}"]
        assert max(plain["growth"].high, plain["rank_rate"].high) < 1e-9
        assert rows[f"none, gaussian, linear, d = 32, n = {n}"]["rank"].estimate < 1.2
    # of 8 samples the width 32 is above the critical one, of 16 it is below
    said = [
        sign(*rows[f"batch, gaussian, linear, d = 32, n = {n}"]["rank_rate"][1:]) for n in (8, 16)
    ]
    assert [one == "falls" for one in said] == [False, True]


def test_a_table_comes_back_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "phases.csv"
    write_table(path, read_table(RECORDED))
    assert path.read_bytes() == RECORDED.read_bytes()
    assert read_table(path).rows == read_table(RECORDED).rows


def test_a_changed_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "phases.csv"
    path.write_text(
        RECORDED.read_text().replace("batch,orthogonal,linear,1,", "batch,orthogonal,linear,0,", 1)
    )
    with pytest.raises(PhasesError, match="digest") as caught:
        read_table(path)
    assert "\n" not in str(caught.value)


def test_a_table_that_was_forged_with_its_digest_disagrees_with_networks_of_today() -> None:
    table, (name, cell) = read_table(RECORDED), next(iter(ASKED.values()))
    live = simulate(cell, Address(5) / "forged", 8)
    require_agreement(table, cell, live)
    forged = MeasuredRate(*(2 * end for end in table.rows[cell][name]))
    rows = {**table.rows, cell: {**table.rows[cell], name: forged}}
    with pytest.raises(Disagrees, match=name):
        require_agreement(PhaseTable(table.about, rows), cell, live)


def test_a_run_that_was_stopped_goes_on_and_ends_with_the_same_table(tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole.csv", tmp_path / "stopped.csv"
    assert len(list(Measuring(SMALL, whole, "x").run(Pool()))) == 5
    first = Measuring(SMALL, stopped, "x").run(Pool())
    next(first), next(first)
    again = Measuring(SMALL, stopped, "x")
    assert len(again.left) == 3
    assert len(list(again.run(Pool()))) == 3
    assert stopped.read_bytes() == whole.read_bytes()


def test_rows_of_other_settings_are_not_mixed(tmp_path: Path) -> None:
    path = tmp_path / "phases.csv"
    next(Measuring(SMALL, path, "x").run(Pool()))
    with pytest.raises(PhasesError, match="other settings"):
        Measuring(PhaseSettings(8, replicas=5, layers=6, deep=3), path, "x")


def test_the_command_draws_prints_and_resumes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:

    def short(cell: PhaseCell, address: Address, replicas: int, *_: object) -> Phase:
        return simulate(cell, address, replicas, layers=6, deep=3)

    monkeypatch.setattr("lemmata.verify.phases.simulation.simulate", short)
    options = [
        "phases",
        "--width",
        "28",
        "--replicas",
        "4",
        "--workers",
        "1",
        "--out",
        str(tmp_path),
    ]
    assert main(options) == 0
    printed = capsys.readouterr().out
    assert "batch, gaussian, linear" in printed
    assert "phases.svg" in printed
    before = (tmp_path / "phases.csv").stat().st_mtime_ns
    assert main(options) == 0  # nothing is left to do
    assert (tmp_path / "phases.csv").stat().st_mtime_ns == before
    assert main([*options, "--seed", "1"]) == 2
    assert main(["phases", "--width", "30"]) == 2
    assert main(["phases", "--width", "8"]) == 2  # where ReLU loses samples
    complaints = capsys.readouterr().err.splitlines()
    assert [("other settings" in one, "multiple of 4" in one) for one in complaints] == [
        (True, False),
        (False, True),
        (False, False),
    ]
    assert ">= 28" in complaints[-1] or "equal to 28" in complaints[-1]


def test_an_interrupted_run_keeps_its_cells_and_says_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[PhaseCell] = []

    def short(cell: PhaseCell, address: Address, replicas: int, *_: object) -> Phase:
        seen.append(cell)
        if len(seen) == 3:
            raise KeyboardInterrupt
        return simulate(cell, address, replicas, layers=6, deep=3)

    monkeypatch.setattr("lemmata.verify.phases.simulation.simulate", short)
    options = ["--width", "28", "--replicas", "4", "--workers", "1", "--out", str(tmp_path)]
    assert main(["phases", *options]) == 130
    assert len(read_table(tmp_path / "phases.csv").rows) == 2
    assert "2 of 5 cells are in " in capsys.readouterr().err


def test_a_row_is_the_same_whoever_measures_it() -> None:
    cell = grid(8)[7]
    assert SMALL.measure(cell) == PhaseSettings(**vars(SMALL)).measure(cell)
    assert SMALL.measure(cell) != PhaseSettings(**{**vars(SMALL), "seed": 1}).measure(cell)
    assert set(SMALL.measure(cell)) == set(Phase._fields)
