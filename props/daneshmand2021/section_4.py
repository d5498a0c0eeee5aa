"""Attacks on theory/daneshmand2021/section_4.py."""

import math

from lemmata.props import gram_chains as gram
from lemmata.props import strategies as hard
from lemmata.props.attack import (
    COSTLY,
    Observation,
    attack,
    domain,
    hunt_in,
    pinned,
    routes,
    searched,
    supremum,
)
from lemmata.props.gram_chains import one_share
from lemmata.props.hunting import spaces
from lemmata.props.recipes import Lift, SpectrumRecipe
from lemmata.props.sweeps import families
from lemmata.props.sweeps.sweep import plot
from lemmata.theory.numerics.backends import sqrt
from lemmata.theory.spectrum import Spectrum


@attack("daneshmand2021:lemma-2", **hard.on_spectra(2, 3, 4, 8, largest=2.5, name="n"))
@supremum((math.sqrt(2) - 1) / 2)  # sharp:wasserstein at n = 2, rank one
@searched(weight=2, tolerance=1e-20)
@routes("the bound", "roots of the Gram eigenvalues")
@pinned("rank one at n = 2, the supremum", hard.one_large(2, 120.0))
@pinned("near isometry the distance is of second order", hard.one_large(2, 1e-9))
@pinned("spread", SpectrumRecipe((0.0, 1.1, 2.2), (1, 1, 1)))
def wasserstein_against_gap(s: Spectrum) -> Observation:
    """sum (sqrt(q) - 1/sqrt(n))^2, with the multiplicities of q."""
    q, counts = s.eigenvalues / s.width, s.multiplicities
    distances = (sqrt(q) - 1 / sqrt(q[0] * 0 + s.width)) ** 2
    return {"n": s.width, "V": gram.literal_gap(q, counts)}, (distances * counts).sum()


@attack("daneshmand2021:corollary-3", **gram.DISTANCES)
@domain("d = 1e6 to inf, n = 2 to 200, depth 1 to 600, alpha to its largest")
@pinned("a violation at a finite width", (gram.two_levels(300, 75, 1.6 / 300), 531, 1e25, 1.0))
@pinned("a violation", (gram.one_share(150, 0.05), 520, math.inf, 1.0))
@pinned("a larger one", (gram.one_share(200, 0.05), 600, math.inf, 1.0))
@pinned("none at n = 4", (gram.one_share(4, 0.3), 60, math.inf, 1.0))
def distance_in_depth(case: gram.UnderA1, lift: Lift) -> Observation:
    return gram.distance_under_a1(case, lift)


@attack("daneshmand2021:table-1", gram.at_widths(20), weight=0.3, **COSTLY)
@routes("the radius", f"the Gram chain at d = inf, {gram.LEFT}")
@domain("d = 1e6 to inf, n = 2 to 150, depth 1 to 50")
@pinned("one layer is far from Gaussian", (gram.one_share(4, 0.7), 1, 1e12))
@pinned("and so are fifty of a large batch", (gram.one_share(50, 0.2), 50, math.inf))
@pinned("however wide", (gram.one_share(4, 0.7), 1, math.inf))
@hunt_in(spaces.at_widths(gram.CHAINS, gram.WIDTHS))
def distance_in_the_limit(case: gram.AtWidth, lift: Lift) -> Observation:
    chain = gram.near_limit(case, lift, gram.negligible_failure)
    return {"d": chain.width, "C": lift([1.0])[0]}, gram.distance_at_least(chain)


plot(
    "daneshmand2021:lemma-2",
    families.Sweep(
        r"$V(H)$",
        r"$W_2(W H, G/\sqrt{n})^2$",
        families.of("V"),
        families.spectra((2, 8, 64), hard.one_large, "n"),
        "One eigenvalue of the Gram matrix larger than the others.",
        span=(1e-3, 1.0),
    ),
)
plot("daneshmand2021:corollary-3", families.distances(families.REFUTED))
plot(
    "daneshmand2021:table-1",
    families.Sweep(
        "width $d$",
        r"$W_2(W_1 H_1, G/\sqrt{n})$",
        families.of("d"),
        {"n = 4, one layer": [(one_share(4, 0.7), 1, 10.0**k) for k in range(6, 61, 2)]},
        "After one layer from an input of one large eigenvalue, with C = 1: what is observed is a"
        " lower bound of the distance, which no width makes small.",
    ),
)
