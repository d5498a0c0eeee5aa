"""Exports of the ledger."""

import csv
import io
import json
from pathlib import Path

from lemmata.reports.sharing.export import as_csv, as_latex, as_markdown, export
from lemmata.reports.test_support.records import CLAIM, LAW, claims, whole


def test_the_ledger_keeps_every_field_in_every_form() -> None:
    _, first, second = csv.reader(io.StringIO(as_csv(claims(CLAIM, LAW))))
    assert first[:2] == ["paper:lemma-1", CLAIM["statement"]]
    assert first[3:] == ["refuted, needs a hypothesis, vacuous", "2.0", "0.0", "3.5", "Section 1"]
    assert second[0] == "sharp:law"
    lines = as_markdown(claims({**CLAIM, "source": "a | b"})).splitlines()
    assert {line.replace(r"\|", "").count("|") for line in lines} == {9}  # no stray pipe
    assert r"\Vert X_j\Vert ^2" in lines[2]
    latex = as_latex(claims({**CLAIM, "id": "a_b:50%", "power": 1e-20}))
    assert r"a\_b:50\%" in latex
    assert CLAIM["statement"] in latex
    assert "$10^{-20}$" in latex


def test_exports_stand_beside_the_results_with_each_plot(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text(json.dumps(whole()))
    table, picture = export(tmp_path / "results.json", "latex")
    assert table == tmp_path / "export" / "ledger.tex"
    assert picture.name == "paper-lemma-1.svg"
    assert "var(" not in picture.read_text()
