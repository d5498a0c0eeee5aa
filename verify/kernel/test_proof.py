"""What is a theorem, and whether the last one of a proof is the claim."""

import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from theory.expressions.functions import log
from theory.expressions.nodes import Variable, term
from theory.ledger import LEDGER
from theory.ledger import get as claim_of
from theory.test_support.comparing import over
from verify.kernel.proof import (
    Proof,
    check,
    checked_of,
    is_claim,
    statements,
    unproved,
)
from verify.kernel.test_rules import x, y
from verify.kernel.theorem import Rejected
from verify.results.place import ROOT


def test_a_theorem_that_was_tampered_with_is_none() -> None:
    p = Proof()
    theorem = p.assume(x <= y)
    assert p.genuine(theorem)
    assert theorem.source == ""  # it is no fact and no claim
    assert not p.genuine(replace(theorem, assumes=frozenset()))
    object.__setattr__(theorem, "assumes", frozenset())
    assert not p.genuine(theorem)
    rests = p.arith("", x <= y + 1, p.assume(x <= y))
    object.__setattr__(rests, "premises", (p.assume(x <= y),))
    assert not p.genuine(rests)
    with pytest.raises(Rejected, match="is no theorem of this proof"):
        p.at("s", theorem, {})


def test_a_term_comes_back_equal_and_no_rule_alters_one() -> None:
    """Its hash is computed once, so that an altered term would be found under what it was."""
    made = log(x + y) * x
    assert hash(made) == hash(log(x + y) * x)
    again = pickle.loads(pickle.dumps(made))
    assert again == made
    assert {again: 1} == {made: 1}
    sources = [f for room in ("theory", "verify", "props") for f in (ROOT / room).rglob("*.py")]
    altering = [f.name for f in sources if "object.__setattr__" in f.read_text("utf-8")]
    assert sorted(altering) == ["hashing.py", Path(__file__).name]


def test_theorems_are_told_apart_by_more_than_their_print() -> None:
    p = Proof()
    theorem = p.assume(0 <= x)
    object.__setattr__(theorem, "shows", 0 <= Variable("x", random="W"))
    assert not p.genuine(theorem)
    for told in (x, Variable("y", random="W")):
        other = p.assume(0 <= y)
        object.__setattr__(other.shows, "rhs", told)  # the relation is the same object
        assert not p.genuine(other)


def test_another_closed_form_is_not_the_claim() -> None:
    claim = claim_of("meterez2024:corollary-4")
    script = LEDGER.proofs[claim.id].script
    for mutant in claim.mutants:
        assert "is not the claim" in check(claim, script, mutant.formula).failure
    formula: Any = claim.formula
    off = check(claim, script, lambda spectrum: formula(spectrum=spectrum) * term("999/1000"))
    assert "is not the claim" in off.failure


def test_what_assumes_more_is_not_the_claim() -> None:
    p, claim = Proof(), claim_of("meterez2024:lemma-C.11")
    (stated,) = statements(claim)
    assert "which the claim does not" in is_claim(p.assume(stated.shows), stated)


@over(["meterez2024:corollary-4", "meterez2024:lemma-C.8", "meterez2024:lemma-C.11"])
def test_a_model_proof_is_one(claim_id: str) -> None:
    assert checked_of(claim_id).failure == ""
    assert unproved(claim_id) == ""


def test_a_premise_without_a_proof_costs_the_word() -> None:
    kept = LEDGER.proofs.pop("meterez2024:rows-of-WX")
    try:
        assert unproved("meterez2024:corollary-4") == "meterez2024:rows-of-WX has no proof yet"
    finally:
        LEDGER.proofs["meterez2024:rows-of-WX"] = kept


def test_a_circle_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    written = LEDGER.proofs["meterez2024:lemma-C.11"]
    circle = replace(written, script=lambda p: p.claim("meterez2024:lemma-C.11"))
    monkeypatch.setitem(LEDGER.proofs, "meterez2024:lemma-C.11", circle)
    assert "a circle" in unproved("meterez2024:lemma-C.11")
