"""Attacks on theory/sharp/theorem_1.py: one layer, exactly, from any spectrum."""

from __future__ import annotations

from typing import Any

from props import spaces
from props import strategies as hard
from props.attack import Property
from props.recipes import Lift, SpectrumRecipe
from theory.ledger import Evidence
from theory.sphere import drift
from verify.registry import Run, check


def observe_gap(case: SpectrumRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
    s = case.build(lift)
    return {"phi_0": s.gap, "l": 1, "d": s.width}, s.gap + drift(s)


ONE_LAYER = Property(
    "sharp:theorem-1",
    hard.spectra(choices=(2, 3, 8)),
    observe_gap,
    ("the bound", "the gap of a spectrum and its drift"),
    "one layer, spectra of every family over 300 decades, d = 2 to 8",
    examples={"attained in one layer, far from the local rate": hard.one_small(2, 6.0)},
    keep=2,
    tolerance=1e-20,
    digits=30,
    space=spaces.at_gaps(
        (2, 3, 8), (1e-3, 0.05, 0.5, 3.0, 50.0), lambda d, phi: {"phi_0": phi, "l": 1, "d": d}
    ),
)


@check("sharp:theorem-1")
def one_layer_of_hard_spectra(run: Run) -> Evidence:
    return ONE_LAYER.attack(run)
