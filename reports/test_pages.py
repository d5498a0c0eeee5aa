"""What is written beside the results: the page, one for each claim, their proofs and alarms."""

import csv
import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest

from lemmata.reports.build import TOOLS, build, render
from lemmata.reports.test_build import ATTACKS, Elements
from lemmata.reports.test_support.records import CLAIM, EVIDENCE, LAW, PROOF, PROVED, part, whole
from lemmata.verify.results.schema import FALSE_ALARMS, Unreadable

NO_AXIOMS: dict[str, Any] = {"logical": [], "textbook": []}


def test_build_writes_small_pages_beside_the_results(tmp_path: Path) -> None:
    many = [{**CLAIM, "id": f"paper:{k}", "evidence": [EVIDENCE] * 2} for k in range(4)]
    many += [{**LAW, "id": f"sharp:{k}", "title": "whole"} for k in range(150)]
    (tmp_path / "results.json").write_text(json.dumps(whole(*many)))
    written = build(tmp_path / "results.json")
    assert written == tmp_path / "index.html"
    names = {path.name for path in tmp_path.iterdir()} - set(TOOLS)
    assert names == {"index.html", "results.json", "card.svg", "papers", "claims"}
    assert {path.name for path in (tmp_path / "papers").iterdir()} == {"paper.html", "sharp.html"}
    assert written.stat().st_size < 300_000
    assert max(path.stat().st_size for path in tmp_path.rglob("*.html")) < 1_000_000


def test_a_proof_is_shown_in_words_and_in_rocq_and_textbook_theorems_once(tmp_path: Path) -> None:
    law = {**LAW, **PROVED}
    pages = render(whole(CLAIM, law, {**law, "id": "sharp:other"}))
    trusted = part(pages["method.html"], "judge")
    assert trusted.count("<td>Rayleigh</td>") == 1
    assert all(f"claims/sharp-{user}.html" in trusted for user in ("law", "other"))
    assert "<code>Classical_Prop.classic</code></td>" in trusted
    shown = pages["claims/sharp-law.html"]
    for said in (
        "theorem <code>law</code></summary>",
        "Checked by Rocq 8.16.1 on 2026-11-18.",
        "Order is reflexive.",
        "forall x : R, x &lt;= x",
        "Theorem law : main.law.\nProof.",
        "Classical_Prop.classic",
        "order_refl",
        "no other claim’s proof",
        "verify/paper/proofs.v:14",
        "lemmata prove sharp:law",
    ):
        assert said in shown
    here = {**PROOF, "checked": {**PROOF["checked"], "here": True}, "axioms": NO_AXIOMS}
    again = render(whole({**law, "proof": here}))["claims/sharp-law.html"]
    assert "on 2026-11-18, in this run" in again
    assert again.count("<dd>none</dd>") == 2
    pages = render(whole(LAW))
    assert "lemmata prove sharp:law" not in pages["claims/sharp-law.html"]
    assert 'id="textbook"' not in pages["method.html"]


def alone(folder: Path, *claims: dict[str, Any]) -> dict[str, str]:
    """The pages of single claims by name."""
    (folder / "results.json").write_text(json.dumps(whole(*claims)))
    build(folder / "results.json")
    pages = (folder / "claims").glob("*.html")
    return {path.stem: path.read_text(encoding="utf-8") for path in pages}


def test_headings_go_down_by_single_steps_and_controls_have_names(tmp_path: Path) -> None:
    for text in render(whole(CLAIM, LAW), tmp_path).values():
        levels = [int(level) for level in re.findall(r"<h([1-6])", text)]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
        assert len(re.findall(r"<main[ >]", text)) == 1
        for control in re.findall(r"<(?:input|select)[^>]*>", text):
            before = text.partition(control)[0]
            assert before.rpartition("<label>")[2].count("</label>") == 0, control
        regions = re.findall(r'<[a-z]+ [^>]*role="(?:region|group|img)"[^>]*>', text)
        assert all("aria-label" in region for region in regions)


def test_each_claim_has_a_page_with_its_data(tmp_path: Path) -> None:
    pages = alone(tmp_path, CLAIM, LAW)
    assert set(pages) == {"paper-lemma-1", "sharp-law"}
    for text in pages.values():
        values = Elements(text).values
        targets = {link[1:] for link in values["href"] if link.startswith("#")}
        files = {link.partition("#")[0] for link in values["href"]} - {"", "data:,"}
        assert targets <= set(values["id"])
        assert all((tmp_path / "claims" / file).resolve().is_file() for file in files)
    record = json.loads((tmp_path / "claims" / "paper-lemma-1.json").read_text())
    assert record == CLAIM
    cells = (tmp_path / "claims" / "paper-lemma-1.csv").read_text(encoding="utf-8")
    head, *rows = csv.reader(cells.splitlines())
    assert len(rows) == len(EVIDENCE["cells"])
    assert dict(zip(head, rows[7], strict=True))["left side"] == "1e-400"
    assert set(alone(tmp_path, LAW)) == {"sharp-law"}
    assert not (tmp_path / "claims" / "paper-lemma-1.csv").exists()
    poisoned = {**CLAIM, "id": "<b>:../../x", "title": ATTACKS[1], "script": ATTACKS[0]}
    (text,) = alone(tmp_path, poisoned).values()
    assert "img" not in Elements(text).tags
    assert Elements(text).tags.count("script") == 1


SENTENCE = {"section": "Section 9", "id": "", "decided_by": "", "why_not": ""}


def test_a_papers_page_counts_its_sentences_and_links_each_to_its_claim() -> None:
    said = [
        {
            **SENTENCE,
            "paper": "paper",
            "words": "Rows are <i>unit</i>.",
            "decided_by": "paper:lemma-1",
        },
        {**SENTENCE, "paper": "paper", "words": "So do columns.", "decided_by": "paper:gone"},
        {**SENTENCE, "paper": "paper", "words": "It is well known.", "why_not": "it is history"},
        {**SENTENCE, "paper": "other", "words": "Elsewhere.", "why_not": "it is another paper"},
    ]
    text = render(whole(CLAIM, sentences=said))["papers/paper.html"]
    ours = part(text, "sentences")
    assert "<b>2</b> of <b>3</b> checkable sentences" in ours
    assert "Rows are" in ours
    assert "<i>" not in text
    assert 'href="../claims/paper-lemma-1.html"' in ours
    assert 'paper:gone <span class="soft">not in the file' in ours
    assert "it is history" in ours
    assert "another paper" not in text
    assert f"<blockquote>{CLAIM['quotation']}</blockquote>" in part(text, "statements")


ALARMS = {
    "command": "lemmata run --seeds 4",
    "claims": 41,
    "runs": 173,
    "alarms": 3,
    "budget": 0.0625,
    "interval": [0.0019, 0.0625],
    "code": "ab12",
    "time": "2026-02-03T04:05:06+00:00",
}


def test_the_false_alarms_that_were_counted_are_shown(tmp_path: Path) -> None:
    def shown() -> str:
        return part(render(whole(), tmp_path)["method.html"], "calibration")

    assert "were not counted here" in shown()
    file = tmp_path / FALSE_ALARMS
    file.write_text(json.dumps(ALARMS))
    for said in (
        "3 of 173 runs of the 41 claims",
        "at most 0.0625",
        "[0.0019, 0.0625] at 99",
        "ab12",
    ):
        assert said in shown()
    for broken in ("{", "3", json.dumps({"alarms": "<b>", "interval": [[{}]], "time": 4})):
        file.write_text(broken)
        with pytest.raises(Unreadable, match=FALSE_ALARMS):
            shown()
