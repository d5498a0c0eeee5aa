"""Attacks on theory/sharp/drift_from_spread.py: the same spectra as meterez2024's corollary 4."""

from __future__ import annotations

from dataclasses import replace

from props import strategies as hard
from props.meterez2024.main import DRIFT
from props.recipes import SpectrumRecipe
from theory.ledger import Evidence
from verify.registry import Run, check

SPREAD = replace(
    DRIFT,
    claim_id="sharp:drift-from-spread",
    examples={
        "near isometry the local rate": hard.one_small(2, 1e-6),
        "lambda_max is needed": SpectrumRecipe((0.7, -0.1), (1, 7), deviations=True),
    },
)


@check("sharp:drift-from-spread")
def drift_of_hard_spectra(run: Run) -> Evidence:
    return SPREAD.attack(run)
