"""Attacks on theory/sharp/wasserstein.py."""

import mpmath
import numpy as np

from lemmata.props import strategies as hard
from lemmata.props.attack import Observation, attack, domain, pinned, routes
from lemmata.props.recipes import Lift, SpectrumRecipe, in_floats


@attack("sharp:wasserstein", hard.spectra(choices=(2, 3, 8), largest=2.0), tolerance=1e-15)
@routes("differences of roots", "the traces of the Bures distance, literally")
@domain("Gram spectra of every family, n = 2 to 8")
@pinned("1/2 and 3/2", hard.one_large(2, 1.0986122886681098))
@pinned("two clusters", SpectrumRecipe((-4.0, 0.0), (3, 2)))
def traces_of_hard_spectra(case: SpectrumRecipe, lift: Lift) -> Observation:
    """tr K + tr I/n - 2 tr K^(1/2)/sqrt(n) = 2 - (2/n) sum sqrt(lambda), with twice the digits."""
    s = case.build(lift)
    q = np.repeat(s.eigenvalues, case.counts) / case.width
    with mpmath.workdps(2 * mpmath.mp.dps):
        roots = mpmath.fsum(mpmath.sqrt(mpmath.mpf(v)) for v in q)
        total = mpmath.fsum(mpmath.mpf(v) for v in q)
        value = 1 + total - 2 * roots / mpmath.sqrt(case.width)
    return {"q": q}, float(value) if lift is in_floats else +value
