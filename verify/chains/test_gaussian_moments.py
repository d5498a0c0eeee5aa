"""The exponent that decides whether n samples stay independent: known at n = 2, its signs at 8."""

import torch

from lemmata.verify.chains.gaussian_moments import growth_of_a_direction
from lemmata.verify.statistics.intervals import Intervals, student

LEVEL = 1e-6


def exponent(n: int, d: int, before: int, kept: int, batch: int) -> Intervals:
    kernel = growth_of_a_direction(n, d, before, kept, batch, "cpu")
    return student(kernel(torch.Generator().manual_seed(0)).numpy(), LEVEL)


def test_two_samples_of_width_two_neither_collapse_nor_separate() -> None:
    """log C^2 of a Cauchy variable has mean 0 and variance pi^2: 20 layers, 1000 replicas."""
    seen = exponent(2, 2, 0, 20, 1000)
    assert seen.lower[0] < 0 < seen.upper[0]
    assert seen.upper[0] - seen.lower[0] < 0.3
    assert exponent(2, 3, 0, 20, 500).lower[0] > 0


def test_eight_samples_lose_rank_at_width_19_and_keep_it_at_28() -> None:
    """The sign changes near n^2/4 + n - 1 = 23."""
    assert exponent(8, 19, 30, 30, 150).upper[0] < 0
    assert exponent(8, 28, 30, 30, 150).lower[0] > 0
