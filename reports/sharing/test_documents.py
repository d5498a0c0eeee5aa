"""The document of a paper: its claims with their proofs, in one file that leads nowhere else."""

import json
from pathlib import Path

import pytest

from lemmata.reports.build import documents
from lemmata.reports.gallery.test_listing import drawn
from lemmata.reports.sharing import pdf
from lemmata.reports.test_build import Elements
from lemmata.reports.test_support.records import CLAIM, LAW, PROVED, whole

FIGURE = {"id": "paper:figure-1", "title": "A", "svg": "", "csv": "", "published": None}


def test_a_document_has_all_claims_of_its_paper_with_their_proofs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = dict[str, str]()

    def keep(page: str, target: Path) -> Path:
        printed[target.name] = page
        return target

    monkeypatch.setattr(pdf, "print_pdf", keep)
    claims = (CLAIM, {**LAW, **PROVED}, drawn("paper:figure-1", {"note": "On digits."}))
    (tmp_path / "results.json").write_text(json.dumps(whole(*claims, figures=[FIGURE])))
    assert documents(tmp_path / "results.json") == [
        tmp_path / "export" / name for name in ("paper.pdf", "sharp.pdf")
    ]
    paper, laws = printed["paper.pdf"], printed["sharp.pdf"]
    assert CLAIM["quotation"] in paper
    assert '<figure aria-label="Plot of paper:figure-1">' in paper
    assert "Theorem law : main.law." not in paper
    for words in ("Order is reflexive.", "Theorem law : main.law.", "forall x : R, x &lt;= x"):
        assert words in laws
    for text in printed.values():
        found = Elements(text)
        assert len(set(found.values["id"])) == len(found.values["id"])
        assert not [link for link in found.values["href"] if ".html" in link]
        inside = {link[1:] for link in found.values["href"] if link.startswith("#")}
        other = {one.rpartition("#")[2] for one in inside} - set(found.values["id"])
        assert {name for name in other if name.partition(":")[0] not in ("paper", "sharp")} == set()
