"""Gradients of one layer of networks of many depths that share their first layers.

The network of depth D has the first D layers of the deepest one, and a loss at X_D: weights are
drawn and representations computed once for all depths, and going back the gradients of all networks
that are deep enough move together. At each depth the law is that of a network of its own; between
depths the values are dependent, so that a growth in depth scatters less.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from lemmata.verify.depth.gradients import LossGradient
from lemmata.verify.depth.network import Network, RandomWeights

SPACING = 32  # layers between checkpoints


@torch.no_grad()
def at_depths(
    network: Network,
    weights: RandomWeights,
    X: Tensor,
    depths: Sequence[int],
    loss: LossGradient,
    layer: int,
    ties: Tensor | None = None,
) -> Tensor:
    """log ||dL_D/dW_layer||_F, D in increasing ``depths``: (depths, replicas).

    ``ties``: as in ``gradients``; only the mean of the gradient over equal samples reaches dL/dW.
    """
    if layer >= depths[0] or list(depths) != sorted(set(depths)):
        raise ValueError(f"depths {depths}; expected increasing ones above the layer {layer}")
    passed = _Forwards(network, weights, X, ties)
    seeds = passed.descend(depths, loss)
    G, scale = X.new_zeros((0, *X.shape)), X.new_zeros((0, X.shape[0]))
    for start in reversed(range(0, depths[-1], SPACING)):
        states, kept, W = passed.segment(start, min(start + SPACING, depths[-1]))
        for l in reversed(range(start, start + len(W))):
            if l + 1 in seeds:  # the network of depth l + 1 begins here
                G = torch.cat([G, passed.shared(seeds[l + 1])[None]])
                scale = torch.cat([scale, scale.new_zeros((1, X.shape[0]))])
            after, (Y, r) = states.pop(), kept.pop()
            dZ = network.backward(G, after, Y, r, l)  # (depths so far, replicas, d, n)
            if l == layer:
                found: Tensor = torch.linalg.matrix_norm(dZ @ states[-1].mT).log() + scale
                return found.flip(0)  # the deepest came first
            G = passed.shared(W.pop().mT @ dZ)
            size = torch.linalg.matrix_norm(G)
            G, scale = G / size[..., None, None], scale + size.log()
    raise AssertionError("every layer is passed on the way back")


class _Forwards:
    """The way down, and a segment of it again."""

    def __init__(
        self, network: Network, weights: RandomWeights, X: Tensor, ties: Tensor | None
    ) -> None:
        self.network, self.weights, self.X, self.ties = network, weights, X, ties
        self.checkpoints: list[Tensor] = []
        if ties is not None:
            equal = (ties[:, None] == ties).to(X)
            self.means = equal / equal.sum(0)

    def shared(self, G: Tensor) -> Tensor:
        """Its mean over equal samples, where some are."""
        return G if self.ties is None else G @ self.means

    def _layer(self, W: Tensor, X: Tensor, l: int) -> tuple[Tensor, Tensor, Tensor]:
        X, Y, r = self.network.forward(W @ X, l)
        return (X if self.ties is None else X[..., self.ties]), Y, r

    def descend(self, depths: Sequence[int], loss: LossGradient) -> dict[int, Tensor]:
        """dL_D/dX_D by depth; a checkpoint every few layers."""
        X, seeds = self.X, {}
        for l, W in enumerate(self.weights.layers(0, depths[-1])):
            if l % SPACING == 0:
                self.checkpoints.append(X)
            X, _, _ = self._layer(W, X, l)
            if l + 1 in depths:
                seeds[l + 1] = loss(X)
        return seeds

    def segment(
        self, start: int, stop: int
    ) -> tuple[list[Tensor], list[tuple[Tensor, Tensor]], list[Tensor]]:
        """X_start..X_stop, (Y, r) of each layer, and the weights."""
        W, states, kept = list(self.weights.layers(start, stop)), [self.checkpoints.pop()], []
        for l, w in enumerate(W, start):
            X, Y, r = self._layer(w, states[-1], l)
            states.append(X)
            kept.append((Y, r))
        return states, kept, W
