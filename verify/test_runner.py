"""The runner on made-up claims: verdicts, mutants, errors, precision, seeds."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import flint
import mpmath
import pytest

from theory.ledger import Cell, Claim, Decision, Evidence, Kind, Method, Verdict
from verify import registry
from verify.registry import CheckFunction, Effort, Run
from verify.runner import DIGITS, Result, Settings, run_claim
from verify.test_support import made_up
from verify.test_support.made_up import claim, double, observing, register


@pytest.fixture(autouse=True)
def _own_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_CHECKS", {})


def run(record: Claim, *checks: CheckFunction, **settings: Any) -> Result:
    return run_claim(register(record, *checks), Settings(**settings))


def sampled(run: Run) -> Evidence:
    """One cell whose value is its seed."""
    cell = Cell({"x": 1}, mpmath.mpf(run.address.seed))
    return Evidence(Method.ADVERSARIAL, ("a seed", "a bound"), "one point", [cell])


def test_an_identity_that_agrees_holds_and_its_mutant_is_caught() -> None:
    result = run(made_up.HOLDS, observing(lambda x: x + x))
    assert result.judgement.verdict is Verdict.HOLDS
    assert [m.caught_by for m in result.mutants] == ["observed"]
    assert result.failures == []


def test_a_certificate_proves_and_is_run_again_on_a_mutant() -> None:
    result = run(made_up.PROVED, made_up.certificate)
    assert result.judgement.verdict is Verdict.PROVED
    assert [m.caught_by for m in result.mutants] == ["certificate"]


def test_a_false_claim_that_was_expected_to_hold_fails_the_run() -> None:
    result = run(made_up.FALSE, observing(lambda x: x))
    assert result.judgement.verdict is Verdict.REFUTED
    assert result.failures == ["the verdict is refuted, expected holds"]


def test_a_false_claim_that_was_expected_refuted_does_not_fail() -> None:
    expected = replace(made_up.FALSE, expected=Verdict.REFUTED)
    assert run(expected, observing(lambda x: x)).failures == []


def test_a_surviving_mutant_fails_from_standard_effort_on() -> None:
    check = observing(lambda x: x + x)
    assert run(made_up.SURVIVED, check).failures == ["mutant survives: another name for 2"]
    assert run(made_up.SURVIVED, check, effort=Effort.SMOKE).failures == []


def test_an_exception_leaves_the_claim_undecided_with_the_error_shown() -> None:
    result = run(made_up.BROKEN, observing(lambda x: x + x), made_up.breaking)
    assert result.judgement.verdict is Verdict.UNDECIDED
    assert "ZeroDivisionError: nothing to divide by" in result.judgement.why
    assert "made_up.py:" in result.failures[0]
    assert len(result.judgement.evidence) == 1  # what the other check saw is kept


def test_an_error_fails_the_run_even_where_undecided_was_expected_at_smoke_effort() -> None:
    expected = replace(made_up.BROKEN, expected=Verdict.UNDECIDED)
    assert run(expected, made_up.breaking, effort=Effort.SMOKE).failures


def test_an_exception_while_judging_is_an_error_too() -> None:
    def unjudgeable(x: Any) -> Any:
        raise OverflowError(f"no value at {x}")

    result = run(claim("wrong", Kind.IDENTITY, unjudgeable), observing(lambda x: x))
    assert result.judgement.verdict is Verdict.UNDECIDED
    assert "OverflowError" in result.failures[0]
    assert result.ran == ()


def test_a_mutant_that_raises_is_an_error_and_not_a_catch() -> None:
    def impossible(x: Any) -> Any:
        raise ValueError(f"{x} is out of range")

    mutants = (replace(made_up.LOST_FACTOR, formula=impossible),)
    result = run(replace(made_up.HOLDS, mutants=mutants), observing(lambda x: x + x))
    assert result.mutants[0].caught_by is None
    assert "ValueError" in result.failures[0]


def test_contradicting_routes_are_a_conflict_and_fail() -> None:
    result = run(made_up.PROVED, made_up.certificate, observing(lambda x: x))
    assert result.judgement.conflict
    assert "routes contradict each other" in result.failures


def test_a_claim_without_checks_is_undecided_for_its_written_reason() -> None:
    result = run(made_up.UNCHECKED)
    assert (result.judgement.verdict, result.judgement.why) == (Verdict.UNDECIDED, "a training run")
    assert result.failures == []


def test_a_claim_without_checks_that_is_expected_to_hold_fails() -> None:
    assert "no check looks at it" in run(made_up.HOLDS).failures[0]


def test_a_check_that_warns_is_an_error() -> None:
    def warning(run: Run) -> Evidence:
        warnings.warn("an overflow", RuntimeWarning, stacklevel=1)
        return made_up.certificate(run)

    assert "RuntimeWarning: an overflow" in run(made_up.PROVED, warning).failures[0]


def test_checks_and_judging_work_to_fifty_digits_and_leave_no_trace() -> None:
    seen: list[int] = []

    def third(x: Any) -> Any:
        seen.extend([mpmath.mp.dps, flint.ctx.dps])
        return x / 3

    before = mpmath.mp.dps, flint.ctx.dps
    result = run(claim("third", Kind.IDENTITY, third), observing(lambda x: x / mpmath.mpf(3)))
    assert result.judgement.verdict is Verdict.HOLDS
    assert set(seen) == {DIGITS}
    assert (mpmath.mp.dps, flint.ctx.dps) == before


def test_the_seed_determines_the_numbers_and_differs_by_claim_and_by_check() -> None:
    def other(run: Run) -> Evidence:
        return sampled(run)

    def drawn(name: str, check: CheckFunction, seed: int) -> Any:
        record = claim(name, Kind.UPPER_BOUND, lambda x: x * mpmath.inf)
        return run(record, check, seed=seed).judgement.evidence[0].cells[0].cell.lhs

    assert drawn("one", sampled, 0) == drawn("one", sampled, 0)
    others = [("one", sampled, 0), ("one", sampled, 1), ("two", sampled, 0), ("one", other, 0)]
    assert len({drawn(*where) for where in others}) == 4


def test_a_run_tells_a_check_its_formula_effort_and_device() -> None:
    runs: list[Run] = []

    def asking(run: Run) -> Evidence:
        runs.append(run)
        return made_up.certificate(run)

    run(replace(made_up.PROVED, mutants=()), asking, effort=Effort.THOROUGH, device="cuda")
    assert (runs[0].formula, runs[0].effort, runs[0].device) == (double, Effort.THOROUGH, "cuda")


def test_the_smallest_constant_is_found_for_a_claim_that_leaves_one_open() -> None:
    record = claim("open", Kind.UPPER_BOUND, lambda x, C: C * x, constant="C")

    def check(run: Run) -> Evidence:
        del run
        cells = [Cell({"x": mpmath.mpf(x), "C": 100}, mpmath.mpf(3) * x) for x in (1, 2)]
        return Evidence(Method.ADVERSARIAL, ("a", "b"), "two points", cells)

    found = run(record, check).constant
    assert found is not None
    assert found.low == found.high == pytest.approx(3, rel=1e-3)
    assert run(made_up.HOLDS, observing(lambda x: x + x)).constant is None


def test_an_interval_leaves_one_for_the_constant_and_its_cell_is_named() -> None:
    record = claim("open", Kind.UPPER_BOUND, lambda x, C: C * x, constant="C")
    cells = [
        Cell({"x": 1.0, "C": 100}, 3.0, interval=(2.0, 4.0), label="one", interval_method="given"),
        Cell({"x": 2.0, "C": 100}, 6.0, interval=(5.0, 7.0), label="two", interval_method="given"),
        Cell(
            {"x": 9.0, "C": 100}, 0.0, interval=(-1.0, 1.0), label="loose", interval_method="given"
        ),
    ]
    found = run(record, lambda _: Evidence(Method.ADVERSARIAL, ("a", "b"), "x", cells)).constant
    assert found is not None
    assert (found.low, found.high) == pytest.approx((2.5, 4.0), rel=1e-3)
    assert found.cell == "two"  # below 2.5 it contradicts; the first only forces the upper end


def test_no_constant_that_was_tried_may_be_contradicted() -> None:
    record = claim("open", Kind.UPPER_BOUND, lambda x, C: C * x, constant="C")
    cell = Cell(
        {"x": 1.0, "C": 100},
        0.0,
        interval=(-1.0, 1.0),
        label="around zero",
        interval_method="given",
    )
    found = run(record, lambda _: Evidence(Method.ADVERSARIAL, ("a", "b"), "x", [cell])).constant
    assert found is not None
    assert found.low == 0
    assert found.high == pytest.approx(1, rel=1e-3)
    assert found.cell == "around zero"


def test_silence_is_not_agreement() -> None:
    def silent(run: Run) -> Evidence:
        del run
        return Evidence(Method.CERTIFICATE, ("a", "b"), "nothing", decision=Decision.SILENT)

    assert run(made_up.PROVED, silent).judgement.verdict is Verdict.UNDECIDED
