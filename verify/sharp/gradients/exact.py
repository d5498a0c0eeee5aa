"""Exact checks of theory/sharp/gradients.py."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np

from lemmata.theory.definitions import bn
from lemmata.theory.ledger import Kind
from lemmata.theory.meterez2024.appendix_c import LOSSES
from lemmata.theory.numerics.backends import Array, sqrt
from lemmata.theory.numerics.reference import jacobian
from lemmata.verify.cases import (
    DIFFERENCES,
    jacobian_norm,
    matrix_cells,
    mpf_array,
    rotation,
    square_matrices,
)
from lemmata.verify.depth import by_hand
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes
from lemmata.verify.second_writings import grid, second_writing


@exact("sharp:bn-jacobian", domain="full-rank matrices, d = 2, 3, 4")
@routes("the shortest row", "singular values of the differenced Jacobian of BN")
def differenced_jacobian(run: Run) -> Cells:
    return matrix_cells(jacobian_norm, (2, 3, 4), DIFFERENCES)


@exact("sharp:lipschitz-losses", domain="one-hot targets, logits of norm 0 to 60, 2 to 10 classes")
@routes("the constants", "central differences in mpmath")
def gradients_of_the_losses(run: Run) -> Cells:
    """Gradients by central differences where they are largest: a wrong class with all the mass."""
    for R in (0, 1, 10, 60):
        for classes in (2, 3, 10):
            z = mpf_array([R] + [0] * (classes - 1))
            y = mpf_array([0, 1] + [0] * (classes - 2))

            def cross_entropy(v: Array, y: Array = y) -> Array:
                return np.array([mpmath.log(sum(mpmath.exp(x) for x in v)) - (v * y).sum()])

            def squared_error(v: Array, y: Array = y) -> Array:
                return np.array([((v - y) ** 2).sum()])

            for loss, point, function in (
                (LOSSES[0], z, cross_entropy),
                (LOSSES[1], z, squared_error),
                (LOSSES[1], np.roll(-z if R else z, 1), squared_error),
            ):
                gradient = jacobian(function, point)[0]
                label = f"{loss}, {classes} classes, ||z|| = {R}"
                parameters = {"loss": loss, "R": mpmath.mpf(R)}
                yield Cell(parameters, sqrt((gradient**2).sum()), DIFFERENCES, label=label)


@exact("sharp:theorem-5", domain="one layer near isometry, d = 2")
@routes("the bound", "the loss (K/sqrt(2)) <x_1, x_2>, its gradient by hand")
def one_layer(run: Run) -> Cells:
    """The gradient (K/sqrt(2)) (x_2, x_1) of norm K is not shortened: K up to sqrt(phi_0)."""
    phi_0, K = 1e-24, 1000.0
    value = math.log(K)
    near = (value - 1e-9, value + 1e-9)
    yield Cell(
        {"phi_0": phi_0, "d": 2, "K": K},
        value,
        interval=near,
        label="one layer, d = 2",
        interval_method="enclosure",
    )


LENGTHS = (1, 8, 40)


@exact("sharp:conserved-torque")
@routes("the invariant over the largest singular value", "dL/dX_l, carried back by hand in mpmath")
@domain("every layer of chains of 1, 8, 40 weights, orthogonal or not, d = 2, 3, 4, n = 2 to d + 1")
def state_gradients_from_below(run: Run) -> Cells:
    """Weights far from rotations; rotations from an isometry, where it is attained."""
    for d in (2, 3, 4):
        for n in sorted({2, d, d + 1}):
            readout, X = _numbers(d, n, 1), bn(_numbers(d, n, 5))
            for depth in LENGTHS:
                weights = [_numbers(d, d, k + 2) for k in range(depth)]
                yield from _state_cells(weights, X, readout, f"any weights, d = {d}, n = {n}")
        weights = [rotation(d, k + 1) for k in range(8)]
        turn = _numbers(d, d, 3)
        readout = by_hand.last_state(weights, rotation(d)) @ (turn - turn.T)
        yield from _state_cells(weights, rotation(d), readout, f"isometric, d = n = {d}")


def _numbers(rows: int, columns: int, seed: int) -> Array:
    """Numbers from -5 to 6 without a pattern; W X has no zero row."""
    i, j = np.arange(rows)[:, None], np.arange(columns)
    whole = (seed * (3 * i + 1) ** 2 + (seed + 2) * j**3 + i * j * (seed + i)) % 11 - 5
    return mpf_array(whole) + mpf_array(3 * i + 5 * j + seed) / 97


def _state_cells(weights: list[Array], X: Array, readout: Array, label: str) -> Cells:
    R = by_hand.torque(by_hand.last_state(weights, X), readout)
    for layer in by_hand.layers_back(weights, X, readout):
        parameters = {"R": R, "s_1": by_hand.singular_values(layer.state)[0]}
        where = f"{label}, layer {layer.index} of {len(weights)}"
        yield Cell(parameters, by_hand.norm(layer.by_state), DIFFERENCES, label=where)


@exact("sharp:no-vanishing")
@routes("the invariant and the gap", "dL/dW_l, carried back by hand in mpmath")
@domain(
    "every layer of chains of 1 to 40 rotations, d = 2, 3, 4, hard inputs; the case of equality"
)
def weight_gradients_from_below(run: Run) -> Cells:
    for d in (2, 3, 4):
        for depth in LENGTHS:
            weights = [rotation(d, k + 1) for k in range(depth)]
            for label, X in square_matrices(d):
                yield from _weight_cells(weights, bn(X), _numbers(d, d, 1), f"{label}, d = {d}")
        for ratio in ("1", "1.5", "1e3"):
            X, readout = _extremal(d, mpmath.mpf(ratio))
            weights = [mpf_array(np.eye(d))]
            yield from _weight_cells(weights, X, readout, f"extremal, d = {d}, s_1/s_2 = {ratio}")


def _extremal(d: int, ratio: Any) -> tuple[Array, Array]:
    """X = S Q and the loss for which both sides are equal: all s_i^2 but two are their mean."""
    s = mpf_array([ratio, 1] + [mpmath.sqrt((ratio**2 + 1) / 2)] * (d - 2))
    N = mpf_array(np.zeros((d, d)))
    N[0, 1], N[1, 0] = ratio, -1 / ratio
    Q = rotation(d)
    return s[:, None] * Q, (s[:, None] * N / s) @ Q


def _weight_cells(weights: list[Array], X: Array, readout: Array, label: str) -> Cells:
    d, R = len(X), by_hand.torque(by_hand.last_state(weights, X), readout)
    s = by_hand.singular_values(X)
    squares = [v**2 for v in s]
    gap = mpmath.log(sum(squares) / d) - sum(mpmath.log(v) for v in squares) / d
    given = {"R": R, "phi_0": max(gap, mpmath.mpf(0)), "d": d}
    for layer in by_hand.layers_back(weights, X, readout):
        where = f"{label}, layer {layer.index} of {len(weights)}"
        yield Cell(given, by_hand.norm(layer.by_weights), DIFFERENCES, label=where)


@exact("sharp:tangent-growth", domain="n = 3, 4, 8, 33, d = n + 1 to 2 n")
@routes("(n-1)/(n-2)", "integrals over the angles of a row of W, in mpmath")
def mean_over_the_angles_of_a_row(run: Run) -> Cells:
    """w = (cos a y, sin a q), y and q uniform on spheres; a row of W T is sin a q_1 c, |c| = 1."""

    def mean(f: Any, cosines: int, sines: int) -> Any:
        """Of f(a) under the density cos^cosines sin^sines on [0, pi/2]."""

        def weight(a: Any) -> Any:
            return mpmath.cos(a) ** cosines * mpmath.sin(a) ** sines

        ends = [0, mpmath.pi / 4, mpmath.pi / 2]
        return mpmath.quad(lambda a: f(a) * weight(a), ends) / mpmath.quad(weight, ends)

    for n in (3, 4, 8, 33):
        across = mean(lambda a: mpmath.sin(a) ** 2, 0, n - 2)  # 1 - y_1^2: BN takes off y_1
        for d in (n + 1, n + 2, 2 * n):
            along = mean(lambda a: mpmath.cos(a) ** 2, 0, d - n - 2) if d > n + 1 else 1  # q_1^2
            longer = mean(lambda a: mpmath.tan(a) ** 2, n - 1, d - n - 1)
            lhs = n * across * along * longer  # d rows, each with |W X|^2 = (d/n) cos^2
            yield Cell({"n": mpmath.mpf(n)}, lhs, DIFFERENCES, label=f"n = {n}, d = {d}")


@second_writing("sharp:tangent-growth", Kind.IDENTITY, grid(n=["3", "4", "17"]))
def tangent_growth_again(n: Any) -> Any:
    """(1 - 1/n) n/(n - 2)."""
    return (1 - 1 / n) * n / (n - 2)


@second_writing("sharp:gaussian-explosion", Kind.LIMIT, grid(n=["3", "4", "17"]))
def log_growth_again(n: Any) -> Any:
    """(1/2) log((n-1)/(n-2)), n >= 3."""
    return (mpmath.log(n - 1) - mpmath.log(n - 2)) / 2


@second_writing("sharp:critical-exponent", Kind.LIMIT, grid(k=["2", "3", "5"]))
def exponent_again(k: Any) -> Any:
    """eps^2 with eps = a^(k-1)."""
    return 2 * k - 2
