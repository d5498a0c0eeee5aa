"""What the README shows is so: its own claim runs, a claim looks like that, the commands exist."""

import doctest
import re
import subprocess
import sys
from collections.abc import Callable
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
BLOCKS = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)


@pytest.mark.usefixtures("own_registry")
def test_the_readmes_claim_holds_and_its_mutant_is_caught(tmp_path: Path) -> None:
    (block,) = BLOCKS
    file = tmp_path / "my_claims.py"
    file.write_text(block, encoding="utf-8")
    loading.load([loading.find(str(file))])
    result = run_claim(ledger.get("mine2026:hadamard"), Settings())
    assert result.failures == []
    assert result.judgement.verdict is ledger.Verdict.HOLDS
    assert [mutant.caught_by for mutant in result.mutants] == ["eigenvalues"]


def test_the_readmes_claim_is_short_and_passes_the_linter_as_printed() -> None:
    (block,) = BLOCKS
    assert sum(bool(line.strip()) for line in block.splitlines()) <= 32
    for how in (["check"], ["format", "--check"]):
        ruff = [sys.executable, "-m", "ruff", *how, "--stdin-filename", "verify/own.py", "-"]
        found = subprocess.run(ruff, input=block, capture_output=True, text=True, cwd=ROOT)
        assert found.returncode == 0, found.stdout


def test_the_readmes_python_says_what_it_shows() -> None:
    (session,) = re.findall(r"```pycon\n(.*?)```", README, flags=re.DOTALL)
    shown = doctest.DocTestParser().get_doctest(session, {}, "README", "README.md", 0)
    told: list[str] = []
    assert doctest.DocTestRunner().run(shown, out=told.append).failed == 0, told


def test_the_readmes_model_is_trained_and_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (block,) = re.findall(r"```py\n(.*?)```", README, flags=re.DOTALL)
    monkeypatch.chdir(tmp_path)
    told: dict[str, Any] = {}
    exec(compile(block, "README.md", "exec"), told)
    gradients = told["recorded"].series("gradient norm")
    assert len(gradients) == 21
    assert all(len(steps) == 30 for steps, _ in gradients.values())
    assert "<svg" in (tmp_path / "gaps.svg").read_text(encoding="utf-8")


def test_the_readme_names_every_command_and_no_other_in_a_hundred_columns() -> None:
    assert set(re.findall(r"(?:`|bin/)lemmata ([a-z]+)", README)) == set(COMMANDS)
    assert max(map(len, README.splitlines())) <= 100


def test_the_readme_shows_a_claim_as_it_is_shown(
    monkeypatch: pytest.MonkeyPatch, printed: Callable[..., str], tmp_path: Path
) -> None:
    """Up to its last verdict, which is that of a run; lines move with every edit."""
    monkeypatch.setattr(results, "PATH", tmp_path / "results.json")
    claim_id, block = re.findall(r"lemmata show (\S+)\n(.*?)```", README, flags=re.DOTALL)[0]
    stated, shown = (
        re.sub(r"py:\d+", "py", text.partition("last verdict")[0])
        for text in (block, printed(f"show  {claim_id}"))
    )
    assert stated == shown


NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")


def test_the_readmes_audit_says_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Line by line where none is left out; numbers to the digits that a machine may change."""
    pytest.importorskip("sklearn", reason="the digits come with scikit-learn")
    file, block = re.findall(r"cat deep.py\n(.*?)\n\$ \S+ audit \S+\n(.*?)```", README, re.DOTALL)[
        0
    ]
    (tmp_path / "deep.py").write_text(file, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["audit", "deep.py:make_model"]) == 0
    printed = capsys.readouterr().out.splitlines()
    shown = [line for line in block.splitlines() if line not in ("", "...")]
    words = [NUMBER.sub("#", " ".join(line.split())) for line in printed]
    at = -1
    for line in shown:
        at = words.index(NUMBER.sub("#", " ".join(line.split())), at + 1)
        stated, found = (list(map(float, NUMBER.findall(one))) for one in (line, printed[at]))
        assert found == pytest.approx(stated, rel=0.1, abs=0.02), line
    assert len(shown) > 20
