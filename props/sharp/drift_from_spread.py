"""Attacks on theory/sharp/drift_from_spread.py."""

from lemmata.props import strategies as hard
from lemmata.props.attack import INTEGRAL, Observation, attack, pinned, routes, searched, supremum
from lemmata.props.drawn import families as drawn
from lemmata.props.drawn.pictures import plot
from lemmata.props.recipes import SpectrumRecipe
from lemmata.theory.numerics.sphere import drift
from lemmata.theory.spectrum import Spectrum


@attack("sharp:drift-from-spread", **hard.on_spectra(1, 2, 3, 5, 16, 64, hunted=(2, 3, 5, 8, 16)))
@supremum(1.0)
@searched(**INTEGRAL)
@routes("the bound", "the drift as an integral over t")
@pinned("near isometry the local rate", hard.one_small(2, 1e-6))
@pinned("lambda_max is needed", SpectrumRecipe((0.7, -0.1), (1, 7), deviations=True))
def drift_of_hard_spectra(spectrum: Spectrum) -> Observation:
    return {"spectrum": spectrum}, drift(spectrum)


plot("sharp:drift-from-spread", drawn.gaps(drawn.FALL, drawn.spectra(), minus=True))
