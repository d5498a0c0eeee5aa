"""Attacks on theory/sharp/eigenvalue_from_gap.py."""

from __future__ import annotations

from typing import Any

from props import strategies as hard
from props.attack import Property
from props.hunting import spaces
from props.recipes import Lift, SpectrumRecipe
from theory.ledger import Evidence
from theory.numerics.backends import exp, stack
from verify.registry import Run, check


def observe_extremes(case: SpectrumRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
    s = case.build(lift)
    low, high = exp(s.log_eigenvalues.min()), -exp(s.log_eigenvalues.max())
    return {"phi": s.gap, "d": s.width}, stack([low, high, low, high])


EXTREMES = Property(
    "sharp:eigenvalue-from-gap",
    hard.spectra(choices=(2, 3, 8, 64), largest=2.5),
    observe_extremes,
    ("Newton's method on the defining equations", "the eigenvalues themselves"),
    "spectra of every family over 200 decades, d = 2 to 64",
    examples={"one extreme": hard.one_small(3, 1.0), "the other": hard.one_large(3, 1.0)},
    keep=2,
    tolerance=1e-30,
    space=spaces.at_gaps((2, 3, 4, 8, 16, 64), (1e-3, 0.05, 0.5, 3.0, 50.0)),
)


@check("sharp:eigenvalue-from-gap")
def extremes_of_hard_spectra(run: Run) -> Evidence:
    return EXTREMES.attack(run)
