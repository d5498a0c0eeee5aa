"""Attacks on theory/sharp/wasserstein_from_gap.py: the spectra of lemma 2, and lost samples."""

from lemmata.props import gram_chains as gram
from lemmata.props import strategies as hard
from lemmata.props.attack import Observation, attack, pinned, routes, searched, supremum
from lemmata.props.drawn import families as drawn
from lemmata.props.drawn.pictures import plot
from lemmata.theory.numerics.backends import sqrt
from lemmata.theory.spectrum import Spectrum


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
    drawn.Sweep(
        "$V(H)^2$",
        r"$W_2(W H, G/\sqrt{n})^2$",
        drawn.of("square"),
        {
            "n = 8, one large": drawn.spectra((8,), hard.one_large)["d = 8"],
            "n = 8, two left": [hard.two_levels(-size, 6, 2) for size in drawn.SIZES],
        },
        "Two families: samples that are lost attain it.",
        span=(1e-6, 1.0),
    ),
)
