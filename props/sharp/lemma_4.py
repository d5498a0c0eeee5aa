"""The attack on theory/sharp/lemma_4.py stands with daneshmand2021's lemma 4: one observation."""

from props.daneshmand2021.appendix_b import gap_against_the_best_constant

__all__ = ["gap_against_the_best_constant"]
