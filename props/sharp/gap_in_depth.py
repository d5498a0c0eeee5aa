"""Attacks on theory/sharp/gap_in_depth.py: the chains that refute the printed theorem."""

import math

from lemmata.props.attack import Lift, Observation, attack, pinned, supremum
from lemmata.props.drawn import families as drawn
from lemmata.props.drawn.pictures import plot
from lemmata.props.gram_chains import GAPS, UnderA1, gap_under_a1, one_share


@attack("sharp:gap-in-depth", **GAPS)
@supremum("unrolled from one layer, with a loss in every layer")
@pinned("violates what is printed", (one_share(16, 0.2), 85, math.inf, 1.0))
@pinned("near isometry the rate is right", (one_share(4, 0.26), 30, math.inf, 1.0))
@pinned("and at a finite width", (one_share(36, 1.3 / 36), 100, 1e19, 1.0))
def squared_gap_in_depth(case: UnderA1, lift: Lift) -> Observation:
    """E[V^2; A1] >= E[V; A1]^2, by Cauchy and Schwarz."""
    parameters, gap = gap_under_a1(case, lift)
    return parameters, gap**2


plot("sharp:gap-in-depth", drawn.orthogonality(caption=drawn.LIMIT, power=2))
