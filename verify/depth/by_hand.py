"""Gradients through a few layers X' = BN(W X) in mpmath, carried back by hand.

The loss is a linear read-out <C, X_L>. No weights need be orthogonal, and n may differ from d.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import mpmath

from lemmata.theory.definitions import bn, row_norms
from lemmata.theory.numerics.backends import Array, sqrt


@dataclass(frozen=True)
class KnownLayer:
    """X_l, dL/dX_l and dL/dW_l."""

    index: int
    state: Array
    by_state: Array
    by_weights: Array


def layers_back(weights: Sequence[Array], X: Array, readout: Array) -> Iterator[KnownLayer]:
    """From the last layer to the first."""
    states = [X]
    for W in weights:
        states.append(bn(W @ states[-1]))
    gradient = readout
    for l in reversed(range(len(weights))):
        X, W, Y = states[l], weights[l], states[l + 1]
        gradient = (gradient - Y * (Y * gradient).sum(1)[:, None]) / row_norms(W @ X)[:, None]
        by_weights = gradient @ X.T
        gradient = W.T @ gradient
        yield KnownLayer(l, X, gradient, by_weights)


def last_state(weights: Sequence[Array], X: Array) -> Array:
    for W in weights:
        X = bn(W @ X)
    return X


def torque(X: Array, G: Array) -> Array:
    """||X^T G - G^T X||_F."""
    turn = X.T @ G
    return norm(turn - turn.T)


def norm(A: Array) -> Array:
    return sqrt((A * A).sum())


def singular_values(X: Array) -> list[Array]:
    """In descending order."""
    return sorted(mpmath.svd_r(mpmath.matrix(X.tolist()), compute_uv=False), reverse=True)
