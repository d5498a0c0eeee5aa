"""Attacks on theory/sharp/mixing.py: the Gram chain at d = inf from one share apart."""

from __future__ import annotations

from props.attack import Observation, attack
from props.gram_chains import (
    CHAINS,
    COSTLY,
    LIMIT,
    Start,
    gap_of,
    limit_states,
    one_share,
    starts,
    v_hat_of,
)
from props.recipes import Lift


@attack(
    "sharp:mixing",
    starts(40),
    routes=("the bound", LIMIT),
    domain="d = inf, n = 2 to 150, depth 1 to 40",
    examples={
        "near isometry attained to first order": (one_share(8, 0.125 + 1e-9), 10),
        "not so near": (one_share(8, 0.126), 1),
    },
    weight=0.2,
    **COSTLY,
    space=CHAINS,
)
def gap_in_depth(case: Start, lift: Lift) -> Observation:
    states, counts = limit_states(case[0], case[1], lift)
    n = int(counts.sum())
    return {"n": n, "v_hat": v_hat_of(states[0], n), "l": case[1]}, gap_of(states[-1], counts)
