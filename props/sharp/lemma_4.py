"""Attacks on theory/sharp/lemma_4.py: the same cases as daneshmand2021's lemma 4."""

from __future__ import annotations

from props.attack import Observation, attack
from props.gram_chains import SMALLEST, gap_and_smallest
from props.recipes import Lift, SpectrumRecipe


@attack("sharp:lemma-4", **SMALLEST)
def gap_against_the_best_constant(case: SpectrumRecipe, lift: Lift) -> Observation:
    return gap_and_smallest(case, lift)
