"""Attacks on theory/sharp/theorem_1.py: one layer from any spectrum, and at d = 2 any depth."""

from lemmata.props import strategies as hard
from lemmata.props.attack import Lift, Observation, attack, pinned, supremum
from lemmata.props.drawn import families as drawn
from lemmata.props.drawn import measured
from lemmata.props.drawn.pictures import plot
from lemmata.props.orthogonal_chains import CHAINS, Chain, chain_gap


@attack("sharp:theorem-1", **CHAINS)
@supremum(1.0)
@pinned("attained in one layer, far from the local rate", (hard.one_small(2, 6.0), 1))
@pinned("nearly attained in many, at the local rate", (hard.one_small(2, 1e-3), 16))
def chains_from_hard_spectra(case: Chain, lift: Lift) -> Observation:
    return chain_gap(case, lift)


plot(
    "sharp:theorem-1",
    drawn.in_depth(
        r"$E\, \phi(X_\ell)$",
        {},
        f"From a gap of 1; {drawn.MEANS}",
        beside=lambda claim_id: measured.decay(claim_id, (), (2, 8, 32)),
    ),
)
