"""Attacks on theory/sharp/gram_variance.py: the pairs of rows counted, the shares by 2F1."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from props.attack import Property
from props.daneshmand2021.appendix_b import SHARES, Levels, observe_shares
from props.recipes import Lift
from theory.ledger import Evidence
from verify.registry import Run, check


def observe_moments(case: tuple[Levels, int], lift: Lift) -> tuple[dict[str, Any], Any]:
    """tr C^2 = d^-2 sum of <u_i, u_j>^2: 1 for the d pairs i = j, sum p^2 in the mean for others.

    E||C - E C||^2 = E tr C^2 - sum p^2, and V^2 = tr C^2 - 1/n.
    """
    levels, d = case
    parameters, p = observe_shares(levels, lift)
    apart = (p * p).sum()
    mean = (d + d * (d - 1) * apart) / d**2
    return {**parameters, "d": lift([d])[0]}, np.array([mean - apart, mean - 1 / lift([len(p)])[0]])


MOMENTS = Property(
    "sharp:gram-variance",
    st.tuples(SHARES.cases, st.sampled_from((1, 2, 3, 64, 1000))),
    observe_moments,
    ("the Gram map by quadrature", "2F1, and the pairs of rows counted"),
    f"{SHARES.domain}, d = 1 to 1000",
    examples={"q = (0.8, 0.2)": ((1, 1, 1.3862943611198906), 2), "one row": ((2, 3, 1.0), 1)},
    weight=0.5,
    keep=1,
    tolerance=1e-20,
    digits=30,
)


@check("sharp:gram-variance")
def moments_of_two_levels(run: Run) -> Evidence:
    return MOMENTS.attack(run)
