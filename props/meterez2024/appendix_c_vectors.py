"""Attacks on the normalisation of a vector in theory/meterez2024/appendix_c.py."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np
from hypothesis import strategies as st

from props import strategies as hard
from props.attack import Property
from props.recipes import Lift, in_floats
from theory.ledger import Evidence
from theory.numerics.backends import Array, eigenvalues, sqrt
from theory.numerics.reference import jacobian
from verify.registry import Run, check

Vector = tuple[float, ...]
_STEP = 1e-5  # of the differences in float64


def normalised(x: Array) -> Array:
    return x / sqrt((x * x).sum())


def differences(x: Array, lift: Lift) -> Array:
    """The Jacobian of x -> x/||x|| by central differences."""
    if lift is not in_floats:
        return jacobian(normalised, x)
    steps = _STEP * np.abs(x).max() * np.eye(len(x))
    columns = [normalised(x + h) - normalised(x - h) for h in steps]
    return np.stack(columns, axis=-1) / (2 * steps.max())


def observe_jacobian(case: Vector, lift: Lift) -> tuple[dict[str, Any], Any]:
    x = lift(list(case))
    return {"x": x}, _without_dust(differences(x, lift), lift)


def observe_eigenvalues(case: Vector, lift: Lift) -> tuple[dict[str, Any], Any]:
    x = lift(list(case))
    J = differences(x, lift)
    return {"x": x}, _without_dust(eigenvalues((J + J.T) / 2), lift)


def _without_dust(values: Array, lift: Lift) -> Array:
    """What is 0 up to the error of the differences is 0."""
    least = float(max(abs(v) for v in values.flat)) * (1e-8 if lift is in_floats else 1e-25)
    if lift is in_floats:
        return np.where(np.abs(values) > least, values, 0.0)
    return np.array([v if abs(v) > least else mpmath.mpf(0) for v in values.flat]).reshape(
        values.shape
    )


# a hundredfold either way, so that no entry of the Jacobian drowns in the error of the differences
VECTORS = st.lists(
    st.one_of(
        st.integers(-3, 3).map(float),
        st.tuples(hard.magnitudes(-2, 2), st.sampled_from((-1, 1))).map(lambda p: p[0] * p[1]),
    ),
    min_size=1,
    max_size=5,
)
JACOBIAN = Property(
    "meterez2024:lemma-C.9",
    VECTORS.filter(any).map(tuple),
    observe_jacobian,
    ("the formula", "central differences"),
    "vectors of length 1 to 5, entries 0 and 1e-2 to 1e2",
    examples={"of length sqrt(5)": (1.0, 2.0), "with a zero, of length 5": (0.0, 3.0, 4.0)},
    weight=0.5,
    tolerance=1e-15,
)


@check("meterez2024:lemma-C.9")
def jacobian_of_hard_vectors(run: Run) -> Evidence:
    return JACOBIAN.attack(run)


EIGENVALUES = Property(
    "meterez2024:corollary-C.10",
    VECTORS.filter(any).map(tuple),
    observe_eigenvalues,
    ("the formula", "eigenvalues of central differences"),
    "vectors of length 1 to 5, entries 0 and 1e-2 to 1e2",
    examples={"of length sqrt(5)": (1.0, 2.0), "with a zero, of length 5": (0.0, 3.0, 4.0)},
    weight=0.5,
    tolerance=1e-15,
)


@check("meterez2024:corollary-C.10")
def eigenvalues_for_hard_vectors(run: Run) -> Evidence:
    return EIGENVALUES.attack(run)
