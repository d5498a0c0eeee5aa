"""Checks of theory/sharp/lipschitz_losses.py: gradients by differences."""

import mpmath
import numpy as np

from lemmata.theory.meterez2024.appendix_c import LOSSES
from lemmata.theory.numerics.backends import Array, sqrt
from lemmata.theory.numerics.reference import jacobian
from lemmata.verify.cases import DIFFERENCES, mpf_array
from lemmata.verify.registry import Cell, Cells, Run, exact, routes


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
