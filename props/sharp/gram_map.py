"""Attacks on theory/sharp/gram_map.py: the same cases as daneshmand2021's lemma 9."""

from __future__ import annotations

from dataclasses import replace

from props.daneshmand2021.appendix_b import SHARES
from theory.ledger import Evidence
from verify.registry import Run, check

GRAM_MAP = replace(SHARES, claim_id="sharp:gram-map")


@check("sharp:gram-map")
def shares_of_two_levels(run: Run) -> Evidence:
    return GRAM_MAP.attack(run)
