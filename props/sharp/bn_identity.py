"""Attacks on theory/sharp/bn_identity.py."""

from lemmata.props import strategies as hard
from lemmata.props.attack import Observation, attack, pinned, routes
from lemmata.props.recipes import Entries, Rotation, Scaled
from lemmata.theory.definitions import bn, isometry_gap
from lemmata.theory.numerics.backends import Array, exp


@attack("sharp:bn-identity", **hard.on_squares(), tolerance=1e-20)
@routes("row norms", "determinants of X and BN(X)")
@pinned("lengths 1 and 10: lemma A.1 is not sharp", Scaled(Rotation(2), (0, 1)))
@pinned("nearly singular", Entries("nearly parallel", ((1.0, 1.0), (1.0, 1.000001))))
def ratio_of_determinants(X: Array) -> Observation:
    return {"X": X}, exp(isometry_gap(X) - isometry_gap(bn(X)))
