"""Attacks on theory/daneshmand2021/appendix_f.py."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from props.attack import Property
from props.hunting import spaces
from props.recipes import Lift
from theory.ledger import Evidence
from theory.numerics.backends import exp, sqrt
from verify.registry import Run, check

Logs = tuple[float, ...]  # logarithms of the singular values


Counted = tuple[tuple[int, ...], int]  # singular values, samples beyond their number


def observe_fall(case: Counted, lift: Lift) -> tuple[dict[str, Any], Any]:
    """V(W H) < V(H) says p_2^3 < p_1^2 p_4 with the power sums of s: of integers, exactly."""
    s, more = case
    p_1, p_2, p_4 = (sum(v**k for v in s) for k in (1, 2, 4))
    return {"s": lift(list(s)), "n": len(s) + more}, int(p_2**3 < p_1**2 * p_4)


FALL = Property(
    "daneshmand2021:appendix-F",
    st.tuples(st.lists(st.integers(1, 50), min_size=1, max_size=5).map(tuple), st.integers(0, 3)),
    observe_fall,
    ("whether V(H) > 0", "power sums of integers"),
    "one to five integer singular values up to 50, as many samples or up to three more",
    examples={
        "equal ones and more samples: it stays": ((1, 1), 1),
        "as many samples: 0 already": ((1, 1), 0),
        "it falls": ((1, 2), 0),
    },
)


@check("daneshmand2021:appendix-F")
def whether_the_gap_falls(run: Run) -> Evidence:
    return FALL.attack(run)


def observe_third_powers(case: Logs, lift: Lift) -> tuple[dict[str, Any], Any]:
    s = exp(lift(list(case)))
    s = s / sqrt((s * s).sum())
    return {"s": s}, s.sum() ** 2 * (s**3).sum() ** 2


STEP = Property(
    "daneshmand2021:appendix-F-step",
    st.lists(st.floats(-3, 3), min_size=2, max_size=6).map(tuple),
    observe_third_powers,
    ("fourth powers", "third powers"),
    "sum of squares 1, n = 2 to 6",
    examples={"n equal ones violate it n times": (0.0,) * 6},
    space=spaces.vectors(2, 3, 6),
)


@check("daneshmand2021:appendix-F-step")
def third_against_fourth_powers(run: Run) -> Evidence:
    return STEP.attack(run)
