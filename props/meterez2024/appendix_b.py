"""Attacks on theory/meterez2024/appendix_b.py: spectra on both sides of the threshold."""

from lemmata.props import strategies as hard
from lemmata.props.attack import INTEGRAL, Observation, attack, pinned, routes, searched, supremum
from lemmata.props.hunting import spaces
from lemmata.props.sweeps import families
from lemmata.props.sweeps.sweep import plot
from lemmata.theory.numerics.backends import stack
from lemmata.theory.numerics.sphere import drift
from lemmata.theory.sharp.isometry import least_drift
from lemmata.theory.spectrum import Spectrum

WIDTHS = (2, 3, 5, 16, 64, 1000)


@attack(
    "meterez2024:lemma-B.1",
    # hunted at d phi up to the threshold 1/16: above it the second bound is the width itself
    **hard.on_spectra(
        *WIDTHS,
        space=spaces.at_gaps(WIDTHS, (1e-12, 1e-6, 1e-3, 0.0625), None, lambda d, dphi: dphi / d),
    ),
    weight=2,
)
@supremum(1.0)
@routes("the bounds", "the eigenvalues themselves")
@pinned("below the threshold 1/16, the second constant's least", hard.one_large(1000, 0.333))
@pinned("just above it", hard.one_small(2, 0.5))
@pinned("the first is attained as phi -> 0 and d grows", hard.one_small(64, 1e-9))
@pinned("a gap of about 1e-30", hard.one_large(3, 1e-15))
def eigenvalues_of_hard_spectra(s: Spectrum) -> Observation:
    return {"phi": s.gap, "d": s.width}, stack([-s.deviations.min(), s.deviations.max()])


@attack("meterez2024:lemma-B.2", **hard.on_spectra(2, 3, 5, 16, 50, hunted=(2, 3, 5, 8, 16)))
@supremum(0.049 / 16 / float(least_drift(1 / 32, 2)))  # at the threshold 1/(16 d)
@searched(**INTEGRAL)
@routes("the recurrence", "the drift as an integral over t")
@pinned("just above the threshold, the supremum", hard.one_small(2, 0.5))
@pinned("below it", hard.one_small(2, 0.3))
@pinned("a wide one: 0.049/d would be too much", hard.one_small(50, 60.0))
def drift_of_hard_spectra(s: Spectrum) -> Observation:
    return {"phi": s.gap, "d": s.width}, drift(s)


plot(
    "meterez2024:lemma-B.1",
    families.gaps(r"$1 - \lambda_{\min}$", families.spectra(), entry=0, span=(1e-6, 1.0)),
)
plot("meterez2024:lemma-B.2", families.gaps(families.FALL, families.spectra(), minus=True))
