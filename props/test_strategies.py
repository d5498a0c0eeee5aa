"""Every strategy meets its hypothesis, reaches its extremes and shrinks to something small."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, find, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from lemmata.props import recipes
from lemmata.props import strategies as hard
from lemmata.props.recipes import MatrixRecipe, SpectrumRecipe, in_floats, in_mpf
from lemmata.theory.definitions import isometry_gap, row_norms
from lemmata.theory.meterez2024.section_3_2 import exact_rank

Condition = Callable[[Any], bool]
QUICK = settings(
    derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
)
MANY = 60  # examples that must meet the hypothesis
REACH = settings(QUICK, max_examples=3000, phases=(Phase.generate,))
SHRINK = settings(QUICK, max_examples=500)


@dataclass(frozen=True)
class Promise:
    """What a strategy promises: of each example, what occurs, and to what it shrinks."""

    strategy: SearchStrategy[Any]
    meets: Condition
    reaches: dict[str, Condition]
    shrinks: tuple[Condition, Condition]  # where this still holds, the smallest is like that


def spread(recipe: SpectrumRecipe) -> float:
    """log(lambda_max/lambda_min)."""
    logs = recipe.build(in_floats).log_eigenvalues
    return float(max(logs) - min(logs))


def has_mean_one(recipe: SpectrumRecipe) -> bool:
    floats, mpfs = recipe.build(in_floats), recipe.build(in_mpf)
    exact = abs(mpfs.mean(mpfs.deviations)) <= 1e-14 and abs(floats.mean(floats.deviations)) < 1e-12
    return exact and mpfs.gap >= 0 and mpfs.width == floats.width == recipe.width


def shape(recipe: MatrixRecipe) -> tuple[int, ...]:
    return tuple(recipe.build(in_floats).shape)


def row_ratio(recipe: MatrixRecipe) -> float:
    norms = row_norms(recipe.build(in_floats))
    return float(max(norms) / min(norms))


def rank(recipe: MatrixRecipe) -> int:
    return int(exact_rank(recipe.build(in_floats)))


def angle(X: np.ndarray) -> float:
    """The sine of the angle between the first row and the last."""
    first, last = X[0] / np.linalg.norm(X[0]), X[-1] / np.linalg.norm(X[-1])
    return float(np.linalg.norm(last - (first @ last) * first))


def parallel(X: np.ndarray, factors: set[float]) -> bool:
    """Whether the last row is a multiple of the first by one of these factors."""
    return any(X.shape[0] > 1 and X[0].any() and (X[-1] == f * X[0]).all() for f in factors)


def nearly_singular(recipe: MatrixRecipe) -> bool:
    X = recipe.build(in_floats)
    smallest = np.linalg.svd(X, compute_uv=False)[-1]
    return bool(exact_rank(X) == min(X.shape) and 0 <= smallest < 1e-15 < abs(X).max())


def has_full_rank(recipe: MatrixRecipe) -> bool:
    X = recipe.build(in_mpf)
    return bool(X.shape[0] >= X.shape[1] and isometry_gap(X) < mpmath.inf)


def is_orthogonal(rotation: recipes.Rotation) -> bool:
    with mpmath.workdps(60):
        W = rotation.build(in_mpf)
        return bool(abs(W @ W.T - np.eye(len(W), dtype=int)).max() < 1e-55)


def has_the_singular_values(recipe: recipes.SingularValues) -> bool:
    seen = np.linalg.svd(recipe.build(in_floats), compute_uv=False)
    wanted = np.sort(np.exp(recipe.logs))[::-1]
    return bool((abs(seen - wanted) <= 1e-12 * wanted.max()).all())


def is_what_it_is_called(recipe: recipes.Entries) -> bool:
    X = recipe.build(in_floats)
    tiny = np.finfo(float).tiny
    return bool(
        {
            "repeated row": parallel(X, {1.0}),
            "repeated column": parallel(X.T, {1.0}),
            "parallel rows": parallel(X, {-4.0}),
            "parallel columns": parallel(X.T, {2.0}),
            "low rank": exact_rank(X) < min(X.shape),
            "one ulp": (X[0] != X[-1]).sum() == 1 and exact_rank(X[[0, -1]]) == 2,
            "subnormal": 0 < X.max() < tiny,
            "a subnormal row": 0 < X[0].max() < tiny < X[1:].min(),
        }[recipe.name]
    )


NEAR = {"nearly equal": lambda r: 0 < spread(r) < 1e-13}
FAR = {"300 decades": lambda r: spread(r) > 600}
MATRICES: dict[str, Condition] = {
    "a zero row": lambda r: 0 in abs(r.build(in_floats)).max(axis=1),
    "more columns than rows": lambda r: shape(r)[0] < shape(r)[1],
    "more rows than columns": lambda r: shape(r)[0] > shape(r)[1],
}


def called(*names: str) -> dict[str, Condition]:
    return {name: lambda recipe, name=name: recipe.name == name for name in names}  # type: ignore[misc]  # mypy knows no default of a lambda


PROMISES: dict[str, Promise] = {
    "magnitudes": Promise(
        hard.magnitudes(),
        lambda x: 1e-15 <= x <= 10**2.8,
        {"tiny": lambda x: x < 1e-14, "huge": lambda x: x > 600},
        (lambda x: x > 0.5, lambda x: x == 1),
    ),
    "several": Promise(
        hard.several(st.integers(1, 8), 3),
        lambda found: len(found) == 3,
        {"distinct": lambda found: len(set(found)) == 3},
        (lambda found: sum(found) > 3, lambda found: sum(found) == 4),
    ),
    "spectra": Promise(
        hard.spectra(hard.SMALL),
        has_mean_one,
        NEAR | FAR | {"one": lambda r: r.width == 1, "eight": lambda r: r.width == 8},
        (lambda r: spread(r) > 5, lambda r: r.width == 2),
    ),
    "clusters": Promise(
        hard.clusters(5),
        lambda r: has_mean_one(r) and len(r.counts) == 2,
        NEAR | FAR | {"two and three": lambda r: r.counts == (2, 3)},
        (lambda r: spread(r) > 0.5, lambda r: r.counts == (1, 4) and r.values == (-1, 0)),
    ),
    "geometric": Promise(
        hard.geometric(8),
        has_mean_one,
        NEAR | FAR,
        (lambda r: spread(r) > 5, lambda r: r.values[1] == -1),
    ),
    "near_isometry": Promise(
        hard.near_isometry(4),
        has_mean_one,
        NEAR | {"far": lambda r: spread(r) > 0.4},
        (lambda r: True, lambda r: np.count_nonzero(r.values) == 1),
    ),
    "anywhere": Promise(
        hard.anywhere(3),
        has_mean_one,
        {"far": lambda r: spread(r) > 30},
        (lambda r: spread(r) > 5, lambda r: np.count_nonzero(r.values) == 1),
    ),
    "rotations": Promise(
        hard.rotations(4),
        is_orthogonal,
        {"none": lambda r: not r.seeds, "three": lambda r: len(r.seeds) == 3},
        (lambda r: bool(r.seeds), lambda r: r.seeds == (0,)),
    ),
    "singular_values": Promise(
        hard.singular_values(3, 2),
        has_the_singular_values,
        {
            "one tiny": lambda r: min(r.logs) < -10 and max(r.logs) == 0,
            "one huge": lambda r: max(r.logs) > 10 and min(r.logs) == 0,
            "equal": lambda r: r.logs == (0, 0),
        },
        (lambda r: r.logs != (0, 0), lambda r: not r.left.seeds and not r.right.seeds),
    ),
    "structured": Promise(
        hard.structured(8),
        has_full_rank,
        {
            "rows nearly parallel": lambda r: 0 < angle(r.build(in_floats)) < 1e-10,
            "columns nearly parallel": lambda r: 0 < angle(r.build(in_floats).T) < 1e-10,
        }
        | called("Hadamard", "Hilbert", "Vandermonde", "Toeplitz", "permutation", "triangular"),
        (lambda r: True, lambda r: r.name == "identity"),
    ),
    "full_rank_square": Promise(
        hard.full_rank_square(),
        lambda r: has_full_rank(r) and len(set(shape(r))) == 1,
        {
            "one by one": lambda r: shape(r) == (1, 1),
            "eight by eight": lambda r: shape(r) == (8, 8),
            "rows forty decades apart": lambda r: row_ratio(r) > 1e35,
            "rows of one length": lambda r: shape(r)[0] > 1 and row_ratio(r) == 1,
        },
        (lambda r: row_ratio(r) > 5, lambda r: shape(r) == (2, 2)),
    ),
    "full_rank_tall": Promise(
        hard.full_rank_tall(),
        has_full_rank,
        {"six by four": lambda r: shape(r) == (6, 4), "one tiny": lambda r: min(r.logs) < -9},
        (lambda r: shape(r)[0] > 2, lambda r: shape(r) == (3, 1) and not any(r.logs)),
    ),
    "integer_matrices": Promise(
        hard.integer_matrices(),
        lambda r: (r.build(in_floats) % 1 == 0).all(),
        MATRICES
        | {
            "repeated rows": lambda r: parallel(r.build(in_floats), {1.0}),
            "parallel columns": lambda r: parallel(r.build(in_floats).T, {-2.0, 2.0, 3.0}),
        },
        (lambda r: rank(r) == 2, lambda r: shape(r) == (2, 2) and len({*map(abs, r.rows[0])}) == 2),
    ),
    "degenerate": Promise(
        hard.degenerate(),
        is_what_it_is_called,
        {
            "rank one of five": lambda r: shape(r) == (5, 5) and rank(r) == 1,
            "square within an ulp": lambda r: len(set(shape(r))) == 1 and nearly_singular(r),
        }
        | called(*hard.DEGENERATE),
        (lambda r: rank(r) < min(shape(r)), lambda r: shape(r) == (2, 2)),
    ),
    "any_matrices": Promise(
        hard.any_matrices(),
        lambda r: np.isfinite(r.build(in_floats)).all(),
        MATRICES | {"subnormal": lambda r: 0 < abs(r.build(in_floats)).max() < 1e-307},
        (lambda r: shape(r)[0] >= 3, lambda r: shape(r) == (3, 1)),
    ),
}
OTHERS = {"one_small", "one_large", "two_levels", "on_spectra", "on_squares"}


def test_every_strategy_makes_a_promise() -> None:
    defined = {
        name
        for name, function in inspect.getmembers(hard, inspect.isfunction)
        if function.__module__ == hard.__name__ and not name.startswith("_")
    }
    assert set(PROMISES) == defined - OTHERS


@pytest.mark.parametrize("name", PROMISES)
def test_a_strategy_meets_its_hypothesis_reaches_its_extremes_and_shrinks(name: str) -> None:
    promise, tried = PROMISES[name], count()
    left = dict(promise.reaches)

    def all_is_reached(example: Any) -> bool:
        many = next(tried) >= MANY
        assert many or promise.meets(example), example
        for reached in [name for name, condition in left.items() if condition(example)]:
            del left[reached]
        return many and not left

    find(promise.strategy, all_is_reached, settings=REACH)  # raises where something is left
    condition, small = promise.shrinks
    smallest = find(promise.strategy, condition, settings=SHRINK)
    assert small(smallest), smallest
