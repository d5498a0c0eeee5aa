"""Attacks on theory/daneshmand2021/appendix_f.py."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from props import spaces
from props.attack import Property
from props.recipes import Lift
from theory.backends import exp, sqrt
from theory.ledger import Evidence
from verify.registry import Run, check

Logs = tuple[float, ...]  # logarithms of the singular values


def observe_gap(case: Logs, lift: Lift) -> tuple[dict[str, Any], Any]:
    """V(W H): the squared singular values of W H are s_i / sum s; V^2 = sum q^2 - 1/n."""
    s = exp(lift(list(case)))
    total, n = s.sum(), len(s)
    apart = s / total - 1 / (s[0] * 0 + n)
    return {"s": s}, sqrt((apart * apart).sum())


GAP = Property(
    "daneshmand2021:appendix-F",
    st.lists(st.floats(-20, 20), min_size=2, max_size=6).map(tuple),
    observe_gap,
    ("V(H) from the singular values", "V(W H) from their roots"),
    "n = 2 to 6, singular values over 17 decades",
    examples={
        "approached as a singular value vanishes": (0.0, -40.0),
        "near isometry the gap is halved": (0.0, 1e-6),
        "1, 1, 2": (0.0, 0.0, 0.6931471805599453),
    },
    weight=2,
    tolerance=1e-20,
    space=spaces.vectors(2, 3, 6),
)


@check("daneshmand2021:appendix-F")
def gap_after_orthogonalisation(run: Run) -> Evidence:
    return GAP.attack(run)


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
