"""Attacks on theory/sharp/power_sums.py."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from props.attack import Property
from props.hunting import spaces
from props.recipes import Lift
from theory.ledger import Evidence
from theory.numerics.backends import exp
from verify.registry import Run, check


def observe_cube(case: tuple[float, ...], lift: Lift) -> tuple[dict[str, Any], Any]:
    s = exp(lift(list(case)))
    return {"s": s}, (s * s).sum() ** 3


CUBE = Property(
    "sharp:power-sums",
    st.lists(st.floats(-20, 20), min_size=1, max_size=6).map(tuple),
    observe_cube,
    ("first and fourth powers", "the cube of the second"),
    "n = 1 to 6, singular values over 17 decades",
    examples={
        "attained by equal ones": (0.0, 0.0, 0.0),
        "0.6 and 0.8 violate what is printed": (-0.5108256237659907, -0.2231435513142097),
        "approached as one vanishes": (0.0, -30.0),
    },
    weight=2,
    space=spaces.vectors(2, 3, 6),
)


@check("sharp:power-sums")
def cube_of_the_second(run: Run) -> Evidence:
    return CUBE.attack(run)
