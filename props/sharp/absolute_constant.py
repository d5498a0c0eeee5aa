"""Attacks on theory/sharp/absolute_constant.py: the same layer as sharp:theorem-1's."""

from __future__ import annotations

from dataclasses import replace

from props import strategies as hard
from props.sharp import theorem_1
from theory.ledger import Evidence
from verify.registry import Run, check

ONE_LAYER = replace(
    theorem_1.ONE_LAYER,
    claim_id="sharp:absolute-constant",
    examples={"near isometry the local rate": hard.one_small(2, 1e-6)},
)


@check("sharp:absolute-constant")
def one_layer_of_hard_spectra(run: Run) -> Evidence:
    return ONE_LAYER.attack(run)
