"""``lemmata list`` says what the registry says."""

from collections.abc import Callable

import pytest

from lemmata.theory.ledger import LEDGER, PAPERS, Sentence, claims
from lemmata.verify.commands import list as listing


def test_every_claim_and_named_sentence_is_listed() -> None:
    found = listing.entries()
    named = {one.id for one in LEDGER.sentences if one.id}
    assert {entry.id for entry in found.values()} == {*claims(), *named}
    assert {entry.about for entry in found.values()} == set(PAPERS.values())


@pytest.mark.usefixtures("made_up_claims")
def test_a_recorded_verdict_is_listed_with_its_date(
    printed: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    last = {"sharp:holds": "undecided, recorded 2026-11-18"}
    monkeypatch.setattr(listing, "_last_verdicts", lambda: last)
    listed = " ".join(printed("list  sharp:holds").split())
    assert "sharp:holds identity holds undecided " in listed
    assert listed.endswith("(recorded 2026-11-18)")


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
