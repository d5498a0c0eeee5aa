"""The exact chain at d = 2 against closed forms, quadrature in mpmath, series, sampled chains."""

import math
from itertools import product

import mpmath
import numpy as np
import pytest
import torch

from lemmata.theory.spectrum import one_small
from lemmata.theory.test_support.comparing import over
from lemmata.verify.chains import orthogonal_kernels, width_two
from lemmata.verify.chains.width_two import COARSE, DEEPEST, LARGEST, expected_gap
from lemmata.verify.seeds import Address

GAPS = [1e-9, 1e-3, 0.5, 0.99, 1.01, 3.0, 50.0]


def drift(phi: mpmath.mpf) -> mpmath.mpf:
    """E log of the row norms, Jensen's formula."""
    return mpmath.log((1 + mpmath.exp(-phi)) / 2)


@over(GAPS)
def test_the_mean_gaps_after_one_and_two_layers_match_mpmath(phi: float) -> None:
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


@over([1e-12, 0.5, 1.0, 3.0, 400.0])
def test_the_next_gap_has_all_digits_at_every_size(phi: float) -> None:
    """log(1 + (exp(2 phi) - 1) share)/2, where exp(2 phi) may be too large for a float."""
    with mpmath.workdps(30):
        exact = mpmath.log1p(mpmath.expm1(2 * mpmath.mpf(phi)) / 4) / 2
    after = width_two.next_gap(np.array([phi]), 0.25)
    assert after == pytest.approx([float(exact)], rel=1e-12, abs=0)


def test_the_next_gap_has_a_gradient_where_exp_overflows() -> None:
    gap = torch.tensor([400.0], dtype=torch.float64, requires_grad=True)
    (slope,) = torch.autograd.grad(width_two.next_gap(gap, 0.25).sum(), gap)
    assert slope.tolist() == [1.0]


@over(product([1e-6, 0.5, 3.0, 10.0, 25.0, LARGEST], [8, 20, DEEPEST]))
def test_more_nodes_and_smaller_steps_change_nothing(phi: float, layers: int) -> None:
    finer = float(expected_gap(phi, layers, (96, 0.125)))
    assert float(expected_gap(phi, layers)) == pytest.approx(finer, rel=5e-11)
    assert float(expected_gap(phi, layers, COARSE)) == pytest.approx(finer, rel=5e-5)


@over([0.01, 2.0, 50.0])
def test_many_layers_have_the_mean_of_sampled_paths(phi: float) -> None:
    """20000 paths of 8 layers, within five standard errors."""
    y = np.log(np.tan(np.random.default_rng(3).uniform(0, np.pi / 2, (8, 20000))))
    gap = np.full(20000, phi)
    for layer in y:
        gap = np.logaddexp(0, 2 * (gap + layer)) / 2 - np.logaddexp(0, 2 * layer) / 2
    error = gap.std() / 20000**0.5
    assert abs(gap.mean() - float(expected_gap(phi, 8))) < 5 * error


def test_roots_near_isometry_sum_to_a_geometric_series() -> None:
    """sqrt(phi) is multiplied by |sin(theta)|, of mean 2/pi."""
    exact = math.sqrt(2e-8) / (1 - 2 / math.pi)
    assert width_two.sum_of_roots(1e-8) == pytest.approx(exact, rel=1e-3)


def test_the_hitting_time_is_0_at_the_threshold_and_1_just_above_it() -> None:
    assert width_two.hitting_time(1 / 32, 1 / 32) == 0
    assert width_two.hitting_time(1 / 32 * (1 + 1e-8), 1 / 32) == pytest.approx(1, abs=1e-3)


def test_one_layer_suffices_from_just_above_the_threshold_except_at_steep_angles() -> None:
    """Near isometry it leaves sin^2(theta) of the gap; a second one is not enough as seldom."""
    above = 1 - 2 / math.pi * math.asin(math.sqrt(1 / 1.1))  # that sin^2 is more than 1/1.1
    assert 1 + above < width_two.hitting_time(1.1e-4, 1e-4) < 1 + above / (1 - above)


@over([0.035, 1.0])
def test_sums_agree_with_sampled_chains(phi: float) -> None:
    spectrum, replicas = one_small(phi, 2), 4000
    stream = (Address(0) / "width two" / phi).generator("cpu")
    times = orthogonal_kernels.hitting_time(spectrum, 1 / 32, 1e-3, 60, replicas, "cpu")
    sums = orthogonal_kernels.sum_of_log_jacobians(spectrum, 0.5, 60, replicas, "cpu")
    for exact, sample in (
        (width_two.hitting_time(phi, 1 / 32), times(stream)[0]),
        (width_two.sum_of_log_jacobians(phi), sums(stream)[0]),
    ):
        error = float(sample.std()) / math.sqrt(replicas)
        assert abs(float(sample.mean()) - exact) < 5 * error < 0.1 * exact
