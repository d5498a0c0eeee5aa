"""Checks of daneshmand2021's lemma 2 and corollary 3: how far W_l H_l is from a Gaussian, sampled.

H_l is random. Given H_l the distance is that of the roots of K = H_l^T H_l (sharp:wasserstein), and
its mean bounds the distance of the mixture from above; from below Gelbrich's bound does, the
distance of the roots of the mean of K, which is diagonal since the chain starts from a diagonal K.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from theory.ledger import Evidence, Method
from verify.estimate import estimate, sampled_cell
from verify.registry import Run, check
from verify.statistics import ConfidenceSequence


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
        return f"q_1 = {self.first} at the input, n = {self.n}, d = {self.d}"


def _sequences(
    run: Run, shapes: Sequence[Shape], depths: tuple[int, ...]
) -> Iterator[tuple[Shape, ConfidenceSequence]]:
    from verify.gram_kernels import distance_under_a1

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
        "the law-exact Gram chain, n = 2 and 8, d = 2 to 8192, depth 1 to 20",
        cells,
    )


SHAPES = (
    Shape(2, 2, 0.999, 0.0, 1000),
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
        "n = 2 and 8, d = 2 to 8192, depth 1 to 20",
        cells,
    )
