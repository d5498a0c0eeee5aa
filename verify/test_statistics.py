"""Confidence sequences cover what they promise, at all times at once, on known laws.

Runs are simulated side by side as observables of one sequence. Measured with 4000 runs of 4000
samples at level 0.05, watched after every 200: misses are 0 % to 2 % on the laws below; the usual
1.96 standard errors, watched as often, miss 20 % and more, which the test sees.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

import numpy as np
import pytest

from verify.statistics import ConfidenceSequence, Floats

RUNS, BATCHES, COUNT, LEVEL = 4000, 20, 200, 0.05
# a sequence at level 0.05 exceeds this rate in 4000 runs with probability below 1e-5
ALARM = LEVEL + 4.3 * math.sqrt(LEVEL * (1 - LEVEL) / RUNS)

Law = tuple[float, Callable[[np.random.Generator], Floats]]
LAWS: dict[str, Law] = {
    "fair coin": (0.5, lambda rng: rng.binomial(COUNT, 0.5, RUNS) / COUNT),
    "rare event": (0.01, lambda rng: rng.binomial(COUNT, 0.01, RUNS) / COUNT),
    "almost sure event": (0.999, lambda rng: rng.binomial(COUNT, 0.999, RUNS) / COUNT),
}


def coin_scatter(mean: Floats) -> Floats:
    return COUNT * mean * (1 - mean)


def batches(name: str, seed: int) -> list[tuple[Floats, Floats]]:
    """(mean, scatter) of each batch of the law, for all runs."""
    rng = np.random.default_rng(seed)
    if name in LAWS:
        means = [LAWS[name][1](rng) for _ in range(BATCHES)]
        return [(m, coin_scatter(m)) for m in means]
    found = []
    for _ in range(BATCHES):
        x = rng.beta(*BETAS[name], size=(RUNS, COUNT))
        found.append((x.mean(1), x.var(1) * COUNT))
    return found


BETAS = {"uniform": (1.0, 1.0), "very skewed": (0.02, 2.0)}
MEANS = {name: law[0] for name, law in LAWS.items()} | {
    name: a / (a + b) for name, (a, b) in BETAS.items()
}


@functools.cache
def miss_rate(name: str, seed: int = 0) -> tuple[float, float]:
    """How many runs ever exclude the mean, and the mean half-width at the end."""
    sequence = ConfidenceSequence(np.zeros(RUNS), np.ones(RUNS), LEVEL, BATCHES * COUNT)
    missed = np.zeros(RUNS, dtype=bool)
    for mean, scatter in batches(name, seed):
        sequence.update(COUNT, mean, scatter)
        missed |= (sequence.lower > MEANS[name]) | (sequence.upper < MEANS[name])
    return float(missed.mean()), float((sequence.upper - sequence.lower).mean() / 2)


@pytest.mark.parametrize("name", MEANS)
def test_the_mean_is_covered_at_all_times(name: str) -> None:
    rate, _ = miss_rate(name)
    assert rate <= ALARM


def test_the_calibration_sees_an_interval_that_is_valid_at_one_time_only() -> None:
    total, count = np.zeros(RUNS), 0
    missed = np.zeros(RUNS, dtype=bool)
    for mean, _ in batches("fair coin", 1):
        total, count = total + mean * COUNT, count + COUNT
        missed |= np.abs(total / count - 0.5) > 1.96 * 0.5 / math.sqrt(count)
    assert missed.mean() > ALARM


@pytest.mark.parametrize("name", ["fair coin", "very skewed"])
def test_the_interval_is_not_much_wider_than_it_must_be(name: str) -> None:
    """At most twice what the central limit theorem needs at the same level, at one time."""
    p = MEANS[name]
    deviation = 0.5 if name == "fair coin" else math.sqrt(p * (1 - p) / 3.02)
    _, width = miss_rate(name)
    assert width < 2 * 1.96 * deviation / math.sqrt(BATCHES * COUNT) + 8 / (BATCHES * COUNT)


def test_batches_of_one_and_one_batch_have_the_same_mean() -> None:
    x = np.random.default_rng(5).random(50)
    one = ConfidenceSequence(np.zeros(1), np.ones(1), 0.05, 50)
    for value in x:
        one.update(1, np.array([value]), np.zeros(1))
    whole = ConfidenceSequence(np.zeros(1), np.ones(1), 0.05, 50)
    whole.update(50, np.array([x.mean()]), np.array([x.var() * 50]))
    assert np.isclose(one.estimate, x.mean(), rtol=1e-12)
    assert np.isclose(whole.estimate, x.mean(), rtol=1e-12)


def test_ranges_scale() -> None:
    narrow = ConfidenceSequence(np.zeros(1), np.ones(1), 1e-3, 400)
    wide = ConfidenceSequence(np.array([-3.0]), np.array([7.0]), 1e-3, 400)
    for mean in (0.2, 0.3, 0.25, 0.26):
        narrow.update(100, np.array([mean]), np.array([4.0]))
        wide.update(100, np.array([10 * mean - 3]), np.array([400.0]))
    assert np.isclose(wide.lower, 10 * narrow.lower - 3)
    assert np.isclose(wide.upper, 10 * narrow.upper - 3)
    assert np.isclose(wide.estimate, 10 * narrow.estimate - 3)


def test_values_outside_the_range_and_empty_ranges_are_refused() -> None:
    sequence = ConfidenceSequence(np.zeros(1), np.ones(1), 0.05, 10)
    with pytest.raises(ValueError, match="left its range"):
        sequence.update(1, np.array([1.5]), np.zeros(1))
    with pytest.raises(ValueError, match="empty range"):
        ConfidenceSequence(np.ones(1), np.ones(1), 0.05, 10)
    with pytest.raises(ValueError, match="between 0 and 1"):
        ConfidenceSequence(np.zeros(1), np.ones(1), 0.0, 10)
