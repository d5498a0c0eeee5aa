"""The gradient by reverse mode agrees with differences; it is 0 only where it should be."""

from __future__ import annotations

import mpmath
import numpy as np

from props.meterez2024.main_gradients import growth
from props.recipes import Entries, Rotation, in_mpf
from theory.definitions import bn
from theory.numerics.backends import Array
from theory.numerics.reference import jacobian

START = Entries("rank two", ((3.0, 4.0, 1.0), (6.0, 8.0, -1.0)))
LAYERS = (Rotation(2, (3,)), Rotation(2, (5, 1)))


def test_growth_is_the_differenced_loss() -> None:
    readout = np.arange(1, 7).reshape(2, 3)
    with mpmath.workdps(45):
        first, second = (W.build(in_mpf) for W in LAYERS)

        def loss(W: Array) -> Array:
            X = bn(second @ bn(W.reshape(2, 2) @ START.build(in_mpf)))
            return np.array([(readout * X).sum()])

        gradient = jacobian(loss, first.reshape(-1))
        norm = mpmath.sqrt((gradient * gradient).sum())
        assert abs(growth((START, LAYERS), in_mpf) - mpmath.log(norm) / 2) < 1e-25


def test_it_vanishes_at_rank_one() -> None:
    parallel = Entries("rank one", tuple(row[:2] for row in START.rows))
    assert growth((parallel, LAYERS), in_mpf) == -mpmath.inf
