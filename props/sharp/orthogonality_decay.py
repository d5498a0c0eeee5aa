"""Attacks on theory/sharp/orthogonality_decay.py: the chains that refute the printed theorem."""

from dataclasses import replace

from props.daneshmand2021.section_3 import gap_in_depth

VIOLATIONS = dict(list(gap_in_depth.examples.items())[:2])
replace(gap_in_depth, claim_id="sharp:orthogonality-decay", examples=VIOLATIONS)
