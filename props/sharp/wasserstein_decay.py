"""Attacks on theory/sharp/wasserstein_decay.py: the chains that refute the printed corollary."""

import math

from lemmata.props import gram_chains as gram
from lemmata.props.attack import Lift, Observation, attack, domain, pinned, supremum
from lemmata.props.drawn import families as drawn
from lemmata.props.drawn.pictures import plot


@attack("sharp:wasserstein-decay", **gram.DISTANCES)
@supremum("unrolled from one layer, with a loss in every layer")
@domain("d = 1e6 to inf, n = 2 to 150, depth 1 to 520, alpha to its largest")
@pinned("violates what is printed", (gram.one_share(150, 0.05), 520, math.inf, 1.0))
@pinned("does not", (gram.one_share(4, 0.3), 60, math.inf, 1.0))
def distance_in_depth(case: gram.UnderA1, lift: Lift) -> Observation:
    """A1 fails at most outside the event, never at d = inf. The law is that without A1: what bounds
    the distance of the mean Gram matrix given A1 bounds that of the mean too.
    """
    parameters, distance = gram.distance_under_a1(case, lift)
    failure = gram.negligible_failure(parameters["d"]) + lift([0.0])[0]
    return {**parameters, "failure": failure}, distance


plot("sharp:wasserstein-decay", drawn.distances(drawn.LIMIT, "sharp:wasserstein-radius"))
