"""Ranges: what an interval says of them, and how they are written."""

import math
from fractions import Fraction

import pytest

from lemmata.theory.evidence import Curve, Decision, Role
from lemmata.theory.figures import FigureClaim, Range, Said, about, at_least, at_most, figure
from lemmata.theory.ledger import claims
from lemmata.theory.test_support import registry
from lemmata.theory.test_support.comparing import over


@over(
    [
        (at_most(1), 0.0, 1.0, Decision.AGREES),
        (at_most(1), 0.5, 1.5, Decision.SILENT),
        (at_most(1), 1.1, 1.5, Decision.CONTRADICTS),
        (at_least(1), 0.5, 0.9, Decision.CONTRADICTS),
        (about(-2, 0.5), -2.9, -1.1, Decision.AGREES),
        (about(-2, 0.5), -4.0, -3.1, Decision.CONTRADICTS),
    ]
)
def test_an_interval_is_decided(
    allowed: Range, low: float, high: float, decision: Decision
) -> None:
    assert allowed.decide(low, high) is decision


def test_ranges_are_narrowed_until_nothing_is_left() -> None:
    half = Fraction(1, 2)
    assert at_most(4).tightened(half) == at_most(2)
    assert at_most(-4).tightened(half) == at_most(-8)
    assert at_least(4).tightened(half) == at_least(8)
    assert about(1, 0.2).tightened(half) is None
    assert at_most(4).tightened(Fraction(1)) is None
    for low, high in ((1, 0), (math.nan, 0), (math.inf, math.inf)):
        with pytest.raises(ValueError, match="expected low <= high"):
            Range(low, high)


def test_a_figure_is_a_claim() -> None:
    said = {"a": Said("A", at_most(1e-6)), "b": Said("B", about(2, 0.5))}
    stated = FigureClaim("sharp:drawn", "a title", "a sentence", said, "x", "y")
    with registry.only():
        figure(stated, source="Figure 1", decided_by="x", wrong={"no b": {"b": at_least(9)}})
        record = claims()["sharp:drawn"]
    assert record.file == "theory/test_figures.py"
    assert record.statement == r"q_{1} = A \le 1 \cdot 10^{-6},\quad 1 \le q_{2} = B \le 3"
    assert record.closed_form(quantity="b") == about(2, 0.5)
    (mutant,) = record.mutants
    assert [mutant.formula(quantity=name) for name in "ab"] == [at_most(1e-6), at_least(9)]


def test_a_series_has_as_many_values_as_places() -> None:
    with pytest.raises(ValueError, match="expected one count"):
        Curve("a", Role.LAW, [1, 2], [1])
