"""Intervals for means, medians and probabilities, and the cells made from them.

A ``ConfidenceSequence`` and ``Intervals`` have the same fields for k observables: ``estimate``,
``lower`` and ``upper``, (k,) each, ``samples`` and the ``method``. scipy is imported when an
interval is computed, not before.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lemmata.theory.ledger import Cell
from lemmata.theory.numerics.backends import Array
from lemmata.verify.statistics.betting import ConfidenceSequence, Floats

MEDIAN = "order statistics of the median (exact)"
STUDENT = "Student (asymptotic)"


@dataclass(frozen=True)
class Intervals:
    """Intervals that are valid once, for a number of samples that was fixed before."""

    estimate: Floats
    lower: Floats
    upper: Floats
    samples: int
    method: str


Estimates = ConfidenceSequence | Intervals


def student(values: Floats, alpha: float) -> Intervals:
    """The means of independent values, (..., count), and Student's interval at level ``alpha``."""
    from scipy import stats

    count = values.shape[-1]
    mean, error = values.mean(-1), values.std(-1, ddof=1) / count**0.5
    width = stats.t.isf(alpha / 2, count - 1) * error
    return Intervals(mean, mean - width, mean + width, count, STUDENT)


def median(values: Floats, alpha: float) -> Intervals:
    """The medians of independent values of one law, (..., count), between two order statistics.

    The k-th values from below and above miss the median if fewer than k values lie on one side: k
    is the largest with 2 P(Bin(count, 1/2) < k) <= alpha.
    """
    from scipy import stats

    count = values.shape[-1]
    k = int(stats.binom.ppf(alpha / 2, count, 0.5))
    if k < 1:
        raise ValueError(f"{count} values hold no median at level {alpha:.2g}")
    ordered = np.sort(values, axis=-1)
    return Intervals(
        np.median(values, axis=-1), ordered[..., k - 1], ordered[..., -k], count, MEDIAN
    )


def count_for_median(alpha: float) -> int:
    """How many values hold a median at this level at least: 2^(1 - count) < alpha."""
    return math.floor(1 - math.log2(alpha)) + 1


def exact_interval(events: int, trials: int, level: float = 0.01) -> tuple[float, float]:
    """The exact interval for a probability from a count of events (Clopper and Pearson 1934)."""
    from scipy.stats import beta

    low = float(beta.ppf(level / 2, events, trials - events + 1)) if events else 0.0
    high = float(beta.ppf(1 - level / 2, events + 1, trials - events)) if events < trials else 1.0
    return low, high


def sampled_cell(
    seen: Estimates,
    parameters: Mapping[str, Any],
    lhs: Array,
    interval: tuple[Array, Array],
    label: str,
    exact: Array = None,
) -> Cell:
    """A cell whose interval was derived from these estimates."""
    return Cell(
        parameters,
        lhs,
        interval=interval,
        samples=seen.samples,
        label=label,
        exact=exact,
        interval_method=seen.method,
    )


def cells_of(
    seen: Estimates,
    parameters: Sequence[Mapping[str, Any]],
    labels: Sequence[str],
    exact: Array = None,
) -> list[Cell]:
    """One cell per observable."""
    numbers = (seen.estimate.tolist(), seen.lower.tolist(), seen.upper.tolist())
    return [
        sampled_cell(seen, arguments, mean, (low, high), label, exact)
        for arguments, mean, low, high, label in zip(parameters, *numbers, labels, strict=True)
    ]


def joint_cell(seen: Estimates, parameters: Mapping[str, Any], label: str) -> Cell:
    """All observables in one cell, for a closed form with as many entries."""
    interval = seen.lower.tolist(), seen.upper.tolist()
    return sampled_cell(seen, parameters, seen.estimate.tolist(), interval, label)


def enclosing_cell(
    seen: Estimates, parameters: Mapping[str, Any], label: str, exact: Array = None
) -> Cell:
    """A cell for a mean that lies between the means of two observables."""
    interval = float(seen.lower[0]), float(seen.upper[1])
    return sampled_cell(seen, parameters, float(seen.estimate[0]), interval, label, exact)
