"""A proof serves its own statement, and no changed one."""

import shutil
from dataclasses import replace

import pytest

from lemmata.theory.ledger import LEDGER, Mutant, claims
from lemmata.verify.rocq import attacks
from lemmata.verify.rocq.driver import Outcome
from lemmata.verify.test_support.small_theory import CLAIM, SmallTheory

NEEDS_ROCQ = pytest.mark.skipif(not shutil.which("coqc"), reason="coqc is not installed")
ATTACKED = replace(CLAIM, mutants=[Mutant("half", lambda x: x / 2, {"x": 1.0})])


def told(file: str) -> None:
    del file


@NEEDS_ROCQ
def test_the_proof_fits_its_own_statement_and_no_changed_one(small: SmallTheory) -> None:
    LEDGER.claims[CLAIM.id] = ATTACKED
    found = {a.name: ok for a, ok in attacks.run([ATTACKED], 2, told, small.build)}
    assert found == {
        "as it is": True,
        "mutant: half": False,
        "the right side stronger by 1/1000": False,
        "without the hypothesis 'non-negative'": False,
    }


@NEEDS_ROCQ
def test_an_attack_detects_a_proof_from_a_contradiction(small: SmallTheory) -> None:
    """From a contradiction in the library both the claim and its mutant follow."""
    LEDGER.claims[CLAIM.id] = ATTACKED
    contradiction = "Lemma any : False. Proof. Admitted.\n"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lemmata.verify.rocq.driver.unsound", lambda file, text: "")
        patch.setattr("lemmata.verify.rocq.driver._judged", lambda names, unseen: Outcome(None, ""))
        small.write("verify/rocq/order.v", contradiction)
        small.change("verify/made/up.v", "exact twice_ge.", "case any.")
        found = {a.name: ok for a, ok in attacks.run([ATTACKED], 2, told, small.build)}
    assert found["mutant: half"]


def test_a_mutant_that_says_the_same_in_rocq_is_no_attack() -> None:
    same = replace(CLAIM, mutants=[Mutant("itself", lambda x: 2 * x, {"x": 1.0})])
    mute = [attack for attack in attacks.attacks(same) if not attack.statement]
    assert [attack.name for attack in mute] == ["mutant: itself"]


@pytest.mark.parametrize(
    "claim_id", [c.id for c in claims().values() if c.formal is not None], ids=str
)
def test_every_claim_with_a_statement_can_be_attacked(claim_id: str) -> None:
    made = list(attacks.attacks(LEDGER.claims[claim_id]))
    assert made[0].control
    assert len({attack.statement for attack in made if attack.statement}) > 1
