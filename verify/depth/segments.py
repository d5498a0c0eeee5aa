"""Segments of layers: the forward pass into preallocated tensors, and the backward pass.

Backwards every layer scales the gradient to norm 1 and records its size.
"""

import torch
from torch import Tensor

from lemmata.verify.depth.network import Network, RandomWeights
from lemmata.verify.machine.products import product

Layer = tuple[Tensor, Tensor, Tensor]  # X_(l+1), Y and its divisors r
Parts = list[Tensor]  # of a gradient that have to be carried apart, or their norms


def frobenius(G: Tensor) -> Tensor:
    """(replicas, 1, 1)."""
    norm: Tensor = torch.linalg.vector_norm(G, dim=(-2, -1), keepdim=True)
    return norm


def least_size(G: Tensor) -> float:
    """Below it a gradient is zero, which stays zero; its logarithm is -inf.

    From norm 1 no layer leads below the root of the smallest float, unless to zero.
    """
    return float(torch.finfo(G.dtype).tiny ** 0.5)


class Segments:
    """The forward and backward pass of any network; samples may repeat others."""

    def __init__(self, network: Network, like: Tensor, ties: Tensor | None) -> None:
        """``like``: the input; ``ties``: for every sample the one that it repeats, (n,)."""
        self.network, self.ties = network, ties
        self.means: Tensor | None = None  # (n, n): G @ means has the mean over equal samples
        if ties is not None:
            equal = (ties[:, None] == ties).to(like)
            self.means = equal / equal.sum(0)
        self.parts = 1 if ties is None else 2
        # memory that stays in a cache all the way back
        rooms = ([torch.empty_like(like) for _ in range(self.parts)] for _ in range(2))
        self.dZ, self.dX = rooms
        self.dW = product(like, like.mT)

    def reserve(self, slots: int) -> None:
        """Room for what so many layers make: Z, then Y."""
        self.rooms = [torch.empty_like(self.dZ[0]) for _ in range(slots)]
        self.made: dict[int, Layer] = {}  # by slot

    def forwards(
        self, weights: RandomWeights, X: Tensor, start: int, stop: int, slots: slice
    ) -> None:
        """The output of each layer from X = X_start on, stored in its slot."""
        W = weights.layers(start, stop)
        for l, slot, w in zip(range(start, stop), each(slots), W, strict=True):
            Z = self.rooms[slot]
            X, Y, r = self.network.forward(product(w, X, Z), l, out=Z)
            X = X if self.ties is None else X[..., self.ties]
            self.made[slot] = X, Y, r

    def observe(self, stop: int, slots: slice) -> tuple[Tensor, Tensor]:
        """X_stop, and the divisors of all these layers, (layers, replicas, d)."""
        made = [self.made[slot] for slot in each(slots)]
        return made[-1][0], torch.stack([r for _, _, r in made])[..., 0]

    def backwards(
        self, weights: RandomWeights, X: Tensor, start: int, stop: int, slots: slice, G: Parts
    ) -> tuple[Parts, Tensor, Tensor]:
        """From G = dL/dX_stop to dL/dX_start; X = X_start, in these slots what ``forwards`` made.

        Beside it, the deepest first, log of the norms that dL/dX came to, (layers, parts,
        replicas), and the norms of dL/dW, (layers, replicas), each of a gradient of norm 1 above.
        """
        W, made = list(weights.layers(start, stop)), [self.made[slot] for slot in each(slots)]
        size, sizes, dW = [frobenius(g) for g in G], [], []
        for i in reversed(range(len(made))):
            before = made[i - 1][0] if i else X
            after, Y, r = made[i]
            dZ = [
                self.network.backward(g, after, Y, r * s.clamp(min=least_size(s)), start + i, room)
                for g, s, room in zip(G, size, self.dZ, strict=True)
            ]
            dW.append(frobenius(product(dZ[0], before.mT, self.dW)))
            turned = [product(W[i].mT, dz, g) for dz, g in zip(dZ, self.dX, strict=True)]
            G = self.separated(turned)
            size = [frobenius(g) for g in G]
            sizes += size
        norms = torch.cat(sizes).log().view(len(made), self.parts, -1)
        return G, norms, torch.cat(dW).view(len(made), -1)

    def separated(self, G: Parts) -> Parts:
        """The first part made the same on equal samples, the second of mean zero over them."""
        if self.means is None:
            return G
        shared, rest = G
        return [product(shared, self.means), rest - product(rest, self.means)]


def each(slots: slice) -> range:
    return range(slots.start, slots.stop)
