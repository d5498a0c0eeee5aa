"""Attacks on theory/sharp/lemma_4.py: the same cases as daneshmand2021's lemma 4."""

from __future__ import annotations

from dataclasses import replace

from props.daneshmand2021.appendix_b import SMALLEST
from theory.ledger import Evidence
from verify.registry import Run, check

BEST_CONSTANT = replace(SMALLEST, claim_id="sharp:lemma-4")


@check("sharp:lemma-4")
def gap_against_the_best_constant(run: Run) -> Evidence:
    return BEST_CONSTANT.attack(run)
