"""``lemmata list`` from what was kept says what the registry says."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lemmata.reports import keeping
from lemmata.theory.ledger import LEDGER, PAPERS, Sentence, claims
from lemmata.verify.commands import list as listing
from lemmata.verify.results import file as results
from lemmata.verify.results.schema import ClaimRecord, Unreadable


def test_the_catalogue_is_that_of_the_same_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    real, asked = listing._of(), []
    named = {one.id for one in LEDGER.sentences if one.id}
    assert {entry.id for entry in real.values()} == {*claims(), *named}
    assert {entry.about for entry in real.values()} == set(PAPERS.values())

    def registered() -> dict[str, listing.Entry]:
        asked.append(1)
        return real

    monkeypatch.setattr(listing, "_of", registered)
    assert listing.catalogue() is real  # claims of this process go first, and are not kept
    monkeypatch.delitem(sys.modules, "lemmata.theory")
    for key, times in (("one", 2), ("one", 2), ("two", 3), ("two", 3), ("one", 4)):
        monkeypatch.setattr(keeping, "digest", lambda *_, key=key: key)
        assert listing.catalogue() == real
        assert len(asked) == times


@pytest.mark.parametrize("value", [None, [], 7, [1], [["too", "short"]], {"a": 1}])
def test_a_catalogue_that_is_none_is_made_again(
    value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = listing._of()
    monkeypatch.setattr(listing, "_of", lambda: real)
    monkeypatch.delitem(sys.modules, "lemmata.theory")
    monkeypatch.setattr(keeping, "digest", lambda *_: "key")
    keeping.save("catalogue.json", "key", value)
    assert listing.catalogue() == real


def test_verdicts_are_read_once_from_a_file_that_does_not_change(
    made_up_claims: Path, printed: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert listing.last_verdicts() == {}
    printed("run  sharp:holds  --effort=smoke")
    asked, read = [], results.last_records

    def counted(path: Path) -> dict[str, ClaimRecord]:
        asked.append(1)
        return read(path)

    monkeypatch.setattr(results, "last_records", counted)
    for times, verdict in ((1, "holds"), (1, "holds"), (2, "refuted")):
        if verdict == "refuted":  # replaced in one step, as every results file is
            found = json.loads(results.PATH.read_text())
            found["claims"][0]["verdict"] = verdict
            results.write(results.PATH, found)
        assert listing.last_verdicts() == {"sharp:holds": verdict}
        assert len(asked) == times


@pytest.mark.usefixtures("made_up_claims")
def test_sentences_are_listed_with_the_claim_that_decides_them(
    printed: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = [
        Sentence("So it is.", "sharp", "Section 1", decided_by="sharp:holds", id="sharp:so"),
        Sentence("It was known.", "sharp", "Section 2", why_not="it is history"),
    ]
    monkeypatch.setattr(LEDGER, "sentences", said)
    assert "see sharp:holds" in printed("list  sharp:so")
    listed = printed("list  --sentences")
    assert "2 checkable sentences, 1 decided by a claim" in listed
    assert "\u201cSo it is.\u201d (Section 1)\n    sharp:holds: not run" in listed
    assert "no claim: it is history" in listed


@pytest.mark.usefixtures("made_up_claims")
def test_a_results_file_that_cannot_be_read_is_refused_each_time() -> None:
    results.PATH.write_text("{")
    for _ in range(2):
        with pytest.raises(Unreadable, match=r"results\.json cannot be read"):
            listing.last_verdicts()
