"""Which claims a run takes, and what it says where there is no terminal."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from lemmata.theory.test_support.comparing import over
from lemmata.verify.cli import main
from lemmata.verify.commands.choosing import by_keyword, last_failed
from lemmata.verify.commands.common import find_claim, require_own, select
from lemmata.verify.commands.junit import require_file, write_junit
from lemmata.verify.errors import Misuse
from lemmata.verify.results import file as results

CLAIMS: list[Any] = [
    SimpleNamespace(id="sharp:lemma-4", title="Rank is kept"),
    SimpleNamespace(id="sharp:lemma-7", title="A figure"),
    SimpleNamespace(id="other:figure-1", title="Rank in training"),
]


@over(
    [
        ("rank", [0, 2]),
        ("RANK and not figure", [0]),
        ("lemma or training", [0, 1, 2]),
        ("not (lemma-4 or training)", [1]),
    ]
)
def test_a_keyword_chooses_as_in_pytest(expression: str, chosen: list[int]) -> None:
    assert by_keyword(CLAIMS, expression) == [CLAIMS[k] for k in chosen]


@over(
    [("rank and", "is no expression"), ("a b", "is no expression"), ("nothing", "fits none of 3")]
)
def test_a_keyword_that_says_nothing_is_refused(expression: str, why: str) -> None:
    with pytest.raises(Misuse, match=why):
        by_keyword(CLAIMS, expression)


def test_last_failed_are_those_that_failed_or_all() -> None:
    last: Any = {one.id: {"failures": []} for one in CLAIMS}
    assert last_failed(CLAIMS, last) == CLAIMS
    last["sharp:lemma-7"] = {"failures": ["no"]}
    assert last_failed(CLAIMS, last) == [CLAIMS[1]]


def test_ids_are_matched_without_regard_to_case() -> None:
    known = {"sharp:lemma-C.4": 1, "sharp:lemma-7": 2}
    assert select(known, ["SHARP:Lemma-c.4"]) == [1]
    assert select(known, ["Sharp:LEMMA-*"]) == [1, 2]
    assert select(known, ["sharp:lemma-c*"]) == [1]
    assert find_claim("SHARP:theorem-1")[1].id == "sharp:theorem-1"


def test_a_run_says_a_line_a_claim_and_writes_junit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(results, "PATH", tmp_path / "results.json")
    ids = ["sharp:lemma-4", "--effort", "smoke", "--workers", "1"]
    xml = tmp_path / "there" / "claims.xml"
    assert main(["run", *ids, "-k", "LEMMA", "--junit", str(xml), "--durations", "1"]) == 0
    printed = capsys.readouterr()
    assert "1 of 1: sharp:lemma-4, about 0 s left" in printed.err
    assert printed.out.rstrip().splitlines()[-1].split(" s  ")[1].startswith("sharp:lemma-4, ")
    (suite,) = ET.parse(xml).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("1", "0")
    assert [case.get("name") for case in suite] == ["lemma-4"]
    failing: Any = dict(results.last_records(results.PATH)["sharp:lemma-4"])
    failing["failures"] = ["no <\x1b> way"]
    write_junit(xml, [failing], 1.0)
    (failure,) = ET.parse(xml).getroot().iter("failure")
    assert failure.get("message") == "no <?> way"


def test_pages_of_somebody_else_are_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(results, "PATH", tmp_path / "results.json")
    page = tmp_path / "index.html"
    page.write_text("<title>My accounts</title>", encoding="utf-8")
    assert main(["run", "sharp:lemma-4", "--effort", "smoke"]) == 2
    assert "was not written by lemmata; name another folder by --out" in capsys.readouterr().err
    assert page.read_text(encoding="utf-8") == "<title>My accounts</title>"
    page.write_text("<head><title>Lemmata: the ledger</title>", encoding="utf-8")
    require_own(tmp_path)


@over(["/dev/null", ".", "", "a\x00b", "/proc/no/claims.xml"])
def test_junit_is_written_to_files_alone(path: str) -> None:
    with pytest.raises(Misuse, match=r"cannot (be written|write)"):
        require_file(Path(path))
