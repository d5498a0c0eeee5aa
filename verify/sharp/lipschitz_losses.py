"""Checks of theory/sharp/lipschitz_losses.py: gradients by differences, and the proof."""

import mpmath
import numpy as np

from theory.meterez2024.appendix_c import LOSSES
from theory.numerics.backends import Array, exp, sqrt
from theory.numerics.reference import jacobian
from verify.cases import DIFFERENCES, TIGHT, mpf_array
from verify.proofs.prover import Reduction, argument, proved
from verify.proofs.steps import square_below_the_square_of_the_sum
from verify.registry import Cell, Cells, Run, domain, exact, routes


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


@proved("sharp:lipschitz-losses")
@argument("a sum of squares below the square of the sum; the triangle inequality")
@domain("one-hot targets, any number of classes, every logit (CE) or ||z|| <= R")
def lipschitz_constants_by_algebra(run: Run) -> Reduction:
    """CE: ||p - y||^2 = (1-p_y)^2 + sum_{i != y} p_i^2 <= 2 (1-p_y)^2 <= 2, p the softmax.

    Squared error: ||2 (z - y)|| <= 2 (||z|| + ||y||) = 2 (R + 1), attained at z = -R y.
    """
    cells = []
    for R in (0, 1, 60):
        z = mpf_array([R / 2, -R / 2])
        p = exp(z - max(z)) / exp(z - max(z)).sum()
        norm = sqrt(p[0] ** 2 + (p[1] - 1) ** 2)
        cells.append(Cell({"loss": LOSSES[0], "R": sqrt((z * z).sum())}, norm, TIGHT))
        squared = 2 * mpmath.mpf(R + 1)  # at z = -R y
        cells.append(Cell({"loss": LOSSES[1], "R": mpmath.mpf(R)}, squared, TIGHT))
    proofs = [square_below_the_square_of_the_sum()]
    return Reduction(
        lambda loss, R: mpmath.sqrt(2) if loss == LOSSES[0] else 2 * R + 2, proofs, cells
    )
