"""Attacks on theory/sharp/drift_from_spread.py."""

from __future__ import annotations

from props import strategies as hard
from props.attack import Observation, attack
from props.hunting import spaces
from props.recipes import Lift, SpectrumRecipe
from theory.numerics.sphere import drift


@attack(
    "sharp:drift-from-spread",
    hard.spectra(at_least=1, choices=(1, 2, 3, 5, 16, 64)),
    routes=("the bound", "the drift as an integral over t"),
    domain="extremal, clustered, geometric and arbitrary spectra over 300 decades, d = 1 to 64",
    examples={
        "near isometry the local rate": hard.one_small(2, 1e-6),
        "lambda_max is needed": SpectrumRecipe((0.7, -0.1), (1, 7), deviations=True),
    },
    tolerance=1e-20,
    digits=30,
    space=spaces.spectra(2, 3, 5, 8, 16),
)
def drift_of_hard_spectra(case: SpectrumRecipe, lift: Lift) -> Observation:
    spectrum = case.build(lift)
    return {"spectrum": spectrum}, drift(spectrum)
