"""A repository of one claim, with definitions, a library and a proof, to be put before Rocq."""

import importlib
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lemmata.theory.hypotheses import non_negative
from lemmata.theory.ledger import LEDGER, Claim, Kind, Verdict
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq.vocabulary import number
from lemmata.verify.rocq import driver, record
from lemmata.verify.test_support import made_up

HEADER = """From Coq Require Import Reals.
From Lemmata.theory Require Import definitions.
Local Open Scope R_scope.
"""
FILES = {
    "theory/definitions.v": "From Coq Require Import Reals.\nDefinition one : R := 1%R.\n",
    "theory/made/up.py": "",
    "verify/rocq/reals.v": "From Lemmata.verify.rocq Require Export order.\n",
    "verify/rocq/order.v": "From Coq Require Import Reals Lra.\n"
    "Lemma twice_ge (x : R) : (0 <= x -> x <= 2 * x)%R.\nProof. lra. Qed.\n",
    "verify/rocq/examples.v": "From Coq Require Import Reals.\n"
    "From Lemmata.statements Require examples.\n"
    "Theorem one_is : examples.one_example.\nProof. reflexivity. Qed.\n",
    "verify/made/up.v": """(* A non-negative number is at most its double (* twice *),

   since x <= x + x. *)
From Coq Require Import Reals Lra.
From Lemmata.verify.rocq Require Import reals.
From Lemmata.statements.made Require up.

Theorem twice : up.twice.
Proof.
exact twice_ge.
Qed.
""",
}
EXAMPLES = "From Lemmata.theory Require Import definitions.\n"
EXAMPLES += "Definition one_example : Prop := one = Reals.Rdefinitions.R1.\n"
CLAIM = made_up.claim(
    "twice",
    Kind.UPPER_BOUND,
    lambda x: 2 * x,
    file="theory/made/up.py",
    hypotheses=(non_negative("x"),),
    expected=Verdict.PROVED,
    formal=Formal({"x": number("x")}, number("x")),
)


class SmallTheory:
    """Files below ``root``, which is taken for the repository."""

    def __init__(self, root: Path, patch: pytest.MonkeyPatch) -> None:
        self.root, self.build, self.patch = root, root / "build", patch
        for module in (record, driver):
            patch.setattr(module, "ROOT", root)
        patch.setattr(driver, "BUILD", self.build)
        patch.setattr(LEDGER, "roots", (root,))
        table = SimpleNamespace(TABLE=[SimpleNamespace(name="one")], statements=lambda: EXAMPLES)
        patch.setattr(driver, "examples", table)
        self.set_header(HEADER)
        for name, text in FILES.items():
            self.write(name, text)
        (root / record.RECORD).write_text('{"theorems": {}}')

    def set_header(self, text: str) -> None:
        """The header of the generated statements."""
        self.patch.setattr(importlib.import_module("lemmata.theory.rocq.statement"), "HEADER", text)

    def write(self, name: str, text: str) -> None:
        target = self.root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def change(self, name: str, old: str, new: str) -> None:
        text = (self.root / name).read_text(encoding="utf-8")
        assert old in text
        self.write(name, text.replace(old, new))

    def accept(self, *claims: Claim) -> None:
        """Record the claims as if Rocq had accepted them."""
        axioms = ("Classical_Prop.classic",)
        files = [record.proof_file(claim) for claim in claims]
        digests = [(record.digest(f.read_bytes()), record.library_digest(f)) for f in files]
        found = zip(claims, digests, strict=True)
        driver.keep([driver.Outcome(c, "", axioms, (), 2.04, *d) for c, d in found], "8.16.1")

    def theorems(self) -> dict[str, Any]:
        """What the record holds."""
        found: dict[str, Any] = json.loads((self.root / record.RECORD).read_text())["theorems"]
        return found

    def prove(self, *claims: Claim) -> dict[str, str]:
        """What Rocq says against the claims; "" is the key of the examples."""
        self.told: list[str] = []
        found = driver.prove(claims, 2, self.told.append, self.build)
        return {outcome.claim.id if outcome.claim else "": outcome.error for outcome in found}
