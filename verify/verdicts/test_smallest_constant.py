"""Where no constant can be named, and what refutes a claim that leaves one open.

How large it is and which cell forces it: ``verify/test_runner.py``.
"""

from typing import Any

from lemmata.theory.ledger import Cell, Evidence, Kind, Method
from lemmata.verify.test_support import made_up
from lemmata.verify.verdicts.smallest_constant import smallest_constant

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
