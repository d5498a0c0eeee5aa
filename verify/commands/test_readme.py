"""What the README shows is so: its own claim runs, a claim looks like that, the commands exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from theory import ledger
from verify.cli import app, main
from verify.results import file as results
from verify.runner import Settings, run_claim

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)


def test_the_readmes_claim_holds_and_its_mutant_is_caught() -> None:
    with ledger.LEDGER.kept():
        for block in BLOCKS:
            exec(compile(block, "README.md", "exec"), {"__name__": "readme"})
        result = run_claim(ledger.get("sharp:hadamard"), Settings())
    assert result.failures == []
    assert result.judgement.verdict is ledger.Verdict.HOLDS
    assert [mutant.caught_by for mutant in result.mutants] == ["determinants"]


def test_the_readmes_claim_takes_about_twenty_lines() -> None:
    code = [line for block in BLOCKS for line in block.splitlines() if line.strip()]
    assert len(code) <= 24


def test_the_readme_names_every_command_and_no_other() -> None:
    named = set(re.findall(r"(?:`|bin/)lemmata ([a-z]+)", README))
    assert named == {c.name or c.callback.__name__ for c in app.registered_commands if c.callback}


def test_the_readme_shows_a_claim_as_it_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Up to its last verdict, which is that of a run; lines move with every edit."""
    monkeypatch.setattr(results, "PATH", tmp_path / "results.json")
    monkeypatch.setenv("COLUMNS", "80")
    claim_id, block = re.findall(r"lemmata show (\S+)\n(.*?)```", README, flags=re.DOTALL)[0]
    assert main(["show", claim_id]) == 0
    shown, _, _ = capsys.readouterr().out.partition("last verdict")
    printed, _, _ = block.partition("last verdict")
    assert re.sub(r"py:\d+", "py", printed) == re.sub(r"py:\d+", "py", shown)


def test_the_readmes_lines_fit_a_hundred_columns() -> None:
    assert max(map(len, README.splitlines())) <= 100
