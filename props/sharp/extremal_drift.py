"""Attacks on theory/sharp/extremal_drift.py: does any other spectrum drift less, or more?"""

from lemmata.props import strategies as hard
from lemmata.props.attack import COSTLY, Observation, attack, pinned, routes, searched, supremum
from lemmata.props.drawn import families as drawn
from lemmata.props.drawn.pictures import plot
from lemmata.props.hunting.spaces import EXTREMES
from lemmata.theory.numerics.backends import stack
from lemmata.theory.numerics.sphere import drift
from lemmata.theory.spectrum import Spectrum


@attack("sharp:extremal-drift", **hard.on_spectra(3, 4, 8, space=EXTREMES))
@supremum(1.0)
@searched(**COSTLY, hunted="hunted_drifts")
@routes("the drift of the extremal spectra, by Newton's method", "that of other spectra")
@pinned("one extreme", hard.one_small(4, 3.0))
@pinned("the other", hard.one_large(4, 3.0))
def drift_of_hard_spectra(s: Spectrum) -> Observation:
    value = drift(s)
    return {"phi": s.gap, "d": s.width}, stack([-value, value])


plot(
    "sharp:extremal-drift",
    drawn.gaps(
        drawn.FALL,
        drawn.both_extremes(8),
        "Three families of spectra: the claim, from below, is attained by the first",
        entry=0,
    ),
)
