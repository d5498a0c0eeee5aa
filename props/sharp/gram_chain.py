"""Attacks on theory/sharp/gram_chain.py."""

from __future__ import annotations

import mpmath
import numpy as np

from props import strategies as hard
from props.attack import Observation, attack
from props.recipes import Entries, Lift, in_floats
from theory.numerics.backends import Array


def root(K: Array, lift: Lift) -> Array:
    """K^(1/2) of a positive semidefinite matrix, from its eigenvectors."""
    if lift is in_floats:
        values, Q = np.linalg.eigh(K)
        return (Q * np.sqrt(np.maximum(values, 0))) @ Q.T
    eigenvalues, vectors = mpmath.eigsy(mpmath.matrix(K.tolist()))
    Q = np.array(vectors.tolist(), dtype=object)
    return (Q * np.array([mpmath.sqrt(max(v, 0)) for v in eigenvalues])) @ Q.T


@attack(
    "sharp:gram-chain",
    hard.integer_matrices(),
    routes=("H^T H / d", "the square of a root from eigenvectors"),
    domain="integer matrices of any shape and rank",
    examples={"K is not its root": Entries("diagonal", ((1.0, 0.0), (0.0, 2.0)))},
    weight=0.5,
    tolerance=1e-30,
)
def covariance_of_the_short_chain(case: Entries, lift: Lift) -> Observation:
    """Z has rows N(0, I/d), so Z K^(1/2) has rows of covariance (K^(1/2))^2/d; K is integer."""
    H = case.build(lift)
    R = root(H.T @ H, lift)
    covariance = R.T @ R / len(H)
    if lift is in_floats:
        return {"H": H}, covariance
    return {"H": H}, np.vectorize(lambda v: mpmath.chop(v, 1e-40), otypes=[object])(covariance)
