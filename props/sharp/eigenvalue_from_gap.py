"""Attacks on theory/sharp/eigenvalue_from_gap.py."""

from lemmata.props import strategies as hard
from lemmata.props.attack import Observation, attack, pinned, routes, searched, supremum
from lemmata.props.drawn import families as drawn
from lemmata.props.drawn.pictures import plot
from lemmata.props.hunting.spaces import EXTREMES
from lemmata.props.recipes import SpectrumRecipe
from lemmata.theory.numerics.backends import exp, stack
from lemmata.theory.spectrum import Spectrum


@attack("sharp:eigenvalue-from-gap", **hard.on_spectra(2, 3, 8, 64, largest=2.5, space=EXTREMES))
@supremum(1.0)
@searched(keep=2, tolerance=1e-30, hunted="hunted_eigenvalues")
@routes("Newton's method on the defining equations", "the eigenvalues themselves")
@pinned("one extreme", hard.one_small(3, 1.0))
@pinned("the other", hard.one_large(3, 1.0))
@pinned("between them", SpectrumRecipe((-0.5, 0.5), (2, 2), deviations=True))
@pinned("an extreme at a gap of about 1e-30", hard.one_small(64, 1e-15))
def extremes_of_hard_spectra(s: Spectrum) -> Observation:
    low, high = exp(s.log_eigenvalues.min()), -exp(s.log_eigenvalues.max())
    return {"phi": s.gap, "d": s.width}, stack([low, high, low, high])


plot(
    "sharp:eigenvalue-from-gap",
    drawn.gaps(
        r"$\lambda_{\min}$",
        drawn.both_extremes(8, drawn.EVEN),
        "Three families of spectra: the claim is attained by the first",
        entry=0,
        log_y=False,
        log_x=False,
        span=(0.0, 3.0),
    ),
)
