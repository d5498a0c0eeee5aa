"""Exact checks of theory/sharp/batches.py: networks of width 2 and three or five samples."""

from collections.abc import Iterator
from typing import Any

import mpmath
import numpy as np
from mpmath import mpf

from lemmata.theory.definitions import bn
from lemmata.theory.numerics.backends import Array
from lemmata.theory.numerics.reference import jacobian
from lemmata.verify.cases import DIFFERENCES, SPHERE, mpf_array
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes


def two_rows(cosine: Any, n: int) -> Array:
    """Two rows of length 1 at this cosine in n dimensions, none of whose samples is 0."""
    directions = np.linalg.qr(np.vander(np.arange(1.0, n + 1), 2))[0].T  # (2, n)
    a, b = mpf_array(directions)
    a = a / mpmath.sqrt((a * a).sum())
    b = b - (a * b).sum() * a
    b = b / mpmath.sqrt((b * b).sum())
    return np.stack([a, cosine * a + mpmath.sqrt(1 - cosine**2) * b])


def gap_of_rows(X: Array) -> Any:
    """-log of the geometric over the arithmetic mean of the eigenvalues of X X^T, two rows."""
    (a, c), (_, b) = X @ X.T
    return -mpmath.log(4 * (a * b - c * c) / (a + b) ** 2) / 2


def rotated(X: Array, angle: Any) -> Array:
    c, s = mpmath.cos(angle), mpmath.sin(angle)
    return np.array([[c, -s], [s, c]]) @ X


def angles(count: int) -> Iterator[Any]:
    """Nodes of the trapezoidal rule on [0, pi): a half turn changes signs alone."""
    return (mpmath.pi * k / count for k in range(count))


def mean_gap(X: Array, layers: int, count: int) -> Any:
    """E phi(X_l^T): a layer is a rotation, as reflections of a row leave the gap as it is."""
    if not layers:
        return gap_of_rows(X)
    below = [mean_gap(bn(rotated(X, angle)), layers - 1, count) for angle in angles(count)]
    return mpmath.fsum(below) / count


@exact("sharp:theorem-1-large-batch")
@routes("the bound", "the rows of W X, their gap averaged over the angle of W, in mpmath")
@domain("d = 2, n = 3 and 5: one layer from gaps of 5e-7 and 1.6, two from 0.09")
def gaps_of_rows(run: Run) -> Cells:
    # The rule's error falls like rho^count, rho = (1 - exp(-phi))/sqrt(1 - exp(-2 phi)): the more
    # dependent the rows, the more nodes.
    for n in (3, 5):
        for cosine, layers, count in (
            ("1e-3", 1, 20),
            ("0.4", 2, 36),
            ("0.98", 1, 280),
        ):
            X = two_rows(mpf(cosine), n)
            parameters = {"phi_0": gap_of_rows(X), "l": layers, "d": 2}
            label = f"n = {n}, rows at a cosine of {cosine}, {layers} layers"
            yield Cell(parameters, mean_gap(X, layers, count), SPHERE, label=label)


@exact("sharp:theorem-5-large-batch", domain="one layer near isometry, d = 2, n = 3 and 5")
@routes("the bound", "the loss (K/sqrt(2)) <x_1, x_2>, differenced in the weights at six angles")
def gradients_near_isometry(run: Run) -> Cells:
    """The gradient (K/sqrt(2)) (x_2, x_1) is of norm K at rows of length 1, and not shortened."""
    K = 1000
    for n in (3, 5):
        X = two_rows(mpf("1e-12"), n)

        def loss(W: Array, X: Array = X) -> Array:
            rows = bn(W.reshape(2, 2) @ X)
            return np.array([K / mpmath.sqrt(2) * (rows[0] * rows[1]).sum()])

        logs = [
            mpmath.log(sum(jacobian(loss, rotated(mpf_array(np.eye(2)), a).ravel())[0] ** 2)) / 2
            for a in angles(6)
        ]
        parameters = {"phi_0": gap_of_rows(X), "d": 2, "K": mpf(K)}
        yield Cell(parameters, mpmath.fsum(logs) / 6, DIFFERENCES, label=f"n = {n}")
