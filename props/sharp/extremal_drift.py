"""Attacks on theory/sharp/extremal_drift.py: does any other spectrum drift less, or more?"""

from props import strategies as hard
from props.attack import COSTLY, Observation, attack, pinned, routes, searched
from props.hunting.spaces import EXTREMES
from theory.numerics.backends import stack
from theory.numerics.sphere import drift
from theory.spectrum import Spectrum


@attack("sharp:extremal-drift", **hard.on_spectra(3, 4, 8, space=EXTREMES))
@searched(**COSTLY, hunted="hunted_drifts")
@routes("the drift of the extremal spectra, by Newton's method", "that of other spectra")
@pinned("one extreme", hard.one_small(4, 3.0))
@pinned("the other", hard.one_large(4, 3.0))
def drift_of_hard_spectra(s: Spectrum) -> Observation:
    value = drift(s)
    return {"phi": s.gap, "d": s.width}, stack([-value, value])
