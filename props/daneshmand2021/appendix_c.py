"""Attacks on theory/daneshmand2021/appendix_c.py."""

import math

from lemmata.props import strategies as hard
from lemmata.props.attack import Lift, Observation, attack, domain, pinned, supremum
from lemmata.props.gram_chains import AVERAGES, AtWidth, average_over_depth, one_share
from lemmata.props.sweeps import families
from lemmata.props.sweeps.sweep import plot


@attack("daneshmand2021:appendix-C", **AVERAGES, weight=0.5)
@supremum("sums over depth: the sharp constant is a bound itself")
@domain("d = 1e6 to inf, Gram spectra of every family, n = 2 to 200, depth 1 to 60")
@pinned("1/l^2 would be too little", (hard.one_small(2, 0.1), 4, math.inf))
@pinned("at a finite width", (hard.one_small(2, 0.1), 4, 1e12))
@pinned("deep, nearly singular", (one_share(4, 0.001), 60, math.inf))
@pinned("a large batch", (one_share(200, 0.1), 10, math.inf))
def average_in_depth(case: AtWidth, lift: Lift) -> Observation:
    return average_over_depth(case, lift)


plot(
    "daneshmand2021:appendix-C",
    families.in_depth(
        "average over the layers",
        {
            "n = 2": families.to_depth(hard.one_small(2, 4.6), math.inf),
            "n = 4": families.to_depth(one_share(4, 0.001), math.inf),
        },
        "d = inf, exactly, from a nearly singular input.",
        sharper=(),
        log_x=True,
    ),
)
