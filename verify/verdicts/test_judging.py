"""A cell that says nothing of its claim is an error of its check, whatever room it stands in."""

import math
import re
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
import torch

from lemmata.theory.evidence import on_one_line
from lemmata.theory.figures import Range
from lemmata.theory.hypotheses import has_a_log
from lemmata.theory.ledger import Cell, Claim, Decision, Evidence, Kind, Method, Mutant, Verdict
from lemmata.theory.test_support.comparing import over
from lemmata.verify.runner import Settings, run_claim
from lemmata.verify.test_support import made_up
from lemmata.verify.verdicts.combining import combine
from lemmata.verify.verdicts.judging import (
    JudgedCell,
    JudgedEvidence,
    Refused,
    judge_cell,
    judge_evidence,
    ratio_of,
    zero,
)
from lemmata.verify.verdicts.smallest_constant import smallest_constant

AGREES, CONTRADICTS, SILENT = Decision.AGREES, Decision.CONTRADICTS, Decision.SILENT
UPPER, LOWER, IDENTITY, LIMIT = Kind.UPPER_BOUND, Kind.LOWER_BOUND, Kind.IDENTITY, Kind.LIMIT
ONE = mpmath.mpf(1)


def at_most_x(kind: Kind = UPPER, **fields: Any) -> Claim:
    return made_up.claim("made-up", kind, **{"formula": lambda x: x, **fields})


def evidence_of(*cells: Cell, method: Method = Method.ADVERSARIAL, **fields: Any) -> Evidence:
    return Evidence(method, ("one route", "another"), "here", cells, **fields)


def sampled(x: Any, lhs: float, low: float, high: float, **fields: Any) -> Cell:
    ends: dict[str, Any] = {"interval": (low, high), "interval_method": "made", "samples": 100}
    return Cell({"x": x}, lhs, **{**ends, **fields})


@over(product([m for m in Method if m is not Method.STATISTICAL], [mpmath.mpf(-1), 0, -1e-300]))
def test_a_cell_outside_the_domain_is_refused_in_every_route(method: Method, x: Any) -> None:
    inside, outside = Cell({"x": ONE}, ONE / 2), Cell({"x": x}, x - 1, label="left of 0")
    with pytest.raises(Refused, match="'left of 0' lies outside the domain of sharp:made-up: NotP"):
        judge_evidence(at_most_x(), evidence_of(inside, outside, method=method))
    drawn = evidence_of(inside_drawn := sampled(1.0, 0.5, 0.4, 0.6), method=Method.STATISTICAL)
    assert judge_evidence(at_most_x(), drawn).decision is AGREES
    left = evidence_of(inside_drawn, sampled(x, -9.0, -10, -8), method=Method.STATISTICAL)
    with pytest.raises(Refused, match="outside the domain"):
        judge_evidence(at_most_x(), left)
    below = at_most_x(hypotheses=(has_a_log("a log", "x > 0", "x"),))
    with pytest.raises(Refused, match="outside the domain of sharp:made-up: NotFinite: lhs"):
        judge_evidence(below, evidence_of(inside, Cell({"x": ONE}, -mpmath.inf)))


def test_an_interval_of_more_than_was_observed_is_not_compared_with_a_law_in_part() -> None:
    cell = replace(sampled(9, 0.5, 0.4, 0.6, exact=0.5), interval=([0.4, 9.0], [0.6, 9.0]))
    twice = at_most_x(formula=lambda x: [x, x])
    with pytest.raises(ValueError, match="zip"):
        judge_evidence(twice, evidence_of(cell, method=Method.STATISTICAL))


def test_the_ratio_to_a_bound_of_zero_is_none_or_infinite() -> None:
    """Below zero the side that is nearer to it counts as the smaller."""
    shares = {
        (-1, 0): None,
        (1, 0): math.inf,
        (0, 0): 1.0,
        (0, 2): 0.0,
        (-4, -2): 0.5,
        (-1, 2): None,
        (0, -1): None,
    }
    assert {sides: ratio_of(UPPER, *sides) for sides in shares} == shares


def test_a_run_names_the_check_that_left_the_domain_and_keeps_the_others() -> None:
    def leaving(run: Any) -> Evidence:
        return evidence_of(Cell({"x": -ONE}, ONE))

    record = at_most_x()
    made_up.register(record, made_up.observing(lambda x: x / 2), leaving)
    result = run_claim(record, Settings())
    assert result.judgement.verdict is Verdict.UNDECIDED
    assert result.failures[0].startswith("judging what check leaving saw raised Refused: at {'x'")
    assert [check.name for check, *_ in result.ran] == ["observed"]
    assert len(result.judgement.evidence) == 1


@over(
    product(
        [UPPER, LOWER, IDENTITY, LIMIT],
        [
            math.nan,
            mpmath.nan,
            flint.arb("nan"),
            np.float64("nan"),
            torch.tensor(math.nan),
            [1.0, math.nan],
            np.array([ONE, mpmath.nan]),
            np.array([flint.arb(1), flint.arb("nan")]),
            torch.tensor([1.0, math.nan]),
        ],
    )
)
def test_a_closed_form_that_is_not_a_number_is_an_error(kind: Kind, rhs: Any) -> None:
    for cell in (Cell({"x": 1}, ONE), sampled(1, 1.0, 0.0, 2.0)):
        why = f"at {{'x': 1}}: the closed form is {on_one_line(rhs)}; expected numbers"
        with pytest.raises(Refused, match=f"^{re.escape(why)}$"):
            judge_cell(kind, cell, rhs)
    with pytest.raises(Refused, match="closed form is"):
        combine(at_most_x(kind, formula=lambda x: rhs), [evidence_of(Cell({"x": 1}, ONE))])


@over(
    [
        (Cell({"x": 1}, ONE, 1e-3, exact=1.0005), True),
        (Cell({"x": 1}, ONE, 1e-3, exact=1.01), False),
        (Cell({"x": 1}, ONE, exact=1 + 1e-12), True),  # the law is a float64
        (Cell({"x": 1}, ONE, exact=1 + 1e-6), False),
        (sampled(9, 0.5, 0.4, 0.6, exact=0.41), True),
        (sampled(9, 0.5, 0.4, 0.6, exact=0.39), False),
        (sampled(9, 0.5, 0.4, 0.6, exact=0.61), False),
        (sampled(9, 0.5, 0.4, 0.6, exact=math.nan), False),
        (Cell({"x": 9}, [0.0, 1.0], exact=[0.0, 1.0]), True),
        (Cell({"x": 9}, [0.0, 1.0], exact=[0.0, 2.0]), False),
        (Cell({"x": 9}, 1.0, exact=[1.0, 2.0]), False),  # a law of more than was observed
        (
            Cell(
                {"x": 9},
                [0.0, 1.0],
                interval=([0, 0], [1, 2]),
                interval_method="m",
                exact=[0.5, 2.1],
            ),
            False,
        ),
    ]
)
def test_an_exact_law_that_the_observation_excludes_is_an_error(cell: Cell, held: bool) -> None:
    claim = at_most_x(formula=lambda x: 9)
    if held:
        judge_evidence(claim, evidence_of(cell))
    else:
        shown = cell.lhs if cell.interval is None else cell.interval
        said = f"at {dict(cell.parameters)}: {on_one_line(shown)} excludes the exact law's "
        with pytest.raises(Refused, match=re.escape(said + on_one_line(cell.exact)) + "$"):
            judge_evidence(claim, evidence_of(cell))


def test_a_bound_that_is_0_on_both_sides_says_nothing() -> None:
    """Any multiple of it would do: no share of the bound is in use, and alone it cannot fail."""
    nothing = Cell({"x": ONE}, mpmath.mpf(0))
    claim = at_most_x(formula=lambda x: x - 1)
    for zeros in (evidence_of(nothing), evidence_of(nothing, Cell({"x": 1}, [0, flint.fmpq(0)]))):
        with pytest.raises(Refused, match="both sides are 0 in every cell on here: it cannot fail"):
            judge_evidence(claim, zeros)
    something = combine(claim, [evidence_of(nothing, Cell({"x": 5 * ONE}, ONE))])
    assert (something.verdict, something.tightness) == (Verdict.HOLDS, 0.25)
    # where the bound is 0 everywhere, it is attained there
    non_negative = at_most_x(LOWER, formula=lambda x: 0)
    attained = combine(non_negative, [evidence_of(nothing, Cell({"x": 5 * ONE}, ONE))])
    assert (attained.verdict, attained.tightness) == (Verdict.HOLDS, 1.0)
    assert not zero(judge_cell(UPPER, Cell({}, flint.arb(0, 1)), flint.arb(0)))  # a ball around 0


EXACT_TWO = [2, np.int64(2), Fraction(2), mpmath.mpf(2), flint.fmpz(2), flint.fmpq(2), flint.arb(2)]
ROUNDED_TWO = [2.0, np.float64(2), np.float32(2), torch.tensor(2.0), torch.tensor(2.0).double()]


def test_a_violation_in_float64_on_either_side_is_a_suspicion() -> None:
    for twos, decision in ((EXACT_TWO, CONTRADICTS), (ROUNDED_TWO, SILENT)):
        for two in twos:
            for kind, other in ((UPPER, 1), (LOWER, 3), (IDENTITY, 3), (LIMIT, 3)):
                assert judge_cell(kind, Cell({}, two), other).decision is decision, (kind, two)
            for kind, other in ((UPPER, 3), (LOWER, 1), (IDENTITY, 3), (LIMIT, 3)):
                assert judge_cell(kind, Cell({}, other), two).decision is decision, (kind, two)
    mixed = [flint.fmpq(1, 2), 1.5]  # the exact entry holds, the rounded one is suspected
    assert judge_cell(UPPER, Cell({}, mixed), 1).decision is SILENT
    assert judge_cell(UPPER, Cell({}, ONE), [2, 0.5]).decision is SILENT


def test_power_is_planted_on_both_sides() -> None:
    """The smaller of two errors is the one that is caught in one direction only."""
    for low, high, power in ((1.88, 2.02, 0.07), (1.98, 2.12, 0.07), (1.98, math.inf, None)):
        evidence = evidence_of(sampled(2, 2.0, low, high), margin=0.1, method=Method.STATISTICAL)
        assert combine(at_most_x(IDENTITY), [evidence]).power == power


def caught_by(record: Claim, *evidence: Evidence) -> list[str | None]:
    made_up.register(record, *(made_up.finding(e) for e in evidence))
    return [mutant.caught_by for mutant in run_claim(record, Settings()).mutants]


def test_a_mutant_is_judged_with_the_margin_of_the_limit() -> None:
    """Within the margin a finite size agrees: then it tells no mutant from the claim either."""
    near = evidence_of(sampled(2, 2.0, 1.99, 2.01), margin=0.1, method=Method.STATISTICAL)
    for factor, caught in ((1.05, False), (0.95, False), (1.2, True), (0.8, True)):
        mutant = Mutant("off", lambda x, k=factor: k * x, {"x": 2})
        found = caught_by(at_most_x(LIMIT, mutants=(mutant,)), near)
        assert (found != [None]) is caught, factor


@over(list(Decision))
def test_only_a_check_that_contradicts_the_mutant_is_a_catch(decision: Decision) -> None:
    def deciding(run: Any) -> Evidence:
        found = AGREES if run.formula(x=3) == 3 else decision
        return Evidence(Method.EXACT, ("a", "b"), "all", decision=found)

    record = at_most_x(mutants=(Mutant("twice", lambda x: 2 * x, {"x": 3}),))
    result = run_claim(made_up.register(record, deciding), Settings())
    assert [judged.decision for judged in result.judgement.evidence] == [AGREES]
    expected = "deciding" if decision is CONTRADICTS else None
    assert [m.caught_by for m in result.mutants] == [expected]


def test_a_constant_is_not_refuted_at_one_value_of_it() -> None:
    open_ = at_most_x(formula=lambda x, C: C * x, constant="C", expected=Verdict.HOLDS)

    def at(x: Any, lhs: Any) -> Evidence:
        return evidence_of(Cell({"x": x, "C": 2}, mpmath.mpf(lhs)))

    assert combine(open_, [at(ONE, 1)]).verdict is Verdict.HOLDS
    small = combine(open_, [at(ONE, 3)])  # C = 3 would do
    assert (small.verdict, small.conflict) == (Verdict.UNDECIDED, False)
    assert "not for the C of adversarial" in small.why
    assert combine(open_, [at(ONE, 2**39)]).verdict is Verdict.UNDECIDED
    assert combine(open_, [at(ONE, 2**41)]).verdict is Verdict.REFUTED  # none up to the largest
    drawn = sampled(1.0, 3.0, 2.9, 3.1)
    ends = replace(drawn, parameters={"x": 1.0, "C": 2.0})
    assert (
        combine(open_, [evidence_of(ends, method=Method.STATISTICAL)]).verdict is Verdict.UNDECIDED
    )
    # a check that decides by itself speaks of the claim with its constant; a proof too
    against = Evidence(Method.EXACT, ("a", "b"), "all", decision=CONTRADICTS)
    assert combine(open_, [against]).verdict is Verdict.REFUTED
    assert combine(open_, [at(ONE, 3)], made_up.ACCEPTED).conflict
    fixed = at_most_x(formula=lambda x, C: C * x)
    assert combine(fixed, [at(ONE, 3)]).verdict is Verdict.REFUTED


def test_a_quantity_of_a_figure_says_how_many_samples_would_decide_it() -> None:
    """Half of the range away from its ends, and three times as long: nine times as many."""
    within = Range(1.0, 2.0)
    for lhs, low, high, needed in ((1.5, 0.0, 2.5, 900), (1.5, 0.5, 3.0, 900), (2, 1, 3, math.inf)):
        silent = judge_cell(Kind.FIGURE, sampled(9, lhs, low, high), within)
        assert (silent.decision, silent.needed) == (SILENT, needed)
    assert judge_cell(Kind.FIGURE, sampled(9, 1.5, 1.4, 1.6), within).needed is None
    why = "^the cell 'here': a quantity of a figure has no interval$"
    with pytest.raises(Refused, match=why):
        judge_cell(Kind.FIGURE, Cell({}, 1.5, label="here"), within)


def test_the_worst_cell_is_nearest_to_a_violation() -> None:
    cells = tuple(Cell({"x": ONE}, lhs) for lhs in (ONE / 2, 3 * ONE / 4, ONE / 4))
    worst = judge_evidence(at_most_x(), evidence_of(*cells)).worst
    assert worst is not None
    assert worst.cell is cells[1]
    # a decision counts before the share, and one without a share comes last
    ranked = [(AGREES, None), (AGREES, 0.5), (AGREES, 3.0), (SILENT, 2.0), (CONTRADICTS, 1.5)]
    judged = [JudgedCell(cells[0], ONE, decision, ratio) for decision, ratio in ranked]
    for count in range(1, len(judged) + 1):
        for order in (judged[:count], judged[:count][::-1]):
            found = JudgedEvidence(evidence_of(*cells), tuple(order), AGREES)
            assert found.worst is judged[count - 1]
    assert JudgedEvidence(evidence_of(*cells), (), AGREES).worst is None


def test_a_claim_without_a_formula_is_judged_by_true_or_false() -> None:
    claim = at_most_x(Kind.EXISTENCE, formula=None)
    for observed, decision in ((True, AGREES), (False, CONTRADICTS)):
        assert judge_evidence(claim, evidence_of(Cell({"x": ONE}, observed))).decision is decision


def test_no_smallest_constant_is_named_if_all_or_none_suffice() -> None:
    open_ = at_most_x(formula=lambda x, C: C * x, constant="C")
    for x, low, high in ((1.0, -2.0, -1.0), (0.0, 1.0, 2.0)):
        cell = replace(sampled(x, (low + high) / 2, low, high), parameters={"x": x, "C": 99})
        assert smallest_constant(open_, [evidence_of(cell)]) is None
    assert smallest_constant(open_, []) is None
    assert smallest_constant(at_most_x(), [evidence_of(sampled(1.0, 1.5, 1, 2))]) is None
