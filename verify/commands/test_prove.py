"""``lemmata prove`` and ``lemmata show --proof``: who is asked, what is kept, what is shown."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from lemmata.theory.ledger import LEDGER, Verdict
from lemmata.verify.rocq import driver
from lemmata.verify.rocq.driver import Outcome
from lemmata.verify.rocq.record import digest, library_digest, proof_file
from lemmata.verify.test_support.small_theory import CLAIM, SmallTheory

Printed = Callable[..., str]
Refused = Callable[..., None]
DEBIAN = "on Debian apt-get install coq libcoq-coquelicot libcoq-mathcomp-algebra"
OPAM = "by opam: coq.8.16.1 coq-coquelicot coq-mathcomp-analysis.0.6.0"
AXIOMS = ("Classical_Prop.classic",), ("textbook.Weyl",)
EXAMPLES = Outcome(None, "")


def accepted() -> Outcome:
    """The claim's proof as it stands, accepted."""
    file = proof_file(CLAIM)
    digests = digest(file.read_bytes()), library_digest(file)
    return Outcome(CLAIM, "", *AXIOMS, 1.25, *digests)


def answering(monkeypatch: pytest.MonkeyPatch, *outcomes: Outcome) -> None:
    """Rocq 8.16.1 is there and says this."""
    monkeypatch.setattr(driver, "version", lambda: "8.16.1")
    monkeypatch.setattr(driver, "prove", lambda *given: iter(outcomes))


def stands_for_coqc(folder: Path, monkeypatch: pytest.MonkeyPatch, says: str) -> None:
    """A program of that name, and no other."""
    folder.mkdir(exist_ok=True)
    program = folder / "coqc"
    program.write_text(f"#!/bin/sh\n{says}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


def test_without_coqc_one_line_says_what_to_install(
    small: SmallTheory, monkeypatch: pytest.MonkeyPatch, refused: Refused
) -> None:
    monkeypatch.setenv("PATH", str(small.root))
    for said in ("coqc was not found", DEBIAN, OPAM):
        refused(("prove", said), (f"prove  {CLAIM.id}", said))
    assert small.theorems() == {}


@pytest.mark.parametrize(
    ("prints", "said"),
    [
        ("echo 8.9.1 4.05.0", "coqc 8.9.1 is too old, expected 8.16 or newer"),
        ("echo 8.15.2", "coqc 8.15.2 is too old, expected 8.16 or newer"),
        ("exit 3", "coqc was not found"),
    ],
)
def test_a_coqc_that_is_too_old_or_broken_is_refused_in_one_line(
    prints: str, said: str, small: SmallTheory, monkeypatch: pytest.MonkeyPatch, refused: Refused
) -> None:
    stands_for_coqc(small.root / "bin", monkeypatch, prints)
    for words in (said, DEBIAN, OPAM):
        refused(("prove", words))


@pytest.mark.parametrize("found", ["8.16.1", "8.20.0", "9.0.0"])
def test_a_new_coqc_is_accepted(
    found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stands_for_coqc(tmp_path, monkeypatch, f"echo {found} 4.13.1")
    assert driver.version() == found


def test_an_accepted_proof_is_recorded_and_shown(
    small: SmallTheory, monkeypatch: pytest.MonkeyPatch, printed: Printed
) -> None:
    answering(monkeypatch, EXAMPLES, accepted())
    assert printed("prove").splitlines() == [
        "the examples of the definitions accepted, 0 logical axioms",
        "sharp:twice accepted, 1 logical axioms, textbook: textbook.Weyl",
        "1 of 1 theorems accepted by Rocq 8.16.1",
    ]
    date = small.theorems()[CLAIM.id]["date"]
    assert printed(f"show  {CLAIM.id}  --proof").splitlines() == [
        "forall (x : R),",
        "  0 <= x ->",
        "  x <= 2 * x",
        "",
        "A non-negative number is at most its double (* twice *),",
        "",
        "since x <= x + x.",
        "",
        "logic         Classical_Prop.classic",
        "textbook      textbook.Weyl",
        "stands in     verify/made/up.v:8-11 (twice)",
        f"checked       by Rocq 8.16.1 on {date}",
    ]


def test_a_refused_proof_loses_its_record(
    small: SmallTheory, monkeypatch: pytest.MonkeyPatch, printed: Printed
) -> None:
    small.accept(CLAIM)
    answering(monkeypatch, EXAMPLES, replace(accepted(), error="it rests\n  on an axiom"))
    output = printed(f"prove  {CLAIM.id}", code=1).splitlines()
    assert output[1:] == [
        "sharp:twice refused: it rests on an axiom",
        "0 of 1 theorems accepted by Rocq 8.16.1",
    ]
    assert small.theorems() == {}


def test_a_theorem_that_is_gone_leaves_the_record(
    small: SmallTheory, monkeypatch: pytest.MonkeyPatch, printed: Printed
) -> None:
    small.accept(CLAIM, replace(CLAIM, id="sharp:gone"))
    answering(monkeypatch, EXAMPLES, accepted())
    assert "gone" not in printed(f"prove  {CLAIM.id}")
    assert set(small.theorems()) == {CLAIM.id, "sharp:gone"}
    said = "sharp:gone has no theorem any more, and its record is dropped"
    assert said in printed("prove").splitlines()
    assert set(small.theorems()) == {CLAIM.id}


def test_no_theorem_counts_if_an_example_fails(
    small: SmallTheory, monkeypatch: pytest.MonkeyPatch, printed: Printed
) -> None:
    answering(monkeypatch, replace(EXAMPLES, error="it is false"), accepted())
    output = printed("prove", code=1)
    assert "the examples of the definitions refused: it is false" in output
    assert small.theorems() == {}


def test_an_unchecked_proof_is_shown_with_the_reason(small: SmallTheory, printed: Printed) -> None:
    stated = "forall (x : R),\n  0 <= x ->\n  x <= 2 * x\n\n"
    assert printed(f"show  {CLAIM.id}  --proof") == f"{stated}{CLAIM.id}: argued, not yet checked\n"
    small.accept(CLAIM)
    small.change("verify/made/up.v", "since", "as")
    assert "its proof was not checked: the proof differs from" in printed(
        f"show  {CLAIM.id}  --proof"
    )
    LEDGER.claims[CLAIM.id] = replace(CLAIM, formal=None, expected=Verdict.HOLDS)
    small.write("verify/rocq/checked.json", '{"theorems": {}}')
    assert printed(f"show  {CLAIM.id}  --proof") == f"{CLAIM.id}: it has no proof\n"


def test_an_impossible_proof_is_refused_in_one_line(
    small: SmallTheory, monkeypatch: pytest.MonkeyPatch, refused: Refused
) -> None:
    monkeypatch.setattr(driver, "version", lambda: "8.16.1")
    refused(("prove  sharp:other", "sharp:other has no proof in Rocq"))
    small.change("verify/rocq/order.v", "From", "From Lemmata.verify.rocq Require reals.\nFrom")
    refused(("prove", "files require each other in a circle: verify/rocq/"))
