"""Attacks on theory/sharp/orthogonality_decay.py: the chains that refute the printed theorem."""

import math

from lemmata.props.attack import Lift, Observation, attack, pinned, supremum
from lemmata.props.drawn import families as drawn
from lemmata.props.drawn.pictures import plot
from lemmata.props.gram_chains import GAPS, UnderA1, gap_under_a1, one_share


@attack("sharp:orthogonality-decay", **GAPS)
@supremum("unrolled from one layer, with a loss in every layer")
@pinned("violates what is printed", (one_share(16, 0.2), 85, math.inf, 1.0))
@pinned("and at a finite width", (one_share(36, 1.3 / 36), 100, 1e19, 1.0))
def gap_in_depth(case: UnderA1, lift: Lift) -> Observation:
    return gap_under_a1(case, lift)


plot("sharp:orthogonality-decay", drawn.orthogonality(caption=drawn.LIMIT))
