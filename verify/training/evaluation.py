"""Measures why a network that trains may fail in evaluation mode, and what repairs it.

In training every layer divides by the statistics of its own batch; in evaluation mode it divides by
running statistics, so that an error in the scale or mean of one layer reaches the next. torch's BN
has such an error in every layer: in training it divides by the variance with 1/n, for evaluation it
stores the one with 1/(n-1), Bessel's. This is right for the first layer, whose input is a sample of
a population. From the second layer on the input has variance 1 with 1/n in every batch, so that a
network without activation has about

    root mean square of BN's output in layer l = ((n-1)/n)^((l-1)/2),

.08 at l = 500 and .007 at l = 1000 with batches of n = 100, while learned shifts stay as they were.
This is exact where the batches have covariance I, and approximate in trained networks, whose
running statistics also lag behind the weights. Saturating activations damp such errors.

``drift`` measures this root mean square in each layer; ``repairs`` measures the accuracy of the
same weights with the statistics replaced in several ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from lemmata.verify.nn.layers import BatchNormWithoutMean
from lemmata.verify.nn.networks import BNNetwork
from lemmata.verify.nn.temporary import remove_hooks
from lemmata.verify.training.measuring import (
    reestimate_,
    remove_correction_,
    replicate,
    scores,
    temporary_mode,
)
from lemmata.verify.training.running import TrainingRun
from lemmata.verify.training.series import MODES

BATCH, RUNNING = MODES
LARGEST = 10_000  # inputs from which statistics are estimated again, of each replica
ALL = 24_000  # of all replicas together: with 3072 pixels 300 MB


@dataclass(frozen=True)
class Repair:
    """Accuracies (replicas,) on both splits, and the drift of each layer, (replicas, layers)."""

    name: str
    train: Tensor
    test: Tensor
    drift: Tensor | None


def repairs(run: TrainingRun) -> Iterator[Repair]:
    """The same weights with several statistics; each leaves the network unchanged."""
    batch = run.training.batch
    X = run.train.X[: min(LARGEST, max(batch, ALL // run.training.replicas))]

    def again_without_correction() -> None:
        reestimate_(run.network, X, batch)
        remove_correction_(run.network, batch)

    ways: dict[str, Callable[[], None] | None] = {
        "running statistics": lambda: None,
        "statistics of each batch": None,
        "running, without n/(n-1)": lambda: remove_correction_(run.network, batch),
        f"estimated again, batches of {batch}": lambda: reestimate_(run.network, X, batch),
        "the same, without n/(n-1)": again_without_correction,
        f"estimated again, one batch of {len(X)}": lambda: reestimate_(run.network, X, None),
    }
    for name, way in ways.items():
        with temporary_mode(run.network, training=run.network.training):
            mode = BATCH if way is None else RUNNING
            if way is not None:
                way()
            most = run.training.evaluated
            train, test = (
                scores(run.network, split, most, batch, mode)[1] for split in (run.train, run.test)
            )
            yield Repair(name, train, test, None if way is None else drift(run.network, X))


@torch.no_grad()
def drift(network: BNNetwork, X: Tensor) -> Tensor:
    """The root mean square over features and X of each BN's output in evaluation mode.

    (replicas, layers); in training it would be 1 without a learned scale (1/sqrt(n) unscaled).
    """
    replicas, scales = network.replicas or 1, list[Tensor]()

    def record_scale(module: nn.Module, inputs: Any, out: Tensor) -> None:
        normalised = out
        if isinstance(module, nn.BatchNorm1d | nn.BatchNorm2d):  # before its scale and shift
            normalised = (inputs[0] - _shaped(module.running_mean, out)) / _shaped(
                module.running_var, out, module.eps
            ).sqrt()
        parts = normalised.view(len(out), replicas, -1).double()
        scales.append(parts.square().mean((0, 2)).sqrt())

    kinds = (BatchNormWithoutMean, nn.BatchNorm1d, nn.BatchNorm2d)
    norms = [module for module in network.modules() if isinstance(module, kinds)]
    hooks = [module.register_forward_hook(record_scale) for module in norms]
    with temporary_mode(network, training=False), remove_hooks(hooks):
        network(replicate(X, replicas))
    return torch.stack(scales, -1) if scales else torch.empty(replicas, 0)


def _shaped(values: Tensor | None, like: Tensor, more: float = 0.0) -> Tensor:
    if values is None:
        raise ValueError("BN that keeps no running statistics has no evaluation mode")
    return (values + more).view(1, -1, *[1] * (like.dim() - 2))
