"""Confidence sequences: the cost of a batch, and how much wider they are than a fixed-time one."""

import math

import numpy as np

from benchmarks.measuring import Call, Prepared, called, over
from lemmata.verify.statistics.betting import ConfidenceSequence

ALPHA, BATCH, BATCHES = 1e-8, 250, 8


def sequence(samples: np.ndarray) -> ConfidenceSequence:
    """All batches of k observables in [0, 1]: (batches, k, batch)."""
    zero = np.zeros(samples.shape[1])
    found = ConfidenceSequence(zero, zero + 1, ALPHA, planned=samples.shape[0] * samples.shape[2])
    for batch in samples:
        found.update(batch.astype(float))
    return found


@over({"observables": (1, 30)})
class ConfidenceSequences(Prepared):
    """Eight batches of 250 samples each, as most checks draw them."""

    time_batches = called

    def prepared(self, observables: int) -> Call:
        samples = np.random.default_rng(0).random((BATCHES, observables, BATCH))
        return lambda: sequence(samples)


@over({"p": (0.5, 0.01)})
class Width:
    """The width beside Hoeffding's interval, which may look once and knows no variance."""

    unit = "times Hoeffding's"

    def track_width_to_hoeffding(self, p: float) -> float:
        """Bernoulli(p) samples."""
        found = sequence(np.random.default_rng(0).random((BATCHES, 1, BATCH)) < p)
        hoeffding = 2 * math.sqrt(math.log(2 / ALPHA) / (2 * BATCH * BATCHES))
        return float(found.upper[0] - found.lower[0]) / hoeffding
