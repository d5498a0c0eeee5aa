"""Attacks on theory/sharp/theorem_1.py: one layer from any spectrum, and at d = 2 any depth."""

from lemmata.props import strategies as hard
from lemmata.props.attack import Lift, Observation, attack, pinned, supremum
from lemmata.props.orthogonal_chains import CHAINS, Chain, chain_gap


@attack("sharp:theorem-1", **CHAINS)
@supremum(1.0)
@pinned("attained in one layer, far from the local rate", (hard.one_small(2, 6.0), 1))
@pinned("nearly attained in many, at the local rate", (hard.one_small(2, 1e-3), 16))
def chains_from_hard_spectra(case: Chain, lift: Lift) -> Observation:
    return chain_gap(case, lift)
