"""``lemmata list`` from what was kept says what the registry says."""

import sys

import pytest

from reports import keeping
from theory.ledger import PAPERS, claims
from verify.commands import list as listing


def test_the_catalogue_is_that_of_the_same_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    real, asked = listing._of(), []
    assert [entry.id for entry in real.values()] == [*claims()]
    assert {entry.about for entry in real.values()} == set(PAPERS.values())

    def registered() -> dict[str, listing.Entry]:
        asked.append(1)
        return real

    monkeypatch.setattr(listing, "_of", registered)
    assert listing.catalogue() is real  # claims of this process go first, and are not kept
    monkeypatch.delitem(sys.modules, "theory")
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
    monkeypatch.delitem(sys.modules, "theory")
    monkeypatch.setattr(keeping, "digest", lambda *_: "key")
    keeping.save("catalogue.json", "key", value)
    assert listing.catalogue() == real
