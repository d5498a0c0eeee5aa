"""The chain at d = 2 against closed forms, quadrature in mpmath."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest

from verify.chains.width_two_gap import COARSE, DEEPEST, LARGEST, expected_gap

GAPS = [1e-9, 1e-3, 0.5, 0.99, 1.01, 3.0, 50.0]


def drift(phi: mpmath.mpf) -> mpmath.mpf:
    """E log of the row norms, Jensen's formula."""
    return mpmath.log((1 + mpmath.exp(-phi)) / 2)


@pytest.mark.parametrize("phi", GAPS)
def test_one_layer_and_two(phi: float) -> None:
    with mpmath.workdps(30):
        gap = mpmath.mpf(phi)

        def second(y: mpmath.mpf) -> mpmath.mpf:
            share = 1 / (1 + mpmath.exp(-2 * y))
            after = mpmath.log1p(mpmath.expm1(2 * gap) * share) / 2
            return drift(after) / (mpmath.pi * mpmath.cosh(y))

        cuts = [-60, -gap - 5, -gap, 0, 5, 60] if phi > 1 else [-60, -5, 0, 5, 60]
        one = gap + drift(gap)
        two = one + mpmath.quad(second, cuts)
    assert float(expected_gap(phi, 1)) == pytest.approx(float(one), rel=1e-12)
    assert float(expected_gap(phi, 2)) == pytest.approx(float(two), rel=1e-12)


def test_near_isometry_a_layer_halves_the_gap() -> None:
    found = expected_gap(1e-9, 64)
    assert float(found) == pytest.approx(1e-9 / 2**64, rel=1e-6)


@pytest.mark.parametrize("phi", [1e-6, 0.5, 3.0, 10.0, 25.0, LARGEST])
@pytest.mark.parametrize("layers", [8, 20, DEEPEST])
def test_more_nodes_and_smaller_steps_change_nothing(phi: float, layers: int) -> None:
    finer = float(expected_gap(phi, layers, (96, 0.125)))
    assert float(expected_gap(phi, layers)) == pytest.approx(finer, rel=5e-11)
    assert float(expected_gap(phi, layers, COARSE)) == pytest.approx(finer, rel=5e-5)


@pytest.mark.parametrize("phi", [0.01, 2.0, 50.0])
def test_many_layers_have_the_mean_of_sampled_paths(phi: float) -> None:
    """20000 paths of 8 layers, within five standard errors."""
    y = np.log(np.tan(np.random.default_rng(3).uniform(0, np.pi / 2, (8, 20000))))
    gap = np.full(20000, phi)
    for layer in y:
        gap = np.logaddexp(0, 2 * (gap + layer)) / 2 - np.logaddexp(0, 2 * layer) / 2
    error = gap.std() / 20000**0.5
    assert abs(gap.mean() - float(expected_gap(phi, 8))) < 5 * error
