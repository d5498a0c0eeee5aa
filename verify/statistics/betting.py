"""Confidence sequences: intervals for means of bounded observables that are valid at any time.

By betting (Waudby-Smith and Ramdas 2024, section 4): let x_i in [0, 1] have the conditional mean m,
and let every bet b_i in [0, 1/m) be fixed before x_i is known. The capital prod(1 + b_i (x_i - m))
of a gambler who bets on more than m is a martingale. By Ville's inequality the probability that it
ever reaches 2/alpha is at most alpha/2; a mean m at which it does is excluded. A second gambler,
who bets on less than m, excludes means from above. With b_i = min(b, c/m) every factor decreases in
m, and so does the capital: the excluded means lie below one point, and between two points of a grid
the capital is at least that at the right one. After every batch the grid is drawn again over the
means that are not excluded.

A bet is fixed per batch, from the batches before it: memory does not grow with the number of
samples, and the order within a batch does not matter. Where the variance is small beside the range,
as for gaps in depth, the intervals are about half as long as those by empirical Bernstein.
"""

import math
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

METHOD = "betting"
UNBOUNDED = "lemmata.asymptotic samples what has no bounds"
_SHARE = 0.75  # the largest share of the capital in one bet
_GRID = 256  # points of the grid; twice as many shorten the interval by 1 to 3 %
_AT_ONCE = 16  # factors multiplied before a logarithm is taken: 0.25^16 to 1e6^16 is in range


@dataclass
class ConfidenceSequence:
    """Intervals for the means of k observables, each in [low, high], each at level alpha.

    The bets are tuned for ``planned`` samples; the intervals are valid for any number.
    """

    low: Floats  # (k,)
    high: Floats  # (k,)
    alpha: float
    planned: int
    grid: int = _GRID
    samples: int = 0
    method: ClassVar[str] = METHOD
    mean: Floats = field(
        init=False
    )  # of the samples and one imagined sample, in units of the range

    def __post_init__(self) -> None:
        self.low, self.high = np.broadcast_arrays(
            np.asarray(self.low, dtype=float), np.asarray(self.high, dtype=float)
        )
        if not (np.all(np.isfinite(self.low)) and np.all(np.isfinite(self.high))):
            raise ValueError(
                f"a range without an end: low = {self.low}, high = {self.high}; {UNBOUNDED}"
            )
        if not np.all(self.low < self.high):
            raise ValueError(f"an empty range: low = {self.low}, high = {self.high}")
        if not 0 < self.alpha < 1:
            raise ValueError(f"alpha = {self.alpha}; expected a level between 0 and 1")
        zero = np.zeros(self.low.shape)
        self.mean, self._scatter = zero + 0.5, zero + 0.25  # one imagined sample
        self._least, self._most = zero, zero + 1  # the interval, in units of the range
        self._more = _Gambler(zero, self.grid)
        self._less = _Gambler(zero, self.grid)  # bets on more than 1 - m, of 1 - x

    def update(self, x: Floats) -> None:
        """Add a batch, (k, count)."""
        unit = (x - self.low[:, None]) / (self.high - self.low)[:, None]
        if np.any(unit < -1e-9) or np.any(unit > 1 + 1e-9):
            far = float(x.flat[np.argmax(np.abs(unit - 0.5))])
            raise ValueError(
                f"an observable left its range [{self.low}, {self.high}]: {far:.6g}; {UNBOUNDED}"
            )
        budget = math.log(2 / self.alpha)
        variance = self._scatter / (1 + self.samples)
        bet = np.sqrt(2 * budget / (variance * self.planned))
        self._least = self._more.bet_on(unit, bet, budget, self._least, self._most)
        self._most = 1 - self._less.bet_on(1 - unit, bet, budget, 1 - self._most, 1 - self._least)
        self._update_moments(unit)

    def _update_moments(self, unit: Floats) -> None:
        """The mean and scatter of the samples and the imagined one (Chan's update)."""
        count, x = unit.shape[1], unit.mean(-1)
        before = self.samples + 1
        self.samples += count
        total = self.samples + 1
        between = (x - self.mean) ** 2 * before * count / total
        self._scatter = self._scatter + unit.var(-1) * count + between
        self.mean = self.mean + (x - self.mean) * count / total

    @property
    def lower(self) -> Floats:
        return self.low + (self.high - self.low) * self._least

    @property
    def upper(self) -> Floats:
        return self.low + (self.high - self.low) * self._most

    @property
    def estimate(self) -> Floats:
        """The mean of the samples, clipped to the interval."""
        total, n = self.mean * (self.samples + 1) - 0.5, max(self.samples, 1)
        value: Floats = self.low + (self.high - self.low) * total / n
        return np.clip(value, self.lower, self.upper)


class _Gambler:
    """The log capital of a gambler who bets on more than m, for each m of a grid: (k, grid)."""

    def __init__(self, zero: Floats, grid: int) -> None:
        self.steps = np.linspace(0, 1, grid)
        self.start, self.length = zero, zero + 1  # (k,): the ends of the grid
        self.capital = np.zeros((len(zero), grid))

    def bet_on(self, x: Floats, bet: Floats, budget: float, least: Floats, most: Floats) -> Floats:
        """Bet on the batch x, (k, count), at the means in [least, most], which are not excluded.

        Returns the largest point of the grid at which the log capital reaches the budget.
        """
        self._redraw(least, most)
        m = self.start[:, None] + self.length[:, None] * self.steps  # (k, grid)
        b = np.minimum(bet[:, None], _SHARE / np.maximum(m, 1e-300))
        constant = (1 - b * m)[:, None]  # (k, 1, grid)
        for k in range(0, x.shape[1], _AT_ONCE):
            factors = x[:, k : k + _AT_ONCE, None] * b[:, None]  # (k, at once, grid)
            factors += constant
            self.capital += np.log(factors.prod(axis=1))
        out = (self.capital >= budget).sum(-1) - 1  # the capital decreases along the grid
        return np.take_along_axis(m, np.maximum(out, 0)[:, None], axis=1)[:, 0]

    def _redraw(self, least: Floats, most: Floats) -> None:
        """Move the grid to [least, most]; a new point gets the capital of the next old one."""
        length = np.maximum(most - least, 1e-15)
        m = least[:, None] + length[:, None] * self.steps
        last = len(self.steps) - 1
        place = np.ceil((m - self.start[:, None]) / self.length[:, None] * last)
        right = np.clip(place, 0, last).astype(int)
        self.capital = np.take_along_axis(self.capital, right, axis=1)
        self.start, self.length = least, length
