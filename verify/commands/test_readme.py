"""Every block of the README runs, and prints what the README shows."""

import doctest
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lemmata.theory import ledger
from lemmata.verify.app import COMMANDS
from lemmata.verify.cli import main
from lemmata.verify.papers import loading
from lemmata.verify.results import file as results
from lemmata.verify.runner import Settings, run_claim

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, flags=re.DOTALL | re.MULTILINE)


CONSOLE = [
    (command, shown)
    for block in blocks("console")
    for command, _, shown in (part.partition("\n") for part in block.split("$ ")[1:])
]


def test_a_test_runs_every_block() -> None:
    languages = re.findall(r"^```(\w*)$", README, flags=re.MULTILINE)
    assert set(languages) == {"", "sh", "console", "pycon", "py", "python"}


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        (command, shown)
        for command, shown in CONSOLE
        if not command.startswith(("cat", "lemmata audit"))
    ],
)
def test_a_command_prints_what_the_readme_shows(
    command: str,
    shown: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(results, "PATH", tmp_path / "results.json")
    monkeypatch.chdir(tmp_path)
    words = shlex.split(command)[1:]
    assert main([*words, "--workers", "1"] if words[0] == "run" else words) == 0
    compare(shown, capsys.readouterr().out, seconds=words[0] == "run")


def test_the_audit_prints_what_the_readme_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = dict(CONSOLE)
    (tmp_path / "deep.py").write_text(shown["cat deep.py"], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["audit", "deep.py:make_model"]) == 0
    compare(shown["lemmata audit deep.py:make_model"], capsys.readouterr().out)


def compare(shown: str, printed: str, seconds: bool = False) -> None:
    """Find each shown line in the output, in order; a machine may change the last digits."""
    lines = iter([normalise(line, seconds) for line in printed.splitlines()])
    for line in shown.splitlines():
        if line not in ("", "..."):
            words, numbers = normalise(line, seconds)
            close = pytest.approx(numbers, rel=0.1, abs=0.02)
            assert any(seen == words and values == close for seen, values in lines), line


def normalise(line: str, seconds: bool) -> tuple[str, list[float]]:
    """The words of a line and its numbers; a table of a run ends in seconds, which are left out."""
    if seconds:
        line = re.sub(r" \d+\.\d$", "", line)
    return NUMBER.sub("#", " ".join(line.split())), [float(n) for n in NUMBER.findall(line)]


def test_make_knows_the_targets() -> None:
    (block,) = blocks("sh")
    targets = re.findall(r"^make (\w+)", block + "make experiments", flags=re.MULTILINE)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in targets:
        assert re.search(rf"^[\w -]*\b{target}\b[\w -]*:", makefile, flags=re.MULTILINE), target


@pytest.mark.usefixtures("own_registry")
def test_the_claim_holds_and_its_mutant_is_caught(tmp_path: Path) -> None:
    (block,) = blocks("python")
    file = tmp_path / "my_claims.py"
    file.write_text(block, encoding="utf-8")
    loading.load([loading.find(str(file))])
    result = run_claim(ledger.get("mine2026:hadamard"), Settings())
    assert result.failures == []
    assert result.judgement.verdict is ledger.Verdict.HOLDS
    assert [mutant.caught_by for mutant in result.mutants] == ["eigenvalues"]


def test_the_claim_passes_the_linter() -> None:
    (block,) = blocks("python")
    for how in (["check"], ["format", "--check"]):
        ruff = [sys.executable, "-m", "ruff", *how, "--stdin-filename", "verify/own.py", "-"]
        found = subprocess.run(ruff, input=block, capture_output=True, text=True, cwd=ROOT)
        assert found.returncode == 0, found.stdout


def test_the_python_session_prints_what_the_readme_shows() -> None:
    (session,) = blocks("pycon")
    shown = doctest.DocTestParser().get_doctest(session, {}, "README", "README.md", 0)
    failures: list[str] = []
    assert doctest.DocTestRunner().run(shown, out=failures.append).failed == 0, failures


def test_the_model_trains_and_is_plotted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (block,) = blocks("py")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(compile(block, "README.md", "exec"), names)
    gradients = names["recorded"].series("gradient norm")
    assert len(gradients) == 21
    assert all(len(steps) == 30 for steps, _ in gradients.values())
    assert "<svg" in (tmp_path / "gaps.svg").read_text(encoding="utf-8")


def test_the_readme_names_every_command_and_no_other() -> None:
    assert set(re.findall(r"(?:`|\$ )lemmata ([a-z]+)", README)) == set(COMMANDS)


def test_the_readme_counts_the_theorems_on_record() -> None:
    record = json.loads((ROOT / "verify/rocq/checked.json").read_text(encoding="utf-8"))
    assert f"Today {len(record['theorems'])} theorems are proved" in README
    assert not any(theorem.get("textbook") for theorem in record["theorems"].values())


def test_the_readme_is_short() -> None:
    prose = re.sub(r"^```.*?^```", "", README, flags=re.DOTALL | re.MULTILINE)
    assert len(prose.split()) <= 900
    assert max(map(len, README.splitlines())) <= 100


def test_the_files_that_contributing_names_exist() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"`([a-z]+/[\w/.]+)`", guide)
    assert len(named) > 20
    assert [name for name in named if not (ROOT / name).exists()] == []
