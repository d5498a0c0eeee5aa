"""Attacks on theory/sharp/eigenvalue_from_gap.py."""

from __future__ import annotations

from props import strategies as hard
from props.attack import Observation, attack
from props.hunting import spaces
from props.hunting.extremes import hunted
from props.recipes import Lift, SpectrumRecipe
from theory.ledger import Evidence
from theory.numerics.backends import exp, stack
from verify.registry import Run, check


@attack(
    "sharp:eigenvalue-from-gap",
    hard.spectra(choices=(2, 3, 8, 64), largest=2.5),
    routes=("Newton's method on the defining equations", "the eigenvalues themselves"),
    domain="spectra of every family over 200 decades, d = 2 to 64",
    examples={
        "one extreme": hard.one_small(3, 1.0),
        "the other": hard.one_large(3, 1.0),
        "between them": SpectrumRecipe((-0.5, 0.5), (2, 2), deviations=True),
        "an extreme at a gap of about 1e-30": hard.one_small(64, 1e-15),
    },
    keep=2,
    tolerance=1e-30,
    space=spaces.at_gaps((2, 3, 4, 8, 16, 64), (1e-3, 0.05, 0.5, 3.0, 50.0)),
)
def extremes_of_hard_spectra(case: SpectrumRecipe, lift: Lift) -> Observation:
    s = case.build(lift)
    low, high = exp(s.log_eigenvalues.min()), -exp(s.log_eigenvalues.max())
    return {"phi": s.gap, "d": s.width}, stack([low, high, low, high])


@check("sharp:eigenvalue-from-gap")
def hunted_eigenvalues(run: Run) -> Evidence:
    return hunted(extremes_of_hard_spectra, run)
