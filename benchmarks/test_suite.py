"""The suites can be run: asv finds every benchmark and agrees with its parameters."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.growth import FLOOR, GROWTH, MEMORY

ROOT = Path(__file__).resolve().parents[1]


def test_asv_check_finds_no_problem() -> None:
    pytest.importorskip("asv", reason="asv is not installed (extra: bench)")
    command = [sys.executable, "-m", "asv", "check", "-E", f"existing:{sys.executable}"]
    environment = {**os.environ, "ASV_PYTHONPATH": str(ROOT)}  # where the package is not installed
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No problems found" in done.stdout


def test_cases_survive_as_text() -> None:
    """The report reads them from asv's results."""
    for case in (*GROWTH, *MEMORY, *FLOOR):
        assert ast.literal_eval(repr(case)) == case
