"""Checks of theory/daneshmand2021/main.py by sampling chain (1), and the same without BN.

W_l H_l and a Gaussian (lemma 2, corollary 3): H_l is random. Given H_l the distance is that of the
roots of K = H_l^T H_l (sharp:wasserstein), and its mean bounds the distance of the mixture from
above; from below Gelbrich's bound does, the distance of the roots of the mean of K, which is
diagonal since the chain starts from a diagonal K.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from theory.ledger import Evidence, Method
from verify.registry import Run, check
from verify.statistics.betting import ConfidenceSequence
from verify.statistics.estimate import cells_of, estimate, sampled_cell


@dataclass(frozen=True)
class Shape:
    """Chain (1) from one eigenvalue ``first`` and n - 1 equal ones, on the event A1(alpha, l)."""

    n: int
    d: int
    first: float
    alpha: float
    batch: int

    @property
    def q(self) -> list[float]:
        return [self.first, *[(1 - self.first) / (self.n - 1)] * (self.n - 1)]

    @property
    def label(self) -> str:
        return f"q_1 = {self.first:.10g} at the input, n = {self.n}, d = {self.d}"


# n = d, where A1 often fails; nearly singular and nearly orthogonal inputs. At d = inf both sides
# are closest after one layer from q_1 = 0.01, n = 2: that input, where a rate is left to see.
GAP_SHAPES = (
    Shape(2, 2, 0.9, 0.05, 500),
    Shape(2, 64, 0.9, 0.2, 125),
    Shape(2, 2048, 0.01, 0.28, 20),
    Shape(3, 256, 0.6, 0.3, 25),
    Shape(8, 512, 0.13, 0.25, 15),
)


@check("daneshmand2021:theorem-1", "sharp:orthogonality-decay")
def sampled_gap_under_a1(run: Run) -> Evidence:
    """E[V(H_{l+1}) | A1(alpha, l)] from the means of V on the event and of the event."""
    from verify.chains.kernels import gap_under_a1

    depths, cells = (1, 4, 20), []
    for shape in GAP_SHAPES:
        kernel = gap_under_a1(shape.q, shape.d, shape.alpha, depths, shape.batch, run.device)
        count = 2 * len(depths)
        seen = estimate(
            run, shape.label, kernel, [0.0] * count, [1 + 1e-9] * count,
            batch=shape.batch, batches=8, parts=len(GAP_SHAPES),
        )  # fmt: skip
        for i, l in enumerate(depths):
            low = seen.lower[2 * i] / seen.upper[2 * i + 1]
            high = seen.upper[2 * i] / max(float(seen.lower[2 * i + 1]), 1e-300)
            mean = seen.estimate[2 * i] / seen.estimate[2 * i + 1]
            parameters = {"alpha": shape.alpha, "l": l, "n": shape.n, "d": shape.d}
            interval, label = (float(low), float(high)), f"{shape.label}, depth {l}"
            cells.append(sampled_cell(seen, parameters, float(mean), interval, label))
    return Evidence(
        Method.STATISTICAL,
        ("the bound", "the law-exact Gram chain, sampled on the event A1"),
        "n = 2, 3, 8, d = 2 to 2048, orthogonal and nearly singular inputs, depth 1 to 20",
        cells,
    )


# The log ratio of the first two singular values grows by about 1/(2 d) a layer, so that orthogonal
# samples need of the order of 20 d layers. At d = 512 that is too many: there the input is nearly
# of rank one, and stays so.
COLLAPSES = (
    (Shape(2, 2, 0.5, 0.0, 250), 40),
    (Shape(3, 3, 1 / 3, 0.0, 250), 60),
    (Shape(6, 6, 1 / 6, 0.0, 125), 120),
    (Shape(2, 16, 0.5, 0.0, 60), 320),
    (Shape(2, 512, 1 - 1e-9, 0.0, 60), 20),
)


@check("daneshmand2021:remark-vanilla-collapse")
def sampled_collapse(run: Run) -> Evidence:
    from verify.chains.kernels import vanilla_gap

    cells = []
    for shape, layers in COLLAPSES:
        sequence = estimate(
            run,
            (shape.label, layers),
            vanilla_gap(shape.q, shape.d, layers, shape.batch, run.device),
            [0.0],
            [math.sqrt(1 - 1 / shape.n) * (1 + 1e-12)],
            batch=shape.batch,
            batches=8,
            parts=len(COLLAPSES),
        )
        cells += cells_of(sequence, [{"n": shape.n}], [f"{shape.label}, depth {layers}"])
    return Evidence(
        Method.STATISTICAL,
        ("the limit", "the vanilla chain, sampled"),
        "n = 2 to 6, d = n to 512, orthogonal and nearly singular inputs",
        cells,
        margin=0.1,
    )


def _sequences(
    run: Run, shapes: Sequence[Shape], depths: tuple[int, ...]
) -> Iterator[tuple[Shape, ConfidenceSequence]]:
    from verify.chains.gram_kernels import distance_under_a1

    for shape in shapes:
        kernel = distance_under_a1(shape.q, shape.d, shape.alpha, depths, shape.batch, run.device)
        farthest = 2 - 2 * shape.n**-0.5  # a K of rank one
        high = [farthest * (1 + 1e-9), *[1 + 1e-9] * (2 + shape.n)] * len(depths)
        yield shape, estimate(
            run, shape.label, kernel, [0.0] * len(high), high,
            batch=shape.batch, batches=8, parts=len(shapes),
        )  # fmt: skip


def _enclosure(
    sequence: ConfidenceSequence, block: slice, n: int
) -> tuple[float, tuple[float, float]]:
    """The squared distance at one depth: the coupling's mean; Gelbrich's bound and the coupling."""
    lower, upper, mean = (v[block] for v in (sequence.lower, sequence.upper, sequence.estimate))
    known = max(float(lower[2]), 1e-300)  # P(A1), from below
    low, high = np.sqrt(lower[3:] / upper[2]), np.sqrt(np.minimum(upper[3:] / known, 1))
    root = n**-0.5
    below = np.maximum(0, np.maximum(low - root, root - high))
    return float(mean[0] / mean[2]), (float((below**2).sum()), float(upper[0] / known))


A1_SHAPES = (
    Shape(2, 2, 0.9, 0.05, 500),
    Shape(2, 64, 0.99, 0.1, 125),
    Shape(2, 8192, 0.9, 0.45, 10),
    Shape(4, 64, 0.26, 0.3, 60),
    Shape(8, 512, 0.5, 0.15, 30),
)
"""From n = d, where A1 often fails, to a width at which the bound is below the largest distance."""


@check("daneshmand2021:corollary-3")
def sampled_distance_under_a1(run: Run) -> Evidence:
    """At finite width the term 6 n^2/(alpha sqrt(d)) hides the rate, which d = inf refutes."""
    depths, cells = (1, 4, 20), []
    for shape, sequence in _sequences(run, A1_SHAPES, depths):
        for k, l in enumerate(depths):
            block = slice(k * (3 + shape.n), (k + 1) * (3 + shape.n))
            lhs, interval = _enclosure(sequence, block, shape.n)
            parameters = {"alpha": shape.alpha, "l": l, "n": shape.n, "d": shape.d}
            label = f"{shape.label}, depth {l}"
            cells.append(sampled_cell(sequence, parameters, lhs, interval, label))
    return Evidence(
        Method.STATISTICAL,
        ("the bound", "couplings given H_l and Gelbrich's bound, on the event A1"),
        "the law-exact Gram chain, n = 2, 4, 8, d = 2 to 8192, depth 1 to 20",
        cells,
    )


# The distance is the larger beside V the nearer H_l is to rank one.
SHAPES = (
    Shape(2, 2, 1 - 1e-6, 0.0, 1000),
    Shape(2, 16, 0.999, 0.0, 500),
    Shape(4, 4, 0.001, 0.0, 500),
    Shape(8, 64, 0.5, 0.0, 125),
)


@check("daneshmand2021:lemma-2")
def sampled_distance_from_the_mean_gap(run: Run) -> Evidence:
    """E V(H_l) enters by the lower end of its own interval, so that agreement is certain."""
    depths, cells = (1, 5), []
    for shape, sequence in _sequences(run, SHAPES, depths):
        for k, l in enumerate(depths):
            block = slice(k * (3 + shape.n), (k + 1) * (3 + shape.n))
            lhs, interval = _enclosure(sequence, block, shape.n)
            parameters = {"n": shape.n, "V": float(sequence.lower[block][1])}
            label = f"{shape.label}, depth {l}"
            cells.append(sampled_cell(sequence, parameters, lhs, interval, label))
    return Evidence(
        Method.STATISTICAL,
        ("the bound at the mean of V", "couplings given H_l and Gelbrich's bound"),
        "the law-exact Gram chain, n = 2 to 8, d = n to 8 n, depth 1 and 5",
        cells,
    )


@check("sharp:wasserstein-decay")
def sampled_distance_without_a1(run: Run) -> Evidence:
    """Where A1 fails the distance is at most its largest; the bound gets the least P[A1 fails]."""
    depths, cells = (1, 4, 20), []
    for shape, sequence in _sequences(run, A1_SHAPES, depths):
        farthest = 2 - 2 * shape.n**-0.5
        for k, l in enumerate(depths):
            block = slice(k * (3 + shape.n), (k + 1) * (3 + shape.n))
            lower, upper, mean = (
                v[block] for v in (sequence.lower, sequence.upper, sequence.estimate)
            )
            lhs = float(mean[0] + farthest * (1 - mean[2]))
            high = float(upper[0] + farthest * (1 - lower[2]))
            failure = max(0.0, 1 - float(upper[2]))
            parameters = {
                "alpha": shape.alpha, "l": l, "n": shape.n, "d": shape.d, "failure": failure,
            }  # fmt: skip
            label = f"{shape.label}, depth {l}"
            cells.append(sampled_cell(sequence, parameters, lhs, (0.0, high), label))
    return Evidence(
        Method.STATISTICAL,
        ("the bound", "couplings given H_l, the law-exact Gram chain"),
        "n = 2, 4, 8, d = 2 to 8192, depth 1 to 20",
        cells,
    )
