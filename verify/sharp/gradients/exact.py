"""Exact checks of theory/sharp/gradients.py."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np

from lemmata.theory.ledger import Kind
from lemmata.theory.meterez2024.appendix_c import LOSSES
from lemmata.theory.numerics.backends import Array, sqrt
from lemmata.theory.numerics.reference import jacobian
from lemmata.verify.cases import DIFFERENCES, jacobian_norm, matrix_cells, mpf_array
from lemmata.verify.registry import Cell, Cells, Run, exact, routes
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
