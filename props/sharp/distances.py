"""Attacks on theory/sharp/distances.py."""

import math

import mpmath
import numpy as np

from lemmata.props import gram_chains as gram
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
from lemmata.props.recipes import SpectrumRecipe, in_floats
from lemmata.props.sweeps import families
from lemmata.props.sweeps.sweep import plot
from lemmata.theory.numerics.backends import sqrt
from lemmata.theory.spectrum import Spectrum


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


@attack("sharp:wasserstein-from-gap", **hard.on_spectra(2, 3, 4, 8, largest=2.5, name="n"))
@supremum(1.0)
@searched(weight=2, tolerance=1e-20)
@routes("the bound", "roots of the Gram eigenvalues")
@pinned("rank one at n = 2: attained", hard.one_large(2, 120.0))
@pinned("two of five samples left: attained", hard.two_levels(-140.0, 3, 2))
@pinned("near isometry it is four times the distance", hard.one_large(2, 1e-6))
def distance_from_the_square(s: Spectrum) -> Observation:
    """sum (sqrt(q) - 1/sqrt(n))^2 beside n and V^2."""
    q, counts = s.eigenvalues / s.width, s.multiplicities
    distances = (sqrt(q) - 1 / sqrt(q[0] * 0 + s.width)) ** 2
    return {"n": s.width, "square": gram.literal_gap(q, counts) ** 2}, (distances * counts).sum()


plot(
    "sharp:wasserstein-from-gap",
    families.Sweep(
        "$V(H)^2$",
        r"$W_2(W H, G/\sqrt{n})^2$",
        families.of("square"),
        {
            "n = 8, one large": families.spectra((8,), hard.one_large)["d = 8"],
            "n = 8, two left": [hard.two_levels(-size, 6, 2) for size in families.SIZES],
        },
        "Two families: samples that are lost attain it.",
        span=(1e-6, 1.0),
    ),
)


def _without_a1(case: gram.UnderA1, lift: Lift) -> Observation:
    """A1 fails at most outside the event, never at d = inf."""
    parameters, distance = gram.distance_under_a1(case, lift)
    failure = gram.negligible_failure(parameters["d"]) + lift([0.0])[0]
    return {**parameters, "failure": failure}, distance


@attack("sharp:wasserstein-decay", **gram.DISTANCES)
@supremum("unrolled from one layer, with a loss in every layer")
@domain("d = 1e6 to inf, n = 2 to 150, depth 1 to 520, alpha to its largest")
@pinned("violates what is printed", (gram.one_share(150, 0.05), 520, math.inf, 1.0))
@pinned("does not", (gram.one_share(4, 0.3), 60, math.inf, 1.0))
def distance_in_depth(case: gram.UnderA1, lift: Lift) -> Observation:
    """The law is that without A1: what bounds the distance of the mean Gram matrix given A1 bounds
    that of the mean too.
    """
    return _without_a1(case, lift)


plot("sharp:wasserstein-decay", families.distances(families.LIMIT, "sharp:wasserstein-radius"))


@attack("sharp:wasserstein-radius", **gram.DISTANCES, name="distance_in_depth")
@supremum("the same, and a loss of up to 4 in the distance")
@domain("d = 1e6 to inf, n = 2 to 150, depth 1 to 520, alpha to its largest")
@pinned("violates what is printed", (gram.one_share(150, 0.05), 520, math.inf, 1.0))
@pinned("near isometry", (gram.one_share(4, 0.26), 20, math.inf, 1.0))
def distance_beside_the_radius(case: gram.UnderA1, lift: Lift) -> Observation:
    return _without_a1(case, lift)


plot("sharp:wasserstein-radius", families.distances(families.LIMIT))
