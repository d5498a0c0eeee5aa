"""Attacks on theory/sharp/wasserstein_decay.py: the chains that refute the printed corollary."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from props.daneshmand2021.main_chains import DISTANCE, UnderA1, negligible_failure, observe_distance
from props.recipes import Lift
from theory.ledger import Evidence
from verify.registry import Run, check


def observe_with_failure(case: UnderA1, lift: Lift) -> tuple[dict[str, Any], Any]:
    """A1 fails at most outside the event, never at d = inf. The law is that without A1: what bounds
    the distance of the mean Gram matrix given A1 bounds that of the mean too.
    """
    parameters, distance = observe_distance(case, lift)
    failure = negligible_failure(parameters["d"]) + lift([0.0])[0]
    return {**parameters, "failure": failure}, distance


DECAY = replace(DISTANCE, claim_id="sharp:wasserstein-decay", observe=observe_with_failure)


@check("sharp:wasserstein-decay")
def distance_in_depth(run: Run) -> Evidence:
    return DECAY.attack(run)
