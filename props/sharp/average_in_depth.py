"""Attacks on theory/sharp/average_in_depth.py, observed as daneshmand2021's appendix C."""

import math

from lemmata.props import strategies as hard
from lemmata.props.attack import Lift, Observation, attack, domain, pinned, supremum
from lemmata.props.drawn import families as drawn
from lemmata.props.drawn.pictures import plot
from lemmata.props.gram_chains import AVERAGES, AtWidth, average_over_depth, one_share


@attack("sharp:average-in-depth", **AVERAGES, weight=0.2)
@supremum("telescoped, with a loss in every layer")
@domain("d = 1e6 to inf, Gram spectra of every family, n = 2 to 8, depth 1 to 8")
@pinned("half of it would be too little", (hard.one_small(8, 1e-3), 8, math.inf))
def average_of_hard_chains(case: AtWidth, lift: Lift) -> Observation:
    parameters, average = average_over_depth(case, lift)
    return {**parameters, "n": case[0].width}, average


plot(
    "sharp:average-in-depth",
    drawn.in_depth(
        "average over the layers",
        {
            "n = 2": drawn.to_depth(hard.one_small(2, 4.6), math.inf),
            "n = 4": drawn.to_depth(one_share(4, 0.001), math.inf),
        },
        "d = inf, exactly, from a nearly singular input.",
        log_x=True,
    ),
)
