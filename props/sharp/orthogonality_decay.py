"""Attacks on theory/sharp/orthogonality_decay.py: the chains that refute the printed theorem."""

from __future__ import annotations

from props.attack import Property
from props.daneshmand2021.main import CHAINS, observe_gap, one_share, starts
from theory.ledger import Evidence
from verify.registry import Run, check

DECAY = Property(
    "sharp:orthogonality-decay",
    starts(90),
    observe_gap,
    ("the bound", "the Gram chain at d = inf: quadrature while searching, 2F1 when judging"),
    "d = inf, n = 2 to 150, depth 1 to 90",
    examples=((one_share(16, 0.2), 85),),
    weight=0.3,
    keep=1,
    tolerance=1e-20,
    digits=30,
    space=CHAINS,
)


@check("sharp:orthogonality-decay")
def gap_in_depth(run: Run) -> Evidence:
    return DECAY.attack(run)
