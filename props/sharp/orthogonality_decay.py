"""Attacks on theory/sharp/orthogonality_decay.py: the chains that refute the printed theorem."""

from __future__ import annotations

import math
from dataclasses import replace

from props.daneshmand2021.main_chains import GAP_IN_DEPTH, one_share
from theory.ledger import Evidence
from verify.registry import Run, check

DECAY = replace(
    GAP_IN_DEPTH,
    claim_id="sharp:orthogonality-decay",
    examples={
        "violates what is printed": (one_share(16, 0.2), 85, math.inf, 1.0),
        "and at a finite width": (one_share(36, 1.3 / 36), 100, 1e19, 1.0),
    },
)


@check("sharp:orthogonality-decay")
def gap_in_depth(run: Run) -> Evidence:
    return DECAY.attack(run)
