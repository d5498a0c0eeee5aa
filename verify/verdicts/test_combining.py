"""How evidence becomes a verdict: every combination, on made-up evidence."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import mpmath
import numpy as np
import pytest
from flint import fmpq

from theory.ledger import Cell, Claim, Decision, Evidence, Kind, Method, Trivial, Verdict
from verify.verdicts.combining import acceptable, combine
from verify.verdicts.judging import contradicts, judge_cell, samples_to_decide

AGREES, CONTRADICTS, SILENT = Decision.AGREES, Decision.CONTRADICTS, Decision.SILENT
ROUTES = ("one route", "another")


def made_up(kind: Kind = Kind.UPPER_BOUND, **others: Any) -> Claim:
    """A claim that something is at most, at least, or equal to x."""
    return Claim("sharp:made-up", "", "", kind, (), "", lambda x: x, {"x": "x"}, **others)


def exact(x: float, lhs: float, tolerance: float = 0.0) -> Cell:
    return Cell({"x": mpmath.mpf(x)}, mpmath.mpf(lhs), tolerance)


def seen(*cells: Cell, margin: float = 0.0, method: Method = Method.ADVERSARIAL) -> Evidence:
    return Evidence(method, ROUTES, "here", cells, margin=margin)


def certificate(decision: Decision, covers: bool = True) -> Evidence:
    return Evidence(Method.CERTIFICATE, ROUTES, "all", decision=decision, covers=covers)


def sampled(x: float, low: float, high: float) -> Cell:
    return Cell(
        {"x": x}, (low + high) / 2, interval=(low, high), samples=100, interval_method="made up"
    )


# One piece of evidence of every sort, on cells of its own.
AGREEING = seen(exact(2, 1))
VIOLATED = seen(exact(3, 4))
SUSPECTED = seen(Cell({"x": 5.0}, 5.1))
UNDECIDED = seen(sampled(6, 5, 7), method=Method.STATISTICAL)
PROOF = certificate(AGREES)
PARTIAL = certificate(AGREES, covers=False)
DISPROOF = certificate(CONTRADICTS)
BUDGET_ENDED = certificate(SILENT)
ALL = [AGREEING, VIOLATED, SUSPECTED, UNDECIDED, PROOF, PARTIAL, DISPROOF, BUDGET_ENDED]


def test_no_evidence_at_all_is_undecided() -> None:
    verdict = combine(made_up(), [])
    assert verdict.verdict is Verdict.UNDECIDED
    assert verdict.why == "no evidence"


@pytest.mark.parametrize("chosen", list(product([False, True], repeat=len(ALL))))
def test_every_combination(chosen: tuple[bool, ...]) -> None:
    evidence = [e for e, taken in zip(ALL, chosen, strict=True) if taken]
    judgement = combine(made_up(), evidence)
    against = VIOLATED in evidence or DISPROOF in evidence
    silent = any(e in evidence for e in (SUSPECTED, UNDECIDED, BUDGET_ENDED))
    if not evidence or (against and PROOF in evidence):
        expected = Verdict.UNDECIDED
    elif against:
        expected = Verdict.REFUTED
    elif PROOF in evidence:
        expected = Verdict.PROVED
    elif silent or AGREEING not in evidence:  # a partial certificate alone states no power
        expected = Verdict.UNDECIDED
    else:
        expected = Verdict.HOLDS
    assert judgement.verdict is expected, judgement.why
    assert judgement.conflict is (against and PROOF in evidence)


def test_opposite_decisions_on_one_cell_are_a_conflict() -> None:
    sampled_against = seen(sampled(2, 2.4, 2.6), method=Method.STATISTICAL)
    judgement = combine(made_up(), [seen(Cell({"x": 2}, mpmath.mpf(1))), sampled_against])
    assert judgement.verdict is Verdict.UNDECIDED
    assert judgement.conflict
    assert "contradict each other" in judgement.why


def test_a_route_that_looked_elsewhere_does_not_save_a_claim() -> None:
    judgement = combine(made_up(), [seen(exact(2, 1), exact(7, 1)), VIOLATED])
    assert judgement.verdict is Verdict.REFUTED
    assert not judgement.conflict


def test_one_violated_cell_among_many_refutes() -> None:
    assert combine(made_up(), [seen(exact(2, 1), exact(3, 4))]).verdict is Verdict.REFUTED


def test_a_float64_violation_is_only_a_suspicion() -> None:
    assert combine(made_up(), [SUSPECTED]).verdict is Verdict.UNDECIDED


def test_partial_cover_is_not_proved() -> None:
    assert combine(made_up(), [PARTIAL, AGREEING]).verdict is Verdict.HOLDS


@pytest.mark.parametrize(
    ("kind", "lhs", "decision"),
    [
        (Kind.UPPER_BOUND, 1, AGREES),
        (Kind.UPPER_BOUND, 2, AGREES),
        (Kind.UPPER_BOUND, 3, CONTRADICTS),
        (Kind.LOWER_BOUND, 1, CONTRADICTS),
        (Kind.LOWER_BOUND, 2, AGREES),
        (Kind.LOWER_BOUND, 3, AGREES),
        (Kind.IDENTITY, 2, AGREES),
        (Kind.IDENTITY, 3, CONTRADICTS),
        (Kind.LIMIT, 1, CONTRADICTS),
    ],
)
def test_kinds(kind: Kind, lhs: int, decision: Decision) -> None:
    assert judge_cell(kind, exact(2, lhs), mpmath.mpf(2)).decision is decision


@pytest.mark.parametrize("infinite", [math.inf, mpmath.inf])
def test_an_infinite_side_is_beyond_every_tolerance(infinite: Any) -> None:
    one = mpmath.mpf(1)
    for kind, lhs, rhs in (
        (Kind.UPPER_BOUND, infinite, one),
        (Kind.LOWER_BOUND, one, infinite),
        (Kind.IDENTITY, one, infinite),
    ):
        cell = Cell({}, mpmath.mpf(lhs), 1e-20)
        assert judge_cell(kind, cell, mpmath.mpf(rhs)).decision is CONTRADICTS
    assert judge_cell(Kind.IDENTITY, Cell({}, infinite, 1e-20), infinite).decision is AGREES


@pytest.mark.parametrize(
    ("kind", "interval", "decision"),
    [
        (Kind.UPPER_BOUND, (0.5, 1.5), AGREES),
        (Kind.UPPER_BOUND, (1.5, 2.5), SILENT),
        (Kind.UPPER_BOUND, (2.5, 3.5), CONTRADICTS),
        (Kind.LOWER_BOUND, (0.5, 1.5), CONTRADICTS),
        (Kind.LOWER_BOUND, (1.5, 2.5), SILENT),
        (Kind.LOWER_BOUND, (2.5, 3.5), AGREES),
        (Kind.IDENTITY, (1.99, 2.01), AGREES),
        (Kind.IDENTITY, (1.0, 3.0), SILENT),
        (Kind.IDENTITY, (2.01, 2.02), CONTRADICTS),
        (Kind.LIMIT, (2.005, 2.015), AGREES),  # a finite size: near the limit, not in it
        (Kind.LIMIT, (2.01, 2.03), SILENT),
        (Kind.LIMIT, (2.03, 2.04), CONTRADICTS),
        (Kind.LIMIT, (1.96, 1.97), CONTRADICTS),
    ],
)
def test_intervals(kind: Kind, interval: tuple[float, float], decision: Decision) -> None:
    judged = judge_cell(kind, sampled(2, *interval), 2, margin=0.01)
    assert judged.decision is decision
    assert (judged.needed is not None) == (decision is SILENT)


def test_an_interval_names_its_method() -> None:
    with pytest.raises(ValueError, match="does not name its method"):
        Cell({}, 0.0, interval=(0.0, 1.0), samples=10)


@pytest.mark.parametrize(
    ("kind", "interval", "rhs", "margin", "needed"),
    [
        (Kind.UPPER_BOUND, (1.0, 3.0), 2.5, 0.0, 400),  # half the length reaches the bound
        (Kind.LOWER_BOUND, (1.0, 3.0), 1.0, 0.0, 100),
        (Kind.IDENTITY, (1.0, 3.0), 2.0, 0.25, 400),  # to lie within the margin
        (Kind.IDENTITY, (1.0, 3.0), 2.5, 0.0, 400),  # to exclude the value
        (Kind.LIMIT, (1.0, 3.0), 2.5, 0.1, 1600),  # to exclude the margin too
        (Kind.UPPER_BOUND, (1.0, 3.0), 2.0, 0.0, np.inf),
        (Kind.UPPER_BOUND, (-1.0, 1.0), 1e-200, 0.0, np.inf),  # more than a float holds
    ],
)
def test_samples_that_would_decide(
    kind: Kind, interval: tuple[float, float], rhs: float, margin: float, needed: float
) -> None:
    """The length falls like 1/sqrt(samples), of which there are 100."""
    lhs = sum(interval) / 2
    assert samples_to_decide(kind, 100, lhs, interval, rhs, margin) == needed


def test_arrays_are_judged_by_their_worst_entry() -> None:
    cell = Cell({}, np.array([mpmath.mpf(1), mpmath.mpf(3)]))
    assert judge_cell(Kind.UPPER_BOUND, cell, mpmath.mpf(2)).decision is CONTRADICTS
    assert judge_cell(Kind.UPPER_BOUND, cell, [mpmath.mpf(1), mpmath.mpf(3)]).decision is AGREES
    with pytest.raises(ValueError, match="2 observed values against 3"):
        judge_cell(Kind.UPPER_BOUND, cell, [1, 2, 3])


def test_tolerance_is_the_observations_own_error() -> None:
    assert judge_cell(Kind.IDENTITY, exact(2, 2.001, 1e-2), mpmath.mpf(2)).decision is AGREES
    assert judge_cell(Kind.IDENTITY, exact(2, 2.001, 1e-4), mpmath.mpf(2)).decision is CONTRADICTS


def test_an_observation_without_a_digit_has_no_ratio() -> None:
    """As of a case that only more digits than the run's resolve."""
    judged = judge_cell(Kind.UPPER_BOUND, exact(0, 1e-102, 1e50), mpmath.mpf(0))
    assert judged.decision is AGREES
    assert judged.ratio is None


def test_tightness_is_the_largest_share_of_the_bound_in_use() -> None:
    upper = combine(made_up(), [seen(exact(4, 1), exact(4, 3))])
    assert upper.tightness == 0.75
    assert upper.power == 0.25
    lower = combine(made_up(Kind.LOWER_BOUND), [seen(exact(1, 4), exact(3, 4))])
    assert lower.tightness == 0.75
    negative = combine(made_up(), [seen(exact(-1, -4))])  # -4 <= -1 uses a quarter
    assert negative.tightness == 0.25
    vanishing = combine(made_up(Kind.LOWER_BOUND), [seen(exact(1, 0))])
    assert vanishing.tightness == math.inf


def test_power_of_an_identity_is_the_smallest_planted_error_that_is_caught() -> None:
    identity = made_up(Kind.IDENTITY)
    assert combine(identity, [seen(exact(2, 2, 1e-6))]).power == 2e-6  # to one digit
    assert combine(identity, [seen(exact(2, 2, 0.95e-3))]).power == 1e-3
    interval = seen(sampled(2, 1.9, 2.12), margin=0.1, method=Method.STATISTICAL)
    assert combine(identity, [interval]).power == 0.07  # 2 (1 + 0.06) is not excluded
    rational = Evidence(Method.ADVERSARIAL, ROUTES, "here", [Cell({"x": fmpq(2)}, fmpq(2))])
    assert combine(identity, [rational]).power == 1e-60
    floats = seen(Cell({"x": 2.0}, 2.0))
    assert combine(identity, [floats]).power is None  # float64 alone catches nothing
    assert combine(identity, [floats]).verdict is Verdict.UNDECIDED


def test_a_bound_beyond_the_trivial_one_is_vacuous() -> None:
    vacuous = made_up(trivial=Trivial(lambda x: 1, "at most one", {"x": 2}, "x"))
    assert combine(vacuous, [seen(exact(2, 1))]).vacuous
    assert not combine(vacuous, [VIOLATED]).vacuous
    speaking = made_up(trivial=Trivial(lambda x: 3, "at most three", {"x": 2}, "x"))
    assert not combine(speaking, [seen(exact(2, 1))]).vacuous


def test_a_mutant_is_caught_on_the_claims_own_cells() -> None:
    assert contradicts(made_up(), seen(exact(2, 1.5)), lambda x: x / 2)
    assert not contradicts(made_up(), seen(exact(2, 1.5)), lambda x: x * 2)


@pytest.mark.parametrize(("verdict", "expected"), list(product(Verdict, repeat=2)))
def test_what_a_run_accepts(verdict: Verdict, expected: Verdict) -> None:
    same = verdict is expected
    stronger = (verdict, expected) in {
        (Verdict.PROVED, Verdict.HOLDS),
        (Verdict.PROVED, Verdict.UNDECIDED),
        (Verdict.HOLDS, Verdict.UNDECIDED),
    }
    weaker = (verdict, expected) == (Verdict.HOLDS, Verdict.PROVED) or (
        verdict is Verdict.UNDECIDED and not same
    )
    assert acceptable(verdict, expected, strict=True) is (same or stronger)
    assert acceptable(verdict, expected, strict=False) is (same or stronger or weaker)


@pytest.mark.parametrize(
    ("high", "decision"),
    [
        ([2.01, 3.01], Decision.AGREES),
        ([2.01, 9.0], Decision.SILENT),
        ([2.01, 2.995], Decision.CONTRADICTS),
    ],
)
def test_an_interval_has_one_pair_of_ends_per_entry_of_the_closed_form(
    high: list[float], decision: Decision
) -> None:
    cell = Cell({}, [2.0, 2.99], interval=([1.99, 2.98], high), interval_method="given")
    assert judge_cell(Kind.IDENTITY, cell, [fmpq(2), 3.0], margin=0.01).decision is decision


def test_entries_without_ends_of_their_own_are_an_error() -> None:
    cell = Cell({}, [2.0, 3.0], interval=([1.9], [2.1]), interval_method="given")
    with pytest.raises(ValueError, match="zip"):
        judge_cell(Kind.IDENTITY, cell, [2.0, 3.0], margin=0.1)
