"""Attacks on theory/sharp/gram_map.py: the same cases as daneshmand2021's lemma 9."""

from dataclasses import replace

from props.daneshmand2021.appendix_b import shares_of_two_levels

replace(shares_of_two_levels, claim_id="sharp:gram-map")
