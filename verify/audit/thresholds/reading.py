"""The thresholds that ``recorded.json`` gives."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from lemmata.verify.figures import recorded

PATH = Path(__file__).with_name(recorded.NAME)
COMMAND = "python -m lemmata.verify.audit.thresholds.study"
PLAIN, NORMALISED, RESIDUAL = "plain", "BN", "residual"  # the latter begin names of families
RANK = "ReLU"  # the family whose samples become parallel while its gradients keep their size
NEVER = 1e9  # more than any logarithm of a growth that is a number
SLOW, FAILED = 0.9, 0.5  # accuracies after the study's steps; networks that train reach 0.95


@dataclass(frozen=True)
class Threshold:
    """From ``at`` on networks do worse than an accuracy; ``right`` of ``of`` are on their side."""

    at: float
    right: int
    of: int


@dataclass(frozen=True)
class Thresholds:
    """``slow``, ``failed``: of the total growth of log ||dL/dX||, up or down; ``parallel_slow`` and
    ``parallel_failed``: of the directions beyond the first, below which it is so."""

    slow: Threshold
    failed: Threshold
    parallel_slow: Threshold
    parallel_failed: Threshold
    date: str


def split(seen: Sequence[tuple[float, float]], least: float) -> Threshold:
    """The size that best separates the networks below an accuracy, which lie above it, from others.

    seen: sizes and accuracies.

    Halfway between two neighbours; of several that are as good, the smallest. Beyond all of them,
    at no size that there is, if none is below the accuracy.
    """
    order = sorted(seen)
    if all(accuracy >= least for _, accuracy in order):
        return Threshold(NEVER, len(order), len(order))
    best = Threshold(order[0][0], 0, len(order))
    for (a, _), (b, _) in pairwise(order):
        at = (a + b) / 2
        right = sum((size >= at) == (accuracy < least) for size, accuracy in order)
        if right > best.right:
            best = Threshold(at, right, len(order))
    return best


@functools.cache
def thresholds(kind: str) -> Thresholds:
    """Of chains without a normalisation, of chains with one, or of residual networks.

    In the latter parallel samples are harmless as far as is known, because all whose gradients are
    mild were trained, however parallel their samples were.
    """
    found = recorded.read(PATH)
    grown, parallel = list[tuple[float, float]](), list[tuple[float, float, float]]()
    for key, entry in found["entries"].items():
        growth, further, accuracy = (
            float(entry["values"][name][0]) for name in ("growth", "further directions", "accuracy")
        )
        ranked = key.startswith(RANK)
        family = next((one for one in (NORMALISED, RESIDUAL) if key.startswith(one)), PLAIN)
        if family == kind and not ranked:
            grown.append((abs(growth), accuracy))
        if family == kind if kind == RESIDUAL else ranked:
            parallel.append((abs(growth), -further, accuracy))
    slow, failed = (split(grown, least) for least in (SLOW, FAILED))
    mild = [(size, accuracy) for growth, size, accuracy in parallel if growth < slow.at]
    narrow, lost = (split(mild, least) for least in (SLOW, FAILED))
    narrow, lost = (Threshold(-one.at, one.right, one.of) for one in (narrow, lost))
    date = max(entry["date"] for entry in found["entries"].values())
    return Thresholds(slow, failed, narrow, lost, date)
