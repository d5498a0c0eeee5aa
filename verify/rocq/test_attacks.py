"""A proof serves its own statement, and attacks are told apart by whether it serves another."""

import shutil
from dataclasses import replace

import pytest

from theory.ledger import LEDGER, Claim, Mutant
from verify.rocq import attacks
from verify.test_support.small_theory import CLAIM, SmallTheory

NEEDS_ROCQ = pytest.mark.skipif(
    not (shutil.which("coqc") and shutil.which("coqdep")), reason="coqc is not installed"
)
HALF = Mutant("half of it", lambda x: x / 2, {"x": 1})
STRONGER = "the right side stronger by 1/1000"
WITHOUT = "without the hypothesis 'non-negative'"


def attacked(**changed: object) -> Claim:
    """The small claim with a mutant, or changed otherwise, in the place of the registered one."""
    claim = replace(CLAIM, **{"mutants": (HALF,), **changed})  # type: ignore[arg-type]
    LEDGER.claims[CLAIM.id] = claim
    return claim


def test_every_part_of_a_record_is_changed(small: SmallTheory) -> None:
    found = {attack.name: attack for attack in attacks.attacks(attacked())}
    assert list(found) == ["as it is", "mutant: half of it", STRONGER, WITHOUT]
    assert [name for name, attack in found.items() if attack.false] == ["mutant: half of it"]
    assert [name for name, attack in found.items() if attack.control] == ["as it is"]
    assert found["mutant: half of it"].statement.endswith("x <= x / 2")
    assert "0 <= x ->" not in found[WITHOUT].statement
    cubes = attacked(mutants=(), hypotheses=(), formula=lambda x: x**3)
    assert "exponent 3 to 4" in [attack.name for attack in attacks.attacks(cubes)]


@NEEDS_ROCQ
def test_a_proof_that_serves_another_statement_is_found(small: SmallTheory) -> None:
    def served(*claims: Claim) -> dict[str, bool]:
        found = attacks.run(claims, 2, print, small.build)
        return {attack.name: accepted for attack, accepted in found}

    assert served(attacked()) == {
        "as it is": True, "mutant: half of it": False, STRONGER: False, WITHOUT: False,
    }  # fmt: skip
    small.change("verify/made/up.v", "exact twice_ge.", "unfold up.twice; intros; lra.")
    weaker = Mutant("three times it", lambda x: 3 * x, {"x": 1})
    assert served(attacked(mutants=(weaker,)))["mutant: three times it"]
    small.change("verify/made/up.v", "lra.", "fail.")
    assert served(attacked()) == {}  # what Rocq refuses is not attacked
