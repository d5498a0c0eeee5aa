"""The console script on made-up claims: what it prints, what it writes, how it exits."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from theory.ledger import Claim
from verify import device, runner
from verify.cli import main
from verify.results import file as results

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _eighty_columns_and_no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(device, "_cuda_available", lambda: False)


def kept(directory: Path) -> list[str]:
    return [c["id"] for c in json.loads((directory / "results.json").read_text())["claims"]]


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line with which a misuse is refused."""
    assert main(list(arguments)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    lines: list[str] = captured.err.splitlines()
    assert len(lines) == 1
    return lines[0]


def test_a_run_that_succeeds_exits_0_and_writes_results_and_page(
    made_up_claims: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "sharp:holds", "sharp:proved", "sharp:unchecked"]) == 0
    assert kept(made_up_claims) == ["sharp:holds", "sharp:proved", "sharp:unchecked"]
    assert "sharp:proved" in (made_up_claims / "index.html").read_text()
    assert "3 of 3 claims: 1 proved, 1 holds, 1 undecided, 0 failed" in capsys.readouterr().out


@pytest.mark.parametrize("claim_id", ["sharp:false", "sharp:broken", "sharp:survived"])
@pytest.mark.usefixtures("made_up_claims")
def test_a_run_that_fails_exits_1_and_prints_the_ledger_not_a_traceback(
    claim_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", claim_id]) == 1
    output = capsys.readouterr().out
    assert f"lemmata run {claim_id} --seed 0 --effort standard" in output
    assert "Traceback" not in output


def test_everything_runs_where_nothing_is_named(made_up_claims: Path) -> None:
    assert main(["run"]) == 1
    assert len(kept(made_up_claims)) == 6


def test_patterns_select_in_the_registrys_order(made_up_claims: Path) -> None:
    assert main(["run", "sharp:p*", "sharp:h*"]) == 0
    assert kept(made_up_claims) == ["sharp:holds", "sharp:proved"]


def test_fail_fast_stops_at_the_first_failure(made_up_claims: Path) -> None:
    assert main(["run", "--fail-fast"]) == 1
    assert kept(made_up_claims) == ["sharp:holds", "sharp:proved", "sharp:false"]


def test_seed_and_effort_are_kept_with_the_claim(made_up_claims: Path) -> None:
    assert main(["run", "sharp:survived", "--seed", "7", "--effort", "smoke"]) == 0
    record = results.last_records(made_up_claims / "results.json")["sharp:survived"]
    assert (record["seed"], record["effort"]) == (7, "smoke")


def test_an_unknown_id_is_refused_with_the_nearest_ones(
    made_up_claims: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("run", "show", "list"):
        assert "did you mean sharp:holds" in refused(capsys, command, "sharp:hold")
    assert "did you mean sharp:holds" in refused(capsys, "run", "holds", "sharp:proved")
    for pattern in ("zzz:*", ""):
        assert f"no claim is called {pattern!r}" in refused(capsys, "run", pattern)
    assert not list(made_up_claims.iterdir())


@pytest.mark.parametrize(
    "arguments",
    [
        ("--effort", "immense"),
        ("--seed", "x"),
        ("--seed", "-1"),
        ("--device", "tpu"),
        ("--device", "mps"),
        ("--unknown",),
    ],
)
def test_bad_options_are_refused_in_one_line_and_nothing_is_written(
    made_up_claims: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    assert arguments[0].lstrip("-") in refused(capsys, "run", *arguments)
    assert not list(made_up_claims.iterdir())


@pytest.mark.usefixtures("made_up_claims")
def test_devices(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no float64" in refused(capsys, "run", "--device", "mps")
    assert "not available" in refused(capsys, "run", "--device", "cuda")
    assert device.resolve(device.Device.AUTO) == "cpu"
    monkeypatch.setattr(device, "_cuda_available", lambda: True)
    assert device.resolve(device.Device.AUTO) == "cuda"


@pytest.mark.usefixtures("made_up_claims")
def test_list_shows_every_claim_with_its_expected_and_last_verdict(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["run", "sharp:false"])
    capsys.readouterr()
    assert main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert ["sharp:false", "upper", "bound", "holds", "refuted"] in [line.split() for line in lines]
    assert ["sharp:holds", "identity", "holds", "not", "run"] in [line.split() for line in lines]
    assert max(map(len, lines)) <= 80


@pytest.mark.usefixtures("made_up_claims")
def test_show_fits_eighty_columns_and_says_where_it_is_checked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["run", "sharp:false"])
    capsys.readouterr()
    assert main(["show", "sharp:false"]) == 0
    output = capsys.readouterr().out
    for part in (
        "f(x) ≤ 1/2",
        "x > 0",
        "made/up.py:7",
        "verify/test_support/made_up.py:",
        "refuted",
    ):
        assert part in output
    assert "\\" not in output
    assert max(map(len, output.splitlines())) <= 80


@pytest.mark.usefixtures("made_up_claims")
def test_show_gives_the_reason_where_nothing_checks_a_claim(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["show", "sharp:unchecked"]) == 0
    assert "a training run" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "last"),
    [
        (["w11^2 w22^2 w33^2", "--d", "5"], "19/1890"),
        (["w11^2 w12^2 w21^2 w22^2", "--d", "2"], "3/128"),
        (["w11^2 w22^2"], "(d+1)/(d (d-1) (d+2))"),
        (["w[10,2]^4 - 1/2", "--d", "12"], "-27/56"),
        (["w11 w12", "--d", "3", "--check"], "0"),
    ],
)
def test_a_moment_stands_alone_on_the_last_line(
    arguments: list[str], last: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["moment", *arguments]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == last


def test_a_symbolic_moment_says_where_it_holds_and_a_checked_one_how_far_it_is_off(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["moment", "w11^2 w22^2"])
    assert capsys.readouterr().out.startswith("for d >= 2:")
    main(["moment", "w11^2", "--d", "3", "--check"])
    assert "standard errors" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["w66^2", "--d", "5"], "index 6 is larger than d = 5"),
        (["w11^2", "--d", "0"], "d must be at least 1"),
        (["w11^2", "--d", "2.5"], "--d"),
        (["w11^2 (w22"], "malformed expression at column 7"),
        (["__import__('os')"], "malformed expression at column 1"),
        (["w11^2", "--check"], "give it with --d"),
        (["w11^2 + 10^400", "--d", "3", "--check"], "float64"),
    ],
)
def test_a_moment_that_does_not_exist_is_refused(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert why in refused(capsys, "moment", *arguments)


def test_report_rebuilds_the_page_and_refuses_without_results(
    made_up_claims: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "no results yet" in refused(capsys, "report")
    main(["run", "sharp:holds"])
    (made_up_claims / "index.html").unlink()
    assert main(["report"]) == 0
    assert (made_up_claims / "index.html").exists()
    (made_up_claims / "results.json").write_text("{")
    capsys.readouterr()
    assert "not JSON" in refused(capsys, "report")
    (made_up_claims / "results.json").unlink()
    (made_up_claims / "results.json").mkdir()
    assert "cannot be read: Is a directory" in refused(capsys, "report")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("{", "is not JSON"),
        ('{"schema": 2, "claims": []}', "is not of schema 1"),
        ('{"schema": 1, "claims": [{"id": "sharp:holds"}]}', "is no record of schema 1"),
        (None, "cannot be read: Is a directory"),
    ],
)
def test_unreadable_results_are_said_and_set_aside(
    made_up_claims: Path, capsys: pytest.CaptureFixture[str], content: str | None, why: str
) -> None:
    path = made_up_claims / "results.json"
    if content is None:
        path.mkdir()
    else:
        path.write_text(content)
    for command in (["list"], ["show", "sharp:holds"]):
        assert main(command) == 0
        (line,) = capsys.readouterr().err.splitlines()
        assert why in line
    assert main(["run", "sharp:holds"]) == 0
    assert "set aside as results.aside.json" in capsys.readouterr().err
    assert kept(made_up_claims) == ["sharp:holds"]


def test_where_nothing_can_be_written_nothing_is_run(
    made_up_claims: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (made_up_claims / "reports").write_text("no folder")
    monkeypatch.setattr(results, "PATH", made_up_claims / "reports" / "results.json")
    monkeypatch.setattr(runner, "run_claim", None)
    assert "cannot write into" in refused(capsys, "run")


@pytest.mark.usefixtures("made_up_claims")
def test_an_id_without_its_paper_is_refused_with_every_paper_that_has_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert refused(capsys, "show", "holds").endswith("did you mean sharp:holds?")


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "Commands:" in capsys.readouterr().out
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("lemmata ")
    assert main(["run", "--help"]) == 0
    output = capsys.readouterr().out
    assert all(name in output for name in ("--effort", "--seed", "--device", "--fail-fast"))


def test_ctrl_c_before_anything_has_run_exits_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "load", interrupted)
    assert main(["run"]) == 130
    assert "Traceback" not in capsys.readouterr().err


WITNESS = 'Entries(name="tilted", rows=((1.0, 1.0), (0.0, 2.0)))'


def test_a_witness_is_evaluated_again_by_one_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hunt", "meterez2024:remark-eigenvalues", "--at", WITNESS]) == 0
    output = capsys.readouterr().out
    assert "exceeded: the claim is false there" in output
    assert "1.70710678118655" in output  # 1 + 1/sqrt(2)
    assert f"--at '{WITNESS}'" in output


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("meterez2024:lemma-C.9",), "states no bound (identity)"),
        (("daneshmand2021:remark-A1-width",), "its left-hand side is sampled"),
        (("meterez2024:remark-rank",), "no gradient"),
        (("meterez2024:nothing",), "no claim is called"),
        (("meterez2024:lemma-C.11", "--at", "__import__('os')"), "not a case"),
        (("meterez2024:lemma-C.11", "--at", "(1.0, 2.0)"), "not a case of meterez2024:lemma-C.11"),
        (("meterez2024:lemma-C.11", "--at", 'Entries("wide", ((1.0, 2.0),))'), "n = 2"),
    ],
)
def test_what_cannot_be_hunted_is_refused(
    arguments: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert why in refused(capsys, "hunt", *arguments)


def test_a_hunt_prints_the_worst_ratio_as_it_climbs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hunt", "daneshmand2021:appendix-F-step", "--minutes", "0"]) == 0
    lines = capsys.readouterr().out.splitlines()
    worst = [float(line.split("worst")[1].split()[0]) for line in lines if " s  worst " in line]
    assert worst == sorted(worst)
    assert worst
    assert any(line.startswith("referee       real at") for line in lines)
    assert any("1 round, seed 0" in line for line in lines)


def started(directory: Path, claims: str, *arguments: str) -> subprocess.Popen[str]:
    """``lemmata`` in its own process, knowing only the named made-up claims."""
    script = f"""
        import signal, sys
        from pathlib import Path
        from verify import cli
        from verify.test_support import made_up as m
        signal.signal(signal.SIGINT, signal.default_int_handler)
        m.install(Path({str(directory)!r}), {claims})
        sys.exit(cli.main({list(arguments)}))
    """
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "80"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_ctrl_c_keeps_what_is_finished_and_says_so(tmp_path: Path) -> None:
    process = started(tmp_path, "m.HOLDS, m.SLOW, m.PROVED", "run", "--device", "cpu")
    assert process.stdout is not None
    assert process.stdout.readline() == "the slow check has begun\n"
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted: 1 of 3 claims finished and kept" in output
    assert "Traceback" not in errors
    assert kept(tmp_path) == ["sharp:holds"]


def test_a_run_that_dies_has_kept_what_was_finished_a_minute_ago(
    made_up_claims: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_claim = runner.run_claim

    def dies_at_the_second(claim: Claim, *others: Any) -> Any:
        if claim.id == "sharp:proved":
            raise SystemExit(137)
        return run_claim(claim, *others)

    monkeypatch.setattr(runner, "run_claim", dies_at_the_second)
    monkeypatch.setattr("verify.commands.run.KEPT_EVERY", 0.0)
    with pytest.raises(SystemExit):
        main(["run", "sharp:holds", "sharp:proved"])
    assert kept(made_up_claims) == ["sharp:holds"]


def test_ctrl_c_stops_a_long_moment_with_one_line(tmp_path: Path) -> None:
    grid = " ".join(f"w{i}{j}^2" for i in range(1, 6) for j in range(1, 6))
    process = started(tmp_path, "m.HOLDS", "moment", grid, "--d", "9")
    assert process.stdout is not None
    assert "minutes; Ctrl-C stops it" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == "lemmata: interrupted\n"


def test_no_escape_codes_and_no_progress_bar_where_there_is_no_terminal(tmp_path: Path) -> None:
    process = started(tmp_path, "m.HOLDS, m.FALSE", "run", "--device", "cpu")
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "\x1b" not in output + errors
    assert errors == ""
