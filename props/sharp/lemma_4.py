"""Attacks on theory/sharp/lemma_4.py: the same cases as daneshmand2021's lemma 4."""

from lemmata.props.attack import Observation, attack, supremum
from lemmata.props.gram_chains import SMALLEST, gap_and_smallest
from lemmata.theory.spectrum import Spectrum


@attack("sharp:lemma-4", **SMALLEST)
@supremum(1.0)
def gap_against_the_best_constant(s: Spectrum) -> Observation:
    return gap_and_smallest(s)
