"""Pairs of matrices part no faster than the constant allows, and chains stay beside their limit."""

import math
from itertools import product

import flint
import numpy as np
import pytest
from numpy.typing import NDArray

from lemmata.theory.numerics.sphere import gram_map_deviations
from lemmata.theory.spectrum import from_deviations
from lemmata.theory.test_support.comparing import over
from lemmata.verify.chains.finite_width import (
    Extremes,
    _far_from_isometry,
    _near_isometry,
    beside,
    lipschitz,
    mean_distance,
    radii,
)

Floats = NDArray[np.float64]


def mapped(C: Floats) -> Floats:
    """n F(C) from n C: the same eigenvectors, and the Gram map of the eigenvalues."""
    values, Q = np.linalg.eigh(C)
    after = gram_map_deviations(from_deviations(values - values.mean(), np.ones(len(C), int)))
    return np.asarray((Q * (1 + after)) @ Q.T)


def extremes(C: Floats) -> Extremes:
    e = np.linalg.eigvalsh(C) - 1
    return float(e.min()), float(abs(e).max())


def gram_matrices(n: int, power: float, count: int, draw: np.random.Generator) -> Floats:
    """n C of trace n, the more nearly singular the larger the power: (count, n, n)."""
    G = draw.normal(size=(count, n, n))
    Q = np.linalg.qr(G).Q
    values = np.exp(power * draw.normal(size=(count, 1, n)))
    C = (Q * values) @ Q.swapaxes(-1, -2)
    return np.asarray(n * C / np.trace(C, axis1=-2, axis2=-1)[:, None, None])


@over(product([2, 3, 8, 24], [0.01, 0.3, 2.0], [1e-6, 1e-2, 0.3]))
def test_the_constant_bounds_how_fast_gram_matrices_part(
    n: int, power: float, apart: float
) -> None:
    draw = np.random.default_rng(n)
    first, second = gram_matrices(n, power, 16, draw).reshape(2, 8, n, n)
    for A, other in zip(first, second, strict=True):
        B = A + apart * (other - A)  # not of the same eigenvectors
        radius = float(np.linalg.norm(B - A))
        moved = float(np.linalg.norm(mapped(B) - mapped(A)))
        assert moved <= lipschitz(extremes(A), n, radius) * radius * (1 + 1e-9)


def test_the_constant_and_the_radii_are_the_ones_of_the_argument() -> None:
    """Two layers by hand, n = 4 and n = 24, where sqrt(6/n) = 1/2; the noise has n(n-1) and l."""
    assert lipschitz((-0.9, 1.9), 4, 0.05) == pytest.approx(2.95 / 0.05**2)
    assert lipschitz((-0.9, 1.9), 24, 0.05) == pytest.approx(1.975 / 0.05**2)
    x, y = 0.45, 0.6
    second = 2 * 4 * x * (1 - y) + 8 * x**2
    mixed = 4 * math.sqrt(16 * x * (1 - y)) + 16 * x
    mixed += x * (3 + 2 * x) * math.sqrt(16 * second) / y**2
    near = (4 + 4 * x) / 6 + (second / y + (1 + x) * mixed) / 48
    assert lipschitz((-0.3, 0.35), 4, 0.1) == pytest.approx(near)
    noise = math.sqrt(4 * 3 * 2 / (1e8 * 0.01))
    moved = lipschitz((-0.3, 0.35), 4, noise) * noise
    states = [(-0.4, 0.5), (-0.3, 0.35), (-0.2, 0.25)]
    found = radii(states, 4, 1e8, 0.01)
    assert found == pytest.approx([0, noise, math.hypot(moved, noise)])
    assert mean_distance(found, 0.01) == pytest.approx(found[-1] * math.sqrt(0.01 / 2))


def test_near_isometry_the_map_contracts_and_the_constant_knows_it() -> None:
    """By n/(n+2); at x = 0.1 the constant is below 1 for large n, and the slope below it."""
    for n in (8, 100):
        assert lipschitz((-1e-9, 1e-9), n, 0.0) == pytest.approx(n / (n + 2))
    assert lipschitz((-0.1, 0.1), 100, 0.0) < 1


def test_simulated_chains_stay_within_the_radii() -> None:
    n, d, layers, runs, failure = 3, 20_000, 2, 40, 0.1
    limit = [np.diag([1.2, 0.95, 0.85])]
    for _ in range(layers):
        limit.append(mapped(limit[-1]))
    allowed = radii([extremes(c) for c in limit], n, d, failure)
    draw = np.random.default_rng(0)
    outside = 0
    for _ in range(runs):
        C, inside = limit[0], True
        for c, radius in zip(limit[1:], allowed[1:], strict=True):
            rows = draw.normal(size=(d, n)) @ np.linalg.cholesky(C).T
            rows /= np.linalg.norm(rows, axis=1, keepdims=True)
            C = n * rows.T @ rows / d
            inside &= bool(np.linalg.norm(C - c) <= radius)
        outside += not inside
    assert outside <= failure * runs
    assert allowed[-1] < 0.5  # so that it says something


@over([(1, 0.275), (2, 0.1)])
def test_beside_a_chain_in_balls_stand_its_distance_and_its_alpha(few: int, least: float) -> None:
    """At d = inf the chain itself; at a finite width a distance, and an alpha below its least."""
    large = [flint.arb(q) for q in ("0.5", "0.45", "0.4")]
    states = [(q, (1 - few * q) / (3 - few)) for q in large]
    failure = flint.arb("0.01")
    none, largest = beside(states, 3, math.inf, failure)
    assert float(none) == 0
    assert float(largest) ** 2 == pytest.approx(least)  # the least after the input
    distance, alpha = beside(states, 3, flint.arb(10) ** 12, failure)
    seen = [(3 * rest - 1, (3 * one - 1).max(1 - 3 * rest)) for one, rest in states]
    found = radii(seen, 3, flint.arb(10) ** 12, failure)
    assert float(distance) == pytest.approx(float(found[-1]) * math.sqrt(0.01 / 2) / 3)
    assert 0.98 * least < float(alpha) ** 2 < least
    unclear = "^the balls do not tell which eigenvalue is the smallest$"
    for one, rest in [states[0][::-1], (large[0], large[0])]:
        with pytest.raises(ArithmeticError, match=unclear):
            beside([(one, rest)] * 3, 3, math.inf, failure)


def test_radii_vanish_at_infinite_width_and_are_infinite_at_small_ones() -> None:
    states = [(-0.4, 0.5), (-0.3, 0.35), (-0.2, 0.25), (-0.1, 0.1)]
    assert radii(states, 4, math.inf, 0.0) == [0.0] * 4
    assert radii(states, 4, 4, 0.01)[-1] == math.inf
    assert lipschitz((-0.75, 1.0), 4, 0.25) == math.inf  # the ball reaches a singular matrix
    wide, wider = (radii(states, 4, d, 0.01) for d in (1e12, 1e14))
    assert wider[-1] == pytest.approx(wide[-1] / 10, rel=1e-3)


def test_the_constants_are_rounded_upwards() -> None:
    """At isometry L = n/(n+2), and far from it 1 + x min(1, sqrt(6/n)): in balls, both above."""
    zero, one = flint.arb(0), flint.arb(1)
    with flint.ctx.workprec(200):
        for n in range(2, 60):
            near, far = _near_isometry(zero, one, n), _far_from_isometry(one, one, n)
            assert 0 < near - flint.arb(n) / (n + 2) < 1e-14
            assert far == 2 if n <= 6 else 0 < far - 1 - (flint.arb(6) / n).sqrt() < 1e-14


def test_the_first_layer_has_its_noise_alone_even_from_a_singular_input() -> None:
    states = [(flint.arb(-low), flint.arb(low)) for low in (1, 0.125, 0.125)]
    found = [float(radius) for radius in radii(states, 2, flint.arb(2) ** 20, flint.arb(1) / 64)]
    assert found[:2] == [0, math.sqrt(2 * 1 * 2 / 2**14)]
    assert found[1] < found[2] < 1


def test_an_isometric_input_has_a_chain_beside_it_too() -> None:
    found = radii([(0.0, 0.0)] * 3, 4, 1e8, 0.01)
    noise = math.sqrt(4 * 3 * 2 / (1e8 * 0.01))
    assert found == pytest.approx([0, noise, noise * math.hypot(1, 4 / 6)], rel=0.05)
