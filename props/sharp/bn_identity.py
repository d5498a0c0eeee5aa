"""Attacks on theory/sharp/bn_identity.py."""

from __future__ import annotations

from props import strategies as hard
from props.attack import Observation, attack
from props.recipes import Entries, Lift, MatrixRecipe, Rotation, Scaled
from theory.definitions import bn, isometry_gap
from theory.numerics.backends import exp


@attack(
    "sharp:bn-identity",
    hard.full_rank_square(),
    routes=("row norms", "determinants of X and BN(X)"),
    domain="full-rank square matrices, d = 1 to 5, rows of sizes 1e-9 to 1e9",
    examples={
        "lengths 1 and 10: lemma A.1 is not sharp": Scaled(Rotation(2), (0, 1)),
        "nearly singular": Entries("nearly parallel", ((1.0, 1.0), (1.0, 1.000001))),
    },
    tolerance=1e-20,
)
def ratio_of_determinants(case: MatrixRecipe, lift: Lift) -> Observation:
    X = case.build(lift)
    return {"X": X}, exp(isometry_gap(X) - isometry_gap(bn(X)))
