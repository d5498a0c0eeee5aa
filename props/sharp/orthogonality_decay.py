"""Attacks on theory/sharp/orthogonality_decay.py: the chains that refute the printed theorem."""

from __future__ import annotations

from dataclasses import replace

from props.daneshmand2021.main import GAP_IN_DEPTH, one_share
from theory.ledger import Evidence
from verify.registry import Run, check

DECAY = replace(
    GAP_IN_DEPTH,
    claim_id="sharp:orthogonality-decay",
    examples={"violates what is printed": (one_share(16, 0.2), 85)},
)


@check("sharp:orthogonality-decay")
def gap_in_depth(run: Run) -> Evidence:
    return DECAY.attack(run)
