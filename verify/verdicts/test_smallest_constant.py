"""Where no constant can be named, and what refutes a claim that leaves one open.

How large it is and which cell forces it: ``verify/test_runner.py``.
"""

from typing import Any

import mpmath
import pytest

from lemmata.theory.ledger import Cell, Decision, Evidence, Kind, Method
from lemmata.verify.test_support import made_up
from lemmata.verify.verdicts.smallest_constant import at_constant, refutes, smallest_constant

CLAIM = made_up.claim("open", Kind.UPPER_BOUND, lambda x, C: C * x, constant="C")


def sampled(low: float, high: float, label: str, x: Any = 1.0) -> Cell:
    middle = (low + high) / 2
    return Cell(
        {"x": x, "C": 99},
        middle,
        interval=(low, high),
        samples=9,
        label=label,
        interval_method="made",
    )


def of(*cells: Cell, **fields: Any) -> Evidence:
    return Evidence(Method.ADVERSARIAL, ("one", "two"), "some x", cells, **fields)


def test_no_smallest_constant_is_named_if_all_or_none_suffice() -> None:
    assert smallest_constant(CLAIM, [of(sampled(-2, -1, "below"))]) is None
    assert smallest_constant(CLAIM, [of(sampled(1, 2, "at zero", x=0.0))]) is None
    assert smallest_constant(CLAIM, []) is None
    assert smallest_constant(made_up.HOLDS, [of(sampled(1, 2, "a"))]) is None


def test_a_claim_with_a_constant_is_refuted_by_what_no_constant_allows() -> None:
    large = of(Cell({"x": mpmath.mpf(1), "C": 1}, mpmath.mpf(10) ** 6, label="large"))
    no_room = of(Cell({"x": mpmath.mpf(0), "C": 1}, mpmath.mpf(1), label="zero"))
    assert not refutes(CLAIM, large)
    assert refutes(CLAIM, no_room)
    assert refutes(CLAIM, of(*large.cells, decision=Decision.CONTRADICTS))
    assert refutes(made_up.HOLDS, large)  # it leaves no constant open
    with pytest.raises(TypeError, match=r"^sharp:holds has no unspecified constant$"):
        at_constant(made_up.HOLDS, 1)
