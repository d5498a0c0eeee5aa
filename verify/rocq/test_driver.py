"""The driver accepts theorems of the generated statements and nothing else."""

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lemmata.theory.ledger import LEDGER
from lemmata.theory.test_support import registry
from lemmata.verify.rocq import driver
from lemmata.verify.rocq.driver import Outcome, unsound
from lemmata.verify.rocq.record import checked
from lemmata.verify.test_support.small_theory import CLAIM, SmallTheory

NEEDS_ROCQ = pytest.mark.skipif(
    not (shutil.which("coqc") and shutil.which("coqdep")), reason="coqc is not installed"
)
PROOF, LIBRARY = "verify/made/up.v", "verify/rocq/order.v"
Changes = list[tuple[str, str, str]]  # of a file, what stands there, and what in its place


def by(text: str, proof: str) -> Changes:
    """The proof file says ``text`` before the theorem, which ``proof`` then proves."""
    before = f"Local Open Scope R_scope.\n{text}\nTheorem"
    return [(PROOF, "Theorem", before), (PROOF, "exact twice_ge.", proof)]


def borrowed(module: str, name: str) -> Changes:
    """A variable outside every section, which is an axiom, under a name that is allowed."""
    variable = f"Variable {name} : forall x : R, 0 <= x -> x <= 2 * x."
    return by(f"Module {module}.\n{variable}\nEnd {module}.", f"exact {module}.{name}.")


REFUSED: dict[str, tuple[Changes, str]] = {
    "a false theorem": ([(LIBRARY, "x <= 2 * x", "x <= 1")], LIBRARY),
    "a theorem of something else": (
        [(PROOF, "up.twice", "True"), (PROOF, "exact twice_ge", "exact I")],
        "has type",
    ),
    "Admitted": ([(PROOF, "exact twice_ge.\nQed", "Admitted")], f"{PROOF} says Admitted"),
    "Admitted in a library": ([(LIBRARY, "lra. Qed", "Admitted")], f"{LIBRARY} says Admitted"),
    "an axiom": (by("Axiom any : forall P : Prop, P.", "apply any."), f"{PROOF} says Axiom"),
    "an axiom by another word": (
        by("Variable any : forall P : Prop, P.", "apply any."),
        "on Lemmata.verify.made.up.any",
    ),
    "an axiom with the name of a logical one": (
        borrowed("Classical_Prop", "classic"),
        "it rests on Lemmata.verify.made.up.Classical_Prop",
    ),
    "an axiom with the name of a textbook": (
        borrowed("textbook", "Weyl"),
        "it rests on Lemmata.verify.made.up.textbook.Weyl",
    ),
    "a recursion without a guard": (
        by("Unset Guard Checking.\nFixpoint any (n : nat) : False := any n.", "case (any O)."),
        f"{PROOF} says Unset Guard Checking",
    ),
    "a library that is not there": (
        [(PROOF, "Import reals", "Import reals lost")],
        "verify/rocq/lost.v is required and is not there",
    ),
    "a library that the record does not see": (
        [(PROOF, "Import reals.", "Import reals.\nRequire Lemmata.verify.rocq.examples.")],
        "requires verify/rocq/examples.v otherwise than by From Lemmata... Require",
    ),
}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> SmallTheory:
    """The small theory as it is, put before Rocq."""
    with pytest.MonkeyPatch.context() as patch, registry.only(CLAIM):
        small = SmallTheory(tmp_path_factory.mktemp("compiled"), patch)
        assert small.prove(CLAIM) == {CLAIM.id: "", "": ""}
    return small


@pytest.fixture
def built(small: SmallTheory, compiled: SmallTheory) -> SmallTheory:
    """The small theory, already compiled."""
    shutil.copytree(compiled.build, small.build)
    return small


@NEEDS_ROCQ
def test_a_small_theory_is_accepted_and_recorded(built: SmallTheory) -> None:
    (claim,) = driver.theorems(LEDGER.claims.values())
    driver.keep(driver.prove([claim], 1, print, built.build), driver.version())
    kept = checked(claim)
    assert kept is not None
    assert "Coq.Reals.ClassicalDedekindReals.sig_forall_dec" in kept.logical
    assert (kept.textbook, kept.version) == ((), driver.version())


@NEEDS_ROCQ
def test_a_claim_of_ones_own_is_proved_by_the_file_beside_it(built: SmallTheory) -> None:
    own = replace(CLAIM, id="sharp:own", file="mine.py")
    LEDGER.add(own)
    built.write("mine.py", "")
    proof = (built.root / PROOF).read_text().replace("made Require up", "own Require mine")
    built.write("mine.v", proof.replace("twice : up.twice", "own : mine.own"))
    found = list(driver.prove([own], 2, print, built.build))
    assert [outcome.error for outcome in found] == ["", ""]
    driver.keep(found, "8.16.1")
    assert (built.theorems(), set(json.loads((built.root / "mine.checked.json").read_text()))) == (
        {},
        {"version", "theorems"},
    )
    kept = checked(own)
    assert kept is not None
    assert (kept.file, kept.theorem) == ("mine.v", "own")


@NEEDS_ROCQ
def test_only_changed_files_are_compiled_again(built: SmallTheory, compiled: SmallTheory) -> None:
    statements = {"statements/made/up.v", "statements/examples.v"}
    library = {"theory/definitions.v", "verify/rocq/order.v", "verify/rocq/reals.v"}
    proofs = {"verify/made/up.v", "verify/rocq/examples.v"}
    assert {*compiled.told} == statements | library | proofs
    assert built.prove(CLAIM) == {CLAIM.id: "", "": ""}
    assert built.told == []
    built.change(LIBRARY, "Proof. lra.", "Proof. intro; lra.")
    assert built.prove(CLAIM) == {CLAIM.id: "", "": ""}
    assert built.told == ["verify/rocq/order.v", "verify/rocq/reals.v", "verify/made/up.v"]


@NEEDS_ROCQ
@pytest.mark.parametrize("what", REFUSED)
def test_a_broken_proof_is_refused_and_loses_its_record(what: str, built: SmallTheory) -> None:
    built.accept(CLAIM)
    changes, why = REFUSED[what]
    for change in changes:
        built.change(*change)
    found = list(driver.prove([CLAIM], 2, lambda file: None, built.build))
    (error,) = (outcome.error for outcome in found if outcome.claim)
    assert why in error
    driver.keep(found, "8.16.1")
    assert built.theorems() == {}
    assert checked(CLAIM) is None


@NEEDS_ROCQ
def test_a_stronger_constant_is_another_statement_and_the_proof_fails(built: SmallTheory) -> None:
    other = replace(CLAIM, formula=lambda x: x / 2)
    LEDGER.claims[CLAIM.id] = other
    assert "2 * x" in built.prove(other)[CLAIM.id]


@NEEDS_ROCQ
def test_definitions_that_differ_from_pythons_are_refused(built: SmallTheory) -> None:
    built.change("theory/definitions.v", "1%R", "2%R")
    assert "verify/rocq/examples.v" in built.prove(CLAIM)[""]


@NEEDS_ROCQ
@pytest.mark.parametrize("file", ["verify/rocq/Classical_Prop.v", "verify/made/textbook.v"])
def test_a_file_named_like_a_module_of_axioms_is_refused(file: str, built: SmallTheory) -> None:
    module = Path(file).stem
    folder = ".".join(Path(file).parent.parts)
    variable = "Variable classic : forall x : R, (0 <= x -> x <= 2 * x)%R.\n"
    built.write(file, f"From Coq Require Import Reals.\n{variable}")
    required = f"Theorem twice : up.twice.\nProof. exact {module}.classic. Qed.\n"
    imports = f"From Lemmata.{folder} Require {module}.\nFrom Lemmata.statements.made Require up.\n"
    built.write(PROOF, imports + required)
    (error,) = (o.error for o in driver.prove([CLAIM], 2, print, built.build) if o.claim)
    assert error.startswith("it rests on")
    assert f"{module}.classic" in error


@NEEDS_ROCQ
def test_a_textbook_theorem_is_named(built: SmallTheory) -> None:
    axiom = "Axiom Weyl : forall x : R, (0 <= x -> x <= 2 * x)%R.\n"
    built.write("verify/rocq/textbook.v", f"From Coq Require Import Reals.\n{axiom}")
    built.change(PROOF, "Import reals", "Import reals textbook")
    built.change(PROOF, "exact twice_ge", "exact Weyl")
    (found,) = (o for o in driver.prove([CLAIM], 2, print, built.build) if o.claim)
    assert (found.error, found.textbook) == ("", ("Lemmata.verify.rocq.textbook.Weyl",))


@NEEDS_ROCQ
def test_an_interrupted_compilation_is_not_taken_for_a_finished_one(
    built: SmallTheory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stamp belongs to the false statement, the .vo to the true one: never combine them."""
    false, compile_ = replace(CLAIM, formula=lambda x: x / 2), driver.coqc

    def interrupted(*arguments: Any) -> Any:
        compile_(*arguments)
        raise KeyboardInterrupt

    LEDGER.claims[CLAIM.id] = false
    assert built.prove(false)[CLAIM.id]
    LEDGER.claims[CLAIM.id] = CLAIM
    with monkeypatch.context() as patch:
        patch.setattr(driver, "coqc", interrupted)
        with pytest.raises(KeyboardInterrupt):
            built.prove(CLAIM)
    LEDGER.claims[CLAIM.id] = false
    assert built.prove(false)[CLAIM.id]


@NEEDS_ROCQ
def test_the_record_has_the_digest_of_the_compiled_files(built: SmallTheory) -> None:
    found = list(driver.prove([CLAIM], 2, print, built.build))
    built.change("theory/definitions.v", "1%R", "2%R")
    driver.keep(found, "8.16.1")
    assert checked(CLAIM) is None


def test_a_claim_without_a_theorem_of_its_name_is_not_put_before_rocq(small: SmallTheory) -> None:
    assert driver.theorems([CLAIM, replace(CLAIM, formal=None)]) == [CLAIM]
    small.change(PROOF, "Theorem twice ", "Theorem twice_more ")
    assert driver.theorems([CLAIM]) == []
    (small.root / PROOF).unlink()
    assert driver.theorems([CLAIM]) == []


CLASSIC, WEYL = "Coq.Logic.Classical_Prop.classic", "Lemmata.verify.rocq.textbook.Weyl"
SAID = {
    "Closed under the global context\n": ((), (), ""),
    f"Axioms:\n{CLASSIC} : forall P : Prop, P \\/ ~ P\n{WEYL}\n  : forall n,\n    n = n\n": (
        (CLASSIC,),
        (WEYL,),
        "",
    ),
    "Axioms:\nClassical_Prop.classic : forall P : Prop, P \\/ ~ P\n": ((), (), "Classical_Prop"),
    "Axioms:\nup.f is assumed to be guarded.\n": ((), (), "up.f is assumed to be guarded."),
    "Axioms:\nup.u relies on an unsafe hierarchy.\n": ((), (), "up.u relies on an unsafe"),
    "Axioms:\nclassic : False\n": ((), (), "classic"),
    "Axioms:\nup.Classical_Prop.classic : False\n": ((), (), "up.Classical_Prop.classic"),
    "Axioms:\nup.textbook.Weyl : False\n": ((), (), "up.textbook.Weyl"),
    "Axioms:\nPrimInt63.int : Set\n": ((), (), "PrimInt63.int"),
    "Section Variables:\nh\n: False\n": ((), (), ": False"),
}


@pytest.mark.parametrize("answer", SAID)
def test_a_theorem_rests_on_logic_and_on_the_textbook_alone(answer: str) -> None:
    found = driver._judged(driver._axioms(answer))
    logical, textbook, against = SAID[answer]
    assert (found.logical, found.textbook) == (logical, textbook)
    assert against in found.error
    assert bool(found.error) is bool(against)


def test_forbidden_commands_are_found_outside_comments_and_textbook() -> None:
    file = Path("verify/a.v")
    for word in (
        "Admitted.",
        "Axiom a : b.",
        "Parameter a : b.",
        "Conjecture a : b.",
        "admit.",
        "Unset  Universe Checking.",
        "#[bypass_check(guard)]",
        "Load other.",
        'Redirect "f" Require a.',
        "Add LoadPath a.",
        "Declare ML Module a.",
    ):
        assert unsound(file, f"Lemma a.\n{word}"), word
        assert unsound(file, f'Goal True. idtac "(*". Abort.\n{word}\nGoal True. idtac "*)".')
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


def test_an_error_in_ones_own_proof_names_ones_own_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the copy that is compiled; the line is the same."""
    source, file = tmp_path / "mine.v", Path("verify/own/mine.v")
    source.write_text("Lemma a : True. nonsense.\n", encoding="utf-8")
    says = 'File "./verify/own/mine.v", line 1, characters 16-24:\nError: no.'
    refused = subprocess.CompletedProcess([], 1, "", says)
    monkeypatch.setattr(driver, "coqc", lambda *_: refused)
    monkeypatch.setattr(driver, "_dependencies", lambda *_: set())
    builder = driver.Builder(tmp_path / "build", lambda _: None, {file: source})
    assert builder._one(file, set(), "").startswith(f'File "{source}", line 1, ')
