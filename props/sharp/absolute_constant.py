"""Attacks on theory/sharp/absolute_constant.py: the same chains as sharp:theorem-1's."""

from __future__ import annotations

from props import strategies as hard
from props.attack import Observation, attack
from props.recipes import Lift
from props.width_two import DOMAIN, ROUTES, SPACE, Chain, chain_gap, chains


@attack(
    "sharp:absolute-constant",
    chains(),
    routes=ROUTES,
    domain=DOMAIN,
    examples={
        "near isometry the local rate": (hard.one_small(2, 1e-6), 1),
        "and it stays the rate": (hard.one_small(2, 1e-6), 40),
    },
    keep=2,
    tolerance=1e-20,
    digits=30,
    space=SPACE,
)
def chains_from_hard_spectra(case: Chain, lift: Lift) -> Observation:
    return chain_gap(case, lift)
