"""Attacks on theory/sharp/absolute_constant.py: one layer, exactly, from any spectrum."""

from __future__ import annotations

from props import spaces
from props import strategies as hard
from props.attack import Property
from props.sharp.theorem_1 import observe_gap
from theory.ledger import Evidence
from verify.registry import Run, check

ONE_LAYER = Property(
    "sharp:absolute-constant",
    hard.spectra(choices=(2, 3, 8)),
    observe_gap,
    ("the bound", "the gap of a spectrum and its drift"),
    "one layer, spectra of every family over 300 decades, d = 2 to 8",
    examples=(hard.one_small(2, 1e-6),),
    weight=0.5,
    keep=1,
    tolerance=1e-20,
    digits=30,
    space=spaces.at_gaps(
        (2, 3, 8), (1e-3, 0.05, 0.5, 3.0, 50.0), lambda d, phi: {"phi_0": phi, "l": 1, "d": d}
    ),
)


@check("sharp:absolute-constant")
def one_layer_of_hard_spectra(run: Run) -> Evidence:
    return ONE_LAYER.attack(run)
