"""Attacks on theory/sharp/wasserstein_radius.py: the chains that refute the printed corollary."""

import math

from lemmata.props import gram_chains as gram
from lemmata.props.attack import Lift, Observation, attack, domain, pinned, supremum
from lemmata.props.drawn import families as drawn
from lemmata.props.drawn.pictures import plot


@attack("sharp:wasserstein-radius", **gram.DISTANCES)
@supremum("the same, and a loss of up to 4 in the distance")
@domain("d = 1e6 to inf, n = 2 to 150, depth 1 to 520, alpha to its largest")
@pinned("violates what is printed", (gram.one_share(150, 0.05), 520, math.inf, 1.0))
@pinned("near isometry", (gram.one_share(4, 0.26), 20, math.inf, 1.0))
def distance_in_depth(case: gram.UnderA1, lift: Lift) -> Observation:
    """A1 fails at most outside the event, never at d = inf."""
    parameters, distance = gram.distance_under_a1(case, lift)
    failure = gram.negligible_failure(parameters["d"]) + lift([0.0])[0]
    return {**parameters, "failure": failure}, distance


plot("sharp:wasserstein-radius", drawn.distances(drawn.LIMIT))
