"""A property climbs to the supremum, says the same twice, and is not fooled by float64."""

import importlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import strategies as st

from lemmata.props.attack import (
    HUNTS,
    Observation,
    Property,
    attack,
    closeness,
    domain,
    hunt_in,
    pinned,
    routes,
    searched,
)
from lemmata.props.hunting.spaces import Space, row
from lemmata.props.recipes import Lift, in_mpf
from lemmata.theory import ledger
from lemmata.theory.ledger import Claim, Decision, Kind, Verdict, source_path
from lemmata.theory.numerics.backends import exp
from lemmata.theory.test_support.registry import kept
from lemmata.verify import registry
from lemmata.verify.registry import Effort, Run
from lemmata.verify.seeds import Address
from lemmata.verify.test_support import made_up
from lemmata.verify.verdicts.combining import combine
from lemmata.verify.verdicts.judging import judge_cell

Register = Callable[[Callable[..., Any]], tuple[Claim, Run]]


@pytest.fixture
def bound() -> Iterator[Register]:
    """Registers a made-up upper bound for the length of a test, with a run that asks of it."""

    def register(formula: Callable[..., Any]) -> tuple[Claim, Run]:
        claim = ledger.register(made_up.claim("attacked", Kind.UPPER_BOUND, formula))
        return claim, Run(formula, Effort.STANDARD, Address(0) / "attack", "cpu")

    with kept():
        yield register


def observe_square(x: float, lift: Lift) -> Observation:
    value = lift([x])[0]
    return {"x": value}, value * (2 - value)


def attack_on(*pinned: float, **fields: Any) -> Property[float]:
    examples = {f"pinned {x}": x for x in pinned}
    square = Property(
        "sharp:attacked", st.floats(0, 2), observe_square, ("a", "b"), "0 to 2", examples
    )
    return replace(square, **fields)


def one(x: Any) -> Any:
    return 1 + 0 * x


def test_the_search_reaches_the_supremum_and_judges_pinned_cases(bound: Register) -> None:
    claim, run = bound(one)
    judged = combine(claim, [attack_on().attack(run)])
    assert judged.verdict is Verdict.HOLDS
    assert judged.tightness is not None
    assert judged.tightness > 0.99
    pinned = attack_on(0.25).attack(replace(run, effort=Effort.SMOKE))
    assert mpmath.mpf("0.25") in [cell.parameters["x"] for cell in pinned.cells]


def test_a_false_bound_is_refuted_in_high_precision(bound: Register) -> None:
    claim, run = bound(lambda x: mpmath.mpf("0.98") + 0 * x)
    judged = combine(claim, [attack_on().attack(run)])
    assert judged.verdict is Verdict.REFUTED
    assert judged.evidence[0].worst is not None
    assert isinstance(judged.evidence[0].worst.cell.lhs, mpmath.mpf)


def test_the_same_address_finds_the_same_cases(
    bound: Register, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hypothesis would draw the odd numbers of the new module."""
    _, run = bound(one)
    first = attack_on(keep=1000).climb(run)
    odd = tmp_path / "loaded_between_two_searches.py"
    odd.write_text("\n".join(f"x = {k / 997}" for k in range(1, 997)))
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module(odd.stem)
    second = attack_on(keep=1000).climb(run)
    del sys.modules[odd.stem]
    assert first == second
    assert len(first) > 20


def test_a_property_is_a_check_called_like_its_function(bound: Register) -> None:
    _, run = bound(one)
    how: Any = {"routes": ("a", "b"), "domain": "D"}
    made = attack("sharp:attacked", st.floats(0, 2), **how)(observe_square)
    named = attack("sharp:attacked", st.floats(0, 2), **how, name="another")(observe_square)
    first, second = registry.checks_of("sharp:attacked")
    assert (first.name, second.name) == ("observe_square", "another")
    assert (first.file, first.line) == source_path(observe_square)
    assert first.file == "props/test_attack.py"
    assert first.function(run) == made.attack(run) == named.attack(run)
    assert ledger.LEDGER.properties["sharp:attacked"] is named


def test_decorators_below_an_attack_are_its_arguments(bound: Register) -> None:
    _, run = bound(one)
    space = Space(((1,),), lambda k: 1, lambda point, z: row(z)[0], lambda k: "R")
    pins = {"first": 0.25, "second": 0.5}
    given = attack(
        "sharp:attacked",
        st.floats(0, 2),
        routes=("a", "b"),
        domain="D",
        examples=pins,
        keep=1,
        space=space,
    )(observe_square)

    @attack("sharp:attacked", st.floats(0, 2), name="observe_square")
    @searched(keep=1)
    @routes("a", "b")
    @domain("D")
    @pinned("first", 0.25)
    @pinned("second", 0.5)
    @hunt_in(space)
    def below(x: float, lift: Lift) -> Observation:
        return observe_square(x, lift)

    assert list(below.examples.items()) == list(pins.items())
    assert replace(below, observe=given.observe) == given
    assert below.attack(run) == given.attack(run)
    with pytest.raises(TypeError, match="routes"):
        attack("sharp:attacked", st.floats(0, 2), domain="D")(observe_square)


def noisy(exponent: int, lift: Lift) -> Observation:
    """Of x = 10^exponent/3 digits cancel beyond 50: (1 + x) - x <= 1, or what is 0 with more."""
    x = lift([10.0])[0] ** exponent / 3
    return {"x": x}, (1 + x) - x - lift([1e-30])[0] if exponent < 50 else abs((1 + x) - x - 1)


def infinite(x: float, lift: Lift) -> Observation:
    """Infinite at first: no digit is known, and the tolerance is 1, not infinite."""
    lost = lift is in_mpf and mpmath.mp.dps < 90
    return {"x": lift([x])[0]}, mpmath.inf if lost else lift([x])[0]


def test_rounding_is_not_a_violation(bound: Register) -> None:
    claim, run = bound(one)
    seen = []
    with mpmath.workdps(50):
        for observe, case, formula in (
            (noisy, 49, one),
            (noisy, 60, lambda x: 0 * x),
            (infinite, 0.5, one),
        ):
            attacked = attack_on(observe=observe, cases=st.just(case))
            evidence = attacked.attack(replace(run, formula=formula))
            (observed,) = evidence.cells
            cell = judge_cell(claim.kind, observed, formula(**observed.parameters))
            seen.append((cell.decision, cell.ratio is None, cell.cell.tolerance == 1))
    agrees = Decision.AGREES
    assert seen == [(agrees, False, False), (agrees, True, True), (agrees, True, True)]
    assert cell.cell.lhs == 0.5


def observe_exp(z: float, lift: Lift) -> Observation:
    x = exp(lift([z]))[0]
    return {"x": x}, x


def test_a_thorough_attack_hunts(bound: Register, monkeypatch: pytest.MonkeyPatch) -> None:
    """x <= 2 - x/2 on exp(z): attained at 4/3, violated beyond."""
    claim, run = bound(lambda x: 2 - x / 2)
    monkeypatch.setitem(HUNTS, Effort.THOROUGH, 2)
    space = Space(((1,),), lambda k: 1, lambda point, z: row(z)[0], lambda k: "R")
    attacked = attack_on(cases=st.just(0.5), observe=observe_exp, domain="R", space=space)
    assert attacked.attack(run).domain == "R"  # less effort does not hunt
    run = replace(run, effort=Effort.THOROUGH)
    evidence = attacked.attack(run)
    assert evidence.domain == "R; hunted for 2 rounds"
    assert combine(claim, [evidence]).verdict is Verdict.REFUTED
    assert evidence == attacked.attack(run)


def test_closeness_of_a_bound_and_of_an_identity() -> None:
    assert closeness(Kind.UPPER_BOUND, 1.0, 2.0) == 0.5
    assert closeness(Kind.LOWER_BOUND, 4.0, 2.0) == 0.5
    assert closeness(Kind.IDENTITY, np.array([1.0, 2.0]), np.array([1.0, 1.0])) == 0.5
    assert closeness(Kind.UPPER_BOUND, -1.0, 2.0) == 0.0
    assert closeness(Kind.UPPER_BOUND, 0.0, 0.0) == -1.0
