"""Attacks on theory/sharp/mean_subtraction.py."""

import numpy as np

from props import strategies as hard
from props.attack import Observation, attack, domain, pinned, routes, searched
from props.recipes import Entries, Lift, MatrixRecipe, Rotation, Scaled, in_floats
from theory.sharp.mean_subtraction import differences
from verify.cases import without_dust


def _varies(recipe: MatrixRecipe) -> bool:
    X = recipe.build(in_floats)
    spread = X.max(axis=1) - X.min(axis=1)
    return bool(X.shape[1] >= 2 and (spread > 1e-6 * np.abs(X).max(axis=1)).all())


@attack("sharp:mean-subtraction", hard.any_matrices().filter(_varies))
@searched(weight=0.5, tolerance=1e-30)
@routes("BN of the differences", "rows less their mean, over their norms, times Q")
@domain("matrices of any shape and rank, n >= 2, without constant rows")
@pinned("lengths 1 and 10", Scaled(Rotation(2), (0, 1)))
@pinned("a large mean", Entries("far off", ((1001.0, 1002.0, 1004.0),)))
def standard_bn(case: MatrixRecipe, lift: Lift) -> Observation:
    M = case.build(lift)
    centred = M - (M.sum(-1) / M.shape[1])[:, None]
    centred = centred / abs(centred).max(axis=1)[:, None]  # floats would underflow
    square = (centred * centred).sum(-1)
    seen = differences(centred / (square**0.5)[:, None])
    return {"M": M}, without_dust(seen, 1e-9 if lift is in_floats else 1e-40)
