"""What proofs rest on, read off the sources."""

from pathlib import Path

import pytest

from lemmata.theory.ledger import get
from lemmata.verify import runner
from lemmata.verify.rocq import lemmas as reading
from lemmata.verify.rocq.lemmas import contained, lemmas, named_by, reached, rests_on

LIBRARY = """(* Lemma hidden : in a comment (* of two *) levels. *)
Section Order.
Let n := 3.
Lemma first x : x <= x. Proof. exact: refl. Qed.
Lemma second x : x <= x + n. Proof. by move: (first x). Qed.
End Order.
"""
PROOFS = """From Lemmata.verify Require Import order.
Definition n := 4.
Theorem twice x : x <= x + x.
Proof. by rewrite order.second (* first *) n. Qed.
"""


@pytest.fixture
def proofs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(reading, "ROOT", tmp_path)
    (tmp_path / "verify").mkdir()
    (tmp_path / "verify" / "order.v").write_text(LIBRARY)
    (tmp_path / "verify" / "proofs.v").write_text(PROOFS)
    return tmp_path / "verify" / "proofs.v"


def test_a_proof_rests_on_what_it_names_directly_or_not(proofs: Path) -> None:
    twice = lemmas(proofs)["twice"]
    assert [one.name for one in named_by(twice)] == ["second", "n"]
    assert {(one.file.stem, one.name) for one in reached(twice)} == {
        ("proofs", "n"),
        ("order", "second"),
        ("order", "first"),
        ("order", "n"),  # which second names, not the n of the proof
    }
    assert list(lemmas(proofs.with_name("order.v"))) == ["n", "first", "second"]


def test_the_proofs_of_this_repository_contain_one_another() -> None:
    runner.load()
    assert contained(get("meterez2024:lemma-2")) == ["meterez2024:lemma-A.1"]
    assert contained(get("meterez2024:lemma-A.1")) == []
    below = rests_on(get("meterez2024:theorem-1"))
    assert "phi" in below["theory/definitions.v"]
    assert "drift_le" in below["verify/rocq/drift.v"]
    assert rests_on(get("sharp:critical-width")) == {}  # it has no proof
