"""A strict run fails where sampling leaves out the worst cell known, the limit, or its power."""

import math
from dataclasses import replace
from typing import Any

import pytest

from lemmata.theory.daneshmand2021.section_2 import width
from lemmata.theory.ledger import Cell, Evidence, Grade, Kind, Method, Mutant, Verdict
from lemmata.verify.registry import Effort
from lemmata.verify.runner import Settings, run_claim
from lemmata.verify.test_support import made_up
from lemmata.verify.verdicts.worst_case import WIDEST

pytestmark = pytest.mark.usefixtures("made_up_claims")

LOW = Cell({}, 0.5, interval=(0.49, 0.51), samples=100, interval_method="made")
HIGH = Cell({}, 0.89, interval=(0.88, 0.9), samples=100, interval_method="made")
NEAR, FAR = Cell({"x": 1}, 0.9, label="near"), Cell({"x": 2}, 0.2, label="far")


REFUTED: dict[str, Any] = {"expected": Verdict.REFUTED, "grade": Grade.EDGE}


def failures(
    drawn: Cell,
    *known: Cell,
    kind: Kind = Kind.UPPER_BOUND,
    effort: Effort = Effort.STANDARD,
    **fields: Any,
) -> list[str]:
    """The failures of a claim with the closed form 1, sampled at one cell and exact at others."""
    drawing = Evidence(Method.STATISTICAL, ("one", "samples"), "a cell", [drawn], margin=0.1)
    checks = [lambda run: drawing]
    if known:
        searching = Evidence(Method.ADVERSARIAL, ("one", "a search"), "cells", known)
        checks.append(lambda run: searching)
    wrong = 2.0 if kind is Kind.LOWER_BOUND else 0.0
    fields = {"mutants": [Mutant("wrong", lambda **_: wrong, {})], **fields}
    record = made_up.claim("grid", kind, lambda **_: 1.0, **fields)
    return run_claim(made_up.register(record, *checks), Settings(effort)).failures


def test_a_grid_has_to_come_as_close_as_another_route() -> None:
    (failure,) = failures(LOW, NEAR, FAR)
    assert "misses the worst cell known: lhs/rhs is 0.9 at near, and at most 0.5" in failure
    assert not failures(HIGH, NEAR, FAR)
    assert not failures(LOW, Cell({"x": 3}, -1.0, label="below zero"))  # no share of the bound
    assert not failures(LOW, FAR)
    nine_tenths = replace(HIGH, lhs=0.9)
    assert not failures(nine_tenths, Cell({"x": 1}, 1.0, label="attained"))
    assert not failures(LOW)
    assert not failures(LOW, NEAR, effort=Effort.SMOKE)  # little effort is not held to it
    drawn = Cell({}, 1.2, interval=(1.1, 1.3), samples=100, interval_method="made")
    reached = failures(drawn, Cell({"x": 1}, 9.0, label="violated more"), **REFUTED)
    assert not any("misses the worst" in failure for failure in reached)


def test_the_limit_and_widths_that_cannot_be_drawn_are_left_to_the_gram_map() -> None:
    limit, beyond, drawable = (
        Cell({"x": 1, "d": d}, 0.9, label="d") for d in (math.inf, 1e20, WIDEST)
    )
    wide = (*made_up.HOLDS.hypotheses, width())
    assert not failures(LOW, limit, hypotheses=wide)
    found = failures(LOW, FAR, hypotheses=wide)
    assert found == ["the claim is for every width, and no exact cell has d = inf"]
    assert not failures(LOW, beyond)
    assert failures(LOW, drawable)


def test_sampling_whose_power_is_not_known_fails() -> None:
    """An interval that no planted error leaves: as wide as the margin allows, and one-sided."""
    drawn = Cell({"x": 1}, 1.0, interval=(0.95, math.inf), samples=9, interval_method="made")
    found = failures(drawn, kind=Kind.IDENTITY, expected=Verdict.UNDECIDED)
    assert "it is sampled, and the power of that is not known" in found
