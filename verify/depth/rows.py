"""Layers of the papers' own network, X_{l+1} = BN(W_l X_l), in numpy.

Where a product is numpy's (`verify.machine.products`) all of a layer is: its calls are cheap, and
at 100 x 100 a third of the time is calls. The formulas are `RowNorm`'s.
"""

import numpy as np
import torch
from torch import Tensor

from lemmata.verify.depth.network import RandomWeights
from lemmata.verify.depth.segments import Parts, each, least_size
from lemmata.verify.statistics.betting import Floats

Row = tuple[Floats, Floats]  # X_(l+1) = Y, (replicas, d, n), and r, (replicas, d, 1)


def norms(flat: Floats) -> Floats:
    """||G||_F of every replica, (replicas,), from its entries, (replicas, d n)."""
    found: Floats = np.sqrt(np.vecdot(flat, flat))
    return found


def flattened(G: Floats) -> Floats:
    return G.reshape(len(G), -1)


class RowSegments:
    """`Segments` for a network whose layers are BN of rows alone, with distinct samples."""

    parts = 1

    def __init__(self, like: Tensor) -> None:
        replicas, d, n = like.shape
        # memory that stays in a cache all the way back
        self.dZ, self.dX = np.empty((2, replicas, d, n))
        self.XT, self.dW = np.empty((replicas, n, d)), np.empty((replicas, d, d))
        self.least = least_size(like)

    def reserve(self, slots: int) -> None:
        self.rooms = [np.empty_like(self.dZ) for _ in range(slots)]
        self.made: dict[int, Row] = {}  # by slot

    def forwards(
        self, weights: RandomWeights, X: Tensor, start: int, stop: int, slots: slice
    ) -> None:
        x = X.numpy()
        with np.errstate(all="ignore"):  # a row that is lost is found by what it leaves
            for slot, w in zip(each(slots), weights.layers(start, stop), strict=True):
                x = np.matmul(w.numpy(), x, out=self.rooms[slot])
                r = np.sqrt(np.vecdot(x, x))[..., None]
                self.made[slot] = np.divide(x, r, out=x), r

    def observe(self, stop: int, slots: slice) -> tuple[Tensor, Tensor]:
        made = [self.made[slot] for slot in each(slots)]
        divisors = np.stack([r for _, r in made])[..., 0]
        return torch.from_numpy(made[-1][0]), torch.from_numpy(divisors)

    def backwards(
        self, weights: RandomWeights, X: Tensor, start: int, stop: int, slots: slice, G: Parts
    ) -> tuple[Parts, Tensor, Tensor]:
        W, made = list(weights.layers(start, stop)), [self.made[slot] for slot in each(slots)]
        g, dZ, dX, dW = G[0].numpy(), self.dZ, self.dX, self.dW
        entries_dX, entries_dW = flattened(dX), flattened(dW)
        size, sizes, norms_dW = norms(flattened(g)), [], []
        for i in reversed(range(len(made))):
            y, r = made[i]
            np.multiply(y, np.vecdot(y, g)[..., None], out=dZ)
            np.subtract(g, dZ, out=dZ)
            np.divide(dZ, r * np.maximum(size, self.least)[:, None, None], out=dZ)
            # OpenBLAS takes less time for A B than for A B^T, by more than a copy takes
            np.copyto(self.XT, (made[i - 1][0] if i else X.numpy()).swapaxes(-2, -1))
            np.matmul(dZ, self.XT, out=dW)
            norms_dW.append(norms(entries_dW))
            g = np.matmul(W[i].numpy().swapaxes(-2, -1), dZ, out=dX)
            size = norms(entries_dX)
            sizes.append(size)
        logs = torch.from_numpy(np.stack(sizes)).log()
        return [torch.from_numpy(g)], logs[:, None], torch.from_numpy(np.stack(norms_dW))

    def separated(self, G: Parts) -> Parts:
        return G
