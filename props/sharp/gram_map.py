"""Attacks on theory/sharp/gram_map.py: the same cases as daneshmand2021's lemma 9."""

from lemmata.props.attack import Lift, Observation, attack
from lemmata.props.gram_chains import SHARES, Levels, shares_of_levels


@attack("sharp:gram-map", **SHARES)
def shares_of_two_levels(case: Levels, lift: Lift) -> Observation:
    return shares_of_levels(case, lift)
