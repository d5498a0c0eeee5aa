"""Attacks on theory/sharp/absolute_constant.py: the same chains as sharp:theorem-1's."""

from __future__ import annotations

from dataclasses import replace

from props import strategies as hard
from props.sharp import theorem_1
from theory.ledger import Evidence
from verify.registry import Run, check

CHAIN = replace(
    theorem_1.CHAIN,
    claim_id="sharp:absolute-constant",
    examples={
        "near isometry the local rate": (hard.one_small(2, 1e-6), 1),
        "and it stays the rate": (hard.one_small(2, 1e-6), 40),
    },
)


@check("sharp:absolute-constant")
def chains_from_hard_spectra(run: Run) -> Evidence:
    return CHAIN.attack(run)
