"""Attacks on theory/sharp/majorisation.py: spectra of every family through the Gram map."""

import numpy as np

from lemmata.props import strategies as hard
from lemmata.props.attack import (
    Lift,
    Observation,
    attack,
    domain,
    pinned,
    routes,
    searched,
    supremum,
)
from lemmata.props.drawn import families as drawn
from lemmata.props.drawn.pictures import plot
from lemmata.props.recipes import SpectrumRecipe
from lemmata.theory.numerics.backends import Array, sqrt
from lemmata.theory.numerics.sphere import gram_map_deviations


def largest_sums(e: Array, n: int) -> Array:
    """Of p = (1 + e)/n: the sums of the k largest, k = 1..n-1, and ||e||/n."""
    sums = np.cumsum((1 + np.sort(e)[::-1]) / n)[:-1]
    return np.append(sums, sqrt((e * e).sum()) / n)


@attack("sharp:majorisation", hard.spectra(choices=(2, 3, 4, 8), largest=2.0))
@supremum(1.0)
@searched(tolerance=1e-18, digits=30, keep=2)
@routes("the bound", "the Gram map as an integral over t")
@domain("Gram spectra of every family, n = 2 to 8")
@pinned("near isometry it is attained", hard.one_small(3, 1e-6))
@pinned("one large", hard.one_large(8, 2.0))
@pinned("three levels", SpectrumRecipe((-2.0, 0.0, 1.0), (2, 1, 2)))
def sums_of_shares(case: SpectrumRecipe, lift: Lift) -> Observation:
    s = case.build(lift)
    counts = case.counts
    q = np.repeat((1 + s.deviations) / case.width, counts)
    return {"q": q}, largest_sums(np.repeat(gram_map_deviations(s), counts), case.width)


plot(
    "sharp:majorisation",
    drawn.Sweep(
        "$V(H_l)$",
        r"$V(H_{l+1})$, $d = \infty$",
        lambda p: float(np.linalg.norm(p["q"] - 1 / len(p["q"]))),
        drawn.spectra((2, 8, 64), name="n"),
        f"{drawn.ONE_SMALL}.",
        entry=-1,
        span=(1e-4, 1.0),
    ),
)
