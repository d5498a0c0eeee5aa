"""Sampled cells of chain (3) from a spectrum: the gap at some depth, and the fall in one layer.

A layer takes a share in [0, 1] off the gap, and W = I all of it. Beside a mean share of 2/(d+2) the
upper end of an interval needs many samples; the lower end needs few if the share is cut off first,
which can only lower its mean. At large widths few replicas are affordable: there an identity gets
Student's asymptotic interval, and a bound keeps the confidence sequence.
torch is imported when a check runs, not when it is listed.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lemmata.theory.ledger import Cell
from lemmata.theory.numerics.backends import Array
from lemmata.theory.numerics.sphere import drift
from lemmata.theory.spectrum import Spectrum, from_deviations, one_large, one_small
from lemmata.verify.chains.width_two import LARGEST, expected_gap
from lemmata.verify.registry import Run
from lemmata.verify.statistics.estimate import asymptotic, estimate
from lemmata.verify.statistics.intervals import Intervals, sampled_cell


def two_clusters(phi: float, d: int) -> Spectrum:
    """Half of the eigenvalues 1 - e, half 1 + e, with -log(1 - e^2)/2 = phi; d even."""
    e = math.sqrt(-math.expm1(-2 * phi))
    return from_deviations(np.array([-e, e]), [d // 2, d // 2])


ONE_LAYER = (
    "W drawn, BN(W X) formed, its gap from singular values, below 1e-3 from X X^T - I carried along"
)
"""The route of ``share_taken``, for every check that takes it."""

SHAPES = {"one small": one_small, "one large": one_large, "two clusters": two_clusters}


@dataclass(frozen=True)
class ChainInput:
    """An input of chain (3): a spectrum of gap phi_0 at width d, and what to draw from it.

    A gap below the share ``floor`` of phi_0 counts as that share, which can only raise its mean:
    where a layer takes off little the range is short, and the upper end needs few replicas.
    """

    shape: str
    d: int
    phi_0: float
    depths: tuple[int, ...]
    batch: int
    batches: int = 8
    floor: float = 0.0

    @property
    def spectrum(self) -> Spectrum:
        return SHAPES[self.shape](self.phi_0, self.d)

    @property
    def label(self) -> str:
        return f"{self.shape}, phi_0 = {self.phi_0:.3g}, d = {self.d}"


# The largest lhs/rhs that other routes know: of theorem 1, two layers at d = 2 from a nearly
# singular input; of its sharp form, two layers there from a gap of 6.5, where by the exact law the
# bound is so near that it takes 6000 a batch (raised after seed 0 was silent). At d = 512 nearly
# singular, and near isometry, where two layers take off 4/514 of the gap.
STARTS = (
    ChainInput("one small", 2, 0.01, (6,), 1500),
    ChainInput("one small", 2, 299.3, (2,), 3000),
    ChainInput("one small", 2, 6.5, (2,), 6000),
    ChainInput("one small", 2, 5.0, (5, 10, 20), 500),
    ChainInput("one small", 4, 0.3, (5, 10), 500),
    ChainInput("one small", 4, 5.0, (10, 21, 40), 250),
    ChainInput("one small", 8, 0.3, (5, 10, 20), 250),
    ChainInput("one large", 8, 5.0, (2, 10), 100),
    ChainInput("one small", 16, 0.3, (20, 40), 60),
    ChainInput("one large", 16, 0.01, (10, 20), 60),
    ChainInput("one large", 128, 0.1, (8,), 8),
    ChainInput("one large", 512, 5.0, (2,), 2, 9),
    ChainInput("one small", 512, 1e-6, (2,), 2, 7, floor=0.99),
)


def gap_cells(
    run: Run, starts: Sequence[ChainInput], parameters: Callable[[ChainInput, int], dict[str, Any]]
) -> list[Cell]:
    """E phi(X_l) at every start and depth, in [0, phi_0] since the gap never rises.

    At d = 2 the exact law stands beside it.
    """
    from lemmata.verify.chains.orthogonal_kernels import gap_at

    def cells(start: ChainInput) -> Iterator[Cell]:
        low, high = start.floor * start.phi_0, [start.phi_0 * (1 + 1e-12)] * len(start.depths)
        kernel = gap_at(start.spectrum, start.depths, start.batch, run.device, low)
        seen = estimate(
            run,
            start.label,
            kernel,
            low,
            high,
            batch=start.batch,
            batches=start.batches,
            parts=len(starts),
        )
        for i, l in enumerate(start.depths):
            interval = 0.0 if start.floor else float(seen.lower[i]), float(seen.upper[i])
            given, label = parameters(start, l), f"{start.label}, depth {l}"
            known = start.d == 2 and start.phi_0 <= LARGEST
            exact = float(expected_gap(start.phi_0, l)) if known else None
            mean = float(seen.estimate[i])
            yield sampled_cell(seen, given, mean, interval, label, exact)

    return run.over(starts, cells)


@dataclass(frozen=True)
class Layer:
    """An input of gap phi at width d, and how many batches of how many replicas to draw from it."""

    shape: str
    d: int
    phi: float
    batch: int
    batches: int = 8

    @property
    def spectrum(self) -> Spectrum:
        return SHAPES[self.shape](self.phi, self.d)

    @property
    def label(self) -> str:
        return f"{self.shape}, phi = {self.phi:.3g}, d = {self.d}"

    @property
    def exact_drift(self) -> float:
        """sharp:drift, drawn beside what is observed."""
        return float(drift(self.spectrum))


def share_cell(
    seen: Intervals,
    layer: Layer,
    parameters: Mapping[str, Any],
    place: Callable[[float], Any],
    exact: Array = None,
) -> Cell:
    """A cell of ``place`` of the mean share; monotone, entry by entry where there are several."""
    ends = [np.atleast_1d(place(float(end[0]))) for end in (seen.lower, seen.upper)]
    low, high = (v.tolist() if v.size > 1 else float(v[0]) for v in np.sort(ends, axis=0))
    mean = place(float(seen.estimate[0]))
    return sampled_cell(seen, parameters, mean, (low, high), layer.label, exact)


def share_taken(run: Run, layer: Layer, parts: int, *, of_isometry: bool = False) -> Intervals:
    """The mean share of the gap (or of what the isometry lacks) that a layer takes off.

    Anytime-valid. The lower end is the better one of the share itself and of the share cut off at
    5/4 of the exact law's: where to cut changes how long the interval is, not whether it is valid.
    """
    from lemmata.verify.chains import orthogonal_kernels

    caps = [1.0, -1.25 * layer.exact_drift / layer.phi]
    kernel = orthogonal_kernels.share_taken(
        layer.spectrum, caps, layer.batch, run.device, of_isometry=of_isometry
    )
    if of_isometry:
        caps = [math.expm1(cap * layer.phi) / math.expm1(layer.phi) for cap in caps]
    sequence = estimate(
        run, layer.label, kernel, 0.0, caps, batch=layer.batch, batches=layer.batches, parts=parts
    )
    mean, low, high = sequence.estimate[:1], sequence.lower.max(keepdims=True), sequence.upper[:1]
    return Intervals(mean, low, high, sequence.samples, sequence.method)


def share_taken_at_large_width(run: Run, layer: Layer, parts: int) -> Intervals:
    """The same from a few replicas: a mean over d rows is nearly normal."""
    from lemmata.verify.chains import orthogonal_kernels

    kernel = orthogonal_kernels.share_taken(layer.spectrum, [1.0], layer.batch, run.device)
    size = {"batch": layer.batch, "batches": layer.batches, "parts": parts}
    return asymptotic(run, layer.label, kernel, **size)


def drift_cells(
    run: Run, layers: Sequence[Layer], parameters: Callable[[Layer], Mapping[str, Any]]
) -> list[Cell]:
    """E phi(BN(W X)) - phi(X), anytime-valid, with the exact law beside it."""

    def cells(layer: Layer) -> Iterator[Cell]:
        seen, fall = share_taken(run, layer, len(layers)), (-layer.phi).__mul__
        yield share_cell(seen, layer, parameters(layer), fall, layer.exact_drift)

    return run.over(layers, cells)
