"""Attacks on theory/sharp/bn_jacobian.py."""

import numpy as np

from lemmata.props import strategies as hard
from lemmata.props.attack import Observation, attack, domain, pinned, routes, searched
from lemmata.props.recipes import Entries, Lift, MatrixRecipe, Rotation, Scaled, in_floats
from lemmata.theory.meterez2024.appendix_c_1 import normalisation_jacobian
from lemmata.theory.numerics.reference import largest_singular_value


def _has_a_jacobian(recipe: MatrixRecipe) -> bool:
    X = recipe.build(in_floats)
    return bool(X.shape[1] >= 2 and (np.abs(X).max(axis=1) > 1e-100).all())


@attack("sharp:bn-jacobian", hard.any_matrices().filter(_has_a_jacobian))
@searched(weight=0.5, tolerance=1e-30)
@routes("the shortest row", "singular values of the Jacobian's blocks")
@domain("matrices of any shape and rank, n >= 2, without zero rows")
@pinned("lengths 1 and 10", Scaled(Rotation(2), (0, 1)))
@pinned("d = 1", Entries("one row", ((3.0, 4.0),)))
def norm_of_the_blocks(case: MatrixRecipe, lift: Lift) -> Observation:
    """The largest singular value of a block: each output row sees one input row only."""
    X = case.build(lift)
    blocks = [normalisation_jacobian(row) for row in X]
    if lift is in_floats:
        return {"X": X}, max(np.linalg.norm(block, 2) for block in blocks)
    return {"X": X}, max(largest_singular_value(block) for block in blocks)
