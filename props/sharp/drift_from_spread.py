"""Attacks on theory/sharp/drift_from_spread.py."""

from __future__ import annotations

from props import spaces
from props import strategies as hard
from props.attack import Property
from props.meterez2024.main import observe_drift
from props.recipes import SpectrumRecipe
from theory.ledger import Evidence
from verify.registry import Run, check

SPREAD = Property(
    "sharp:drift-from-spread",
    hard.spectra(at_least=1, choices=(1, 2, 3, 5, 16, 64)),
    observe_drift,
    ("the bound", "the drift as an integral over t"),
    "extremal, clustered, geometric and arbitrary spectra over 300 decades, d = 1 to 64",
    examples=(hard.one_small(2, 1e-6), SpectrumRecipe((0.7, -0.1), (1, 7), deviations=True)),
    tolerance=1e-20,
    digits=30,
    space=spaces.spectra(2, 3, 5, 8, 16),
)


@check("sharp:drift-from-spread")
def drift_of_hard_spectra(run: Run) -> Evidence:
    return SPREAD.attack(run)
