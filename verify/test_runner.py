"""The runner on made-up claims: verdicts, mutants, errors, precision, seeds."""

import warnings
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import flint
import mpmath
import pytest

from lemmata.theory.ledger import (
    LEDGER,
    Cell,
    Claim,
    Decision,
    Evidence,
    Grade,
    Kind,
    Method,
    Mutant,
    Verdict,
)
from lemmata.theory.test_support import registry
from lemmata.verify import runner
from lemmata.verify.registry import CheckFunction, Effort, Run, checks_of, domain, exact, routes
from lemmata.verify.runner import DIGITS, Result, Settings, run_claim
from lemmata.verify.seeds import Address
from lemmata.verify.test_support import made_up
from lemmata.verify.test_support.made_up import claim, deciding, double, observing, register

TWICE = observing(lambda x: x + x)


@pytest.fixture(autouse=True)
def _own_checks() -> Iterator[None]:
    with registry.only():
        yield


def run(record: Claim, *checks: CheckFunction, **settings: Any) -> Result:
    return run_claim(register(record, *checks), Settings(**settings))


def test_a_run_has_its_verdict_and_its_failures() -> None:
    def silent(run: Run) -> Evidence:
        return Evidence(Method.EXACT, ("a", "b"), "nothing", decision=Decision.SILENT)

    def wrong(run: Run) -> Evidence:
        return replace(silent(run), decision=Decision.CONTRADICTS)

    false = made_up.FALSE
    expected = replace(false, expected=Verdict.REFUTED, grade=Grade.WRONG)
    unexpected, survives = "the verdict is {}, expected {}", "mutant survives: another name for 2"
    weak = ["the check silent decides nothing", unexpected.format("undecided", "holds")]
    against = ["routes contradict each other", unexpected.format("undecided", "proved")]
    proved = replace(made_up.PROVED, mutants=())
    same = observing(lambda x: x)
    for record, checks, effort, verdict, failures in (
        (made_up.HOLDS, [TWICE], "standard", Verdict.HOLDS, []),
        (made_up.PROVED, [deciding], "standard", Verdict.PROVED, []),
        (made_up.PROVED, [deciding], "smoke", Verdict.PROVED, []),
        (proved, [], "smoke", Verdict.PROVED, []),
        (proved, [deciding, silent], "smoke", Verdict.PROVED, weak[:1]),
        (proved, [deciding, wrong], "standard", Verdict.UNDECIDED, against),
        (replace(made_up.HOLDS, expected=Verdict.PROVED), [TWICE], "standard", Verdict.HOLDS, []),
        (false, [same], "standard", Verdict.REFUTED, [unexpected.format("refuted", "holds")]),
        (expected, [same], "standard", Verdict.REFUTED, []),
        (made_up.SURVIVED, [TWICE], "standard", Verdict.HOLDS, [survives]),
        (made_up.SURVIVED, [TWICE], "smoke", Verdict.HOLDS, []),
        (replace(made_up.HOLDS, mutants=()), [silent], "standard", Verdict.UNDECIDED, weak),
        (made_up.UNCHECKED, [], "standard", Verdict.NOT_RUN, []),
        (
            made_up.HOLDS,
            [],
            "standard",
            Verdict.NOT_RUN,
            [unexpected.format("not run", "holds") + ", and no check looks at it"],
        ),
    ):
        result = run(record, *checks, effort=Effort(effort))
        assert (result.judgement.verdict, result.failures) == (verdict, failures), record.id
    assert run(made_up.UNCHECKED).judgement.why == "a training run"


@pytest.mark.parametrize("effort", [Effort.SMOKE, Effort.STANDARD])
def test_a_changed_proof_fails_the_run(effort: Effort, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "lost", lambda claim: "its proof was not checked: it differs")
    found = run(replace(made_up.HOLDS, expected=Verdict.PROVED), TWICE, effort=effort)
    assert found.judgement.verdict is Verdict.HOLDS
    assert found.judgement.why == "agreed by exact; its proof was not checked: it differs"
    assert found.failures == ["its proof was not checked: it differs"]


def test_an_unreadable_record_leaves_a_claim_undecided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unreadable(claim: Claim) -> None:
        raise ValueError("checked.json is no record of checked theorems")

    monkeypatch.setattr(runner, "checked", unreadable)
    found = run(made_up.HOLDS, TWICE)
    assert found.judgement.verdict is Verdict.UNDECIDED
    assert "checked.json is no record" in found.failures[0]


def test_a_refutation_catches_no_mutant() -> None:
    """Of a false claim every version is contradicted by the cells that contradict it."""
    same = Mutant("another name for the square", lambda x: x**2, {"x": 0.5})
    false = replace(made_up.FALSE, mutants=(same, replace(same, name="0", formula=lambda x: 0 * x)))
    cells = observing(lambda x: x)
    assert [m.caught_by is None for m in run(false, cells).mutants] == [True, False]

    def broken(run: Run) -> Evidence:
        return replace(deciding(run), decision=Decision.CONTRADICTS)

    assert run(false, broken).mutants[0].caught_by is None


def test_routes_and_domain_may_stand_below_the_claim_and_must_stand_somewhere() -> None:
    def observe(run: Run) -> list[Cell]:
        return [Cell({"x": 1.0}, 2.0)]

    exact(made_up.HOLDS.id, routes=("a", "b"), domain="D")(observe)
    exact(made_up.HOLDS.id)(routes("a", "b")(domain("D")(observe)))
    first, second = (
        check.function(Run(double, Effort.SMOKE, Address(0), "cpu"))
        for check in checks_of(made_up.HOLDS.id)
    )
    assert first == second
    with pytest.raises(TypeError, match="does not name its domain"):
        exact(made_up.HOLDS.id, routes=("a", "b"))(lambda run: [])


def test_an_exception_leaves_the_claim_undecided_with_the_error_shown() -> None:
    result = run(made_up.BROKEN, TWICE, made_up.breaking)
    assert result.judgement.verdict is Verdict.UNDECIDED
    assert "ZeroDivisionError: nothing to divide by" in result.judgement.why
    assert "made_up.py:" in result.failures[0]
    assert len(result.judgement.evidence) == 1  # what the other check saw is kept
    expected = replace(made_up.BROKEN, expected=Verdict.UNDECIDED)
    assert run(expected, made_up.breaking, effort=Effort.SMOKE).failures


def test_an_exception_while_judging_in_a_mutant_or_a_warning_is_an_error_too() -> None:
    def impossible(x: Any) -> Any:
        raise OverflowError(f"no value at {x}")

    def warning(run: Run) -> Evidence:
        warnings.warn("an overflow", RuntimeWarning, stacklevel=1)
        return deciding(run)

    judged = run(claim("wrong", Kind.IDENTITY, impossible), observing(lambda x: x))
    assert judged.judgement.verdict is Verdict.UNDECIDED
    assert "OverflowError" in judged.failures[0]
    assert judged.ran == ()
    mutants = (replace(made_up.LOST_FACTOR, formula=impossible),)
    planted = run(replace(made_up.HOLDS, mutants=mutants), TWICE)
    assert planted.mutants[0].caught_by is None  # and not a catch
    assert "OverflowError" in planted.failures[0]
    assert "RuntimeWarning: an overflow" in run(made_up.PROVED, warning).failures[0]


def test_after_an_error_no_mutant_is_planted() -> None:
    """What would survive then says nothing of the checks."""
    found = run(made_up.SURVIVED, TWICE, made_up.breaking)
    assert found.mutants == ()
    assert len(found.failures) == 2  # the error, and the verdict that it leaves


def test_the_false_alarms_of_a_run_are_shared_by_its_claims_and_by_the_checks_of_each() -> None:
    """Those of a paper from elsewhere share among themselves, whatever of ours is known."""
    shared = {"meterez2024:a": 3, "sharp:b": 3, "sharp:c": 3, "mine:a": 2, "mine:b": 2, "its:a": 1}
    known = [replace(made_up.HOLDS, id=claim_id) for claim_id in shared]
    LEDGER.papers = {**LEDGER.papers, "mine": "", "its": ""}
    for one in known:
        LEDGER.add(one)
    for checks in ([TWICE], [TWICE, deciding]):
        for one in known:
            check, *_ = checks_of(register(one, *checks).id)
            alpha = runner.run_of(one, check, Settings(false_alarms=0.5)).alpha
            assert alpha == pytest.approx(0.5 / shared[one.id] / len(checks)), one.id


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


def test_a_check_receives_formula_effort_device_and_its_own_seed() -> None:
    runs: list[Run] = []

    def asking(run: Run) -> Evidence:
        runs.append(run)
        return deciding(run)

    def other(run: Run) -> Evidence:
        return asking(run)

    one, two = (claim(name, Kind.IDENTITY, double) for name in ("one", "two"))
    run(one, asking, effort=Effort.THOROUGH, device="cuda")
    assert (runs[0].formula, runs[0].effort, runs[0].device) == (double, Effort.THOROUGH, "cuda")
    run(one, asking), run(one, asking, seed=1), run(two, asking), run(one, other)
    seeds = [run.address.seed for run in runs]
    assert seeds[0] == seeds[1]
    assert len(set(seeds)) == 4


def test_the_smallest_constant_names_the_cell_that_forces_it() -> None:
    record = claim("open", Kind.UPPER_BOUND, lambda x, C: C * x, constant="C")

    def cell(x: float, lhs: float, length: float, label: str) -> Cell:
        if not length:
            return Cell({"x": mpmath.mpf(x), "C": 100}, mpmath.mpf(lhs), label=label)
        ends = lhs - length, lhs + length
        return Cell({"x": x, "C": 100}, lhs, interval=ends, label=label, interval_method="given")

    for cells, low, high, forcing in (
        ([cell(1, 3, 0, "one"), cell(2, 6, 0, "two")], 3, 3, "one"),
        # below 2.5 the second contradicts; the first only forces the upper end
        ([cell(1, 3, 1, "one"), cell(2, 6, 1, "two"), cell(9, 0, 1, "loose")], 2.5, 4, "two"),
        ([cell(1, 0, 1, "around zero")], 0, 1, "around zero"),  # none tried is contradicted
    ):
        evidence = Evidence(Method.EXACT, ("a", "b"), "x", cells)
        found = run(record, made_up.finding(evidence)).constant
        assert found is not None
        assert (found.low, found.high) == pytest.approx((low, high), rel=1e-3)
        assert found.cell == forcing
    assert run(made_up.HOLDS, TWICE).constant is None


def test_a_seed_is_that_of_its_address_for_ever_and_streams_follow_one_another() -> None:
    """What was sampled once is found again by every version: pinned."""
    address = Address(0) / "claim" / 3
    assert (address.path, Address(0).seed, address.seed) == (
        ("'claim'", "3"),
        9183883414534618160,
        6125708475987796673,
    )
    assert address.generator("cpu").initial_seed() == address.seed
    assert address.generator("cpu", 5).initial_seed() == address.seed + 5
    with pytest.raises(RuntimeError, match="device"):
        address.generator("nowhere")

    class Last(Address):
        seed = 2**63 - 1

    assert Last(0).generator("cpu", 2).initial_seed() == 1  # 63 bits, and no more
