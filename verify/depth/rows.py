"""Layers of the papers' own network, X_{l+1} = BN(W_l X_l), in numpy.

Where a product is numpy's (`verify.machine.products`) all of a layer is: its calls are cheap, and
at 100 x 100 a third of the time is calls. The formulas are `RowNorm`'s.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import torch
from torch import Tensor

from verify.depth.segments import Layer, Parts, least_size
from verify.statistics.betting import Floats


def norms(G: Floats) -> Floats:
    """||G||_F of every replica, (replicas,)."""
    flat = G.reshape(len(G), -1)
    found: Floats = np.sqrt(np.vecdot(flat, flat))
    return found


class RowSegments:
    """As `Segments`, of a network that is BN of rows alone, all samples distinct."""

    parts = 1

    def __init__(self, like: Tensor) -> None:
        replicas, d, n = like.shape
        # memory that stays in a cache all the way back
        self.dZ, self.dX = np.empty((2, replicas, d, n))
        self.XT, self.dW = np.empty((replicas, n, d)), np.empty((replicas, d, d))
        self.least = least_size(like)

    def forwards(
        self, W: Iterable[Tensor], X: Tensor, start: int, rooms: Sequence[Tensor]
    ) -> list[Layer]:
        x, made = X.numpy(), []
        with np.errstate(all="ignore"):  # a row that is lost is found by what it leaves
            for w, room in zip(W, rooms, strict=True):
                x = np.matmul(w.numpy(), x, out=room.numpy())
                r = np.sqrt(np.vecdot(x, x))[..., None]
                np.divide(x, r, out=x)
                made.append((room, room, torch.from_numpy(r)))
        return made

    def backwards(
        self, W: Sequence[Tensor], X: Tensor, start: int, made: Sequence[Layer], G: Parts
    ) -> tuple[Parts, Tensor, Tensor]:
        g, dZ = G[0].numpy(), self.dZ
        size, sizes, dW = norms(g), [], []
        for i in reversed(range(len(made))):
            _, Y, r = made[i]
            y = Y.numpy()
            np.multiply(y, np.vecdot(y, g)[..., None], out=dZ)
            np.subtract(g, dZ, out=dZ)
            np.divide(dZ, r.numpy() * np.maximum(size, self.least)[:, None, None], out=dZ)
            # OpenBLAS takes less time for A B than for A B^T, by more than a copy takes
            np.copyto(self.XT, (made[i - 1][0] if i else X).numpy().swapaxes(-2, -1))
            dW.append(norms(np.matmul(dZ, self.XT, out=self.dW)))
            g = np.matmul(W[i].numpy().swapaxes(-2, -1), dZ, out=self.dX)
            size = norms(g)
            sizes.append(size)
        logs = torch.from_numpy(np.stack(sizes)).log()
        return [torch.from_numpy(g)], logs[:, None], torch.from_numpy(np.stack(dW))

    def separated(self, G: Parts) -> Parts:
        return G
