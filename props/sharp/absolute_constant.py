"""Attacks on theory/sharp/absolute_constant.py: the same chains as sharp:theorem-1's."""

from lemmata.props import strategies as hard
from lemmata.props.attack import Lift, Observation, attack, pinned, supremum
from lemmata.props.drawn import families as drawn
from lemmata.props.drawn import measured
from lemmata.props.drawn.pictures import plot
from lemmata.props.orthogonal_chains import CHAINS, Chain, chain_gap


@attack("sharp:absolute-constant", **CHAINS)
@supremum(1.0)
@pinned("near isometry the local rate", (hard.one_small(2, 1e-6), 1))
@pinned("and it stays the rate", (hard.one_small(2, 1e-6), 40))
def chains_from_hard_spectra(case: Chain, lift: Lift) -> Observation:
    return chain_gap(case, lift)


plot(
    "sharp:absolute-constant",
    drawn.in_depth(
        r"$E\, \phi(X_\ell)$",
        {},
        f"From a gap of 1; {drawn.MEANS}",
        beside=lambda claim_id: measured.decay(claim_id, ("sharp:theorem-1",), (2, 8, 32)),
    ),
)
