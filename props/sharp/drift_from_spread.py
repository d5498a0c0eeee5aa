"""Attacks on theory/sharp/drift_from_spread.py, observed as meterez2024's corollary 4."""

from dataclasses import replace

from props import strategies as hard
from props.meterez2024.section_3_1 import drift_of_hard_spectra
from props.recipes import SpectrumRecipe

PINNED = {
    "near isometry the local rate": hard.one_small(2, 1e-6),
    "lambda_max is needed": SpectrumRecipe((0.7, -0.1), (1, 7), deviations=True),
}
replace(drift_of_hard_spectra, claim_id="sharp:drift-from-spread", examples=PINNED)
