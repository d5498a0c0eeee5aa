"""Attacks on theory/sharp/lemma_4.py: the same cases as daneshmand2021's lemma 4."""

from lemmata.props import strategies as hard
from lemmata.props.attack import Observation, attack, supremum
from lemmata.props.drawn import families as drawn
from lemmata.props.drawn.pictures import plot
from lemmata.props.gram_chains import SMALLEST, gap_and_smallest
from lemmata.theory.spectrum import Spectrum


@attack("sharp:lemma-4", **SMALLEST)
@supremum(1.0)
def gap_against_the_best_constant(s: Spectrum) -> Observation:
    return gap_and_smallest(s)


plot(
    "sharp:lemma-4",
    drawn.Sweep(
        r"$\hat V(H)$",
        r"$V(H)$",
        drawn.of("v_hat"),
        {
            "n = 8, one large": drawn.spectra((8,), hard.one_large)["d = 8"],
            "n = 8, one small": drawn.spectra((8,))["d = 8"],
        },
        "Two families: one large eigenvalue attains it.",
        span=(1e-5, 1.0),
    ),
)
