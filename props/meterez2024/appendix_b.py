"""Attacks on theory/meterez2024/appendix_b.py: spectra on both sides of the threshold."""

from __future__ import annotations

from typing import Any

from props import strategies as hard
from props.attack import Property
from props.hunting import spaces
from props.recipes import Lift, SpectrumRecipe
from theory.ledger import Evidence
from theory.numerics.backends import stack
from theory.numerics.sphere import drift
from verify.registry import Run, check

WIDTHS = (2, 3, 5, 16, 64, 1000)


def observe_deviations(case: SpectrumRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
    s = case.build(lift)
    observed = stack([-s.deviations.min(), s.deviations.max()])
    return {"phi": s.gap, "d": s.width}, observed


DEVIATIONS = Property(
    "meterez2024:lemma-B.1",
    hard.spectra(choices=WIDTHS),
    observe_deviations,
    ("the bounds", "the eigenvalues themselves"),
    "spectra over 300 decades, d = 2 to 1000, both regimes",
    examples={
        "just below the threshold 1/16, where the second constant is least": hard.one_large(
            1000, 0.333
        ),
        "just above it": hard.one_small(2, 0.5),
        "the first is attained as phi -> 0 and d grows": hard.one_small(64, 1e-9),
    },
    weight=2,
    # at d phi up to the threshold 1/16: above it the second bound is the width itself
    space=spaces.at_gaps(
        (2, 3, 5, 16, 64, 1000), (1e-12, 1e-6, 1e-3, 0.0625), None, lambda d, scaled: scaled / d
    ),
)


@check("meterez2024:lemma-B.1")
def eigenvalues_of_hard_spectra(run: Run) -> Evidence:
    return DEVIATIONS.attack(run)


def observe_drift(case: SpectrumRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
    s = case.build(lift)
    return {"phi": s.gap, "d": s.width}, drift(s)


RECURRENCE = Property(
    "meterez2024:lemma-B.2",
    hard.spectra(choices=(2, 3, 5, 16, 50)),
    observe_drift,
    ("the recurrence", "the drift as an integral over t"),
    "spectra over 300 decades, d = 2 to 50, both regimes",
    examples={
        "just above the threshold, the supremum": hard.one_small(2, 0.5),
        "below it": hard.one_small(2, 0.3),
        "a wide one: 0.049/d would be too much": hard.one_small(50, 60.0),
    },
    tolerance=1e-20,
    digits=30,
    space=spaces.spectra(2, 3, 5, 8, 16),
)


@check("meterez2024:lemma-B.2")
def drift_of_hard_spectra(run: Run) -> Evidence:
    return RECURRENCE.attack(run)
