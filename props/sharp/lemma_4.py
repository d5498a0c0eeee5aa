"""Attacks on theory/sharp/lemma_4.py: the same cases as daneshmand2021's lemma 4."""

from dataclasses import replace

from props.daneshmand2021.appendix_b import gap_against_smallest_eigenvalue as printed

replace(printed, claim_id="sharp:lemma-4", name="gap_against_the_best_constant")
