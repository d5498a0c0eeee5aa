"""What a check may not hand in is refused when it is made, in one line with what was expected."""

import math
from collections.abc import Callable
from typing import Any

import flint
import mpmath
import numpy as np
import pytest

from lemmata.theory.evidence import Cell, Decision, Evidence, Method, has_nan
from lemmata.theory.ledger import Claim, Kind, Verdict
from lemmata.theory.test_support.comparing import over

SEEN = Cell({}, 1.0)
DRAWN = Cell({}, 1.0, interval=(0.0, 2.0), samples=9, interval_method="made")
UNCOUNTED = Cell({}, 1.0, interval=(0.0, 2.0), interval_method="made")
NAN = math.nan
NANS = {
    "float": NAN,
    "mpmath": mpmath.nan,
    "an mpmath matrix": list(mpmath.matrix([1, mpmath.nan])),
    "balls": flint.arb("nan"),
    "numpy": np.float64(NAN),
    "single precision": np.float32(NAN),
    "a list of floats": [1.0, NAN],
    "a tuple of balls": (flint.arb(1), flint.arb("nan")),
    "an array of floats": np.array([[1.0, 2.0], [3.0, NAN]]),
    "an array of mpf": np.array([mpmath.mpf(1), mpmath.nan]),
    "an array of balls": np.array([flint.arb(1), flint.arb("nan")]),
}
NUMBERS = [
    1,
    True,
    2.0,
    math.inf,
    mpmath.inf,
    mpmath.mpf(3),
    flint.arb(1),
    flint.arb(0, math.inf),
    flint.fmpq(1, 3),
    flint.fmpz(2),
    [1, 2.0],
    np.array([mpmath.mpf(1)]),
]


def test_nan_is_found_in_every_arithmetic() -> None:
    assert [name for name, value in NANS.items() if not has_nan(value)] == []
    assert [value for value in NUMBERS if has_nan(value)] == []


def cell(**fields: Any) -> Callable[[], object]:
    made: dict[str, Any] = {"parameters": {}, "lhs": 1.0, "label": "here", **fields}
    return lambda: Cell(**made)


def interval(low: Any, high: Any, **fields: Any) -> Callable[[], object]:
    return cell(interval=(low, high), samples=9, **{"interval_method": "made", **fields})


def evidence(*cells: Cell, **fields: Any) -> Callable[[], object]:
    method = Method.ADVERSARIAL
    made = {"method": method, "routes": ("a", "b"), "domain": "D", "cells": cells, **fields}
    return lambda: Evidence(**made)


def stated(**fields: Any) -> Callable[[], object]:
    made = {"title": "", "statement": "x", "kind": Kind.IDENTITY, "source": "", **fields}
    return lambda: Claim("sharp:made-up", **made)


SAMPLED: dict[str, Any] = {"method": Method.STATISTICAL}


@over(
    [
        *((cell(lhs=value), "observed .* expected numbers") for value in NANS.values()),
        (cell(tolerance=-1e-9), "tolerance of the cell 'here' is -1e-09; expected >= 0"),
        (cell(tolerance=NAN), "tolerance of the cell 'here' is nan; expected >= 0"),
        (cell(samples=0), "has 0 samples; expected at least one"),
        (interval(0.0, 1.0, interval_method=""), "does not name its method"),
        (interval(2.0, 1.0), r"is \(2.0, 1.0\); expected low <= high"),
        (interval([0.0, 2.0], [1.0, 1.0]), "expected low <= high"),
        (interval(mpmath.mpf(2), mpmath.mpf(1)), "expected low <= high"),
        (interval(0.0, NAN), "expected pairs of numbers"),
        (interval(mpmath.nan, 1), "expected pairs of numbers"),
        (interval(flint.arb("nan"), 1), "expected pairs of numbers"),
        (interval([0.0, NAN], [1.0, 1.0]), "expected pairs of numbers"),
        (interval([0.0], [1.0, 1.0]), "expected pairs of numbers"),
        (evidence(), "zero cases is a failure"),
        (evidence(SEEN, routes=("a", "a")), "compares a value with itself"),
        (evidence(SEEN, margin=-0.1), "margin on D is -0.1; expected >= 0"),
        (evidence(SEEN, margin=NAN), "margin on D is nan; expected >= 0"),
        (evidence(SEEN, method="adversarial"), "'adversarial', a str; expected a Method, one of"),
        (evidence(SEEN, decision="agrees"), "'agrees', a str; expected a Decision, one of agrees"),
        (evidence(DRAWN, UNCOUNTED, **SAMPLED), "decided on no sample at all"),
        (
            evidence(DRAWN, Cell({}, 1.0, samples=9), **SAMPLED),
            "the sampled cell '' has no interval",
        ),
        (stated(kind="identity"), "kind of sharp:made-up is 'identity', a str; expected a Kind"),
        (stated(expected="proved"), "'proved', a str; expected a Verdict, one of proved, holds"),
        (stated(formula=lambda x: x, constant="C"), r"constant .* is 'C'; expected one of \('x',"),
    ]
)
def test_bad_cells_and_claims_are_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message) as refused:
        make()
    assert "\n" not in str(refused.value)


def test_good_cells_and_claims_are_accepted() -> None:
    for make in (
        cell(lhs=math.inf),
        cell(tolerance=math.inf),
        interval(1.0, 1.0),
        interval(0.0, math.inf),
        interval([0.0, 1.0], [1.0, 1.0]),
        evidence(SEEN),
        evidence(DRAWN, **SAMPLED),
        evidence(method=Method.EXACT, decision=Decision.SILENT),
        stated(),
        stated(expected=Verdict.PROVED, formula=lambda C: C, constant="C"),
    ):
        make()
