"""Attacks on theory/sharp/absolute_constant.py: the same chains as sharp:theorem-1's."""

from props import strategies as hard
from props.attack import Observation, attack
from props.recipes import Lift
from props.width_two import CHAINS, Chain, chain_gap


@attack(
    "sharp:absolute-constant",
    **CHAINS,
    examples={
        "near isometry the local rate": (hard.one_small(2, 1e-6), 1),
        "and it stays the rate": (hard.one_small(2, 1e-6), 40),
    },
)
def chains_from_hard_spectra(case: Chain, lift: Lift) -> Observation:
    return chain_gap(case, lift)
