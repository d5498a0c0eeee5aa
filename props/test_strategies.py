"""The strategies meet their hypotheses, reach their extremes and shrink to small cases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis.strategies import SearchStrategy

from props import strategies as hard
from props.recipes import Entries, MatrixRecipe, Rotation, SpectrumRecipe, in_floats, in_mpf
from theory.definitions import isometry_gap, row_norms
from theory.meterez2024.main import _rank

QUICK = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=60,
    suppress_health_check=list(HealthCheck),
)
SEARCH = settings(QUICK, max_examples=3000)


def reaches(strategy: SearchStrategy[Any], condition: Callable[[Any], bool]) -> Any:
    """A smallest example that meets the condition; an error if there is none."""
    return find(strategy, condition, settings=SEARCH)


def spread(recipe: SpectrumRecipe) -> float:
    logs = recipe.build(in_floats).log_eigenvalues
    return float(max(logs) - min(logs))


@QUICK
@given(hard.spectra(at_least=1))
def test_spectra_have_mean_one_in_both_arithmetics(recipe: SpectrumRecipe) -> None:
    for lift, error in ((in_floats, 1e-12), (in_mpf, 1e-14)):
        s = recipe.build(lift)
        assert s.width == recipe.width
        assert abs(s.mean(s.deviations)) <= error
        assert s.gap >= 0


@QUICK
@given(hard.full_rank_square())
def test_full_rank_matrices_have_full_rank(recipe: MatrixRecipe) -> None:
    X = recipe.build(in_mpf)
    assert X.shape[0] == X.shape[1]
    assert isometry_gap(X) < mpmath.inf


@QUICK
@given(hard.full_rank_tall())
def test_tall_matrices_are_tall_and_of_full_rank(recipe: MatrixRecipe) -> None:
    X = recipe.build(in_mpf)
    assert X.shape[0] >= X.shape[1]
    assert isometry_gap(X) < mpmath.inf


@QUICK
@given(hard.rotations(4))
def test_rotations_are_orthogonal_to_the_last_digit(rotation: Rotation) -> None:
    with mpmath.workdps(60):
        W = rotation.build(in_mpf)
        assert max(abs(v) for v in (W @ W.T - np.eye(4, dtype=int)).flat) < 1e-55


@QUICK
@given(hard.vectors())
def test_vectors_are_not_zero(x: tuple[float, ...]) -> None:
    assert any(x)


EXTREMES: dict[str, tuple[SearchStrategy[Any], Callable[[Any], bool]]] = {
    "300 decades": (hard.spectra(), lambda r: spread(r) > 600),
    "nearly isometric": (hard.spectra(), lambda r: 0 < spread(r) < 1e-13),
    "one eigenvalue": (hard.spectra(at_least=1), lambda r: r.width == 1),
    "a wide spectrum": (hard.spectra(), lambda r: r.width == 8),
    "a zero row": (hard.any_matrices(), lambda r: 0 in abs(r.build(in_floats)).max(axis=1)),
    "more columns than rows": (hard.any_matrices(), lambda r: _shape(r)[0] < _shape(r)[1]),
    "subnormal": (hard.any_matrices(), lambda r: 0 < abs(r.build(in_floats)).max() < 1e-307),
    "unequal rows": (hard.full_rank_square(), lambda r: _row_ratio(r) > 1e12),
    "rows forty decades apart": (hard.full_rank_square(), lambda r: _row_ratio(r) > 1e35),
    "a square of eight": (hard.full_rank_square(), lambda r: _shape(r) == (8, 8)),
    "rank one of five": (hard.degenerate(), lambda r: _shape(r) == (5, 5) and _exact_rank(r) == 1),
    "rows nearly parallel": (hard.structured(3), lambda r: 0 < _angle(r.build(in_floats)) < 1e-10),
    "columns nearly parallel": (
        hard.structured(3),
        lambda r: 0 < _angle(r.build(in_floats).T) < 1e-10,
    ),
    "equal rows": (hard.full_rank_square(at_least=2), lambda r: _row_ratio(r) == 1),
    "within an ulp": (hard.degenerate(), lambda r: _nearly_singular(r.build(in_floats))),
    "rank deficient": (hard.degenerate(), lambda r: _rank(r.build(in_floats)) < min(_shape(r))),
}


def _shape(recipe: MatrixRecipe) -> tuple[int, ...]:
    return tuple(recipe.build(in_floats).shape)


def _row_ratio(recipe: MatrixRecipe) -> float:
    norms = row_norms(recipe.build(in_floats))
    return float(max(norms) / min(norms))


def _exact_rank(recipe: MatrixRecipe) -> int:
    return _rank(recipe.build(in_floats))


def _angle(X: np.ndarray) -> float:
    """The sine of the angle between the first row and the last."""
    first, last = X[0] / np.linalg.norm(X[0]), X[-1] / np.linalg.norm(X[-1])
    return float(np.linalg.norm(last - (first @ last) * first))


def _nearly_singular(X: np.ndarray) -> bool:
    smallest = np.linalg.svd(X, compute_uv=False)[-1]
    return bool(_rank(X) == min(X.shape) and 0 <= smallest < 1e-15)


@pytest.mark.parametrize("name", EXTREMES)
def test_extremes_are_reached(name: str) -> None:
    strategy, condition = EXTREMES[name]
    assert condition(reaches(strategy, condition))


def test_a_spectrum_shrinks_to_two_eigenvalues() -> None:
    found = reaches(hard.spectra(), lambda r: spread(r) > 5)
    assert found.width == 2


def test_a_matrix_shrinks_to_the_smallest_shape() -> None:
    found = reaches(hard.any_matrices(), lambda r: _shape(r)[0] >= 3)
    assert _shape(found) == (3, 1)


@pytest.mark.parametrize(
    "name", ["Hadamard", "Hilbert", "Vandermonde", "Toeplitz", "permutation", "triangular"]
)
def test_every_structure_occurs(name: str) -> None:
    search = settings(SEARCH, phases=(Phase.generate,))
    assert find(hard.structured(4), lambda r: r.name == name, settings=search).name == name


@QUICK
@given(hard.degenerate())
def test_degenerate_matrices_are_what_they_are_called(recipe: Entries) -> None:
    X = recipe.build(in_floats)
    full = min(X.shape)
    if recipe.name == "one ulp":
        assert _rank(X[[0, -1]]) == 2  # in exact arithmetic; with the rows equal it would be 1
        assert np.count_nonzero(X[0] != X[-1]) == 1
    elif recipe.name == "subnormal":
        assert 0 < X.max() < 2.3e-308
    elif recipe.name in ("repeated row", "parallel columns", "low rank"):
        deficient = {"repeated row": X.shape[0], "parallel columns": X.shape[1]}
        assert _rank(X) < deficient.get(recipe.name, full)


@QUICK
@given(hard.structured(8))
def test_structures_are_sound_at_larger_sizes(recipe: Entries) -> None:
    assert isometry_gap(recipe.build(in_mpf)) < mpmath.inf


def test_hadamard_rows_are_orthogonal() -> None:
    H = hard.hadamard(4)
    assert np.array_equal(H @ H.T, 4 * np.eye(4))
