"""Attacks on theory/sharp/gradients.py."""

import numpy as np
from hypothesis import strategies as st

from lemmata.props import strategies as hard
from lemmata.props.attack import (
    Observation,
    attack,
    domain,
    hunt_in,
    pinned,
    routes,
    searched,
    supremum,
)
from lemmata.props.hunting import spaces
from lemmata.props.orthogonal_chains import mean_log_gradient, one_odd
from lemmata.props.recipes import (
    Entries,
    Lift,
    MatrixRecipe,
    Rotation,
    Scaled,
    SpectrumRecipe,
    in_floats,
)
from lemmata.props.sweeps import deep
from lemmata.props.sweeps.sweep import plot
from lemmata.theory.meterez2024.appendix_c import LOSSES
from lemmata.theory.meterez2024.appendix_c_1 import normalisation_jacobian
from lemmata.theory.numerics.backends import exp, log, sqrt
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


LOGITS = st.lists(st.floats(-60, 60), min_size=1, max_size=6).map(tuple)


@attack("sharp:lipschitz-losses", st.tuples(st.sampled_from(LOSSES), LOGITS, st.integers(0, 5)))
@supremum(1.0)
@searched(weight=2)
@routes("the constants", "the gradients written out")
@domain("one-hot targets, logits in [-60, 60], 1 to 6 classes")
@pinned("sure of the wrong class", (LOSSES[0], (60.0, -60.0), 1))
@pinned("opposite to the target", (LOSSES[1], (-60.0, 0.0), 0))
@pinned("one class: no gradient", (LOSSES[0], (1.0,), 0))
@hunt_in(
    spaces.Space(
        (LOSSES, (2, 1, 3, 6)),
        lambda loss, k: k,
        lambda point, z: (point[0], spaces.row(z), 0),
        lambda loss, k: f"{loss}, {k} classes",
    )
)
def gradients_of_the_losses(case: tuple[str, tuple[float, ...], int], lift: Lift) -> Observation:
    """softmax(z) - y or 2 (z - y): the gradients written out."""
    loss, logits, label = case
    z = lift(list(logits))
    y = lift([float(i == label % len(logits)) for i in range(len(logits))])
    weights = exp(z - z.max())
    gradient = weights / weights.sum() - y if loss == LOSSES[0] else 2 * (z - y)
    return {"loss": loss, "R": sqrt((z * z).sum())}, sqrt((gradient * gradient).sum())


@attack("sharp:theorem-5", st.tuples(one_odd(largest=1.5), hard.magnitudes(-2, 6)))
@searched(weight=0.5, tolerance=1e-12, digits=30)
@routes("the bound", "the exact drift and a Beta law")
@domain("one layer, one entry read out, one eigenvalue apart, d = 2 to 64, K = 0.01 to 1e6")
@pinned("near isometry, a steep loss", (hard.one_small(4, 1e-6), 1000.0))
@pinned("a flat one, where log d has weight", (hard.one_small(8, 1e-6), 1.0))
def gradient_of_one_layer(case: tuple[SpectrumRecipe, float], lift: Lift) -> Observation:
    recipe, steepness = case
    s, K = recipe.build(lift), lift([steepness])[0]
    return {"phi_0": float(s.gap), "d": s.width, "K": K}, log(K) + mean_log_gradient(s, lift)


plot("sharp:theorem-5", deep.bounded)
plot("sharp:gaussian-explosion", deep.gaussian)
plot("sharp:degenerate-explosion", deep.degenerate)
