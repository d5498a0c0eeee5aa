"""Numbers that the reasons of the grades name, and how small a width a counterexample can have."""

import math

import flint
import numpy as np
import pytest
import torch
from scipy import stats

from theory.numerics.sphere import gram_map_deviations
from theory.spectrum import from_deviations
from verify.chains.weights import gaussian
from verify.daneshmand2021.section_3.counterexamples import SIZES, second_moment
from verify.seeds import Address


def test_one_gaussian_matrix_in_nine_lies_below_the_bound() -> None:
    like = torch.empty(0, dtype=torch.float64)
    for d, n in SIZES:
        count = 4000 if d < 100 else 1000
        H = gaussian((count, d, n), like, (Address(0) / "shares" / d).generator("cpu"))
        smallest = torch.linalg.svdvals(H)[:, -1]
        share = float((smallest < math.sqrt(d) - math.sqrt(n)).double().mean())
        assert 1 / 12 < share < 1 / 7


def test_one_column_in_thirteen_lies_below_it_as_the_width_grows() -> None:
    """P[chi_d <= sqrt(d) - 1]; chi_d is about sqrt(d) + N(0, 1/2)."""
    limit = math.erfc(1) / 2
    assert round(1 / limit) == 13
    for d, near in ((2, 0.1), (32, 0.1), (10**4, 0.01)):
        square = (math.sqrt(d) - 1) ** 2
        assert stats.chi2.cdf(square, d) == pytest.approx(limit, rel=near)


def test_the_second_moment_of_a_layer_is_that_of_sampled_ones() -> None:
    """q = (9/10, 1/10), so that m = 3/4 - 1/4, at d = 3: E (q_1 - q_2)^2 of the next layer."""
    rows = np.random.default_rng(0).normal(size=(40_000, 3, 2)) * np.sqrt([0.9, 0.1])
    rows /= np.linalg.norm(rows, axis=2, keepdims=True)
    C = rows.swapaxes(1, 2) @ rows / 3
    apart = 2 * (C * C).sum((1, 2)) - 1  # (q_1 - q_2)^2 at trace 1
    said = float(second_moment(3, flint.fmpq(1, 4)))
    assert apart.mean() == pytest.approx(said, abs=5 * apart.std() / 200)


def least_width(n: int, few: int, times: float) -> float:
    """The least d at which theorem 1's bound is below the gap at d = inf, whatever the depth."""
    rest = (n - few * times) / (n - few)
    e, counts = np.array([times - 1, rest - 1]), np.array([few, n - few])
    alpha, least = math.inf, math.inf
    for l in range(int(16 * math.sqrt(n))):
        e = gram_map_deviations(from_deviations(e, counts))  # layer l + 1
        if l:
            left = math.sqrt((e * e * counts).sum()) / n - 2 * (1 - 2 * alpha / 3) ** l
            least = min(least, (3 * n / (alpha * left)) ** 2 if left > 0 else math.inf)
        alpha = min(alpha, math.sqrt((1 + e.min()) / n))
    return least


def test_no_input_with_two_levels_violates_theorem_1_at_a_much_smaller_width() -> None:
    """A coarse grid around the best that is known; n = 50 is the counterexample's."""
    widths = {
        (n, few): least_width(n, few, times)
        for n, few, times in ((36, 9, 1.6), (50, 12, 1.6), (70, 17, 2.0), (100, 25, 2.0))
    }
    assert widths[50, 12] < 1e13
    assert min(widths.values()) > 4e12
