"""The door to the reports, and the worst cases of registered claims, which run again."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lemmata.reports.formatting import defined
from lemmata.reports.test_support.records import LAW, cell, claims, whole, with_cells
from lemmata.reports.witnesses.worst_case import as_python
from lemmata.theory import ledger
from lemmata.theory.ledger import get
from lemmata.theory.notation import symbols
from lemmata.verify import runner
from lemmata.verify.cli import main
from lemmata.verify.results import file as results
from lemmata.verify.results import record as recording
from lemmata.verify.results.schema import SymbolRecord

ROOT = Path(__file__).resolve().parents[1]
IDS = ("meterez2024:lemma-C.8", "meterez2024:lemma-C.9")


def test_a_worst_case_runs_in_python() -> None:
    runner.load()
    ending = "\nassert np.allclose(np.array(again, float), np.array(claimed, float))"
    for claim_id in IDS:
        record = recording.record(runner.run_claim(get(claim_id), runner.Settings()))
        script = as_python(claims({**record})[0])
        assert script is not None
        command = [sys.executable, "-c", script + ending]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, f"{claim_id}: {done.stderr}"
        assert "against the observed" in done.stdout


def test_every_format_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "PATH", tmp_path / "results.json")
    (tmp_path / "results.json").write_text(json.dumps(whole({**LAW, "id": "paper:old"})))
    forms = {"html": "ledger.html", "md": "ledger.md", "csv": "ledger.csv", "latex": "ledger.tex"}
    for form, written in forms.items():
        assert main(["report", "--format", form]) == 0
        (found,) = tmp_path.rglob(written)
        assert "paper:old" in found.read_text(encoding="utf-8")


def test_a_witness_is_python_and_text_in_it_stays_text() -> None:
    attack = "'); import os; ('"
    hostile = cell("0.1", attack, **{"x": "2.5", attack: attack})
    script = as_python(with_cells(hostile, id=attack))
    assert script is not None
    names: dict[str, Any] = {}
    exec(script.partition("from lemmata.theory")[0], names)
    assert names["parameters"] == {"x": names["mpf"]("2.5"), attack: attack}
    assert names["claimed"] == attack
    assert "os" not in names


def test_every_symbol_that_is_explained_stands_in_its_statement() -> None:
    runner.load()
    orphans = []
    for claim in ledger.claims().values():
        known: list[SymbolRecord] = [
            {"latex": latex, "means": means} for latex, means in symbols(claim).items()
        ]
        seen = re.findall(r'data-symbol="(\d+)"', str(defined(claim.statement, known)))
        orphans += [(claim.id, one["latex"]) for k, one in enumerate(known) if str(k) not in seen]
    assert orphans == []
