"""Cells of chain (1) of daneshmand2021, sampled in its law-exact Gram form, for several claims.

W_l H_l and a Gaussian (lemma 2, corollary 3): H_l is random. Given H_l the distance is that of the
roots of K = H_l^T H_l (sharp:wasserstein), and its mean bounds the distance of the mixture from
above; from below Gelbrich's bound does, the distance of the roots of the mean of K, which is
diagonal since the chain starts from a diagonal K.

torch is loaded when a check runs, not when it is listed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lemmata.theory.ledger import Cell
from lemmata.verify.registry import Run
from lemmata.verify.statistics.estimate import asymptotic, estimate
from lemmata.verify.statistics.intervals import Intervals, cells_of, joint_cell, sampled_cell


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

    def under_a1(self, l: int) -> dict[str, Any]:
        """The arguments of a bound under A1(alpha, l)."""
        return {"alpha": self.alpha, "l": l, "n": self.n, "d": self.d}


DEPTHS = (1, 4, 20)
# n = d, where A1 often fails; nearly singular and nearly orthogonal inputs. At d = inf both sides
# are closest after one layer from q_1 = 0.01, n = 2: that input, where a rate is left to see.
GAP_SHAPES = (
    Shape(2, 2, 0.9, 0.05, 500),
    Shape(2, 64, 0.9, 0.2, 125),
    Shape(2, 2048, 0.01, 0.28, 20),
    Shape(3, 256, 0.6, 0.3, 25),
    Shape(8, 512, 0.13, 0.25, 15),
)
GAPS_UNDER_A1: dict[str, Any] = {
    "routes": ("the bound", "the law-exact Gram chain, sampled on the event A1"),
    "domain": "n = 2, 3, 8, d = 2 to 2048, orthogonal and nearly singular inputs, depth 1 to 20",
}


def gaps_under_a1(run: Run) -> list[Cell]:
    """E[V(H_{l+1}) | A1(alpha, l)] from the means of V on the event and of the event."""
    from lemmata.verify.chains.gaussian_kernels import gap_under_a1

    def cells(shape: Shape) -> Iterator[Cell]:
        kernel = gap_under_a1(shape.q, shape.d, shape.alpha, DEPTHS, shape.batch, run.device)
        ones, parts = [1 + 1e-9] * 2 * len(DEPTHS), len(GAP_SHAPES)
        seen = estimate(run, shape.label, kernel, 0.0, ones, batch=shape.batch, parts=parts)
        for i, l in enumerate(DEPTHS):
            low = seen.lower[2 * i] / seen.upper[2 * i + 1]
            high = seen.upper[2 * i] / max(float(seen.lower[2 * i + 1]), 1e-300)
            mean = seen.estimate[2 * i] / seen.estimate[2 * i + 1]
            interval, label = (float(low), float(high)), f"{shape.label}, depth {l}"
            yield sampled_cell(seen, shape.under_a1(l), float(mean), interval, label)

    return run.over(GAP_SHAPES, cells)


A1_SHAPES = (
    Shape(2, 2, 0.9, 0.05, 500),
    Shape(2, 64, 0.99, 0.1, 125),
    Shape(2, 8192, 0.9, 0.45, 10),
    Shape(4, 64, 0.26, 0.3, 60),
    Shape(8, 512, 0.5, 0.15, 30),
)
"""From n = d, where A1 often fails, to a width at which the bound is below the largest distance."""


@dataclass(frozen=True)
class Distance:
    """At one depth: squared distance and V over the event, the event, the diagonal of K."""

    shape: Shape
    l: int
    seen: Intervals

    @property
    def farthest(self) -> float:
        """The squared distance of a K of rank one."""
        return float(2 - 2 * self.shape.n**-0.5)

    def enclosure(self) -> tuple[float, tuple[float, float]]:
        """The squared distance: the coupling's mean; Gelbrich's bound and the coupling."""
        mean, lower, upper = self.seen.estimate, self.seen.lower, self.seen.upper
        known = max(float(lower[2]), 1e-300)  # P(A1), from below
        low, high = np.sqrt(lower[3:] / upper[2]), np.sqrt(upper[3:] / known)
        root = self.shape.n**-0.5
        below = np.maximum(0, np.maximum(low - root, root - high))
        return float(mean[0] / mean[2]), (float((below**2).sum()), float(upper[0] / known))

    def cell(self, parameters: dict[str, Any], lhs: float, interval: tuple[float, float]) -> Cell:
        label = f"{self.shape.label}, depth {self.l}"
        return sampled_cell(self.seen, parameters, lhs, interval, label)


def distances(
    run: Run, shapes: Sequence[Shape], depths: tuple[int, ...] = DEPTHS
) -> Iterator[Distance]:
    from lemmata.verify.chains.gaussian_kernels import distance_under_a1

    for shape in shapes:
        kernel = distance_under_a1(shape.q, shape.d, shape.alpha, depths, shape.batch, run.device)
        most = np.array([2 - 2 * shape.n**-0.5, *[1.0] * (2 + shape.n)] * len(depths)) * (1 + 1e-9)
        seen = estimate(run, shape.label, kernel, 0.0, most, batch=shape.batch, parts=len(shapes))
        for k, l in enumerate(depths):
            at = slice(k * (3 + shape.n), (k + 1) * (3 + shape.n))
            ends = seen.lower[at], seen.upper[at]
            yield Distance(shape, l, Intervals(seen.estimate[at], *ends, seen.samples, seen.method))


# n = d, n << d, nearly singular inputs; the average is nearest the bound where l is of order d
AVERAGES = (
    (2, 2, 0.01, 250),
    (2, 16, 0.01, 250),
    (4, 4, 3.6, 125),
    (4, 64, 0.1, 60),
    (8, 512, 0.1, 10),
    (2, 512, 0.01, 15),
)
AVERAGES_IN_DEPTH: dict[str, Any] = {
    "routes": ("the bound", "the law-exact Gram chain, sampled"),
    "domain": "n = 2, 4, 8, d = n to 512, depth 1 to 50",
}


def averages_in_depth(run: Run, names: Sequence[str]) -> list[Cell]:
    """The average of appendix C over depth; ``names`` are the parameters of the bound."""
    from lemmata.verify.chains.gaussian_kernels import average_in_depth

    depths = (1, 10, 50)

    def cells(case: tuple[int, int, float, int]) -> Iterator[Cell]:
        n, d, share, batch = case
        q = Shape(n, d, share / n, 0.0, batch).q
        kernel = average_in_depth(q, d, depths, batch, run.device)
        high, parts = [(1 + 1e-9) / (4 * n**2)] * len(depths), len(AVERAGES)
        sequence = estimate(run, (n, d, share), kernel, 0.0, high, batch=batch, parts=parts)
        known = {"n": n, "d": d, "v_hat_0": 1 / n - min(q)}
        given = [{name: {"l": l, **known}[name] for name in names} for l in depths]
        labels = [f"n = {n}, d = {d}, q_1 = {share}/n, depth {l}" for l in depths]
        yield from cells_of(sequence, given, labels)

    return run.over(AVERAGES, cells)


# (q, d, replicas in a batch): n = d and n << d, one eigenvalue small, one large, all different; no
# p_i below 0.02, so that 65536 rows know each to the margin. At every width E C = diag(p); that C
# concentrates around it is lemma 6.
ROWS = (
    ((0.01, 0.99), 2, 4096),
    ((0.9, 0.1), 512, 16),
    ((0.01, 0.33, 0.66), 3, 2731),
    ((0.7, 0.1, 0.1, 0.1), 64, 128),
    ((0.025, 0.05, 0.075, 0.1, 0.125, 0.15, 0.2, 0.275), 8, 1024),
)
SHARES_OF_ROWS: dict[str, Any] = {
    "routes": ("trapezoidal quadrature in log t", "rows of W H normalised, W formed"),
    "domain": "n = 2, 3, 4, 8, d = n to 512, eigenvalues from 0.01 to 0.99",
    "margin": 0.15,
}


def label_of(q: Sequence[float], d: int) -> str:
    return f"n = {len(q)}, d = {d}, q_1 = {q[0]}"


def row_share_cells(run: Run) -> Iterator[Cell]:
    """The expected Gram spectrum of the next layer."""
    from lemmata.verify.chains.gaussian_kernels import shares_of_rows

    for q, d, batch in ROWS:
        kernel = shares_of_rows(q, d, batch, run.device)
        one, parts = [1.0] * len(q), len(ROWS)
        sequence = estimate(run, (q, d), kernel, 0.0, one, batch=batch * d, parts=parts)
        yield joint_cell(sequence, {"q": np.array(q)}, label_of(q, d))


@dataclass(frozen=True)
class AtRest:
    """E V(H_l) and W2(W_l H_l, G/sqrt(n)) deep in the network, each with its interval."""

    seen: Intervals
    gap: tuple[float, float]
    distance: tuple[float, float]


def at_rest(run: Run, n: int, d: int, parts: int, layers: int = 16, batch: int = 250) -> AtRest:
    """From orthogonal samples. The distance is at most the root of its mean square given H_l, and
    at least how far the mean singular values of W_l H_l and of G/sqrt(n) are apart.

    16 layers leave (n/(n+2))^32 of what the input was. In a pilot of 250 samples at n = 4 the
    distance was enclosed within a factor of 2.5; 8 batches of them decide.
    """
    from lemmata.verify.chains.remark_kernels import distance_at_rest

    kernel = distance_at_rest(n, d, layers, batch, run.device)
    seen = asymptotic(run, (n, d), kernel, batch=batch, parts=parts)
    shifts = np.maximum(0, np.maximum(seen.lower[2:], -seen.upper[2:]))
    distance = float(np.sqrt((shifts**2).sum())), float(seen.upper[1]) ** 0.5
    return AtRest(seen, (float(seen.lower[0]), float(seen.upper[0])), distance)
