"""Attacks on theory/sharp/mixing.py: the Gram chain at d = inf from one share apart."""

from __future__ import annotations

from typing import Any

from props.attack import Property
from props.daneshmand2021.main_chains import (
    CHAINS,
    Start,
    gap_of,
    limit_states,
    one_share,
    starts,
)
from props.recipes import Lift
from theory.ledger import Evidence
from verify.registry import Run, check


def observe_gap(case: Start, lift: Lift) -> tuple[dict[str, Any], Any]:
    states, counts = limit_states(case[0], case[1], lift)
    n = int(counts.sum())
    return {"n": n, "v_hat": -states[0].min() / n, "l": case[1]}, gap_of(states[-1], counts)


DECAY = Property(
    "sharp:mixing",
    starts(40),
    observe_gap,
    ("the bound", "the Gram chain at d = inf: quadrature while searching, 2F1 when judging"),
    "d = inf, n = 2 to 150, depth 1 to 40",
    examples={
        "near isometry attained to first order": (one_share(8, 0.125 + 1e-9), 10),
        "not so near": (one_share(8, 0.126), 1),
    },
    weight=0.2,
    keep=1,
    tolerance=1e-20,
    digits=30,
    space=CHAINS,
)


@check("sharp:mixing")
def gap_in_depth(run: Run) -> Evidence:
    return DECAY.attack(run)
