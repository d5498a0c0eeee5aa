"""Attacks on theory/meterez2024/appendix_b.py: spectra on both sides of the threshold."""

from __future__ import annotations

from props import strategies as hard
from props.attack import Observation, attack
from props.hunting import spaces
from props.recipes import Lift, SpectrumRecipe
from theory.numerics.backends import stack
from theory.numerics.sphere import drift

WIDTHS = (2, 3, 5, 16, 64, 1000)


@attack(
    "meterez2024:lemma-B.1",
    hard.spectra(choices=WIDTHS),
    routes=("the bounds", "the eigenvalues themselves"),
    domain="spectra over 300 decades, d = 2 to 1000, both regimes",
    examples={
        "just below the threshold 1/16, where the second constant is least": hard.one_large(
            1000, 0.333
        ),
        "just above it": hard.one_small(2, 0.5),
        "the first is attained as phi -> 0 and d grows": hard.one_small(64, 1e-9),
        "a gap of about 1e-30": hard.one_large(3, 1e-15),
    },
    weight=2,
    # at d phi up to the threshold 1/16: above it the second bound is the width itself
    space=spaces.at_gaps(WIDTHS, (1e-12, 1e-6, 1e-3, 0.0625), None, lambda d, scaled: scaled / d),
)
def eigenvalues_of_hard_spectra(case: SpectrumRecipe, lift: Lift) -> Observation:
    s = case.build(lift)
    observed = stack([-s.deviations.min(), s.deviations.max()])
    return {"phi": s.gap, "d": s.width}, observed


@attack(
    "meterez2024:lemma-B.2",
    hard.spectra(choices=(2, 3, 5, 16, 50)),
    routes=("the recurrence", "the drift as an integral over t"),
    domain="spectra over 300 decades, d = 2 to 50, both regimes",
    examples={
        "just above the threshold, the supremum": hard.one_small(2, 0.5),
        "below it": hard.one_small(2, 0.3),
        "a wide one: 0.049/d would be too much": hard.one_small(50, 60.0),
    },
    tolerance=1e-20,
    digits=30,
    space=spaces.spectra(2, 3, 5, 8, 16),
)
def drift_of_hard_spectra(case: SpectrumRecipe, lift: Lift) -> Observation:
    s = case.build(lift)
    return {"phi": s.gap, "d": s.width}, drift(s)
