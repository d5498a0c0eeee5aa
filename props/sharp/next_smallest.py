"""Attacks on theory/sharp/next_smallest.py: the Gram map, which is the layer at d = inf."""

import math

import numpy as np

from lemmata.props import strategies as hard
from lemmata.props.attack import Lift, Observation, attack, domain, pinned, routes, searched
from lemmata.props.recipes import SpectrumRecipe
from lemmata.theory.numerics.sphere import gram_map_deviations


@attack("sharp:next-smallest", hard.spectra(choices=(2, 3, 4, 8), largest=2.0))
@searched(tolerance=1e-18, digits=30, keep=2, misses=("1 - sqrt(n/d) without its square",))
@routes("the bound", "the Gram map as an integral over t")
@domain("Gram spectra of every family, n = 2 to 8, d = inf")
@pinned("orthogonal samples: both sides are 0", hard.one_small(3, 1e-6))
@pinned("one large", hard.one_large(8, 2.0))
@pinned("one nearly lost", SpectrumRecipe((-14.0, 0.0), (1, 7)))
@pinned("three levels", SpectrumRecipe((-2.0, 0.0, 1.0), (2, 1, 2)))
def smallest_share(case: SpectrumRecipe, lift: Lift) -> Observation:
    s = case.build(lift)
    values = np.asarray(1 + s.deviations)
    given = {"n": case.width, "d": math.inf, "ratio": values.min() / values.max()}
    return given, -np.asarray(gram_map_deviations(s)).min() / case.width
