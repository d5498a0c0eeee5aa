"""Attacks on theory/sharp/bn_identity.py."""

from __future__ import annotations

from typing import Any

from props import strategies as hard
from props.attack import Property
from props.recipes import Lift, MatrixRecipe, Rotation, Scaled
from theory.definitions import bn, isometry_gap
from theory.ledger import Evidence
from theory.numerics.backends import exp
from verify.registry import Run, check


def observe_ratio(case: MatrixRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
    X = case.build(lift)
    return {"X": X}, exp(isometry_gap(X) - isometry_gap(bn(X)))


RATIO = Property(
    "sharp:bn-identity",
    hard.full_rank_square(),
    observe_ratio,
    ("row norms", "determinants of X and BN(X)"),
    "full-rank square matrices, d = 1 to 5, rows of sizes 1e-9 to 1e9",
    examples={"lengths 1 and 10: lemma A.1 is not sharp": Scaled(Rotation(2), (0, 1))},
    tolerance=1e-20,
)


@check("sharp:bn-identity")
def ratio_of_determinants(run: Run) -> Evidence:
    return RATIO.attack(run)
