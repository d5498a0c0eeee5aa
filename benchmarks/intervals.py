"""Confidence sequences: the cost of a batch, and how much wider they are than a fixed-time one."""

from __future__ import annotations

import math

import numpy as np

from verify.statistics import ConfidenceSequence

ALPHA, BATCH, BATCHES = 1e-8, 1000, 100


def sequence(means: np.ndarray, scatters: np.ndarray) -> ConfidenceSequence:
    """All batches of k observables in [0, 1]; means and scatters: (batches, k)."""
    k = means.shape[1]
    found = ConfidenceSequence(np.zeros(k), np.ones(k), ALPHA, planned=BATCH * len(means))
    for mean, scatter in zip(means, scatters, strict=True):
        found.update(BATCH, mean, scatter)
    return found


class ConfidenceSequences:
    """A hundred batches of a thousand samples each."""

    params = ([1, 1000],)
    param_names = ("observables",)

    def setup(self, observables: int) -> None:
        x = np.random.default_rng(0).random((BATCHES, BATCH // 100, observables))
        self.means, self.scatters = x.mean(1), 100 * BATCH * x.var(1) / BATCH

    def time_batches(self, observables: int) -> None:
        sequence(self.means, self.scatters)


class Width:
    """The width beside Hoeffding's interval, which may look once and knows no variance."""

    params = ([0.5, 0.01],)
    param_names = ("p",)
    unit = "times Hoeffding's"

    def track_width_to_hoeffding(self, p: float) -> float:
        """Bernoulli(p) samples."""
        hits = np.random.default_rng(0).binomial(BATCH, p, (BATCHES, 1)) / BATCH
        found = sequence(hits, BATCH * hits * (1 - hits))
        hoeffding = 2 * math.sqrt(math.log(2 / ALPHA) / (2 * BATCH * BATCHES))
        return float(found.upper[0] - found.lower[0]) / hoeffding
