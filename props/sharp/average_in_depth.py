"""Attacks on theory/sharp/average_in_depth.py, observed as daneshmand2021's appendix C."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from props import strategies as hard
from props.daneshmand2021.appendix_b import AVERAGE, observe_average
from props.daneshmand2021.main_chains import AtWidth
from props.recipes import Lift
from theory.ledger import Evidence
from verify.registry import Run, check


def observe_with_batch(case: AtWidth, lift: Lift) -> tuple[dict[str, Any], Any]:
    parameters, average = observe_average(case, lift)
    return {**parameters, "n": case[0].width}, average


WITH_BATCH = replace(
    AVERAGE,
    claim_id="sharp:average-in-depth",
    observe=observe_with_batch,
    examples={"half of it would be too little": (hard.one_small(8, 1e-3), 8, math.inf)},
    weight=0.2,
)


@check("sharp:average-in-depth")
def average_of_hard_chains(run: Run) -> Evidence:
    return WITH_BATCH.attack(run)
