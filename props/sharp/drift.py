"""Attacks on theory/sharp/drift.py."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from props.attack import Property
from props.recipes import Lift, SpectrumRecipe, in_floats
from theory.ledger import Evidence
from theory.numerics import reference
from verify.registry import Run, check

Steps = tuple[float, ...]  # differences of the logarithms of distinct eigenvalues, each twice


def observe_doubled(case: Steps, lift: Lift) -> tuple[dict[str, Any], Any]:
    logs = [0.0]
    for step in case:
        logs.append(logs[-1] + step)
    recipe = SpectrumRecipe(tuple(logs), (2,) * len(logs))
    spectrum = recipe.build(lift)
    value = reference.mean_log_doubled(list(spectrum.eigenvalues))
    return {"spectrum": spectrum}, float(value) if lift is in_floats else value


DOUBLED = Property(
    "sharp:drift",
    st.lists(st.floats(0.05, 60), min_size=1, max_size=4).map(tuple),
    observe_doubled,
    ("trapezoidal quadrature in log t", "Hermite-Genocchi divided differences"),
    "eigenvalues in pairs, d = 4 to 10, over 100 decades",
    examples={"1/2, 1/2, 3/2, 3/2: far from the local law": (1.0986122886681098,)},
    weight=0.5,
    keep=2,
    tolerance=1e-30,
)


@check("sharp:drift")
def drift_of_pairs(run: Run) -> Evidence:
    return DOUBLED.attack(run)
