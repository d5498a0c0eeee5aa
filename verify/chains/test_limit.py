"""The chain at infinite width, and two ends from the drift, against second ways to each number."""

import math
from collections.abc import Callable
from itertools import product
from typing import Any

import flint
import mpmath
import numpy as np
import pytest

from lemmata.theory.ledger import Cell
from lemmata.theory.numerics.special import lower_root
from lemmata.theory.sharp.isometry import least_drift
from lemmata.theory.sharp.layers import gram_map
from lemmata.theory.spectrum import from_deviations
from lemmata.theory.test_support.comparing import over
from lemmata.verify.chains import drift_ends, limit, width_two
from lemmata.verify.chains.finite_width import below

CASES = list(product((2, 3, 8), ("0.7", "0.01")))


def whole(state: limit.State, n: int, few: int = 1) -> np.ndarray[Any, Any]:
    """Every eigenvalue, in floats."""
    return np.array([float(state[0])] * few + [float(state[1])] * (n - few))


@over(CASES)
def test_the_chain_is_that_of_the_balls_and_of_a_mean_over_the_sphere(n: int, first: str) -> None:
    """p_1 = E q_1 g_1^2/sum q_k g_k^2 = q_1 int_0^inf prod (1 + 2 t q_k)^(-1/2)/(1 + 2 t q_1)."""
    chain = limit.limit_chain(n, first, 3)
    enclosed = limit.limit_chain_in_balls(n, flint.arb(first), 3)
    assert len(chain) == len(enclosed) == 4
    for state, balls in zip(chain, enclosed, strict=True):
        assert whole(state, n) == pytest.approx(whole(balls, n), rel=1e-12)
        assert whole(state, n).sum() == pytest.approx(1, rel=1e-12)
    one, rest = chain[0]
    density = lambda t: (1 + 2 * t * one) ** -1.5 * (1 + 2 * t * rest) ** (-mpmath.mpf(n - 1) / 2)  # noqa: E731
    assert float(chain[1][0]) == pytest.approx(
        float(one * mpmath.quad(density, [0, 1, 10, 100, 10**4, mpmath.inf])), rel=1e-6
    )


def test_several_eigenvalues_at_one_end() -> None:
    """Two of three equal to q are one of three equal to 1 - 2q."""
    two = limit.limit_chain_in_balls(3, flint.arb("0.2"), 2, few=2)
    one = limit.limit_chain(3, "0.6", 2)
    for a, b in zip(two, one, strict=True):
        assert [float(a[1]), float(a[0])] == pytest.approx([float(b[0]), float(b[1])], rel=1e-12)


@pytest.mark.parametrize(("n", "first"), CASES)
@pytest.mark.parametrize("few", [1, 2])
def test_the_observables_of_a_state_match_their_definitions(n: int, first: str, few: int) -> None:
    state = mpmath.mpf(first) / few, (1 - mpmath.mpf(first)) / max(n - few, 1)
    q = whole(state, n, few)
    assert float(limit.gap_of(state, n, few)) == pytest.approx(np.linalg.norm(q - 1 / n))
    distance = ((np.sqrt(q) - n**-0.5) ** 2).sum()
    assert float(limit.squared_distance(state, n, few)) == pytest.approx(distance)
    assert float(limit.v_hat_of(state, n)) == pytest.approx(1 / n - min(map(float, state)))
    for read in (limit.gap_of, limit.squared_distance):
        assert read(state, n) == read(state, n, 1)


def test_alpha_is_the_least_root_after_the_input_and_the_average_that_of_appendix_c() -> None:
    chain = [(mpmath.mpf(a), mpmath.mpf(b)) for a, b in ((0.01, 0.5), (0.2, 0.3), (0.4, 0.1))]
    least = [float(limit.alpha_of(chain, depth)) ** 2 for depth in (0, 1, 2)]
    assert least == pytest.approx([0.01, 0.2, 0.1])
    n, depth = 4, 3
    low = [min(whole(state, n)) for state in limit.limit_chain(n, "0.05", depth)]
    v_hat_0, average = limit.average_of(n, "0.05", depth)
    assert float(v_hat_0) == pytest.approx(1 / n - low[0])
    assert float(average) == pytest.approx(np.mean([(1 / n - q) * q for q in low[1:]]))


def test_the_cells_of_shares_and_of_lemma_4_have_the_sides_of_their_states() -> None:
    for cell in limit.share_cells():
        q, p = (np.array(list(map(float, v))) for v in (cell.parameters["q"], cell.lhs))
        assert q.sum() == pytest.approx(1)
        assert p == pytest.approx(gram_map(q), rel=1e-9)
    for cell, (_, n, state) in zip(limit.lemma_4_cells(), limit.extreme_states(), strict=True):
        assert cell.parameters == {"n": n, "v_hat": limit.v_hat_of(state, n)}
        assert cell.lhs == limit.gap_of(state, n)


def test_the_smallest_share_contracts_at_every_size() -> None:
    with mpmath.workdps(50):
        for _, n, before, after in limit.smallest_share():
            assert 0 < after < before < mpmath.mpf(1) / n


GAPS = [1e-3, 0.3, 4.0]


@over(GAPS)
def test_the_ends_enclose_the_exact_values_at_width_two(phi: float) -> None:
    known: list[tuple[drift_ends.Ends, float]] = [
        (drift_ends.expected_gap(mpmath.mpf(phi), 2, l), float(width_two.expected_gap(phi, l)))
        for l in (1, 2, 5)
    ]
    known.append((drift_ends.sum_of_square_roots(phi, 2), width_two.sum_of_roots(phi)))
    known.append((drift_ends.sum_of_log_jacobians(phi, 2), width_two.sum_of_log_jacobians(phi)))
    threshold = phi / 3
    known.append(
        (drift_ends.hitting_time(phi, 2, threshold), width_two.hitting_time(phi, threshold))
    )
    for (low, high), value in known:
        assert float(low) <= value * (1 + 1e-3)
        assert value <= float(high) * (1 + 1e-3)
        assert float(high) < 30 * value
    assert float(drift_ends.expected_gap(phi, 3, 1)[0]) == 0
    assert float(drift_ends.hitting_time(1.01, 2, 1)[0]) == 1  # no layer is needed less than once
    drops = {2: math.log(2), 4: 1.0}  # the largest mean drop of a layer, from a singular input
    first = float(lower_root(2e-6)) / 2  # of a series of ratio 1/sqrt(2), all but square roots
    high = float(drift_ends.sum_of_log_jacobians(1e-6, 2)[1])
    assert high == pytest.approx(first / (1 - 0.5**0.5), rel=2e-3)
    terms = [float(lower_root(2e-6 * 0.5**l)) / 2 for l in range(60)]
    assert sum(terms) <= high <= 1.002 * sum(terms)
    for d, drop in drops.items():
        assert float(drift_ends.hitting_time(40, d, 1)[0]) == pytest.approx(39 / drop)


def test_a_gap_near_isometry_halves_at_width_two_from_both_ends() -> None:
    low, high = drift_ends.expected_gap(mpmath.mpf("1e-9"), 2, 3)
    assert [float(low), float(high)] == pytest.approx([1.25e-10, 1.25e-10], rel=1e-6)


@over([2, 3, 64])
def test_rounding_goes_outwards(d: int) -> None:
    """A drop of the gap that is too large would end the chain too soon."""
    exact = least_drift(mpmath.mpf("0.3"), d)
    assert exact * (1 - 1e-11) < drift_ends._drop(mpmath.mpf("0.3"), d) < exact
    assert drift_ends.sum_of_log_jacobians(0.3, d)[0] == 0.15


def test_wide_drifts_are_those_of_their_spectra() -> None:
    """Near isometry -2 phi/(d + 2) (sharp:local-rate)."""
    parameters: Callable[[Any, Any], dict[str, Any]] = lambda s, phi: {"s": s, "phi": phi}  # noqa: E731
    for cell in drift_ends.wide_drifts(parameters):
        s, phi = cell.parameters["s"], float(cell.parameters["phi"])
        assert -float(phi) < float(cell.lhs) < 0
        if phi < 1e-20:
            assert float(cell.lhs) == pytest.approx(-2 * phi / (s.width + 2), rel=1e-6)


def test_two_layers_in_mpmath_are_those_in_floats() -> None:
    for phi in (1e-6, 0.5, 3.0, 40.0):
        exact = width_two.expected_gap_in_two_layers(mpmath.mpf(phi))
        assert float(exact) == pytest.approx(float(width_two.expected_gap(phi, 2)), rel=1e-10)
    for e in (1e-3, 0.5, 0.99):
        spectrum = from_deviations(np.array([-e, e]), [1, 1])
        assert float(width_two.gap_at_width_2(mpmath.mpf(e))) == pytest.approx(float(spectrum.gap))


def test_between_makes_a_cell_at_its_upper_end() -> None:
    ends = mpmath.mpf(1), mpmath.mpf(2)
    cell = Cell({"d": 3}, ends[1], interval=ends, label="here", interval_method="the exact drift")
    assert drift_ends.between({"d": 3}, ends, "here") == cell


def test_the_lower_end_of_a_ball_is_below_it() -> None:
    ball = flint.arb(1, 0.25)
    assert 0.75 - 1e-6 < float(below(ball)) <= 0.75
