"""Cells of chain (3), sampled from extremal spectra: what several claims look at.

torch is loaded when a check runs, not when it is listed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from theory.ledger import Cell
from theory.spectrum import Spectrum, one_large, one_small
from verify.chains.width_two_gap import LARGEST, expected_gap
from verify.depth.slopes import student
from verify.registry import Run
from verify.statistics.betting import ConfidenceSequence, Floats
from verify.statistics.estimate import Kernel, bought, cells_of, estimate, sampled_cell

_KINDS = {"one small": one_small, "one large": one_large}


@dataclass(frozen=True)
class Start:
    """An input of chain (3): a spectrum of gap phi_0 at width d, and what to draw from it.

    A gap below the share ``floor`` of phi_0 counts as that share, which can only raise its mean:
    where a layer takes off little the range is short, and the upper end needs few replicas.
    """

    kind: str
    d: int
    phi_0: float
    depths: tuple[int, ...]
    batch: int
    batches: int = 8
    floor: float = 0.0

    @property
    def spectrum(self) -> Spectrum:
        return _KINDS[self.kind](self.phi_0, self.d)

    @property
    def label(self) -> str:
        return f"{self.kind}, phi_0 = {self.phi_0:.3g}, d = {self.d}"


# The largest lhs/rhs that other routes know: of theorem 1, two layers at d = 2 from a nearly
# singular input; of its sharp form, two layers there from a gap of 6.5, where by the exact law the
# bound is so near that it takes 6000 a batch (raised after seed 0 was silent). At d = 512 nearly
# singular, and near isometry, where two layers take off 4/514 of the gap.
STARTS = (
    Start("one small", 2, 0.01, (6,), 1500),
    Start("one small", 2, 299.3, (2,), 3000),
    Start("one small", 2, 6.5, (2,), 6000),
    Start("one small", 2, 5.0, (5, 10, 20), 500),
    Start("one small", 4, 0.3, (5, 10), 500),
    Start("one small", 4, 5.0, (10, 21, 40), 250),
    Start("one small", 8, 0.3, (5, 10, 20), 250),
    Start("one large", 8, 5.0, (2, 10), 100),
    Start("one small", 16, 0.3, (20, 40), 60),
    Start("one large", 16, 0.01, (10, 20), 60),
    Start("one large", 128, 0.1, (8,), 8),
    Start("one large", 512, 5.0, (2,), 2, 9),
    Start("one small", 512, 1e-6, (2,), 2, 7, floor=0.99),
)


def gap_cells(
    run: Run,
    starts: Sequence[Start],
    parameters: Callable[[Start, int], dict[str, Any]],
) -> list[Cell]:
    """E phi(X_l) at every start and depth, in [0, phi_0] since the gap never rises."""
    from verify.chains.kernels import gap_at

    cells = []
    for start in starts:
        given = [parameters(start, l) for l in start.depths]
        low = start.floor * start.phi_0
        kernel = gap_at(start.spectrum, start.depths, start.batch, run.device, low)
        high = [start.phi_0 * (1 + 1e-12)] * len(given)
        sequence = estimate(
            run,
            start.label,
            kernel,
            [low] * len(given),
            high,
            batch=start.batch,
            batches=start.batches,
            parts=len(starts),
        )
        labels = [f"{start.label}, depth {l}" for l in start.depths]
        for cell, l in zip(cells_of(sequence, given, labels), start.depths, strict=True):
            known = start.d == 2 and start.phi_0 <= LARGEST
            exact = float(expected_gap(start.phi_0, l)) if known else None
            _, upper = cell.interval or (0.0, start.phi_0)
            ends = (0.0, upper) if start.floor else cell.interval
            cells.append(replace(cell, exact=exact, interval=ends))
    return cells


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
