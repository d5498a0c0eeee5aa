"""Attacks on theory/sharp/extremal_drift.py: does any other spectrum drift less, or more?"""

from __future__ import annotations

from props import strategies as hard
from props.attack import Observation, attack
from props.hunting import spaces
from props.hunting.extremes import hunted
from props.recipes import Lift, SpectrumRecipe
from theory.ledger import Evidence
from theory.numerics.backends import stack
from theory.numerics.sphere import drift
from verify.registry import Run, check


@attack(
    "sharp:extremal-drift",
    hard.spectra(choices=(3, 4, 8)),
    routes=(
        "drift of the extremal spectra, found by Newton's method",
        "the drift of other spectra",
    ),
    domain="spectra of every family over 300 decades, d = 2 to 8",
    examples={"one extreme": hard.one_small(4, 3.0), "the other": hard.one_large(4, 3.0)},
    keep=1,
    tolerance=1e-20,
    digits=30,
    space=spaces.at_gaps((2, 3, 4, 8, 16, 64), (1e-3, 0.05, 0.5, 3.0, 50.0)),
)
def drift_of_hard_spectra(case: SpectrumRecipe, lift: Lift) -> Observation:
    s = case.build(lift)
    value = drift(s)
    return {"phi": s.gap, "d": s.width}, stack([-value, value])


@check("sharp:extremal-drift")
def hunted_drifts(run: Run) -> Evidence:
    return hunted(drift_of_hard_spectra, run)
