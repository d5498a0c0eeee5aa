"""Cells of several sampled means: how their intervals become one. ``estimate`` has the others."""

from dataclasses import replace
from typing import Any

import numpy as np

from theory.ledger import Cell
from verify.depth.slopes import STUDENT, student
from verify.registry import Run
from verify.statistics.betting import ConfidenceSequence, Floats
from verify.statistics.estimate import Kernel, bought, sampled_cell


def enclosed(
    sequence: ConfidenceSequence, parameters: dict[str, Any], label: str, exact: Any = None
) -> Cell:
    """A mean between those of two observables: the first from below, the second from above."""
    interval = float(sequence.lower[0]), float(sequence.upper[1])
    found = sampled_cell(sequence, parameters, float(sequence.estimate[0]), interval, label)
    return replace(found, exact=exact)


def joint(sequence: ConfidenceSequence, parameters: dict[str, Any], label: str) -> Cell:
    """All observables in one cell, for a closed form with as many entries."""
    interval = sequence.lower.tolist(), sequence.upper.tolist()
    return sampled_cell(sequence, parameters, sequence.estimate.tolist(), interval, label)


def asymptotic(
    run: Run, cell: object, kernel: Kernel, batch: int, batches: int, alpha: float
) -> tuple[Floats, Floats, Floats, int]:
    """Means of observables that have no bound, or whose bound would take too many samples.

    With Student's interval each, at level alpha together; last the number of samples.
    """
    draws = [
        kernel((run.address / cell / index / batch).generator(run.device))
        for index in range(bought(run, batches))
    ]
    values = np.concatenate([draw.cpu().numpy() for draw in draws], axis=-1)  # (k, samples)
    means, (low, high) = student(values, alpha / len(values))
    return means, low, high, values.shape[-1]


def student_cell(
    run: Run, key: object, kernel: Kernel, size: tuple[int, int, int],
    parameters: dict[str, Any], label: str, exact: Any = None,
) -> Cell:  # fmt: skip
    """The means of unbounded observables in Student's intervals: one number, or all in one cell.

    ``size``: of a batch, batches, and the number of cells that share the level of the check.
    """
    batch, batches, parts = size
    means, low, high, samples = asymptotic(run, key, kernel, batch, batches, run.alpha / parts)
    mean, *ends = (v.tolist() if len(v) > 1 else float(v[0]) for v in (means, low, high))
    return Cell(
        parameters, mean, interval=(ends[0], ends[1]), samples=samples, label=label,
        interval_method=STUDENT, exact=exact,
    )  # fmt: skip
