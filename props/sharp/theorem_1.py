"""Attacks on theory/sharp/theorem_1.py: one layer from any spectrum, and at d = 2 any depth."""

from __future__ import annotations

from props import strategies as hard
from props.attack import Observation, attack
from props.recipes import Lift
from props.width_two import DOMAIN, ROUTES, SPACE, Chain, chain_gap, chains


@attack(
    "sharp:theorem-1",
    chains(),
    routes=ROUTES,
    domain=DOMAIN,
    examples={
        "attained in one layer, far from the local rate": (hard.one_small(2, 6.0), 1),
        "nearly attained in many, at the local rate": (hard.one_small(2, 1e-3), 16),
    },
    keep=2,
    tolerance=1e-20,
    digits=30,
    space=SPACE,
)
def chains_from_hard_spectra(case: Chain, lift: Lift) -> Observation:
    return chain_gap(case, lift)
