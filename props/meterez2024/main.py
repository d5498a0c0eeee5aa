"""Attacks on theory/meterez2024/main.py."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from props import strategies as hard
from props.attack import Property
from props.hunting import spaces
from props.recipes import (
    Entries,
    Lift,
    MatrixRecipe,
    Rotation,
    Scaled,
    SingularValues,
    SpectrumRecipe,
    in_floats,
)
from theory.definitions import bn, gram_spectrum, isometry, isometry_gap
from theory.ledger import Evidence
from theory.numerics.sphere import drift
from verify.registry import Run, check

IDENTITY = Rotation(2)
ONE_TWO = SingularValues((0.0, 0.6931471805599453), IDENTITY, IDENTITY)  # diag(1, 2)
OUTLIER = SingularValues((*[0.0] * 7, 0.7), Rotation(8), Rotation(8))  # one long row of eight
TILTED = Entries("tilted", ((1.0, 1.0), (0.0, 2.0)))

CLOSE = 1 + 2.0**-30
NEARLY_PARALLEL = Entries(
    "nearly parallel", ((CLOSE, 1.0, 1.0), (1.0, CLOSE, 1.0), (1.0, 1.0, CLOSE))
)


def observe_gap(case: MatrixRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
    X = case.build(lift)
    return {"X": X}, isometry_gap(X)


GAP: Property[MatrixRecipe] = Property(
    "meterez2024:remark-gap-range",
    hard.any_matrices().filter(lambda r: r.build(in_floats).any()),
    observe_gap,
    ("zero", "singular values and exact determinants"),
    "matrices of any shape and rank, one ulp from singular, subnormal",
    examples={
        "attained": IDENTITY,
        "singular: an infinite gap": Entries("ones", ((1.0, 1.0), (1.0, 1.0))),
    },
    space=spaces.matrices((2, 2), (3, 2), (3, 3), (5, 4)),
)


@check("meterez2024:remark-gap-range")
def gap_of_any_matrix(run: Run) -> Evidence:
    return GAP.attack(run)


def observe_bn(case: MatrixRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
    """det BN(X) = det X / prod r_j is not used: the determinant of BN(X) itself."""
    X = case.build(lift)
    return {"X": X}, isometry(bn(X))


AFTER_BN: Property[MatrixRecipe] = Property(
    "meterez2024:lemma-A.1",
    hard.full_rank_square(),
    observe_bn,
    ("row norms and det X", "det BN(X)"),
    "full-rank square matrices, d = 1 to 5, rows of sizes 1e-9 to 1e9",
    examples={
        "attained by equal rows": IDENTITY,
        "Mean needs its square": ONE_TWO,
        "one long row: the variance may not stand twice": OUTLIER,
        "rows a thousand times as long": Scaled(IDENTITY, (0, 3)),
    },
    space=spaces.matrices((2, 2), (3, 3), (4, 4), (8, 8)),
)


@check("meterez2024:lemma-A.1")
def isometry_after_bn(run: Run) -> Evidence:
    return AFTER_BN.attack(run)


@st.composite
def matrix_and_rotation(draw: st.DrawFn) -> tuple[MatrixRecipe, MatrixRecipe]:
    case = draw(hard.full_rank_square())
    return case, draw(hard.rotations(len(case.build(in_floats))))


def observe_rotated(
    case: tuple[MatrixRecipe, MatrixRecipe], lift: Lift
) -> tuple[dict[str, Any], Any]:
    X, W = case[0].build(lift), case[1].build(lift)
    return {"X": X, "W": W}, isometry(bn(W @ X))


AFTER_ROTATION = Property(
    "meterez2024:lemma-2",
    matrix_and_rotation(),
    observe_rotated,
    ("row norms of W X and det X", "det BN(W X)"),
    "full-rank square matrices and products of reflections, d = 1 to 5",
    examples={
        "no rotation": (ONE_TWO, IDENTITY),
        "one that makes the rows nearly equal": (ONE_TWO, Rotation(2, (3,))),
        "one long row: the variance may not stand twice": (OUTLIER, Rotation(8)),
    },
    space=spaces.with_rotation(2, 3, 4),
)


@check("meterez2024:lemma-2")
def isometry_after_rotation(run: Run) -> Evidence:
    return AFTER_ROTATION.attack(run)


def observe_best_rotation(case: SingularValues, lift: Lift) -> tuple[dict[str, Any], Any]:
    """W = U^T is known from the recipe: no decomposition."""
    X = case.build(lift)
    return {"X": X}, isometry(bn(case.left.build(lift).T @ X))


BEST_ROTATION = Property(
    "meterez2024:corollary-A.3",
    hard.widths().flatmap(lambda d: hard.singular_values(d, d)),
    observe_best_rotation,
    ("the value 1", "the left singular vectors of the recipe, a determinant"),
    "prescribed singular values over 6 decades, d = 1 to 8",
    examples={
        "BN alone is not enough": SingularValues((0.0, 1.0), Rotation(2, (3,)), Rotation(2, (5,)))
    },
)


@check("meterez2024:corollary-A.3")
def orthogonal_in_one_layer(run: Run) -> Evidence:
    return BEST_ROTATION.attack(run)


def observe_largest(case: MatrixRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
    X = bn(case.build(lift))
    return {"X": X}, gram_spectrum(X)[-1]


LARGEST = Property(
    "meterez2024:remark-eigenvalues",
    hard.full_rank_square(choices=(1, 2, 3)),
    observe_largest,
    ("the bound 1", "eigenvalues of BN(X)^T BN(X)"),
    "BN outputs, d = 1 to 3",
    examples={"a violation": TILTED, "nearly d, the most there is": NEARLY_PARALLEL},
    space=spaces.matrices((2, 2), (3, 3), (5, 5)),
)


@check("meterez2024:remark-eigenvalues")
def largest_eigenvalue(run: Run) -> Evidence:
    return LARGEST.attack(run)


def observe_drift(case: SpectrumRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
    spectrum = case.build(lift)
    return {"spectrum": spectrum}, drift(spectrum)


DRIFT = Property(
    "meterez2024:corollary-4",
    hard.spectra(at_least=1, choices=(1, 2, 3, 5, 16, 64)),
    observe_drift,
    ("the bound", "the drift as an integral over t"),
    "extremal, clustered, geometric and arbitrary spectra over 300 decades, d = 1 to 64",
    examples={
        "the local rate at d = 2, the supremum": hard.one_small(2, 1e-6),
        "1/2, 1/2, 3/2, 3/2: d^2 is needed": SpectrumRecipe((-1.0986122886681098, 0.0), (2, 2)),
    },
    tolerance=1e-20,
    digits=30,
    space=spaces.spectra(2, 3, 5, 8, 16),
)


@check("meterez2024:corollary-4")
def drift_of_hard_spectra(run: Run) -> Evidence:
    return DRIFT.attack(run)


def observe_rank(case: tuple[MatrixRecipe, Rotation], lift: Lift) -> tuple[dict[str, Any], Any]:
    """The singular values of BN(W X) that are not rounding."""
    after = bn(case[1].build(lift) @ case[0].build(lift))
    parameters = {"X": case[0].build(in_floats)}
    if lift is in_floats:
        return parameters, int(np.linalg.matrix_rank(after))
    singular = mpmath.svd_r(mpmath.matrix(after.tolist()), compute_uv=False)
    return parameters, sum(1 for s in singular if s > 1e-30)


@st.composite
def layer(draw: st.DrawFn) -> tuple[MatrixRecipe, Rotation]:
    """An input of any rank, and a rotation that leaves no zero row: there BN is not defined."""
    entries: st.SearchStrategy[MatrixRecipe] = st.one_of(hard.integer_matrices(), hard.degenerate())
    case = draw(entries)
    X = case.build(in_floats)
    rotation = draw(hard.rotations(len(X)))
    rows = np.abs(rotation.build(in_floats) @ X).max(axis=1)
    assume(rows.max() > 0 and rows.min() > 1e-10 * rows.max())
    return case, rotation


RANK: Property[tuple[MatrixRecipe, Rotation]] = Property(
    "meterez2024:remark-rank",
    layer(),
    observe_rank,
    ("exact rational rank of X", "singular values of BN(W X)"),
    "integer and degenerate matrices of any shape, one ulp from singular, subnormal",
    examples={
        "full rank is kept": (IDENTITY, Rotation(2, (3,))),
        "and rank one": (Entries("one column", ((1.0,), (2.0,))), Rotation(2)),
    },
    weight=0.7,
)


@check("meterez2024:remark-rank")
def rank_after_a_layer(run: Run) -> Evidence:
    return RANK.attack(run)
