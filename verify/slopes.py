"""Cells about gradients of deep random networks: how fast they grow, how large they become.

Logarithms of gradient norms have no bound from below, so that the intervals here are Student's,
over independent replicas: asymptotic, unlike the confidence sequences of bounded observables.
torch and scipy are loaded when a check runs, not when it is listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from theory.ledger import Cell
from verify.registry import Effort, Run

if TYPE_CHECKING:
    from torch import Tensor

    from verify.depth import Profile

Floats = NDArray[np.float64]

_REPLICAS = {Effort.SMOKE: 0.5, Effort.STANDARD: 1, Effort.THOROUGH: 8, Effort.PAPER: 32}


@dataclass(frozen=True)
class Deep:
    """A network without activation; ``distinct`` of its samples differ, if not all do.

    ``invariant``: the loss is tr(B X X^T)/2, B symmetric, which rotations of the samples leave
    alone; else a linear read-out.
    """

    weights: str
    d: int
    n: int
    layers: int
    replicas: int
    distinct: int | None = None
    scaled: bool = False
    invariant: bool = False

    @property
    def label(self) -> str:
        repeated = f" of which {self.distinct} distinct" if self.distinct else ""
        loss = ", a rotation-invariant loss" if self.invariant else ""
        return f"{self.weights}, d = {self.d}, n = {self.n}{repeated}, {self.layers} layers{loss}"


def bought(run: Run, replicas: int) -> int:
    """How many replicas the effort buys, from those at standard effort."""
    return round(replicas * _REPLICAS[run.effort])


def profile(run: Run, case: Deep, X: Tensor | None = None, K: float = 1.0) -> Profile:
    """Gradients of a random read-out of norm K, from X, (replicas, d, n), or Gaussian inputs."""
    import torch

    from verify.depth import gradients, readout
    from verify.network import Kind, Network, RandomWeights, RowNorm
    from verify.sampling import gaussian

    address = run.address / case.label
    like = torch.empty(0, dtype=torch.float64, device=run.device)
    if X is None:
        shape = (bought(run, case.replicas), case.d, case.n)
        X = gaussian(shape, like, (address / "X").generator(run.device))
    shape = (X.shape[0], case.d, case.n)
    C = gaussian(shape, like, (address / "C").generator(run.device))
    C = K * C / torch.linalg.vector_norm(C, dim=(-2, -1), keepdim=True)
    ties = None
    if case.distinct:
        ties = torch.arange(case.n, device=run.device) % case.distinct
        X = X[..., ties]
    loss = readout(C)
    if case.invariant:
        B = gaussian((X.shape[0], case.d, case.d), like, (address / "B").generator(run.device))
        loss = lambda X: (B + B.mT) @ X  # noqa: E731
    weights = RandomWeights(Kind(case.weights), address / "W", X)
    return gradients(Network(RowNorm(case.scaled)), weights, X, case.layers, loss, ties=ties)


def slopes(run: Run, case: Deep, of: str) -> Floats:
    """Growth a layer of log ||dL/dW|| or ||dL/dX||, without a tenth at each end: (replicas,)."""
    found = profile(run, case)
    values = found.log_dW if of == "W" else found.log_dX
    first, last = case.layers // 10, case.layers - case.layers // 10
    slope: Floats = ((values[first] - values[last]) / (last - first)).cpu().numpy()
    return slope


def student(values: Floats, alpha: float) -> tuple[float, tuple[float, float]]:
    """The mean of independent values and Student's interval for it at level ``alpha``."""
    from scipy import stats

    count = len(values)
    mean, error = float(values.mean()), float(values.std(ddof=1)) / count**0.5
    width = float(stats.t.isf(alpha / 2, count - 1)) * error
    return mean, (mean - width, mean + width)


def cell(values: Floats, alpha: float, parameters: Mapping[str, Any], label: str) -> Cell:
    mean, interval = student(values, alpha)
    return Cell(
        parameters, mean, interval=interval, samples=len(values), label=label,
        interval_method="Student (asymptotic)",
    )  # fmt: skip
