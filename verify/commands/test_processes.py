"""Commands in processes of their own: stopped, killed, and without a terminal."""

import os
import re
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from lemmata.theory.ledger import Claim
from lemmata.verify import runner
from lemmata.verify.cli import main
from lemmata.verify.commands.test_cli import ROOT, Printed, kept


def started(directory: Path, claims: str, *arguments: str) -> subprocess.Popen[str]:
    """``lemmata`` in its own process, knowing only the named made-up claims."""
    script = f"""
        import signal, sys
        from pathlib import Path
        from lemmata.verify import cli
        from lemmata.verify.test_support import made_up as m
        signal.signal(signal.SIGINT, signal.default_int_handler)
        m.install(Path({str(directory)!r}), {claims})
        sys.exit(cli.main({list(arguments)}))
    """
    command = [sys.executable, "-c", textwrap.dedent(script)]
    environment = {**os.environ, "COLUMNS": "80"}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=pipe, stderr=pipe, text=True)


def interrupted(process: subprocess.Popen[str], after: str) -> tuple[str, str]:
    """What a command prints that Ctrl-C stops after a line."""
    assert process.stdout is not None
    assert after in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors
    return output, errors


def test_ctrl_c_keeps_finished_claims(tmp_path: Path) -> None:
    process = started(tmp_path, "m.HOLDS, m.SLOW, m.PROVED", "run", "--device", "cpu")
    output, _ = interrupted(process, "the slow check has begun")
    assert "interrupted: 1 of 3 claims finished and kept" in output
    assert kept(tmp_path) == ["sharp:holds"]


def test_ctrl_c_ends_a_command_with_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, printed: Printed
) -> None:
    grid = " ".join(f"w{i}{j}^2" for i in range(1, 6) for j in range(1, 6))
    process = started(tmp_path, "m.HOLDS", "moment", grid, "--d", "9")
    assert interrupted(process, "minutes; Ctrl-C stops it") == ("", "lemmata: interrupted\n")

    def stopped() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "load", stopped)
    assert printed("run", code=130) == ""


def test_a_killed_run_keeps_finished_claims(
    made_up_claims: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    observe = runner.observe

    def dies_at_the_second(claim: Claim, *others: Any) -> Any:
        if claim.id == "sharp:proved":
            raise SystemExit(137)
        return observe(claim, *others)

    monkeypatch.setattr(runner, "observe", dies_at_the_second)
    monkeypatch.setattr("lemmata.verify.commands.run.SAVE_EVERY", 0.0)
    with pytest.raises(SystemExit):
        main(["run", "sharp:holds", "sharp:proved"])
    assert kept(made_up_claims) == ["sharp:holds"]


def test_a_pipe_gets_a_line_a_claim_without_escape_codes_or_a_bar(tmp_path: Path) -> None:
    process = started(tmp_path, "m.HOLDS, m.FALSE", "run", "--device", "cpu")
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "\x1b" not in output + errors
    lines = [re.sub(r"\d+ s left", "s left", line) for line in errors.splitlines()]
    assert lines == ["1 of 2: sharp:holds, about s left", "2 of 2: sharp:false, about s left"]
