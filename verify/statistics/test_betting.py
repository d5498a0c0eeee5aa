"""Confidence sequences cover what they promise, at all times at once, on known laws.

The laws and their simulation stand in ``verify.statistics.calibration``, which the report shows.
Misses are at most 1 % there at level 0.05; the usual 1.96 standard errors, watched as often, miss
10 % and more, which the test sees.
"""

import functools
import json
import math
from typing import Any

import mpmath
import numpy as np
import pytest
from scipy import stats

from lemmata.theory.ledger import Cell
from lemmata.theory.test_support.comparing import over
from lemmata.verify.results.schema import Calibration
from lemmata.verify.statistics import calibration
from lemmata.verify.statistics.betting import METHOD, ConfidenceSequence, Floats
from lemmata.verify.statistics.calibration import BATCHES, COUNT, LEVEL, RUNS
from lemmata.verify.statistics.intervals import (
    MEDIAN,
    STUDENT,
    Intervals,
    cells_of,
    enclosing_cell,
    exact_interval,
    median,
    student,
)

# a method at level 0.05 exceeds this rate in 1000 runs with probability below 1e-4
ALARM = LEVEL + 3.8 * math.sqrt(LEVEL * (1 - LEVEL) / RUNS)


@functools.cache
def measured() -> Calibration:
    """The calibration as the results file stores it."""
    found: Calibration = json.loads(json.dumps(calibration.measure(0), allow_nan=False))
    return found


@over(
    [
        *((METHOD, law, 1 - ALARM) for law in calibration.BOUNDED),
        *((MEDIAN, law, 1 - ALARM) for law in calibration.UNBOUNDED),
        (STUDENT, "normal", 1 - ALARM),
        (STUDENT, "exponential", 0.9),  # skewed
    ]
)
def test_intervals_cover_what_they_promise(method: str, law: str, least: float) -> None:
    """Betting the mean at all times, order statistics the median, Student's interval the mean."""
    rows = measured()["coverage"]
    assert [row["method"] for row in rows] == sorted(row["method"] for row in rows)
    (covered,) = (r["covered"] for r in rows if (r["method"], r["law"]) == (method, law))
    assert 1 >= covered >= least


def test_the_calibration_sees_an_interval_that_is_valid_at_one_time_only() -> None:
    rng = np.random.default_rng(1)
    means = rng.binomial(COUNT, 0.5, (RUNS, BATCHES)).cumsum(1) / COUNT / np.arange(1, BATCHES + 1)
    error = 0.5 / np.sqrt(COUNT * np.arange(1, BATCHES + 1))
    missed = (np.abs(means - 0.5) > 1.96 * error).any(1)
    assert missed.mean() > ALARM


def test_the_calibration_sees_an_interval_of_another_level(monkeypatch: pytest.MonkeyPatch) -> None:
    law, rng = calibration.BOUNDED["a fair coin"], np.random.default_rng(2)
    assert calibration.miss_rate_of_betting(law, rng, level=0.6) > ALARM
    monkeypatch.setattr(calibration, "RUNS", 8)
    assert calibration.miss_rate_of_betting((0.5, lambda _, size: np.full(size, 0.5)), rng) == 0
    made: list[Any] = []
    monkeypatch.setattr(calibration, "ConfidenceSequence", lambda *given: made.append(given))
    with pytest.raises(AttributeError):
        calibration.miss_rate_of_betting(law, rng)
    assert [np.unique(given).tolist() for given in made[0]] == [
        [0],
        [1],
        [LEVEL],
        [BATCHES * COUNT],
    ]


def test_a_calibration_depends_on_its_seed_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    ends = Intervals(np.zeros(4), np.array([1, 2, 3.0, 0]), np.array([2, 4, 5, 1.0]), 9, "")
    assert calibration.miss_rate(lambda values, level: ends, 2.0, np.zeros((4, 9))) == 0.5
    monkeypatch.setattr(calibration, "miss_rate_of_betting", lambda law, rng: rng.random())
    monkeypatch.setattr(calibration, "miss_rate", lambda *given: 0.0)
    assert calibration.measure(3) == calibration.measure(3) != calibration.measure(4)


def sequence(samples: Floats, alpha: float, batches: int = 8, **settings: Any) -> Any:
    """One after (k, count) samples in [0, 1]."""
    zero = np.zeros(len(samples))
    found = ConfidenceSequence(zero, zero + 1, alpha, samples.shape[1], **settings)
    for batch in np.array_split(samples, batches, axis=1):
        found.update(batch)
    return found


@over([(1, 1), (0.1, 5), (20, 30)])
def test_the_interval_is_not_much_longer_than_it_must_be(a: float, b: float) -> None:
    """At most 1.7 times what the central limit theorem needs at one time, at the same level."""
    found = sequence(np.random.default_rng(3).beta(a, b, (20, 4000)), LEVEL)
    deviation = math.sqrt(a * b / (a + b + 1)) / (a + b)
    assert (found.upper - found.lower).mean() / 2 < 1.7 * 1.96 * deviation / math.sqrt(4000)


def test_a_finer_grid_changes_little() -> None:
    samples = np.random.default_rng(4).beta(2, 50, (5, 2000))
    coarse, fine = (sequence(samples, 1e-9, grid=grid) for grid in (256, 4096))
    assert np.all(fine.lower >= coarse.lower)
    assert np.all(fine.upper <= coarse.upper)
    assert np.all(coarse.upper - coarse.lower < 1.08 * (fine.upper - fine.lower))


def literal_capital(samples: Floats, mean: float, bets: list[float]) -> float:
    """The largest log capital that the one who bets on more than the mean had after a batch."""
    batches = np.array_split(samples, len(bets))
    won = [
        float(np.log1p(min(bet, 0.75 / mean) * (x - mean)).sum())
        for bet, x in zip(bets, batches, strict=True)
    ]
    return float(np.cumsum(won).max())


def literal_scatter(samples: Floats) -> float:
    """About their mean, with one imagined sample of variance 1/4 about 1/2."""
    mean = np.append(samples, 0.5).mean()
    return float(0.25 + (mean - 0.5) ** 2 + ((samples - mean) ** 2).sum())


@over([(600, 3), (40, 40)])
def test_the_interval_ends_where_the_capital_reaches_its_goal(count: int, batches: int) -> None:
    x = np.random.default_rng(5).beta(3, 4, count)
    found = sequence(x[None], LEVEL, batches, grid=20_000)
    goal, bets, seen = math.log(2 / LEVEL), [], x[:0]
    for batch in np.array_split(x, batches):
        variance = literal_scatter(seen) / (1 + len(seen))
        bets.append(math.sqrt(2 * goal / (variance * count)))
        seen = np.append(seen, batch)
    for y, end in ((x, float(found.lower[0])), (1 - x, 1 - float(found.upper[0]))):
        below, above = (literal_capital(y, end + step, bets) for step in (-2e-4, 2e-4))
        assert below > goal > above
    drifting = sequence(np.sort(x)[None], LEVEL, batches)
    assert drifting._scatter == pytest.approx(literal_scatter(x))


def test_the_interval_excludes_grid_points_up_to_the_last_one_ruled_out() -> None:
    ones, half = np.ones((1, 100)), np.full((1, 1), 0.5)
    assert sequence(ones, LEVEL, 1, grid=5).lower == 0.75  # of 0, 1/4, 1/2, 3/4 and 1
    assert sequence(1 - ones, LEVEL, 1, grid=5).upper == 0.25
    nothing = sequence(half, LEVEL, 1)
    assert (nothing.lower, nothing.upper) == (0, 1)


def test_ranges_scale_and_the_mean_is_that_of_all_samples() -> None:
    x = np.random.default_rng(6).random((1, 400))
    narrow = sequence(x, 1e-3, 4)
    wide = ConfidenceSequence(np.array([-3.0]), np.array([7.0]), 1e-3, 400)
    for batch in np.array_split(10 * x - 3, 4, axis=1):
        wide.update(batch)
    for end in ("lower", "upper", "estimate"):
        assert np.isclose(getattr(wide, end), 10 * getattr(narrow, end) - 3)
    for batches in (1, 50):
        assert np.isclose(sequence(x, 0.05, batches).estimate, x.mean(), rtol=1e-12)
    assert sequence(np.array([[0.375]]), 0.05, 1).estimate == 0.375
    # of samples that change their law the mean may leave the interval, and the estimate does not
    for first, end in ((1.0, "lower"), (0.0, "upper")):
        turning = sequence(np.repeat([[first, 1 - first]], [100, 900], axis=1), 0.05, 10)
        assert turning.estimate == pytest.approx(getattr(turning, end))
        assert abs(turning.estimate - turning.mean) > 0.5
    two = np.concatenate([x, 0.3 * x])  # each observable has its own
    assert np.allclose(sequence(two, 0.05, 4).estimate, two.mean(-1), rtol=1e-12)
    for k in range(2):
        alone = sequence(two[k : k + 1], 0.05, 4)
        assert sequence(two, 0.05, 4).lower[k] == alone.lower[0]
        assert sequence(two, 0.05, 4).upper[k] == alone.upper[0]


def test_values_outside_the_range_and_empty_ranges_are_refused() -> None:
    low, high = (np.array([end], dtype=object) for end in (mpmath.mpf(0), mpmath.mpf(1)))
    found = ConfidenceSequence(low, high, 0.05, 10)
    assert found.low.dtype == found.high.dtype == np.float64
    for outside in (1.5, -0.5):
        with pytest.raises(ValueError, match="left its range"):
            found.update(np.array([[outside]]))
    with pytest.raises(ValueError, match="empty range"):
        ConfidenceSequence(np.ones(1), np.ones(1), 0.05, 10)
    for alpha in (0.0, 1.0):
        with pytest.raises(ValueError, match="between 0 and 1"):
            ConfidenceSequence(np.zeros(1), np.ones(1), alpha, 10)


def test_too_few_values_hold_no_median_and_enough_do() -> None:
    values = np.arange(32.0)
    with pytest.raises(ValueError, match="no median"):
        median(values[:20], 1e-8)
    seen = median(values, 1e-8)
    assert (float(seen.lower), float(seen.upper)) == (0.0, 31.0)
    # 2 P(Bin(32, 1/2) < 10) = 0.02 <= 0.05 < 2 P(Bin(32, 1/2) < 11): the tenth from each end
    seen = median(np.stack([values, -2 * values]), 0.05)
    assert [*seen.lower, *seen.upper] == [9.0, -44.0, 22.0, -18.0]
    assert [*seen.estimate] == [15.5, -31.0]


def test_students_interval_has_the_mean_of_each_row_and_its_own_level() -> None:
    """From 1 and 3: 2, and an error of 1 times the quantile of Cauchy's law."""
    values = np.array([[1.0, 3.0], [1.0, 3.0], [5.0, 5.0]])
    seen = student(values, 0.5)
    assert seen.estimate == pytest.approx([2, 2, 5])
    assert seen.lower == pytest.approx([1, 1, 5])
    assert seen.upper == pytest.approx([3, 3, 5])
    assert (seen.samples, seen.method) == (2, STUDENT)
    assert student(values[0], 0.5).estimate == pytest.approx(2)  # of one row alone


def test_a_probability_from_how_often_it_happened() -> None:
    """Clopper and Pearson at 99 %: of none in ten, and of all, a root of 0.005."""
    root = 0.005**0.1
    assert exact_interval(0, 10) == pytest.approx((0.0, 1 - root))
    assert exact_interval(10, 10) == pytest.approx((root, 1.0))
    low, high = exact_interval(3, 10)
    assert stats.binom.sf(2, 10, low) == pytest.approx(0.005)
    assert stats.binom.cdf(3, 10, high) == pytest.approx(0.005)


def test_every_observable_has_a_cell_and_a_mean_between_two_its_ends_from_both() -> None:
    seen = Intervals(np.array([1.0, 2.0]), np.array([0.5, 1.5]), np.array([1.2, 2.5]), 7, "given")
    one, two = cells_of(seen, [{"x": 3}, {"x": 4}], ["a", "b"], 1.1)
    assert one == Cell({"x": 3}, 1.0, 0.0, (0.5, 1.2), 7, "a", 1.1, "given")
    assert two == Cell({"x": 4}, 2.0, 0.0, (1.5, 2.5), 7, "b", 1.1, "given")
    with pytest.raises(ValueError, match="zip"):
        cells_of(seen, [{"x": 3}], ["a"])
    cell = enclosing_cell(seen, {"x": 3}, "here", 1.1)
    assert (cell.lhs, cell.interval, cell.samples, cell.label) == (1.0, (0.5, 2.5), 7, "here")
    assert (cell.exact, cell.interval_method, cell.parameters) == (1.1, "given", {"x": 3})
