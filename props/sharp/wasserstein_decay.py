"""Attacks on theory/sharp/wasserstein_decay.py: the chains that refute the printed corollary."""

from __future__ import annotations

from typing import Any

from props.attack import Property
from props.daneshmand2021.main import CHAINS, Start, observe_distance, one_share, starts
from props.recipes import Lift
from theory.ledger import Evidence
from verify.registry import Run, check


def observe_sure(case: Start, lift: Lift) -> tuple[dict[str, Any], Any]:
    """At d = inf A1 holds almost surely."""
    parameters, distance = observe_distance(case, lift)
    return {**parameters, "failure": 0 * distance}, distance


DECAY = Property(
    "sharp:wasserstein-decay",
    starts(15),
    observe_sure,
    ("the bound", "the Gram chain at d = inf: quadrature while searching, 2F1 when judging"),
    "d = inf, n = 2 to 150, depth 1 to 15",
    examples=((one_share(4, 0.3), 15),),
    weight=0.1,
    keep=1,
    tolerance=1e-15,
    digits=30,
    space=CHAINS,
)


@check("sharp:wasserstein-decay")
def distance_in_depth(run: Run) -> Evidence:
    return DECAY.attack(run)
