"""Attacks on theory/sharp/absolute_constant.py: the same chains as sharp:theorem-1's."""

from dataclasses import replace

from props import strategies as hard
from props.sharp.theorem_1 import chains_from_hard_spectra

NEAR = hard.one_small(2, 1e-6)
PINNED = {"near isometry the local rate": (NEAR, 1), "and it stays the rate": (NEAR, 40)}
replace(chains_from_hard_spectra, claim_id="sharp:absolute-constant", examples=PINNED)
