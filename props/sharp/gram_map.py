"""Attacks on theory/sharp/gram_map.py: the same observation as daneshmand2021's lemma 9."""

from __future__ import annotations

from props.daneshmand2021.appendix_b import shares_property
from theory.ledger import Evidence
from verify.registry import Run, check


@check("sharp:gram-map")
def shares_of_two_levels(run: Run) -> Evidence:
    return shares_property("sharp:gram-map").attack(run)
