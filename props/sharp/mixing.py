"""Attacks on theory/sharp/mixing.py: the Gram chain at d = inf from one share apart."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from props.daneshmand2021.main import (
    GAP_IN_DEPTH,
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


DECAY = replace(
    GAP_IN_DEPTH,
    claim_id="sharp:mixing",
    cases=starts(40),
    observe=observe_gap,
    domain="d = inf, n = 2 to 150, depth 1 to 40",
    examples={
        "near isometry attained to first order": (one_share(8, 0.125 + 1e-9), 10),
        "not so near": (one_share(8, 0.126), 1),
    },
    weight=0.2,
)


@check("sharp:mixing")
def gap_in_depth(run: Run) -> Evidence:
    return DECAY.attack(run)
