"""Attacks on what theory/daneshmand2021/main.py says of limits, along chain (1)."""

from __future__ import annotations

import math
from typing import Any

from hypothesis import strategies as st

from props.attack import Property
from props.daneshmand2021.main_chains import (
    CHAINS,
    WIDTHS,
    AtWidth,
    at_widths,
    distance_at_least,
    limit_states,
    near_limit,
    negligible_failure,
    one_share,
)
from props.hunting import spaces
from props.recipes import Lift, SpectrumRecipe
from theory.ledger import Evidence
from verify.registry import Run, check

GAMMA = 1 - 2.0**-20  # the larger gamma, the weaker the claim
Forgetting = tuple[SpectrumRecipe, float, int]  # two samples, a root of f, depth


def observe_forgetting(case: Forgetting, lift: Lift) -> tuple[dict[str, Any], Any]:
    """|f(q_1)| for f = (q_1 - 1/2)(q_1 - c), whose stationary mean is f(1/2) = 0."""
    recipe, root, depth = case
    states, _ = limit_states(recipe, depth, lift)
    c, gamma = lift([root, GAMMA])
    values = [abs(states[k][0] / 2 * ((1 + states[k][0]) / 2 - c)) for k in (0, depth)]
    return {"gamma": gamma, "l": depth, "first": values[0]}, values[1]


FORGETTING = Property(
    "daneshmand2021:remark-mixing",
    st.tuples(st.floats(0.05, 0.45).map(lambda q: one_share(2, q)), st.floats(0, 1),
              st.sampled_from((1, 2, 5))),
    observe_forgetting,
    ("the bound", "a polynomial of the Gram chain at d = inf: quadrature, 2F1 when judging"),
    "n = 2, d = inf, f of second degree, gamma = 1 - 1e-6, depth 1 to 5",
    examples={"f vanishes at the input, 9/10, not at 3/4": (one_share(2, 0.9), 0.9, 1)},
    weight=0.5,
    keep=1,
    tolerance=1e-20,
    digits=30,
    space=spaces.Space(
        ((1, 2, 5),),
        lambda depth: 2,
        lambda point, z: (
            SpectrumRecipe((*spaces.row(z[:1]), 0.0), (1, 1)), spaces.row(z[1:])[0], point[0]
        ),
        lambda depth: f"depth {depth}",
    ),
)  # fmt: skip


@check("daneshmand2021:remark-mixing")
def polynomials_that_leave_their_mean(run: Run) -> Evidence:
    return FORGETTING.attack(run)


def observe_radius(case: AtWidth, lift: Lift) -> tuple[dict[str, Any], Any]:
    chain = near_limit(case, lift, negligible_failure)
    return {"d": chain.width, "C": lift([1.0])[0]}, distance_at_least(chain)


RADIUS = Property(
    "daneshmand2021:table-1",
    at_widths(20),
    observe_radius,
    ("the radius", "the Gram chain at d = inf, or what is left of it at a finite width"),
    "d = 1e6 to inf, n = 2 to 150, depth 1 to 20",
    examples={
        "one layer is far from Gaussian": (one_share(4, 0.7), 1, math.inf),
        "at a finite width too": (one_share(4, 0.7), 1, 1e12),
    },
    weight=0.3,
    keep=1,
    tolerance=1e-20,
    digits=30,
    space=spaces.at_widths(CHAINS, WIDTHS),
)


@check("daneshmand2021:table-1")
def distance_in_the_limit(run: Run) -> Evidence:
    return RADIUS.attack(run)
