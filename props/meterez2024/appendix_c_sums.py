"""Attacks on the sums over layers of theory/meterez2024/appendix_c.py, at d = 2.

There all spectra of a gap are alike and the gap is a Markov chain: expected sums over all layers
solve a linear system (``verify.chains.width_two``), in float64 and good to 1e-3, the tolerance.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from props import strategies as hard
from props.attack import Property
from props.hunting import spaces
from props.recipes import Lift, in_tensors
from theory.ledger import Evidence
from theory.meterez2024.appendix_b import THRESHOLD
from theory.numerics.backends import Array, exp, log
from verify.chains import width_two
from verify.chains.width_two import LARGEST
from verify.registry import Run, check

AT = 1 / (2 * THRESHOLD)  # the gap at which tau stops
ERROR = 1e-3
LEAST, MOST = 1e-6, 40.0  # gaps that are searched
Observe = Callable[[float, Lift], tuple[dict[str, Any], Any]]
Known = Callable[[float], float]  # of the gap


def hitting_time(phi: float) -> float:
    return width_two.hitting_time(phi, AT)


@cache
def _table(known: Known) -> tuple[Any, Any, float]:
    """Logarithms of gaps, the values there, and the step between them."""
    logs = np.linspace(np.log(LEAST), np.log(MOST), 400)
    return logs, np.array([known(float(phi)) for phi in np.exp(logs)]), float(logs[1] - logs[0])


def at_gap(known: Known, phi: Any, lift: Lift, most: float = LARGEST) -> Array:
    """The value at a gap; for tensors, which need a gradient, between the values of a table."""
    if lift is not in_tensors:
        if phi > most:
            raise ValueError(f"a gap of {phi}: expected at most {most}")
        return lift([known(float(phi))])[0]
    logs, values, step = _table(known)
    hats = (1 - abs(log(phi) - lift(logs.tolist())) / step).clip(0)
    return (hats * lift(values.tolist())).sum()


def observe_jacobians(case: float, lift: Lift) -> tuple[dict[str, Any], Any]:
    phi, C = lift([case, 1.0])
    total = at_gap(width_two.sum_of_log_jacobians, phi, lift)
    return {"phi_0": phi, "d": 2, "C": C}, total


def observe_roots(case: float, lift: Lift) -> tuple[dict[str, Any], Any]:
    """Where the chain stops the gap may be anything up to the threshold."""
    phi, C = lift([case, 1.0])
    return {"d": 2, "C": C}, at_gap(width_two.sum_of_roots, phi, lift, AT)


def observe_time(case: float, lift: Lift) -> tuple[dict[str, Any], Any]:
    phi, C = lift([case, 8.0])
    return {"phi_0": phi, "d": 2, "C": C}, at_gap(hitting_time, phi, lift)


def gaps(low: float, high: float) -> spaces.Space[float]:
    """Gaps between these, evenly in the logarithm."""
    ratio = float(np.log(high / low))
    return spaces.Space(
        ((2,),),
        lambda d: 1,
        lambda point, z: spaces.row(low * exp(ratio / (1 + exp(-z))))[0],
        lambda d: f"d = {d}",
    )


def _property(
    claim_id: str, observe: Observe, low: float, high: float, examples: dict[str, float]
) -> Property[float]:
    return Property(
        claim_id,
        hard.magnitudes(float(np.log10(low)), float(np.log10(high))),
        observe,
        ("the bound", "the gap as a Markov chain, its sums by a linear system"),
        f"d = 2, gaps {low:.3g} to {high:.3g}, all layers",
        examples=examples,
        tolerance=ERROR,
        space=gaps(low, high),
    )


JACOBIANS = _property(
    "meterez2024:lemma-C.3",
    observe_jacobians,
    LEAST,
    MOST,
    {"the closest": 0.65, "phi_0^3 alone would be too little": 0.1},
)
ROOTS = _property("meterez2024:lemma-C.5", observe_roots, LEAST, AT, {"at the threshold": AT})
TIME = _property(
    "meterez2024:lemma-C.6", observe_time, AT * (1 + 1e-6), MOST, {"the closest": 1.12 * AT}
)


@check("meterez2024:lemma-C.3")
def sum_of_jacobians_from_any_gap(run: Run) -> Evidence:
    return JACOBIANS.attack(run)


@check("meterez2024:lemma-C.5")
def sum_of_roots_from_any_gap(run: Run) -> Evidence:
    return ROOTS.attack(run)


@check("meterez2024:lemma-C.6")
def hitting_time_from_any_gap(run: Run) -> Evidence:
    return TIME.attack(run)
