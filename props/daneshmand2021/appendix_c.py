"""Attacks on theory/daneshmand2021/appendix_c.py."""

import math

from props import strategies as hard
from props.attack import Observation, attack
from props.gram_chains import AVERAGES, AtWidth, average_over_depth, one_share
from props.recipes import Lift


@attack(
    "daneshmand2021:appendix-C",
    **AVERAGES,
    domain="d = 1e6 to inf, Gram spectra of every family, n = 2 to 200, depth 1 to 60",
    examples={
        "1/l^2 would be too little": (hard.one_small(2, 0.1), 4, math.inf),
        "at a finite width": (hard.one_small(2, 0.1), 4, 1e12),
        "deep, nearly singular": (one_share(4, 0.001), 60, math.inf),
        "a large batch": (one_share(200, 0.1), 10, math.inf),
    },
    weight=0.5,
)
def average_in_depth(case: AtWidth, lift: Lift) -> Observation:
    return average_over_depth(case, lift)
