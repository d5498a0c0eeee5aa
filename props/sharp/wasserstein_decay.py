"""Attacks on theory/sharp/wasserstein_decay.py: the chains that refute the printed corollary."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from props.daneshmand2021.main import DISTANCE, Start, observe_distance
from props.recipes import Lift
from theory.ledger import Evidence
from verify.registry import Run, check


def observe_with_certainty(case: Start, lift: Lift) -> tuple[dict[str, Any], Any]:
    """At d = inf the chain is deterministic: A1 holds with its own alpha."""
    parameters, distance = observe_distance(case, lift)
    return {**parameters, "failure": lift([0.0])[0]}, distance


DECAY = replace(DISTANCE, claim_id="sharp:wasserstein-decay", observe=observe_with_certainty)


@check("sharp:wasserstein-decay")
def distance_in_depth(run: Run) -> Evidence:
    return DECAY.attack(run)
