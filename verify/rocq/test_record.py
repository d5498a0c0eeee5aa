"""The word proved is lost as soon as the statement, the proof or the library is another."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lemmata.theory.ledger import Claim, Kind, Verdict
from lemmata.verify import runner
from lemmata.verify.registry import Effort
from lemmata.verify.rocq.record import (
    ARGUED,
    checked,
    lost,
    proof_file,
    record_file,
    required_by,
    unchecked,
)
from lemmata.verify.runner import Settings, run_claim
from lemmata.verify.test_support import made_up
from lemmata.verify.test_support.small_theory import CLAIM, HEADER, SmallTheory

Change = Callable[[SmallTheory], Any]
STATEMENTS = {
    "a larger constant": replace(CLAIM, formula=lambda x: 3 * x),
    "another power": replace(CLAIM, formula=lambda x: 2 * x**2),
    "a hypothesis less": replace(CLAIM, hypotheses=()),
    "another kind": replace(CLAIM, kind=Kind.LOWER_BOUND),
    "no formal side": replace(CLAIM, formal=None),
}
FILES: dict[str, tuple[str, Change]] = {
    "a proof": ("proof", lambda s: s.change("verify/made/up.v", "exact", "apply")),
    "the words of a proof": ("proof", lambda s: s.change("verify/made/up.v", "since", "as")),
    "no proof": ("proof", lambda s: (s.root / "verify/made/up.v").unlink()),
    "a library": ("library", lambda s: s.write("verify/rocq/reals.v", "")),
    "a library of a library": ("library", lambda s: s.change("verify/rocq/order.v", "2", "3")),
    "a lost library": ("library", lambda s: (s.root / "verify/rocq/order.v").unlink()),
    "the definitions": ("library", lambda s: s.change("theory/definitions.v", "1%R", "2%R")),
    "the header of statements": ("library", lambda s: s.set_header(HEADER + "Open Scope nat.\n")),
}


def test_a_record_shows_the_accepted_proof(small: SmallTheory) -> None:
    small.accept(CLAIM)
    found = checked(CLAIM)
    assert found is not None
    assert found.statement_text == "forall (x : R),\n  0 <= x ->\n  x <= 2 * x"
    assert found.sketch.splitlines() == [
        "A non-negative number is at most its double (* twice *),",
        "",
        "since x <= x + x.",
    ]
    assert (found.file, found.theorem, found.line) == ("verify/made/up.v", "twice", 8)
    assert found.last_line == 11
    assert (found.logical, found.textbook) == (("Classical_Prop.classic",), ())
    assert (found.seconds, found.when) == (2.0, f"by Rocq 8.16.1 on {found.date}")
    assert lost(CLAIM) == ""


def test_a_claim_is_proved_with_a_record_and_holds_without_one(
    small: SmallTheory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "checked", checked)
    tested = made_up.register(replace(CLAIM, mutants=()), made_up.observing(lambda x: x))
    smoke = Settings(effort=Effort.SMOKE)
    found = run_claim(tested, smoke).judgement
    assert (found.verdict, found.why) == (Verdict.HOLDS, f"agreed by exact; {ARGUED}")
    small.accept(CLAIM)
    found = run_claim(tested, smoke).judgement
    assert found.verdict is Verdict.PROVED
    assert found.proof == checked(CLAIM)
    other = made_up.register(
        replace(tested, formula=lambda x: 3 * x), made_up.observing(lambda x: x)
    )
    result = run_claim(other, smoke)
    assert result.judgement.verdict is Verdict.HOLDS
    assert "the statement differs" in result.judgement.why
    assert [why for why in result.failures if "the statement differs" in why]


@pytest.mark.parametrize("changed", STATEMENTS)
def test_a_changed_statement_is_no_longer_proved(changed: str, small: SmallTheory) -> None:
    small.accept(CLAIM)
    claim = STATEMENTS[changed]
    assert checked(claim) is None
    assert lost(claim).startswith("its proof was not checked: the statement differs from the one")


@pytest.mark.parametrize("changed", FILES)
def test_a_changed_proof_or_library_is_no_longer_proved(changed: str, small: SmallTheory) -> None:
    small.accept(CLAIM)
    date = small.theorems()[CLAIM.id]["date"]
    what, change = FILES[changed]
    change(small)
    assert checked(CLAIM) is None
    accepted = f"the one that Rocq 8.16.1 accepted on {date}"
    assert lost(CLAIM) == f"its proof was not checked: the {what} differs from {accepted}"
    assert unchecked(CLAIM) == lost(CLAIM)


def test_a_file_that_no_proof_requires_costs_nothing(small: SmallTheory) -> None:
    small.accept(CLAIM)
    small.write("verify/rocq/other.v", "Definition a := 1.\n")
    assert checked(CLAIM) is not None


def test_without_a_record_a_claim_is_argued_or_has_no_proof(small: SmallTheory) -> None:
    assert (checked(CLAIM), lost(CLAIM)) == (None, "")
    assert unchecked(CLAIM) == ARGUED == "argued, not yet checked"
    assert unchecked(replace(CLAIM, expected=Verdict.HOLDS)) == "it has no proof"
    record_file(CLAIM).unlink()
    assert (checked(CLAIM), unchecked(CLAIM)) == (None, ARGUED)


@pytest.mark.parametrize("content", ["{", "[]", "3", '{"theorems": 3}', "{}"])
def test_a_broken_record_is_refused(content: str, small: SmallTheory) -> None:
    record_file(CLAIM).write_text(content)
    with pytest.raises(ValueError, match="is no record of checked theorems"):
        checked(CLAIM)


def test_a_proof_file_stands_beside_the_checks_or_the_users_own_file(small: SmallTheory) -> None:
    assert proof_file(CLAIM) == small.root / "verify/made/up.v"
    (small.root / "verify/made/up").mkdir()
    assert proof_file(CLAIM) == small.root / "verify/made/up/proofs.v"
    for name, theorem in (("one", "twice"), ("other", "twice_again")):
        small.write(f"verify/made/up/{name}.v", f"Theorem {theorem} : up.{theorem}.\n")
    assert proof_file(CLAIM) == small.root / "verify/made/up/one.v"
    small.write("verify/made/up/third.v", "Theorem twice : up.twice.\n")
    with pytest.raises(ValueError, match=r"twice has a theorem in one\.v and third\.v"):
        proof_file(CLAIM)
    small.write("mine.py", "")
    own: Claim = replace(CLAIM, file="mine.py")
    assert proof_file(own) == small.root / "mine.v"
    assert record_file(own) == small.root / "mine.checked.json"


REQUIRED = {
    "From Lemmata.theory Require Import definitions.\n": ["theory/definitions.v"],
    "From Lemmata.verify.rocq Require Import reals means.\n": [
        "verify/rocq/reals.v",
        "verify/rocq/means.v",
    ],
    "From Lemmata Require Export verify.rocq.reals\n  theory.definitions.\nLemma a": [
        "verify/rocq/reals.v",
        "theory/definitions.v",
    ],
    "From Lemmata.statements.made Require up.\n": ["statements/made/up.v"],
    "From Coq Require Import Reals.\nFrom mathcomp Require Import all_algebra.\n": [],
}


@pytest.mark.parametrize("text", REQUIRED)
def test_the_files_that_a_text_requires(text: str) -> None:
    assert required_by(text) == [Path(file) for file in REQUIRED[text]]
