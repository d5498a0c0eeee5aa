"""Confidence sequences: intervals for means of bounded observables that are valid at any time.

Empirical Bernstein with predictable weights (Waudby-Smith and Ramdas 2024, theorem 2, after Fan,
Grama and Liu 2015): for x_i in [0, 1] with conditional mean m, and any weight lambda_i in [0, 1)
and guess m_i that were fixed before x_i was seen,

    exp( sum lambda_i (x_i - m) - sum (x_i - m_i)^2 (-log(1 - lambda_i) - lambda_i) )

is a supermartingale, so by Ville's inequality, with probability at least 1 - alpha at all times,

    |m sum lambda_i - sum lambda_i x_i| <= log(2/alpha) + sum (x_i - m_i)^2 (...).

Weight and guess are fixed per batch, from the batches before it, so that a batch enters by its
count, mean and sum of squares: memory does not grow with the number of samples.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

METHOD = "empirical Bernstein"
_LARGEST_WEIGHT = 0.75  # beyond it the correction grows faster than the interval shrinks


@dataclass
class ConfidenceSequence:
    """Intervals for the means of k observables, each in [low, high], each at level alpha.

    ``planned`` is the number of samples for which the weights are tuned; any number is valid.
    """

    low: Floats  # (k,)
    high: Floats  # (k,)
    alpha: float
    planned: int
    samples: int = 0
    mean: Floats = field(init=False)  # of all samples, in units of the range
    lower: Floats = field(init=False)
    upper: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.low, self.high = np.broadcast_arrays(
            np.asarray(self.low, dtype=float), np.asarray(self.high, dtype=float)
        )
        if not np.all(self.low < self.high):
            raise ValueError(f"an empty range: low = {self.low}, high = {self.high}")
        if not 0 < self.alpha < 1:
            raise ValueError(f"alpha = {self.alpha}; expected a level between 0 and 1")
        zero = np.zeros(self.low.shape)
        self.mean, self._scatter = zero + 0.5, zero + 0.25  # one imagined sample
        self._weights, self._weighted, self._correction = zero, zero, zero
        self.lower, self.upper = self.low.copy(), self.high.copy()

    def update(self, count: int, mean: Floats, scatter: Floats) -> None:
        """Take in a batch: its mean, and its sum of squared deviations from its mean."""
        span = self.high - self.low
        x, s = (mean - self.low) / span, scatter / span**2
        if np.any(x < -1e-9) or np.any(x > 1 + 1e-9):
            raise ValueError(f"an observable left its range [{self.low}, {self.high}]: {mean}")
        budget = math.log(2 / self.alpha)
        variance = self._scatter / (1 + self.samples)
        weight = np.minimum(np.sqrt(2 * budget / (variance * self.planned)), _LARGEST_WEIGHT)
        around_guess = s + count * (x - self.mean) ** 2
        self._weights = self._weights + weight * count
        self._weighted = self._weighted + weight * count * x
        self._correction = self._correction + (-np.log1p(-weight) - weight) * around_guess
        self._remember(count, x, s)
        centre, width = self._weighted / self._weights, (budget + self._correction) / self._weights
        self.lower = np.maximum(self.lower, self.low + span * (centre - width))
        self.upper = np.minimum(self.upper, self.low + span * (centre + width))

    def _remember(self, count: int, x: Floats, s: Floats) -> None:
        """The mean and scatter of all samples and of the imagined one (Chan's update)."""
        before = self.samples + 1
        self.samples += count
        total = self.samples + 1
        self._scatter = self._scatter + s + (x - self.mean) ** 2 * before * count / total
        self.mean = self.mean + (x - self.mean) * count / total

    @property
    def estimate(self) -> Floats:
        """The plain mean of the samples, within the interval."""
        total, n = self.mean * (self.samples + 1) - 0.5, max(self.samples, 1)
        value: Floats = self.low + (self.high - self.low) * total / n
        return np.clip(value, self.lower, self.upper)
