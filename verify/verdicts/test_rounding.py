"""Digits that a closed form was given and lost: refused where a paper from elsewhere loses them."""

import math
import re
import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from statistics import fmean
from typing import Any

import flint
import mpmath
import numpy as np
import pytest

from lemmata.theory.ledger import Cell, Decision, Evidence, Kind, Method
from lemmata.theory.test_support.comparing import over
from lemmata.verify.test_support import made_up
from lemmata.verify.verdicts.conditions import strictly
from lemmata.verify.verdicts.judging import Refused, judge_evidence
from lemmata.verify.verdicts.rounding import ANY_KIND, in_float64, unrounded

TWO = mpmath.mpf(2)


def root(x: Any) -> Any:
    return math.sqrt(x)


def test_a_users_closed_form_may_not_round_to_floats() -> None:
    ours = made_up.claim("made-up", Kind.UPPER_BOUND, formula=root)
    elsewhere = replace(ours, id="elsewhere:lemma-1")
    with unrounded(ours):
        assert root(TWO) == math.sqrt(2)
    with unrounded(elsewhere), pytest.raises(TypeError, match=r"^it turns a number of 50 digits"):
        root(TWO)
    with unrounded(elsewhere):
        assert fmean([TWO, 1 / TWO]) == 1.25
    assert root(TWO) == math.sqrt(2)  # afterwards as before


@over(
    [
        (TWO, 1.5, True),
        (flint.arb(2), np.float64(1.5), True),
        (np.array([1.0, TWO], dtype=object), np.array([2.0, 1.5]), True),
        (TWO, 2.0, False),  # exact
        (TWO, TWO / 3, False),
        (2.0, 1.5, False),  # float64 was given
    ]
)
def test_lost_digits_are_noticed(given: Any, rhs: Any, lost: bool) -> None:
    assert in_float64(Cell({"n": 3, "x": given}, 1.0), rhs) is lost
    drawn = Cell({"x": given}, 1.0, interval=(0.0, 2.0), interval_method="made", samples=9)
    assert not in_float64(drawn, rhs)  # an interval is wider than any rounding


def test_arithmetic_is_advised_only_if_it_fails() -> None:
    forms: list[Any] = [lambda x, y: x, lambda y: y, lambda x: x.rounded, lambda x: x + "a"]
    said, names = [], []
    for formula in forms:
        claim = made_up.claim("made-up", Kind.UPPER_BOUND, formula=formula)
        evidence = Evidence(Method.ADVERSARIAL, ("a", "b"), "here", (Cell({"x": TWO}, TWO),))
        with pytest.raises(Refused, match="the closed form raised") as refused:
            judge_evidence(claim, evidence)
        said.append(str(refused.value).endswith(ANY_KIND))
        names.append(str(refused.value).partition("raised ")[2].partition(":")[0])
    assert said == [False, False, True, True]
    assert names == ["TypeError", "TypeError", "AttributeError", "TypeError"]


def test_a_violation_due_to_lost_digits_is_an_error() -> None:
    claim = made_up.claim("made-up", Kind.UPPER_BOUND, formula=lambda x: 1.5)
    below, above = (
        Evidence(Method.ADVERSARIAL, ("a", "b"), "here", (Cell({"x": TWO}, lhs, label="2"),))
        for lhs in (TWO / 2, TWO)
    )
    assert judge_evidence(claim, below).decision is Decision.AGREES
    why = f"the cell '2': the closed form gives 1.5, a float64; {ANY_KIND}"
    with pytest.raises(Refused, match=f"^{re.escape(why)}$"):
        judge_evidence(claim, above)


def test_a_warning_is_an_error_but_for_one_of_hypothesis_beside_a_cluster() -> None:
    of_hypothesis = "Do not use the `random` module inside strategies; instead"

    def raised(text: str) -> bool:
        with strictly():
            try:
                warnings.warn(text, stacklevel=1)
            except UserWarning:
                return True
        return False

    texts = [of_hypothesis, "an overflow", f"not of hypothesis: {of_hypothesis}"]
    assert [raised(text) for text in texts] == [True, True, True]
    with ThreadPoolExecutor(1) as worker:
        assert list(worker.map(raised, texts)) == [False, True, True]
