"""Attacks on theory/meterez2024/appendix_c.py."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from props import strategies as hard
from props.attack import Property
from props.hunting import spaces
from props.recipes import (
    Entries,
    Lift,
    MatrixRecipe,
    Reflections,
    Rotation,
    Scaled,
    SpectrumRecipe,
    in_floats,
)
from theory.definitions import bn, row_norms
from theory.ledger import Evidence
from theory.meterez2024.appendix_c import LOSSES
from theory.numerics.backends import Array, exp, log, sqrt, stack
from verify.registry import Run, check

WIDTHS = (1, 2, 3, 5, 16, 64, 1000)
HALF = Scaled(Rotation(2), (-1, -1))  # I/10


def observe_loss(
    case: tuple[str, tuple[float, ...], int], lift: Lift
) -> tuple[dict[str, Any], Any]:
    """softmax(z) - y or 2 (z - y): the gradients written out."""
    loss, logits, label = case
    z = lift(list(logits))
    y = lift([float(i == label % len(logits)) for i in range(len(logits))])
    weights = exp(z - z.max())
    gradient = weights / weights.sum() - y if loss == LOSSES[0] else 2 * (z - y)
    return {"loss": loss, "R": sqrt((z * z).sum())}, sqrt((gradient * gradient).sum())


LIPSCHITZ = Property(
    "meterez2024:lemma-C.2",
    st.tuples(
        st.sampled_from(LOSSES),
        st.lists(st.floats(-60, 60), min_size=1, max_size=6).map(tuple),
        st.integers(0, 5),
    ),
    observe_loss,
    ("the constants", "the gradients written out"),
    "one-hot targets, logits in [-60, 60], 1 to 6 classes",
    examples={
        "sure of the wrong class": (LOSSES[0], (60.0, -60.0), 1),
        "opposite to the target": (LOSSES[1], (-60.0, 0.0), 0),
        "one class: no gradient": (LOSSES[0], (1.0,), 0),
    },
    weight=2,
    space=spaces.Space(
        (LOSSES, (2, 1, 3, 6)),
        lambda loss, k: k,
        lambda point, z: (point[0], spaces.row(z), 0),
        lambda loss, k: f"{loss}, {k} classes",
    ),
)


@check("meterez2024:lemma-C.2")
def gradients_of_the_losses(run: Run) -> Evidence:
    return LIPSCHITZ.attack(run)


def observe_jacobian(case: SpectrumRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
    """X = diag(sqrt(lambda)): its shortest row is sqrt(lambda_min), the worst case of a gap."""
    s = case.build(lift)
    return {"phi": s.gap, "d": s.width}, -s.log_eigenvalues.min() / 2


LOG_JACOBIAN = Property(
    "meterez2024:lemma-C.4",
    hard.spectra(at_least=1, choices=WIDTHS),
    observe_jacobian,
    ("the bounds", "the shortest row of diag(sqrt(lambda))"),
    "spectra over 300 decades, d = 1 to 1000, both regimes",
    examples={
        "just below the threshold": hard.one_small(1000, 0.3755),
        "as phi -> 0": hard.one_small(64, 1e-9),
        "the 1 is needed": hard.one_small(64, 120.0),
        "approached as phi and d grow": hard.one_small(1000, 600.0),
    },
    weight=2,
    space=spaces.spectra(2, 3, 5, 16, 64, 1000),
)


@check("meterez2024:lemma-C.4")
def shortest_row_of_hard_spectra(run: Run) -> Evidence:
    return LOG_JACOBIAN.attack(run)


def observe_norm(case: MatrixRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
    """||J_BN||^2 from the eigenvalues of the blocks: 1/||X_j||^2 for n >= 2, 0 for n = 1."""
    X = case.build(lift)
    shortest = row_norms(X).min()
    return {"X": X}, (1 / shortest**2 if X.shape[1] > 1 else 0 * shortest)


JACOBIAN: Property[MatrixRecipe] = Property(
    "meterez2024:lemma-C.7",
    hard.full_rank_square(),
    observe_norm,
    ("the smallest eigenvalue", "row norms"),
    "full-rank square matrices, d = 1 to 5, rows of sizes 1e-9 to 1e9",
    examples={
        "n = 1: the Jacobian is 0": Rotation(1),
        "attained by equal rows": Rotation(2),
        "the square is needed": HALF,
    },
    weight=0.5,
    tolerance=1e-30,
    space=spaces.matrices((2, 2), (3, 3), (5, 5)),
)


@check("meterez2024:lemma-C.7")
def jacobian_of_hard_matrices(run: Run) -> Evidence:
    return JACOBIAN.attack(run)


def observe_smallest(case: SpectrumRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
    s = case.build(lift)
    return {"phi": s.gap, "d": s.width}, exp(s.log_eigenvalues.min())


SMALLEST = Property(
    "meterez2024:lemma-C.8",
    hard.spectra(at_least=1, choices=WIDTHS),
    observe_smallest,
    ("the bounds", "the smallest eigenvalue itself"),
    "spectra over 300 decades, d = 1 to 1000",
    examples={
        "the root, as phi -> 0": hard.one_small(64, 1e-9),
        "the exponential": hard.one_small(64, 120.0),
        "approached as phi and d grow": hard.one_small(1000, 600.0),
    },
    weight=2,
    space=spaces.spectra(2, 3, 5, 16, 64, 1000),
)


@check("meterez2024:lemma-C.8")
def smallest_eigenvalue_of_hard_spectra(run: Run) -> Evidence:
    return SMALLEST.attack(run)


def observe_rows(case: MatrixRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
    X = case.build(lift)
    return {"X": X}, (X * X).sum(axis=1).min()


ROWS: Property[MatrixRecipe] = Property(
    "meterez2024:lemma-C.11",
    hard.full_rank_square(),
    observe_rows,
    ("eigenvalues of X^T X", "squared row norms"),
    "square matrices, d = 1 to 5, rows of sizes 1e-9 to 1e9",
    examples={
        "d = 1": Rotation(1),
        "attained by equal rows": Rotation(2),
        "attained, far below the mean": Scaled(Rotation(2), (0, 1)),
    },
    weight=0.5,
    tolerance=1e-30,
    space=spaces.matrices((2, 2), (3, 3), (5, 5)),
)


@check("meterez2024:lemma-C.11")
def rows_of_hard_matrices(run: Run) -> Evidence:
    return ROWS.attack(run)


Chain = tuple[MatrixRecipe, tuple[MatrixRecipe, ...], tuple[float, ...]]


@st.composite
def chains(draw: st.DrawFn) -> Chain:
    start = draw(hard.full_rank_square(at_least=2, choices=(2, 3)))
    d = len(start.build(in_floats))
    layers = draw(st.lists(hard.rotations(d), min_size=1, max_size=4))
    readout = draw(st.lists(st.integers(-3, 3).map(float), min_size=d * d, max_size=d * d))
    return start, tuple(layers), tuple(readout)


def observe_gradient(case: Chain, lift: Lift) -> tuple[dict[str, Any], Any]:
    """Reverse mode through the chain: the gradient of a linear read-out, layer by layer."""
    start, layers, readout = case
    X = bn(start.build(lift))
    d = len(X)
    weights, inputs, logs = [W.build(lift) for W in layers], [], []
    for W in weights:
        M = W @ X
        inputs.append(M)
        logs.append(-log(row_norms(M).min()))
        X = bn(M)
    gradient = lift(list(readout)).reshape(d, d) + lift(np.eye(d).tolist())
    last = log((gradient * gradient).sum()) / 2
    for W, M in zip(reversed(weights), reversed(inputs), strict=True):
        gradient = W.T @ through_bn(M, gradient)
    return {"last": last, "jacobians": stack(logs)}, log((gradient * gradient).sum()) / 2


def through_bn(M: Array, gradient: Array) -> Array:
    """Lemma C.9 row by row: (g - x <x, g>/||x||^2)/||x||."""
    squares = (M * M).sum(-1)
    along = (M * gradient).sum(-1) / squares
    return (gradient - M * along[:, None]) / sqrt(squares)[:, None]


def hunted_chain(point: spaces.GridPoint, z: Any) -> Chain:
    """A start, a rotation per layer and a read-out, every number free."""
    d, layers = point
    square = [z[k * d * d : (k + 1) * d * d] for k in range(layers + 2)]
    rotations = tuple(Reflections(spaces.rows(numbers, d, d)) for numbers in square[2:])
    return Entries("hunted", spaces.rows(square[0], d, d)), rotations, spaces.row(square[1])


SHORT_ROW = Entries("nearly parallel rows", ((1.0, 0.0), (0.9, 0.4358898943540674)))
GRADIENT: Property[Chain] = Property(
    "meterez2024:lemma-C.12",
    chains(),
    observe_gradient,
    ("the sum of log Jacobian norms", "the chain rule with the Jacobians of lemma C.9"),
    "linear read-outs of chains of 1 to 4 rotations, d = 2, 3",
    examples={
        "the first layer has a short row, the second none, and it alone is read out": (
            SHORT_ROW,
            (Rotation(2, (3,)), Rotation(2)),
            (-1.0, 0.0, 1.0, 0.0),
        ),
        "attained across unit rows": (Rotation(2), (Rotation(2),), (-1.0, 1.0, 1.0, -1.0)),
    },
    tolerance=1e-30,
    space=spaces.Space(
        ((2, 3, 4), (1, 2, 3, 4)),
        lambda d, layers: (layers + 2) * d * d,
        hunted_chain,
        lambda d, layers: f"d = {d}, depth {layers}",
    ),
)


@check("meterez2024:lemma-C.12")
def gradient_along_a_chain(run: Run) -> Evidence:
    return GRADIENT.attack(run)
