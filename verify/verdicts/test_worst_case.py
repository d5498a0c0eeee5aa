"""A strict run fails where sampling leaves out the worst cell known, the limit, or its power."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from theory.daneshmand2021.section_2 import width
from theory.ledger import Cell, Claim, Evidence, Kind, Method, Verdict
from verify.registry import Effort, Run
from verify.runner import Settings, run_claim
from verify.test_support import made_up

pytestmark = pytest.mark.usefixtures("made_up_claims")


def sampled(lhs: float, **parameters: Any) -> Cell:
    ends = lhs - 0.01, lhs + 0.01
    return Cell(parameters, lhs, interval=ends, samples=100, label="drawn", interval_method="made")


def failures(
    kind: Kind, drawn: Cell, *known: Cell, effort: Effort = Effort.STANDARD, **fields: Any
) -> list[str]:
    """Of a claim with the closed form 1, sampled at one cell and known exactly at others."""

    def drawing(run: Run) -> Evidence:
        return Evidence(Method.STATISTICAL, ("one", "samples"), "a cell", [drawn], margin=0.1)

    def searching(run: Run) -> Evidence:
        return Evidence(Method.ADVERSARIAL, ("one", "a search"), "cells", known)

    record: Claim = made_up.register(
        made_up.claim("grid", kind, lambda **_: 1.0, **fields),
        drawing,
        *([searching] if known else []),
    )
    return run_claim(record, Settings(effort)).failures


NEAR, FAR = Cell({"x": 1}, 0.9, label="near"), Cell({"x": 2}, 0.2, label="far")


def test_a_grid_that_misses_the_worst_cell_of_another_route_fails() -> None:
    (failure,) = failures(Kind.UPPER_BOUND, sampled(0.5), NEAR, FAR)
    assert "misses the worst cell known: lhs/rhs is 0.9 at near, and at most 0.5" in failure


def test_a_grid_that_comes_as_close_passes() -> None:
    assert not failures(Kind.UPPER_BOUND, sampled(0.89), NEAR, FAR)
    assert not failures(Kind.UPPER_BOUND, sampled(0.5), FAR)
    assert not failures(Kind.UPPER_BOUND, sampled(0.5))


def test_little_effort_is_not_held_to_it() -> None:
    assert not failures(Kind.UPPER_BOUND, sampled(0.5), NEAR, effort=Effort.SMOKE)


def test_the_limit_is_left_to_the_gram_map_and_has_to_be_there() -> None:
    limit = Cell({"x": 1, "d": math.inf}, 0.9, label="limit")
    wide = (*made_up.HOLDS.hypotheses, width())
    assert not failures(Kind.UPPER_BOUND, sampled(0.5), limit, hypotheses=wide)
    (failure,) = failures(Kind.UPPER_BOUND, sampled(0.5), FAR, hypotheses=wide)
    assert "no exact cell has d = inf" in failure


def test_a_width_that_cannot_be_drawn_is_left_to_the_gram_map_too() -> None:
    wide, near = (Cell({"x": 1, "d": d}, 0.9, label="wide") for d in (1e20, 1e6))
    assert not failures(Kind.UPPER_BOUND, sampled(0.5), wide)
    assert failures(Kind.UPPER_BOUND, sampled(0.5), near)


def test_sampling_whose_power_is_not_known_fails(made_up_claims: Path) -> None:
    """An interval that no planted error leaves: as wide as the margin allows, and one-sided."""
    drawn = Cell({"x": 1}, 1.0, interval=(0.95, math.inf), samples=9, interval_method="made")
    found = failures(Kind.IDENTITY, drawn, expected=Verdict.UNDECIDED)
    assert "it is sampled, and the power of that is not known" in found
