"""The networks of meterez2024's figures at initialisation, as its public code builds them.

Images enter through a first layer W_0, d x 3072; then layers of width d, each followed by BN; a
linear classifier and the cross entropy, averaged over the batch. All weights are orthogonal, or all
Xavier normal. W_0 X has the law of (W_0 Q) R with X = Q R, Q orthonormal and R (n x n): only the
n columns W_0 Q are drawn, and ||dL/dW_0||_F is the same for R in the place of X.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from lemmata.verify.chains.weights import gaussian, haar_frame
from lemmata.verify.depth.gradients import LossGradient
from lemmata.verify.depth.nested import at_depths
from lemmata.verify.depth.network import Network, RandomWeights, WeightLaw
from lemmata.verify.figures.images import CLASSES, Batch
from lemmata.verify.seeds import Address
from lemmata.verify.statistics.betting import Floats

WIDTH = 100
MEMORY = 2**29  # bytes for the weights of the runs that are done together


class WeightsAfterFirst(RandomWeights):
    """Random weights but for the first layer, which is an argument."""

    def __init__(self, kind: str, address: Address, like: Tensor, first: Tensor) -> None:
        super().__init__(kind, address, like)
        self.first = first  # (replicas, d, d)

    def pieces(self, start: int, stop: int) -> Iterator[Tensor]:
        for k, W in enumerate(super().pieces(start, stop)):
            yield W if start or k else torch.cat([self.first[None], W[1:]])


@dataclass(frozen=True)
class Classifier:
    """A network of any depth on a batch of images, and the law of its weights.

    ``distinct``: the number of different samples, if some are repeated. ``dtype``: the papers' own,
    which moves a log gradient by less than its digits on a plot; float64 where samples are repeated
    or lost, as rounding changes what is left of them.
    """

    network: Network
    weights: str = WeightLaw.ORTHOGONAL
    distinct: int | None = None
    dtype: torch.dtype = torch.float32

    def started(
        self, batch: Batch, runs: int, address: Address
    ) -> tuple[Tensor, WeightsAfterFirst, LossGradient, Tensor | None]:
        """The input, the weights, the loss, and for each sample the one that it repeats."""
        images, n, ties = batch.X.to(self.dtype), batch.X.shape[1], None
        if self.distinct:
            ties = torch.arange(n, device=images.device) % self.distinct
            images = images[:, ties]
        root = torch.linalg.qr(images, mode="r").R  # (min(features, n), n)
        X = images.new_zeros((runs, WIDTH, n))
        X[:, : len(root)] = root if ties is None else root[:, ties]
        stream = (address / "first and last").generator(str(images.device))
        first, V = _ends(WeightLaw(self.weights), len(batch.X), X, stream)
        weights = WeightsAfterFirst(self.weights, address / "W", X, first)
        return X, weights, cross_entropy(V, batch.labels), ties

    def log_gradients(
        self,
        batch: Batch,
        depths: Sequence[int],
        layer: int,
        runs: int,
        address: Address,
        tied: bool = True,
    ) -> Floats:
        """log ||dL/dW_layer||_F at each depth: (depths, runs). Depth L has L layers with BN.

        ``tied``: repeated samples stay equal, as in exact arithmetic.
        """
        of = [self.network]
        found: Floats = self.log_gradients_of(of, batch, depths, layer, runs, address, tied)[0]
        return found

    def log_gradients_of(
        self,
        networks: Sequence[Network],
        batch: Batch,
        depths: Sequence[int],
        layer: int,
        runs: int,
        address: Address,
        tied: bool = True,
    ) -> Floats:
        """Those of several networks in the place of its own, with the same weights: they are drawn
        once, for as many runs at a time as there is memory: (networks, depths, runs).
        """
        found, one = [], depths[-1] * WIDTH**2 * self.dtype.itemsize
        most = max(1, MEMORY // one)
        for first in range(0, runs, most):
            some = address / first if first else address
            X, weights, loss, ties = self.started(batch, min(most, runs - first), some)
            weights.keep(depths[-1])
            of = ties if tied else None
            found.append(
                torch.stack(
                    [at_depths(net, weights, X, depths, loss, layer, of) for net in networks]
                )
            )
        return np.asarray(torch.cat(found, -1).cpu().to(torch.float64).numpy())


def _ends(
    kind: WeightLaw, features: int, X: Tensor, generator: torch.Generator
) -> tuple[Tensor, Tensor]:
    """W_0 Q, padded to (runs, d, d), and the classifier (runs, 10, d)."""
    runs, d, n = X.shape
    k = min(features, n)
    first = X.new_zeros((runs, d, d))
    if kind is WeightLaw.ORTHOGONAL:
        for one in first:  # a frame of all features is large: one run at a time
            one[:, :k] = haar_frame(features, d, 1, X, generator)[0, :k].mT
        return first, haar_frame(d, CLASSES, runs, X, generator).mT
    first[..., :k] = gaussian((runs, d, k), X, generator)
    xavier = (2 / (d + CLASSES)) ** 0.5
    return first, xavier * gaussian((runs, CLASSES, d), X, generator)


def cross_entropy(V: Tensor, labels: Tensor) -> LossGradient:
    """dL/dX of the mean cross entropy of the logits V X, with these labels."""
    hot = torch.nn.functional.one_hot(labels, CLASSES).mT.to(V)  # (10, n)

    def gradient(X: Tensor) -> Tensor:
        found: Tensor = V.mT @ ((V @ X).softmax(-2) - hot) / len(labels)
        return found

    return gradient
