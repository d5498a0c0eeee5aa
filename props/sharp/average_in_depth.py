"""Attacks on theory/sharp/average_in_depth.py, observed as daneshmand2021's appendix C."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from props import spaces
from props import strategies as hard
from props.attack import Property
from props.daneshmand2021.appendix_b import observe_average
from props.daneshmand2021.main import Start
from props.recipes import Lift
from theory.ledger import Evidence
from verify.registry import Run, check


def observe_with_batch(case: Start, lift: Lift) -> tuple[dict[str, Any], Any]:
    parameters, average = observe_average(case, lift)
    return {**parameters, "n": case[0].width}, average


AVERAGE = Property(
    "sharp:average-in-depth",
    st.tuples(hard.spectra(choices=(2, 3, 8), largest=1.0), st.integers(1, 4)),
    observe_with_batch,
    ("the bound", "the chain of Gram maps at d = inf"),
    "d = inf, Gram spectra of every family, n = 2 to 8, depth 1 to 40",
    examples=((hard.one_small(8, 1e-3), 8),),
    weight=0.2,
    keep=1,
    tolerance=1e-15,
    digits=30,
    space=spaces.chains((2, 3, 8, 32), (1, 2, 4, 10, 40), steps=40),
)


@check("sharp:average-in-depth")
def average_of_hard_chains(run: Run) -> Evidence:
    return AVERAGE.attack(run)
