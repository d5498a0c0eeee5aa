"""How evidence becomes a verdict: every combination, on made-up evidence."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import numpy as np
import pytest
from flint import fmpq, fmpz

from lemmata.theory.figures import Range, at_most
from lemmata.theory.ledger import Cell, Claim, Decision, Evidence, Kind, Method, Trivial, Verdict
from lemmata.theory.test_support.comparing import over
from lemmata.verify.test_support import made_up
from lemmata.verify.verdicts.combining import Judgement, _off_by, acceptable, combine
from lemmata.verify.verdicts.judging import judge_cell, samples_to_decide

AGREES, CONTRADICTS, SILENT = Decision.AGREES, Decision.CONTRADICTS, Decision.SILENT
UPPER, LOWER, IDENTITY, LIMIT = Kind.UPPER_BOUND, Kind.LOWER_BOUND, Kind.IDENTITY, Kind.LIMIT
ROUTES = ("one route", "another")


def a_claim(kind: Kind = UPPER, **others: Any) -> Claim:
    """A claim that something is at most, at least, or equal to x."""
    return made_up.claim("made-up", kind, lambda x: x, **others)


def exact(x: float, lhs: float, tolerance: float = 0.0) -> Cell:
    return Cell({"x": mpmath.mpf(x)}, mpmath.mpf(lhs), tolerance)


def evidence_of(*cells: Cell, margin: float = 0.0, method: Method = Method.ADVERSARIAL) -> Evidence:
    return Evidence(method, ROUTES, "here", cells, margin=margin)


def deciding(decision: Decision) -> Evidence:
    """A check that has no cells and decides by itself."""
    return Evidence(Method.EXACT, ROUTES, "all", decision=decision)


def sampled(x: float, low: float, high: float) -> Cell:
    middle, ends = (low + high) / 2, (low, high)
    return Cell({"x": x}, middle, interval=ends, samples=100, interval_method="made up")


# One piece of evidence of every sort, on cells of its own.
AGREEING = evidence_of(exact(2, 1))
VIOLATED = evidence_of(exact(7, 1), exact(3, 4))  # one violated cell among others refutes
SUSPECTED = evidence_of(Cell({"x": 5.0}, 5.1))  # a float64 violation is only a suspicion
UNDECIDED = evidence_of(sampled(6, 5, 7), method=Method.STATISTICAL)
WITHOUT_CELLS = deciding(AGREES)
DISPROOF = deciding(CONTRADICTS)
BUDGET_ENDED = deciding(SILENT)
ALL = [AGREEING, VIOLATED, SUSPECTED, UNDECIDED, WITHOUT_CELLS, DISPROOF, BUDGET_ENDED]
PROOFS = [None, made_up.ACCEPTED]


def test_every_combination() -> None:
    for proof, chosen in product(PROOFS, product([False, True], repeat=len(ALL))):
        evidence = [e for e, taken in zip(ALL, chosen, strict=True) if taken]
        judgement = combine(a_claim(), evidence, proof)
        against = VIOLATED in evidence or DISPROOF in evidence
        silent = any(e in evidence for e in (SUSPECTED, UNDECIDED, BUDGET_ENDED))
        if against and proof:
            expected = Verdict.UNDECIDED
        elif against:
            expected = Verdict.REFUTED
        elif proof:
            expected = Verdict.PROVED
        elif not evidence:
            expected = Verdict.NOT_RUN
        elif silent or AGREEING not in evidence:  # a check without cells states no power
            expected = Verdict.UNDECIDED
        else:
            expected = Verdict.HOLDS
        assert judgement.verdict is expected, (judgement.why, proof, chosen)
        assert judgement.conflict is bool(against and proof), (proof, chosen)
        assert judgement.proof is (proof if expected is Verdict.PROVED else None)
    for evidence, proof, why in (
        ([], None, "no evidence"),
        ([], made_up.ACCEPTED, "checked by Rocq 8.16.1 on 2026-11-18"),
        ([AGREEING], made_up.ACCEPTED, "checked by Rocq 8.16.1 on 2026-11-18"),
        ([AGREEING, WITHOUT_CELLS], None, "agreed by adversarial, exact"),
        ([VIOLATED, AGREEING], None, "refuted by adversarial"),
        ([VIOLATED], made_up.ACCEPTED, "routes contradict each other"),
        ([AGREEING, UNDECIDED], None, "not decided by statistical"),
        ([WITHOUT_CELLS], None, "every route agrees, but their power is not known"),
    ):
        assert combine(a_claim(), evidence, proof).why == why


def test_opposite_decisions_on_one_cell_are_a_conflict() -> None:
    sampled_against = evidence_of(sampled(2, 2.4, 2.6), method=Method.STATISTICAL)
    judgement = combine(a_claim(), [evidence_of(Cell({"x": 2}, mpmath.mpf(1))), sampled_against])
    assert (judgement.verdict, judgement.conflict) == (Verdict.UNDECIDED, True)
    assert judgement.why == "routes contradict each other"
    for alike in (
        [AGREEING, AGREEING],
        [evidence_of(exact(2, 1), exact(2, 3))],
    ):  # one route has two
        assert not combine(a_claim(), alike).conflict
    turned = [
        evidence_of(Cell({"y": y, "x": ONE, "z": 1 - y}, lhs)) for y, lhs in ((0, ONE), (0, TWO))
    ]
    other = [replace(turned[1], cells=[Cell({"x": ONE, "z": 1, "y": 0}, TWO)]), turned[0]]
    anywhere = made_up.claim("made-up", UPPER, lambda x, y, z: x)
    assert combine(anywhere, turned).conflict
    assert combine(anywhere, other).conflict  # whatever order its parameters are given in


def test_pending_evidence_leaves_a_claim_undecided_and_gives_the_reason() -> None:
    pending = [replace(AGREEING, pending=why) for why in ("no data", "no networks")]
    found = combine(a_claim(), [AGREEING, *pending])
    assert (found.verdict, found.why) == (Verdict.UNDECIDED, "no data; no networks")
    assert found.conflict is False


def test_what_nobody_ran_is_not_run_unless_what_was_run_leaves_more_open() -> None:
    left = replace(AGREEING, cells=(), pending="lemmata run --train")
    for evidence, verdict, why in (
        ([left], Verdict.NOT_RUN, left.pending),
        ([AGREEING, left], Verdict.NOT_RUN, left.pending),
        ([left, replace(AGREEING, pending="too small")], Verdict.UNDECIDED, "too small"),
        ([left, UNDECIDED], Verdict.UNDECIDED, "not decided by statistical"),
        ([left, VIOLATED], Verdict.REFUTED, "refuted by adversarial"),
    ):
        found = combine(a_claim(), evidence)
        assert (found.verdict, found.why) == (verdict, why)


def entries(low: list[float], high: list[float]) -> Cell:
    return Cell({}, [2.0, 2.99], interval=(low, high), interval_method="given")


ONE, TWO, BEYOND = mpmath.mpf(1), mpmath.mpf(2), mpmath.inf
TWO_VALUES = np.array([ONE, 3 * ONE])


OBSERVED: list[tuple[Kind, Cell, Any, Decision]] = [
    *((UPPER, exact(2, lhs), TWO, d) for lhs, d in ((1, AGREES), (2, AGREES), (3, CONTRADICTS))),
    *((LOWER, exact(2, lhs), TWO, d) for lhs, d in ((1, CONTRADICTS), (2, AGREES), (3, AGREES))),
    (IDENTITY, exact(2, 2), TWO, AGREES),
    (IDENTITY, exact(2, 3), TWO, CONTRADICTS),
    (LIMIT, exact(2, 1), TWO, CONTRADICTS),
    # the tolerance is the observation's own error, and an infinite side beyond every one
    (IDENTITY, exact(2, 2.001, 1e-2), TWO, AGREES),
    (IDENTITY, exact(2, 2.001, 1e-4), TWO, CONTRADICTS),
    (IDENTITY, exact(2, 1.5, 0.25), TWO, AGREES),  # all of it
    (UPPER, exact(1, math.inf, 1e-20), ONE, CONTRADICTS),
    (LOWER, exact(1, 1, 1e-20), BEYOND, CONTRADICTS),
    (IDENTITY, exact(1, 1, 1e-20), BEYOND, CONTRADICTS),
    (IDENTITY, Cell({}, BEYOND, 1e-20), BEYOND, AGREES),
    (IDENTITY, Cell({}, math.inf, 1e-20), math.inf, AGREES),
    # arrays are judged by their worst entry
    (UPPER, Cell({}, TWO_VALUES), TWO, CONTRADICTS),
    (UPPER, Cell({}, TWO_VALUES), [ONE, 3 * ONE], AGREES),
    # an interval has one pair of ends per entry of the closed form
    *(
        (IDENTITY, entries([1.99, 2.98], [2.01, last]), [fmpq(2), 3.0], d)
        for last, d in ((3.01, AGREES), (9.0, SILENT), (2.995, CONTRADICTS))
    ),
    # one that ends at a bound keeps it, or does not leave it
    *(
        (UPPER, sampled(2, low, low + 1), 2, d)
        for low, d in ((0.5, AGREES), (1, AGREES), (1.5, SILENT), (2, SILENT), (2.5, CONTRADICTS))
    ),
    *(
        (LOWER, sampled(2, low, low + 1), 2, d)
        for low, d in ((0.5, CONTRADICTS), (1, SILENT), (1.5, SILENT), (2, AGREES), (2.5, AGREES))
    ),
    *(
        (IDENTITY, sampled(2, low, high), 2, d)
        for low, high, d in ((1.99, 2.01, AGREES), (1.0, 3.0, SILENT), (2.01, 2.02, CONTRADICTS))
    ),
    # near the limit, not in it
    *(
        (LIMIT, sampled(2, low, low + 0.01), 2, d)
        for low, d in ((2.005, AGREES), (2.015, SILENT), (2.03, CONTRADICTS), (1.96, CONTRADICTS))
    ),
]


@over(OBSERVED)
def test_one_observation_is_judged(kind: Kind, cell: Cell, rhs: Any, decision: Decision) -> None:
    judged = judge_cell(kind, cell, rhs, margin=0.01 if cell.interval else 0.0)
    assert judged.decision is decision
    assert (judged.needed is not None) == (decision is SILENT and cell.samples is not None)


def test_a_sampled_cell_has_its_right_side_and_margin() -> None:
    third = ONE / 3
    for given, kept in (
        (third, third),  # with all its digits
        (fmpq(1, 2), 0.5),
        ([fmpz(1), third], [1.0, third]),
        ([fmpq(1, 2)] * 3, [0.5, 0.5, 0.5]),
    ):
        count = len(kept) if isinstance(kept, list) else 1
        cell = Cell({}, [1.0] * count, interval=([0.0] * count, [2.0] * count), interval_method="m")
        assert judge_cell(UPPER, cell, given).rhs == kept
        assert type(judge_cell(UPPER, cell, given).rhs) is type(kept)
    for margin, decision in ((0.25, AGREES), (0.24, SILENT), (0.0, SILENT)):
        assert judge_cell(IDENTITY, sampled(2, 1.5, 2.5), 2, margin).decision is decision
    assert judge_cell(IDENTITY, sampled(2, 1.5, 2.5), 2).decision is SILENT


def test_other_numbers_of_entries_are_refused() -> None:
    with pytest.raises(ValueError, match="2 observed values against 3"):
        judge_cell(UPPER, Cell({}, [ONE, ONE]), [1, 2, 3])
    with pytest.raises(ValueError, match="zip"):
        judge_cell(IDENTITY, entries([1.9], [2.1]), [2.0, 3.0], margin=0.1)


def test_samples_that_would_decide() -> None:
    """The length falls like 1/sqrt(samples), of which there are 100."""
    for kind, interval, rhs, margin, needed in (
        (UPPER, (1.0, 3.0), 2.5, 0.0, 400),  # half the length reaches the bound
        (LOWER, (1.0, 3.0), 1.0, 0.0, 100),
        (IDENTITY, (1.0, 3.0), 2.0, 0.25, 400),  # to lie within the margin
        (IDENTITY, (1.0, 3.0), 2.5, 0.4, 400),  # of which half is left
        (IDENTITY, (1.0, 3.0), 2.5, 0.0, 400),  # to exclude the value
        (LIMIT, (1.0, 3.0), 2.5, 0.1, 1600),  # to exclude the margin too
        (UPPER, (1.0, 3.0), 2.0, 0.0, math.inf),
        (UPPER, (-1.0, 1.0), 1e-200, 0.0, math.inf),  # more than a float holds
        (IDENTITY, (1.0, 3.0), 1.0, 1.0, 100),  # at the end of the margin: to exclude the value
    ):
        lhs = sum(interval) / 2
        assert samples_to_decide(kind, 100, lhs, interval, rhs, margin) == needed, (kind, rhs)
    for ends in ((-1.0, 2.5), (1.5, 5.0)):  # the longer side counts
        assert samples_to_decide(UPPER, 100, 2.0, ends, 3.0, 0.0) == 900


def test_tightness_is_the_largest_share_of_the_bound_in_use() -> None:
    def judged(kind: Kind, *cells: Cell) -> Judgement:
        return combine(a_claim(kind, hypotheses=()), [evidence_of(*cells)])

    upper = judged(UPPER, exact(4, 1), exact(4, 3))
    assert (upper.tightness, upper.power) == (0.75, 0.25)
    assert judged(LOWER, exact(1, 4), exact(3, 4)).tightness == 0.75
    assert judged(UPPER, exact(-1, -4)).tightness == 0.25  # -4 <= -1 uses a quarter
    assert judged(LOWER, exact(1, 0)).tightness == math.inf
    assert judged(UPPER, exact(-1, 1)).tightness is judged(IDENTITY, exact(1, 1)).tightness is None
    # without a digit there is no ratio: as of a case that only more digits than the run's resolve
    unknown = judge_cell(UPPER, exact(0, 1e-102, 1e50), mpmath.mpf(0))
    assert (unknown.decision, unknown.ratio) == (AGREES, None)
    ratios = [judge_cell(UPPER, exact(2, 1, error), TWO).ratio for error in (0.5, 1.0)]
    assert ratios == [0.5, None]


def test_power_of_an_identity_is_the_smallest_planted_error_that_is_caught() -> None:
    for evidence, power in (
        (evidence_of(exact(2, 2, 1e-6)), 2e-6),  # to one digit
        (evidence_of(exact(2, 2, 0.95e-3)), 1e-3),
        (evidence_of(sampled(2, 1.9, 2.12), margin=0.1), 0.07),  # 2 (1 + 0.06) is not excluded
        (evidence_of(Cell({"x": fmpq(2)}, fmpq(2))), 1e-60),
        (evidence_of(Cell({"x": 2.0}, 2.0)), None),  # float64 alone catches nothing
    ):
        found = combine(a_claim(IDENTITY), [evidence])
        assert found.power == power
        assert found.verdict is (Verdict.UNDECIDED if power is None else Verdict.HOLDS)
    # of a limit an error within the margin is not told from a finite size: 0.9 (1 + e) > 1.005
    near = evidence_of(sampled(2, 1.99, 2.01), margin=0.1)
    assert combine(a_claim(LIMIT), [near]).power == 0.2


def test_the_power_of_a_figure_is_how_far_its_ranges_can_be_narrowed() -> None:
    for allowed, ends, power in (
        (Range(1.0, 2.0), (1.05, 1.1), 0.1),  # below 1/(1 - share)
        (Range(1.0, 2.0), (1.45, 1.45), 0.3),  # nothing is left of the range
        (at_most(2.0), (0.5, 1.1), 0.8),  # above 2 (1 - share)
        (at_most(2.0), (-1.0, 1.1), 1.0),
    ):
        figure = made_up.claim("made-up", Kind.FIGURE, lambda x, r=allowed: r)
        assert combine(figure, [evidence_of(sampled(1, *ends))]).power == power, allowed


def test_a_bound_beyond_the_trivial_one_is_vacuous() -> None:
    vacuous, speaking = (
        a_claim(trivial=Trivial(lambda x, k=k: k, "at most that", {"x": 2}, "x")) for k in (1, 3)
    )
    assert combine(vacuous, [AGREEING]).vacuous
    assert not combine(vacuous, [VIOLATED]).vacuous
    assert not combine(speaking, [AGREEING]).vacuous
    assert combine(vacuous, [], made_up.ACCEPTED).vacuous
    assert not combine(vacuous, []).vacuous


def test_a_verdict_is_acceptable_if_it_is_the_expected_one_or_stronger() -> None:
    proved, holds, undecided, left = (v for v in Verdict if v is not Verdict.REFUTED)
    stronger = {(proved, holds), *product((proved, holds), (undecided, left)), (left, undecided)}
    argued = (holds, proved)  # and not yet checked by Rocq
    weaker = {*product((undecided, left), Verdict)}
    for pair in product(Verdict, repeat=2):
        strictly = pair[0] is pair[1] or pair in stronger or pair == argued
        assert acceptable(*pair, strict=True) is strictly, pair
        assert acceptable(*pair, strict=False) is (strictly or pair in weaker), pair


def test_an_error_is_planted_in_every_arithmetic_and_every_entry() -> None:
    third = Fraction(1, 3)
    values: list[Any] = [3.0, np.float64(3), fmpq(3), fmpz(3), mpmath.mpf(3)]
    for value in values:
        assert float(_off_by(value, third)) == pytest.approx(4)
        assert [float(v) for v in _off_by([value, 2 * value], third)] == pytest.approx([4, 8])
        assert float(_off_by(value, -third)) == pytest.approx(2)
