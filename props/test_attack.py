"""A property climbs to the supremum, says the same twice, and is not fooled by float64."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import strategies as st

from props.attack import Property, climb, closeness
from props.hunting.spaces import Space, row
from props.recipes import Lift, in_mpf
from theory import ledger
from theory.ledger import Claim, Decision, Kind, Verdict
from theory.numerics.backends import exp
from verify.registry import Effort, Run, Watch
from verify.seeds import Address
from verify.test_support import made_up
from verify.verdicts.combining import combine
from verify.verdicts.judging import judge_evidence


def run_of(formula: Callable[..., Any], effort: Effort = Effort.STANDARD) -> Run:
    return Run(formula, effort, Address(0) / "attack", "cpu")


@pytest.fixture
def bound() -> Iterator[Callable[[Callable[..., Any]], Claim]]:
    """Registers a made-up upper bound for the length of a test."""

    def register(formula: Callable[..., Any]) -> Claim:
        return ledger.register(made_up.claim("attacked", Kind.UPPER_BOUND, formula))

    with ledger.LEDGER.kept():
        yield register


def observe_square(x: float, lift: Lift) -> tuple[dict[str, Any], Any]:
    value = lift([x])[0]
    return {"x": value}, value * (2 - value)


def attack_on(*pinned: float) -> Property[float]:
    examples = {f"pinned {x}": x for x in pinned}
    return Property(
        "sharp:attacked", st.floats(0, 2), observe_square, ("a", "b"), "0 to 2", examples
    )


def test_the_search_climbs_to_the_supremum(bound: Any) -> None:
    claim = bound(lambda x: 1 + 0 * x)
    evidence = attack_on().attack(run_of(claim.formula))
    judged = combine(claim, [evidence])
    assert judged.verdict is Verdict.HOLDS
    assert judged.tightness is not None
    assert judged.tightness > 0.99


def test_a_false_bound_is_refuted_in_high_precision(bound: Any) -> None:
    claim = bound(lambda x: mpmath.mpf("0.98") + 0 * x)
    judged = combine(claim, [attack_on().attack(run_of(claim.formula))])
    assert judged.verdict is Verdict.REFUTED
    assert judged.evidence[0].worst is not None
    assert isinstance(judged.evidence[0].worst.cell.lhs, mpmath.mpf)


def test_the_same_address_finds_the_same_cases(bound: Any) -> None:
    claim = bound(lambda x: 1 + 0 * x)
    first, second = (climb(attack_on(), run_of(claim.formula)) for _ in range(2))
    assert first == second
    assert first


def test_pinned_examples_are_judged_whatever_the_search_finds(bound: Any) -> None:
    claim = bound(lambda x: 1 + 0 * x)
    evidence = attack_on(0.25).attack(run_of(claim.formula, Effort.SMOKE))
    assert mpmath.mpf("0.25") in [cell.parameters["x"] for cell in evidence.cells]


def test_rounding_in_the_observation_is_not_a_violation(bound: Any) -> None:
    """(1 + x) - x <= 1 at x = 1/3 10^60: the observation cancels beyond 50 digits."""

    def observe(exponent: int, lift: Lift) -> tuple[dict[str, Any], Any]:
        x = lift([10.0])[0] ** exponent / 3
        return {"x": x}, (1 + x) - x - lift([1e-30])[0]

    claim = bound(lambda x: 1 + 0 * x)
    with mpmath.workdps(50):
        attack = Property("sharp:attacked", st.just(49), observe, ("a", "b"), "one case")
        judged = combine(claim, [attack.attack(run_of(claim.formula))])
    assert judged.verdict is Verdict.HOLDS


def test_rounding_where_both_sides_vanish_is_not_a_violation(bound: Any) -> None:
    """(1 + x) - x - 1 <= 0 at x = 10^60/3, as at isometry: 0 with more digits."""

    def observe(exponent: int, lift: Lift) -> tuple[dict[str, Any], Any]:
        x = lift([10.0])[0] ** exponent / 3
        return {"x": x}, abs((1 + x) - x - 1)

    claim = bound(lambda x: 0 * x)
    with mpmath.workdps(50):
        attack = Property("sharp:attacked", st.just(60), observe, ("a", "b"), "one case")
        evidence = attack.attack(run_of(claim.formula))
        (cell,) = judge_evidence(claim, evidence, claim.formula).cells
    assert cell.cell.lhs == 0
    assert (cell.decision, cell.ratio) == (Decision.AGREES, None)


def test_a_thorough_attack_hunts_and_ctrl_c_keeps_what_it_found(bound: Any) -> None:
    """x <= 2 - x/2 on exp(z): attained at 4/3; the second word of the hunt is Ctrl-C."""
    claim = bound(lambda x: 2 - x / 2)
    words: list[str] = []

    def tell(text: str) -> None:
        words.append(text)
        if len(words) == 100:
            raise KeyboardInterrupt

    space = Space(((1,),), lambda k: 1, lambda point, z: row(z)[0], lambda k: "R")
    attack = Property("sharp:attacked", st.just(0.5), observe_exp, ("a", "b"), "R", space=space)
    run = replace(run_of(claim.formula, Effort.THOROUGH), watch=Watch(tell))
    evidence = attack.attack(run)
    assert run.watch.interrupted
    assert evidence.domain == "R; hunted for 1 round, interrupted"
    assert combine(claim, [evidence]).verdict is Verdict.REFUTED
    assert attack.attack(run).domain == "R"  # what comes after is not hunted


def observe_exp(z: float, lift: Lift) -> tuple[dict[str, Any], Any]:
    x = exp(lift([z]))[0]
    return {"x": x}, x


def test_closeness_of_a_bound_and_of_an_identity() -> None:
    assert closeness(Kind.UPPER_BOUND, 1.0, 2.0) == 0.5
    assert closeness(Kind.LOWER_BOUND, 4.0, 2.0) == 0.5
    assert closeness(Kind.IDENTITY, np.array([1.0, 2.0]), np.array([1.0, 1.0])) == 0.5
    assert closeness(Kind.UPPER_BOUND, -1.0, 2.0) == 0.0
    assert closeness(Kind.UPPER_BOUND, 0.0, 0.0) == -1.0


def test_what_was_infinite_and_is_not_at_higher_precision_says_nothing(bound: Any) -> None:
    """No digit was known: the tolerance is 1, and not infinite."""

    def observe(x: float, lift: Lift) -> tuple[dict[str, Any], Any]:
        lost = lift is in_mpf and mpmath.mp.dps < 90
        return {"x": lift([x])[0]}, mpmath.inf if lost else lift([x])[0]

    claim = bound(lambda x: 1 + 0 * x)
    attack = replace(attack_on(0.5), cases=st.just(0.5), observe=observe)
    with mpmath.workdps(50):
        evidence = attack.attack(run_of(claim.formula, Effort.SMOKE))
    assert [cell.tolerance for cell in evidence.cells] == [1.0]
    assert judge_evidence(claim, evidence, claim.formula).decision is not Decision.CONTRADICTS
