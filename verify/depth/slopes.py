"""Cells about gradients of deep random networks: how fast they grow, how large they become.

Logarithms of gradient norms have no bound, so that no confidence sequence applies. Growth is
measured by the median over independent replicas, with an interval between two order statistics,
which is exact for every law; an expectation by Student's interval, which is asymptotic and marked
so. The number of replicas is fixed before the run, as batches of a fixed size.
torch is imported when a check runs, not when it is listed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from lemmata.theory.ledger import Cell
from lemmata.verify.registry import Effort, Run
from lemmata.verify.seeds import Address
from lemmata.verify.statistics.betting import Floats
from lemmata.verify.statistics.intervals import count_for_median, joint_cell, median, student

if TYPE_CHECKING:
    from torch import Tensor

    from lemmata.verify.depth.gradients import Profile

Of = TypeVar("Of")

# Batches of replicas that an effort buys; their size is part of the address of their seeds.
_BATCHES = {Effort.SMOKE: 1, Effort.STANDARD: 2, Effort.THOROUGH: 16, Effort.PAPER: 64}


@dataclass(frozen=True)
class Deep:
    """A network without activation; ``distinct`` of its samples differ, if not all do.

    ``replicas`` is the size of a batch. ``invariant``: the loss is tr(B X X^T)/2, B symmetric,
    which rotations of the samples leave alone; else a linear read-out.
    """

    weights: str
    d: int
    n: int
    layers: int
    replicas: int
    distinct: int | None = None
    invariant: bool = False

    @property
    def label(self) -> str:
        repeated = f" of which {self.distinct} distinct" if self.distinct else ""
        loss = ", a rotation-invariant loss" if self.invariant else ""
        return f"{self.weights}, d = {self.d}, n = {self.n}{repeated}, {self.layers} layers{loss}"


def batches(run: Run, case: object, size: int) -> list[Address]:
    """The addresses of the batches that the effort buys.

    "sizes fixed first" opens streams on which nothing had been looked at when the sizes of the
    checks were fixed, from a pilot at the address (20261116, "pilot").
    """
    address = run.address / "sizes fixed first" / case
    return [address / index / size for index in range(_BATCHES[run.effort])]


def profile(
    device: str, address: Address, case: Deep, X: Tensor | None = None, K: float = 1.0
) -> Profile:
    """Gradients of a random read-out of norm K, from X, (replicas, d, n), or Gaussian inputs."""
    import torch

    from lemmata.verify.chains.kernels import floats_on
    from lemmata.verify.chains.weights import gaussian
    from lemmata.verify.depth.gradients import gradients, readout
    from lemmata.verify.depth.network import Network, RandomWeights, RowNorm, WeightLaw

    def draw(name: str, *shape: int) -> Tensor:
        return gaussian(shape, floats_on(device), (address / name).generator(device))

    X = draw("X", case.replicas, case.d, case.n) if X is None else X
    C = draw("C", *X.shape)
    C = K * C / torch.linalg.vector_norm(C, dim=(-2, -1), keepdim=True)
    ties = None
    if case.distinct:
        ties = torch.arange(case.n, device=device) % case.distinct
        X = X[..., ties]
    loss = readout(C)
    if case.invariant:
        B = draw("B", X.shape[0], case.d, case.d)
        loss = lambda X: (B + B.mT) @ X  # noqa: E731
    weights = RandomWeights(WeightLaw(case.weights), address / "W", X)
    return gradients(Network(RowNorm()), weights, X, case.layers, loss, ties=ties)


def slopes(run: Run, cases: Sequence[Deep]) -> list[Floats]:
    """Growth a layer of log ||dL/dW_l||, without a tenth at each end, (all replicas,), of each."""

    def of_batch(case: Deep, address: Address) -> Floats:
        return slope(profile(run.device, address, case).log_dW, case.layers)

    return in_batches(run, {case: case.replicas for case in cases}, of_batch)


def in_batches(
    run: Run, sizes: Mapping[Of, int], of_batch: Callable[[Of, Address], Floats]
) -> list[Floats]:
    """The values of all batches of each case, (..., all replicas); every batch is a task.

    ``sizes``: by case, of a batch of it.
    """
    parts = [(case, address) for case in sizes for address in batches(run, case, sizes[case])]
    found = run.each({str(k): partial(of_batch, *part) for k, part in enumerate(parts)})
    by_case: dict[Of, list[Floats]] = {case: [] for case in sizes}
    for (case, _), values in zip(parts, found.values(), strict=True):
        by_case[case].append(values)
    return [np.concatenate(several, axis=-1) for several in by_case.values()]


def slope(values: Tensor, layers: int) -> Floats:
    """Growth a layer towards the input, without a tenth at each end: (layers, r) -> (r,)."""
    first, last = layers // 10, layers - layers // 10
    growth: Floats = ((values[first] - values[last]) / (last - first)).cpu().numpy()
    return growth


def slope_cells(
    run: Run, cases: Sequence[Deep], parameters: Callable[[Deep], Mapping[str, Any]]
) -> list[Cell]:
    """The median growth a layer of log ||dL/dW_l|| in each of these networks.

    Of each there are so many replicas that they hold a median at the level of the run.
    """
    alpha = run.alpha / len(cases)
    least = math.ceil(count_for_median(alpha) / _BATCHES[run.effort])
    cases = [replace(case, replicas=max(case.replicas, least)) for case in cases]
    found = slopes(run, cases)
    return [
        joint_cell(median(values, alpha), parameters(c), c.label)
        for c, values in zip(cases, found, strict=True)
    ]


@dataclass(frozen=True)
class Pair:
    """Networks of width d and d/4."""

    n: int
    d: int
    layers: int

    @property
    def label(self) -> str:
        return f"n = {self.n}, d = {self.d // 4} and {self.d} extrapolated, {self.layers} layers"

    def rate(self, d: int) -> float:
        """How the slope falls short of its limit: log of a mean of d copies of 1/chi^2_n.

        Its second moment is infinite for n <= 4; the tail of index n/2 leaves d^(1 - n/2) at n = 3.
        """
        return {3: 1 / math.sqrt(d), 4: math.log(d) / d}.get(self.n, 1 / d)

    def extrapolated(self, narrow: Floats, wide: Floats) -> Floats:
        ratio = self.rate(self.d // 4) / self.rate(self.d)
        return (ratio * wide - narrow) / (ratio - 1)


DEPTH = 2000
# Of each input in a batch, by width. A pilot (see batches) of 16 replicas of each input found
# sharp:theorem-5's bound 1.6, 5.7 and 19 standard deviations of the log norm above its mean where
# they are closest. At level 1e-10 Student's interval from 96, 24 and 12 replicas reaches at most
# half as far; 32 at least, as it is asymptotic.
REPLICAS = {2: 48, 4: 16, 8: 16}


def inputs(d: int, n: int, run: Run, address: Address) -> Iterator[tuple[str, Tensor]]:
    """Matrices with unit rows, (1, d, n): nearly rank one, random, nearly isometric."""
    import torch

    from lemmata.verify.chains.chain import bn
    from lemmata.verify.chains.kernels import floats_on
    from lemmata.verify.chains.weights import gaussian

    stream = (address / "input" / d).generator(run.device)
    G = gaussian((1, d, n), floats_on(run.device), stream)
    yield "nearly rank one", bn(torch.ones_like(G) + 1e-3 * G)
    yield "random", bn(G)
    yield "nearly isometric", bn(torch.eye(d, n, dtype=G.dtype, device=G.device) + 1e-3 * G)


def gradient_cells(
    run: Run, norm: float, constants: dict[str, float], samples: Mapping[int, int] | None = None
) -> Iterator[Cell]:
    """E log ||dL/dW_l|| at the first, middle and last layer, for a read-out of this norm.

    ``samples``: n by d, at least as large; d itself if not given.
    """
    import torch

    from lemmata.verify.chains.gaps import by_singular_values

    layers = (0, DEPTH // 2, DEPTH - 1)
    alpha = run.alpha / (len(layers) * 3 * len(REPLICAS))
    sizes = samples or {d: d for d in REPLICAS}
    cases = [Deep("orthogonal", d, sizes[d], DEPTH, count) for d, count in REPLICAS.items()]

    def inputs_of(case: Deep) -> dict[str, Tensor]:
        return dict(inputs(case.d, case.n, run, batches(run, case, case.replicas)[0]))

    def of_batch(case: Deep, address: Address) -> Floats:
        """(inputs, layers, replicas)."""
        X = torch.cat([x.expand(case.replicas, -1, -1) for x in inputs_of(case).values()])
        log_dW = profile(run.device, address, case, X, norm).log_dW
        by_layer = torch.stack([log_dW[l].view(-1, case.replicas) for l in layers], 1)
        found: Floats = by_layer.cpu().numpy()
        return found

    found = in_batches(run, {case: case.replicas for case in cases}, of_batch)
    for case, by_input in zip(cases, found, strict=True):
        for (name, x), by_layer in zip(inputs_of(case).items(), by_input, strict=True):
            # of x^T: the gap of x x^T, which for n > d that of x^T x is not
            parameters = {"phi_0": float(by_singular_values(x.mT)), "d": case.d, **constants}
            for l, values in zip(layers, by_layer, strict=True):
                label = f"{name}, {case.label}, layer {l}"
                yield joint_cell(student(values, alpha), parameters, label)
