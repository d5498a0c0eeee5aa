"""Proofs are attacked, and attacks can fail: planted faults of scripts and rules are found."""

from dataclasses import replace
from typing import Any

import pytest

from theory.expressions.functions import log
from theory.expressions.nodes import Function, Variable, term
from theory.ledger import LEDGER, get
from theory.test_support.comparing import over
from verify import runner
from verify.kernel.attacking.attacks import Attacks, attacked, attacks_on
from verify.kernel.attacking.changes import variants
from verify.kernel.logic import Logic
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem
from verify.registry import Effort

runner.load()
C_11 = "meterez2024:lemma-C.11"
x, y = Variable("x"), Variable("y")


def attacked_as(monkeypatch: pytest.MonkeyPatch, script: Any, claim_id: str = C_11) -> Attacks:
    written = replace(LEDGER.proofs[claim_id], script=script)
    monkeypatch.setitem(LEDGER.proofs, claim_id, written)
    return attacked(claim_id, None)


@over([C_11, "meterez2024:weingarten-moments", "meterez2024:rows-of-WX"])
def test_every_wrong_version_is_caught(claim_id: str) -> None:
    found = attacked(claim_id, None)
    assert found.survivors == ()
    assert found.planted == found.caught + len(found.also_proved) > 15
    assert len(found.also_proved) < found.planted / 10


def test_a_premise_that_is_not_needed_survives(monkeypatch: pytest.MonkeyPatch) -> None:
    own = LEDGER.proofs[C_11].script

    def script(p: Proof) -> Theorem:
        last = own(p)
        assert isinstance(last, Theorem)
        idle = p.arith("idle", 0 <= x**2)
        return p.arith("once more", last.shows, last, given=[idle])

    found = attacked_as(monkeypatch, script)
    assert any(
        "step 'once more'" in s and "without 'idle' (0 <= x^2)" in s for s in found.survivors
    )


def test_a_box_that_is_too_large_survives(monkeypatch: pytest.MonkeyPatch) -> None:
    own = LEDGER.proofs[C_11].script

    def script(p: Proof) -> Theorem:
        large = p.box("large", -2 * y <= log(1 - y), {y: (0, "1/2")}, contact=(y, 0, 1))
        at = p.at("at a quarter", large, {y: term("1/4")})
        last = own(p)
        assert isinstance(last, Theorem)
        zero = p.arith("nothing", 0 <= term(0), (at, 0))
        return p.arith("once more", last.shows, last, zero)

    found = attacked_as(monkeypatch, script)
    assert any("step 'large'" in s and "only" in s for s in found.survivors)


def test_a_rule_that_checks_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the comparison of the parts, any theorem goes for a branch."""
    monkeypatch.setattr("verify.kernel.logic.agrees", lambda *_: True)
    found = attacked("meterez2024:lemma-C.8", None)
    assert any("step 'root'" in s for s in found.survivors)


def test_an_arithmetic_that_believes_everything_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def believes(self: Logic, name: str, relation: Any, *uses: Any, given: Any = (), under: Any = ()) -> Theorem:  # fmt: skip # noqa: E501
        used = [one[0] if isinstance(one, tuple) else one for one in uses]
        assumes = frozenset(under).union(*(t.assumes for t in (*used, *given)))
        return self._made(name, "arithmetic", assumes, relation, [*used, *given])

    called = Logic.arith
    monkeypatch.setattr(called.__wrapped__, "__code__", believes.__code__)  # type: ignore[attr-defined]
    found = attacked(C_11, None)  # the first premise has n = d too: without it, less is assumed
    assert len(found.survivors) == 2
    assert any("without 'all terms'" in s for s in found.also_proved)


def test_a_closed_form_that_is_not_compared_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verify.kernel.attacking.attacks.is_claim", lambda *_: "")
    found = attacked("meterez2024:weingarten-moments", None)
    assert any("the claim says" in s for s in found.survivors)
    assert any("the mutant" in s for s in found.survivors)


def test_a_sample_is_the_same_each_time_and_attacks_name_the_step() -> None:
    one, other = attacked(C_11, 5), attacked(C_11, 5)
    assert one == other
    assert one.planted == 5
    script = LEDGER.proofs[C_11].script
    outcomes = [attack.outcome() for attack in attacks_on(get(C_11), script)]
    assert all(found.step and found.why for found in outcomes if not found.proved)


def test_each_constant_and_exponent_is_changed_both_ways() -> None:
    said = Function("V", (x,)) <= 3 * x**2 / 4
    changed = [str(new) for _, new in variants(said)]
    assert changed == [
        "V(x) <= 3003 x^2/4000", "V(x) <= 2997 x^2/4000", "V(x) <= 3 x^3/4", "V(x) <= 3 x/4",
    ]  # fmt: skip
    assert [str(new) for _, new in variants(2 <= x, True)] == ["3 <= x", "1 <= x"]


def test_a_survivor_fails_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Attacks(2, 1, (), ("step 'logs' (x <= y): without 'positive' (0 < x)",))
    monkeypatch.setattr(runner, "attacked", lambda *_: wrong)
    found = runner.run_claim(get(C_11), runner.Settings(effort=Effort.STANDARD))
    assert any("a wrong proof survives: step 'logs'" in one for one in found.failures)
