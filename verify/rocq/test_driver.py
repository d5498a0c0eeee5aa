"""What is put before Rocq, and what is accepted: nothing but theorems of the generated statements."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from graphlib import CycleError
from typing import Any

import pytest

from theory.ledger import LEDGER
from verify.rocq import driver
from verify.rocq.driver import Outcome, unsound
from verify.rocq.record import checked
from verify.test_support.small_theory import CLAIM, SmallTheory

NEEDS_ROCQ = pytest.mark.skipif(
    not (shutil.which("coqc") and shutil.which("coqdep")), reason="coqc is not installed"
)
PROOF, LIBRARY = "verify/made/up.v", "verify/rocq/order.v"
BORROWED = "Module {0}.\n{1} {2} : forall x : R, (0 <= x -> x <= 2 * x)%R.\nEnd {0}.\n"


def says(text: str, proof: str) -> Callable[[SmallTheory], Any]:
    """The proof file says ``text`` before the theorem, which ``proof`` proves."""

    def change(small: SmallTheory) -> None:
        small.change(PROOF, "Theorem", f"Local Open Scope R_scope.\n{text}\nTheorem")
        small.change(PROOF, "exact twice_ge.", proof)

    return change


REFUSED: dict[str, tuple[Callable[[SmallTheory], Any], str]] = {
    "a false theorem": (
        lambda s: s.change(LIBRARY, "x <= 2 * x", "x <= 1"), "verify/rocq/order.v",
    ),
    "a proof of something else": (
        lambda s: s.change(PROOF, "Theorem twice : up.twice", "Theorem twice : True -> True"),
        "verify/made/up.v",
    ),
    "another statement of the same name": (
        says("Definition other := True.", "exact I.") and (
            lambda s: (s.change(PROOF, "up.twice", "True"), s.change(PROOF, "exact twice_ge", "exact I"))
        ),
        "has type",
    ),
    "Admitted": (lambda s: s.change(PROOF, "exact twice_ge.\nQed", "Admitted"), "says Admitted"),
    "Admitted in a library": (
        lambda s: s.change(LIBRARY, "lra. Qed", "Admitted"), f"{LIBRARY} says Admitted",
    ),
    "an axiom": (says("Axiom any : forall P : Prop, P.", "apply any."), "says Axiom"),
    "a variable outside a section": (
        says("Variable any : forall P : Prop, P.", "apply any."), "it rests on up.any",
    ),
    "a variable that is called as a logical axiom is": (
        says(BORROWED.format("Classical_Prop", "Variable", "classic"),
             "exact Classical_Prop.classic."),
        "it rests on up.Classical_Prop.classic",
    ),
    "a variable that is called as a textbook theorem is": (
        says(BORROWED.format("textbook", "Variable", "Weyl"), "exact textbook.Weyl."),
        "it rests on up.textbook.Weyl",
    ),
    "no guard": (
        says("Unset Guard Checking.\nFixpoint any (n : nat) : False := any n.", "case (any O)."),
        "says Unset Guard Checking",
    ),
    "a library that is not there": (
        lambda s: s.change(PROOF, "Import reals", "Import reals lost"),
        "verify/rocq/lost.v is required and is not there",
    ),
    "a library that the record does not see": (
        lambda s: (s.change(PROOF, "Import reals.", "Import reals.\nRequire Lemmata.verify.rocq.seen."),
                   s.write("build/verify/rocq/seen.v", "")),
        "requires verify/rocq/seen.v otherwise than by From Lemmata... Require",
    ),
}  # fmt: skip


@NEEDS_ROCQ
def test_a_small_theory_is_accepted_recorded_and_not_compiled_twice(small: SmallTheory) -> None:
    (claim,) = driver.theorems(LEDGER.claims.values())
    assert small.prove(claim) == {CLAIM.id: "", "": ""}
    assert set(small.told) == {
        "theory/definitions.v", "verify/rocq/order.v", "verify/rocq/reals.v",
        "statements/made/up.v", "verify/made/up.v", "statements/examples.v", "verify/rocq/examples.v",
    }  # fmt: skip
    assert small.prove(claim) == {CLAIM.id: "", "": ""}
    assert small.told == []
    small.change(LIBRARY, "Proof. lra.", "Proof. intro; lra.")
    assert small.prove(claim) == {CLAIM.id: "", "": ""}
    assert small.told == ["verify/rocq/order.v", "verify/rocq/reals.v", "verify/made/up.v"]
    found = list(driver.prove([claim], 1, small.told.append, small.build))
    driver.keep(found, driver.version())
    kept = checked(claim)
    assert kept is not None
    assert "ClassicalDedekindReals.sig_forall_dec" in kept.logical
    assert kept.textbook == ()


@NEEDS_ROCQ
@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_proof_is_refused_and_loses_its_record(what: str, small: SmallTheory) -> None:
    small.accept(CLAIM)
    change, why = REFUSED[what]
    change(small)
    found = list(driver.prove([CLAIM], 2, lambda file: None, small.build))
    (error,) = (outcome.error for outcome in found if outcome.claim)
    assert why in error
    driver.keep(found, "8.16.1")
    assert small.theorems() == {}
    assert checked(CLAIM) is None


@NEEDS_ROCQ
def test_a_larger_constant_is_another_statement_for_the_same_proof(small: SmallTheory) -> None:
    assert small.prove(CLAIM)[CLAIM.id] == ""
    other = replace(CLAIM, formula=lambda x: x / 2)
    LEDGER.claims[CLAIM.id] = other
    assert "2 * x" in small.prove(other)[CLAIM.id]


@NEEDS_ROCQ
def test_definitions_that_differ_from_pythons_are_refused(small: SmallTheory) -> None:
    small.change("theory/definitions.v", "1%R", "2%R")
    errors = small.prove(CLAIM)
    assert (errors[CLAIM.id], "verify/rocq/examples.v" in errors[""]) == ("", True)


@NEEDS_ROCQ
def test_a_textbook_theorem_is_named(small: SmallTheory) -> None:
    axiom = "Axiom Weyl : forall x : R, (0 <= x -> x <= 2 * x)%R.\n"
    small.write("verify/rocq/textbook.v", f"From Coq Require Import Reals.\n{axiom}")
    small.change(PROOF, "Import reals", "Import reals textbook")
    small.change(PROOF, "exact twice_ge", "exact Weyl")
    found = {o.claim and o.claim.id: o for o in driver.prove([CLAIM], 2, print, small.build)}
    assert (found[CLAIM.id].error, found[CLAIM.id].textbook) == ("", ("textbook.Weyl",))


def test_files_that_require_each_other_are_no_order(small: SmallTheory) -> None:
    small.change(LIBRARY, "From Coq", "From Lemmata.verify.rocq Require Import reals.\nFrom Coq")
    with pytest.raises(CycleError):
        small.prove(CLAIM)


def test_a_claim_without_a_theorem_of_its_name_is_not_put_before_rocq(small: SmallTheory) -> None:
    assert driver.theorems([CLAIM, replace(CLAIM, formal=None)]) == [CLAIM]
    small.change(PROOF, "Theorem twice ", "Theorem twice_more ")
    assert driver.theorems([CLAIM]) == []
    (small.root / PROOF).unlink()
    assert driver.theorems([CLAIM]) == []


SAID = {
    "Closed under the global context\n": ((), (), ""),
    "Axioms:\nClassical_Prop.classic : forall P : Prop, P \\/ ~ P\ntextbook.Weyl\n  : forall n,\n"
    "    n = n\n": (("Classical_Prop.classic",), ("textbook.Weyl",), ""),
    "Axioms:\nup.f is assumed to be guarded.\n": ((), (), "up.f is assumed to be guarded."),
    "Axioms:\nup.u relies on an unsafe hierarchy.\n": ((), (), "up.u relies on an unsafe hierarchy."),
    "Axioms:\nclassic : False\n": ((), (), "classic"),
    "Axioms:\nup.Classical_Prop.classic : False\n": ((), (), "up.Classical_Prop.classic"),
    "Axioms:\nup.textbook.Weyl : False\n": ((), (), "up.textbook.Weyl"),
    "Axioms:\nPrimInt63.int : Set\n": ((), (), "PrimInt63.int"),
    "Section Variables:\nh\n: False\n": ((), (), ": False"),
}  # fmt: skip


@pytest.mark.parametrize("answer", SAID)
def test_a_theorem_rests_on_logic_and_on_the_textbook_alone(answer: str) -> None:
    found = driver._judged(answer)
    logical, textbook, against = SAID[answer]
    assert (found.logical, found.textbook) == (logical, textbook)
    assert against in found.error
    assert bool(found.error) is bool(against)


def test_unsafe_words_count_outside_comments_and_outside_the_textbook() -> None:
    from pathlib import Path

    file = Path("verify/a.v")
    for word in ("Admitted.", "Axiom a : b.", "Parameter a : b.", "Conjecture a : b.", "admit.",
                 "Unset  Universe Checking.", "#[bypass_check(guard)]"):  # fmt: skip
        assert unsound(file, f"Lemma a.\n{word}"), word
        assert not unsound(file, f"(* one (* two *) {word} *) Lemma a. Qed.")
        assert not unsound(Path("verify/rocq/textbook.v"), word)
    assert not unsound(file, "Lemma admitted_axiom : True. Qed.")


def test_a_record_keeps_its_date_while_nothing_changed(small: SmallTheory) -> None:
    small.accept(CLAIM)
    record = small.root / "verify/rocq/checked.json"
    record.write_text(record.read_text().replace(small.theorems()[CLAIM.id]["date"], "2026-01-02"))
    small.accept(CLAIM)
    assert small.theorems()[CLAIM.id]["date"] == "2026-01-02"
    small.change(PROOF, "since", "as")
    small.accept(CLAIM)
    assert small.theorems()[CLAIM.id]["date"] != "2026-01-02"
    driver.keep([Outcome(CLAIM, "refused")], "8.16.1")
    assert small.theorems() == {}
