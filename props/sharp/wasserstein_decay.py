"""Attacks on theory/sharp/wasserstein_decay.py: the chains that refute the printed corollary."""

from props.attack import Lift, Observation, attack, domain, pinned
from props.daneshmand2021.section_4 import distance_in_depth as printed
from props.gram_chains import UnderA1, negligible_failure


@attack("sharp:wasserstein-decay", printed)
@domain("d = 1e6 to inf, n = 2 to 150, depth 1 to 520, alpha to its largest")
@pinned("violates what is printed", printed.examples["a violation"])
@pinned("does not", printed.examples["none at n = 4"])
def distance_in_depth(case: UnderA1, lift: Lift) -> Observation:
    """A1 fails at most outside the event, never at d = inf. The law is that without A1: what bounds
    the distance of the mean Gram matrix given A1 bounds that of the mean too.
    """
    parameters, distance = printed.observe(case, lift)
    failure = negligible_failure(parameters["d"]) + lift([0.0])[0]
    return {**parameters, "failure": failure}, distance
