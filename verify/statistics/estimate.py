"""Samples until a claim is decided, in batches in the order of their addresses.

A kernel draws one batch: it maps a generator to a tensor (k, batch) of k bounded observables. torch
is not imported here, so that listing the checks does not import it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from lemmata.theory.numerics.backends import Array
from lemmata.verify.registry import Effort, Run
from lemmata.verify.statistics.betting import ConfidenceSequence, Floats
from lemmata.verify.statistics.intervals import Intervals, student

if TYPE_CHECKING:
    import torch

Kernel = Callable[["torch.Generator"], "torch.Tensor"]
Stop = Callable[[Floats, Floats], bool]

# The number of batches at each effort, relative to standard effort; the size of a batch is part of
# the address of its seed and never changes.
BATCHES_OF = {Effort.SMOKE: 0.25, Effort.STANDARD: 1, Effort.THOROUGH: 16, Effort.PAPER: 64}


def batches_of(run: Run, batches: int) -> int:
    """The number of batches at this effort, from that at standard effort."""
    return max(1, round(batches * BATCHES_OF[run.effort]))


def estimate(
    run: Run,
    cell: object,
    kernel: Kernel,
    low: Array,
    high: Array,
    *,
    batch: int,
    batches: int = 8,
    parts: int = 1,
    stop: Stop | None = None,
) -> ConfidenceSequence:
    """Sample ``kernel`` in at most ``batches`` batches (at standard effort), each of ``batch``.

    ``cell`` names the stream; ``low`` and ``high``, (k,), bound the observables; the check's alpha
    is split over its ``parts`` estimates and the k observables. After every batch ``stop`` may end
    the sampling, as the intervals are valid at any time.
    """
    low, high = np.broadcast_arrays(low, high)
    count = batches_of(run, batches)
    alpha = run.alpha / parts / low.size
    sequence = ConfidenceSequence(low, high, alpha, planned=count * batch)
    for index in range(count):
        x = kernel((run.address / cell / index / batch).generator(run.device))  # (k, batch)
        if tuple(x.shape) != (low.size, batch):
            raise ValueError(f"the kernel drew {tuple(x.shape)}, expected {(low.size, batch)}")
        sequence.update(x.cpu().numpy())
        if stop is not None and stop(sequence.lower, sequence.upper):
            break
    return sequence


def asymptotic(
    run: Run, cell: object, kernel: Kernel, *, batch: int, batches: int = 8, parts: int = 1
) -> Intervals:
    """The same with Student's interval, for observables without a useful bound."""
    draws = [
        kernel((run.address / cell / index / batch).generator(run.device)).cpu().numpy()
        for index in range(batches_of(run, batches))
    ]
    values = np.concatenate(draws, axis=-1)  # (k, samples)
    return student(values, run.alpha / parts / len(values))


def stop_when_decided(rhs: Sequence[Array], resolution: float) -> Stop:
    """Stop when no interval contains its bound and each is short beside it."""
    bound = np.array([float(v) for v in rhs])

    def stop(lower: Floats, upper: Floats) -> bool:
        decided = (upper <= bound) | (lower > bound)
        return bool(np.all(decided & (upper - lower <= resolution * np.abs(bound))))

    return stop
