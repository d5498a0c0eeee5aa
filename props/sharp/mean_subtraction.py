"""Attacks on theory/sharp/mean_subtraction.py."""

import numpy as np

from lemmata.props import strategies as hard
from lemmata.props.attack import Observation, attack, domain, pinned, routes, searched
from lemmata.props.recipes import Entries, Lift, MatrixRecipe, Rotation, Scaled, in_floats
from lemmata.theory.sharp.mean_subtraction import differences


def _varies(recipe: MatrixRecipe) -> bool:
    """No entry of M Q vanishes: entries are compared by their share, and rounding leaves dust."""
    X = recipe.build(in_floats)
    size = np.abs(X).max(axis=1, keepdims=True)
    if X.shape[1] < 2 or not (size > 1e-300).all():
        return False
    return bool((np.abs(differences(X / size)) > 1e-6).all())


@attack("sharp:mean-subtraction", hard.any_matrices().filter(_varies))
@searched(weight=0.5, tolerance=1e-30)
@routes("BN of the differences", "rows less their mean, over their norms, times Q")
@domain("matrices of any shape and rank, n >= 2, no sample the mean of those before it")
@pinned("lengths 1 and 10", Scaled(Rotation(2), (0, 1)))
@pinned("a large mean", Entries("far off", ((1001.0, 1002.0, 1004.0),)))
def standard_bn(case: MatrixRecipe, lift: Lift) -> Observation:
    M = case.build(lift)
    centred = M - (M.sum(-1) / M.shape[1])[:, None]
    centred = centred / abs(centred).max(axis=1)[:, None]  # floats would underflow
    square = (centred * centred).sum(-1)
    return {"M": M}, differences(centred / (square**0.5)[:, None])
