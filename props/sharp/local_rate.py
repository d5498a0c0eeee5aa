"""Attacks on theory/sharp/local_rate.py: every spectrum near isometry has the same rate."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from props.attack import Property
from props.recipes import Lift, SpectrumRecipe
from theory.ledger import Evidence
from theory.numerics.sphere import drift
from verify.registry import Run, check

SIZE = 1e-14  # the rate is off by about the size of the deviations


def observe_rate(case: tuple[int, ...], lift: Lift) -> tuple[dict[str, Any], Any]:
    recipe = SpectrumRecipe(tuple(SIZE * p for p in case), (1,) * len(case), deviations=True)
    s = recipe.build(lift)
    return {"d": s.width}, 1 + drift(s) / s.gap


RATE = Property(
    "sharp:local-rate",
    st.lists(st.integers(-4, 4), min_size=2, max_size=8)
    .filter(lambda p: min(p) < max(p))
    .map(tuple),
    observe_rate,
    ("d/(d+2)", "the drift over the gap near isometry"),
    "deviations of 1e-14 in any pattern, d = 2 to 8",
    examples={"neither extreme": (-1, 0, 1)},
    weight=0.5,
    keep=2,
    tolerance=1e-12,
    digits=30,
)


@check("sharp:local-rate")
def rate_of_any_pattern(run: Run) -> Evidence:
    return RATE.attack(run)
