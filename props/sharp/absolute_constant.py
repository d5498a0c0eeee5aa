"""Attacks on theory/sharp/absolute_constant.py: the same chains as sharp:theorem-1's."""

from lemmata.props import strategies as hard
from lemmata.props.attack import Lift, Observation, attack, pinned, supremum
from lemmata.props.orthogonal_chains import CHAINS, Chain, chain_gap


@attack("sharp:absolute-constant", **CHAINS)
@supremum(1.0)
@pinned("near isometry the local rate", (hard.one_small(2, 1e-6), 1))
@pinned("and it stays the rate", (hard.one_small(2, 1e-6), 40))
def chains_from_hard_spectra(case: Chain, lift: Lift) -> Observation:
    return chain_gap(case, lift)
