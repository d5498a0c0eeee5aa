"""The check of theory/sharp/lemma_4.py stands with daneshmand2021's lemma 4: one observation."""

from verify.daneshmand2021.appendix_b import gap_against_smallest_eigenvalue

__all__ = ["gap_against_smallest_eigenvalue"]
