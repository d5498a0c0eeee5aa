"""Attacks on theory/sharp/orthogonality.py."""

import math

from lemmata.props import strategies as hard
from lemmata.props.attack import Lift, Observation, attack, domain, pinned, supremum
from lemmata.props.gram_chains import (
    AVERAGES,
    GAPS,
    AtWidth,
    UnderA1,
    average_over_depth,
    gap_under_a1,
    one_share,
)
from lemmata.props.sweeps import deep, families
from lemmata.props.sweeps.sweep import plot
from lemmata.theory.sharp.orthogonality import stationary_square


@attack("sharp:orthogonality-decay", **GAPS)
@supremum("unrolled from one layer, with a loss in every layer")
@pinned("violates what is printed", (one_share(16, 0.2), 85, math.inf, 1.0))
@pinned("and at a finite width", (one_share(36, 1.3 / 36), 100, 1e19, 1.0))
def gap_in_depth(case: UnderA1, lift: Lift) -> Observation:
    return gap_under_a1(case, lift)


plot("sharp:orthogonality-decay", families.orthogonality(caption=families.LIMIT))


@attack("sharp:gap-in-depth", **GAPS)
@supremum("unrolled from one layer, with a loss in every layer")
@pinned("violates what is printed", (one_share(16, 0.2), 85, math.inf, 1.0))
@pinned("near isometry the rate is right", (one_share(4, 0.26), 30, math.inf, 1.0))
@pinned("and at a finite width", (one_share(36, 1.3 / 36), 100, 1e19, 1.0))
def squared_gap_in_depth(case: UnderA1, lift: Lift) -> Observation:
    """E[V^2; A1] >= E[V; A1]^2, by Cauchy and Schwarz."""
    parameters, gap = gap_under_a1(case, lift)
    return parameters, gap**2


plot("sharp:gap-in-depth", families.orthogonality(caption=families.LIMIT, power=2))


@attack("sharp:average-in-depth", **AVERAGES, weight=0.2)
@supremum("telescoped, with a loss in every layer")
@domain("d = 1e6 to inf, Gram spectra of every family, n = 2 to 8, depth 1 to 8")
@pinned("half of it would be too little", (hard.one_small(8, 1e-3), 8, math.inf))
def average_of_hard_chains(case: AtWidth, lift: Lift) -> Observation:
    parameters, average = average_over_depth(case, lift)
    return {**parameters, "n": case[0].width}, average


plot(
    "sharp:average-in-depth",
    families.in_depth(
        "average over the layers",
        {
            "n = 2": families.to_depth(hard.one_small(2, 4.6), math.inf),
            "n = 4": families.to_depth(one_share(4, 0.001), math.inf),
        },
        "d = inf, exactly, from a nearly singular input.",
        log_x=True,
    ),
)
plot(
    "sharp:stationary-gap",
    lambda _: deep.settling(
        lambda n, d: float(stationary_square(n)), ((2, 256), (4, 256), (8, 256)), 40, "Above"
    ),
)
