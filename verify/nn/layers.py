"""Layers that torch does not have: the papers' BN, and linear maps of several networks at once.

Samples are rows, as in torch: a batch is (n, d, ...), the transpose of the papers' matrix.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn


class BatchNormWithoutMean(nn.Module):
    """The papers' BN, diag(X X^T)^(-1/2) X: every feature divided by its norm over the batch.

    No mean is subtracted. ``scaled``: the output is multiplied by sqrt(n), so that entries are of
    size one, as in torch's BN. Evaluation mode uses ``running_square``, the moving mean over the
    batches, with weight ``momentum`` for the last one; the plain mean if ``momentum`` is None.
    """

    running_square: Tensor
    num_batches_tracked: Tensor

    def __init__(
        self,
        features: int,
        *,
        scaled: bool = True,
        eps: float = 0.0,
        momentum: float | None = 0.1,
    ) -> None:
        super().__init__()
        self.features, self.scaled, self.eps, self.momentum = features, scaled, eps, momentum
        self.register_buffer("running_square", torch.ones(features))
        self.register_buffer("num_batches_tracked", torch.tensor(0, dtype=torch.long))

    def reset_running_stats(self) -> None:
        self.running_square.fill_(1)
        self.num_batches_tracked.zero_()

    def forward(self, X: Tensor) -> Tensor:
        """(n, d, ...) -> (n, d, ...)."""
        dims = [0, *range(2, X.dim())]
        square = self.running_square
        if self.training:
            square = X.square().mean(dims) if self.scaled else X.square().sum(dims)
            self._follow(square.detach())
        shape = (1, -1, *[1] * (X.dim() - 2))
        return X / (square + self.eps).sqrt().view(shape)

    @torch.no_grad()
    def _follow(self, square: Tensor) -> None:
        self.num_batches_tracked += 1
        weight = self.momentum
        if weight is None:
            weight = 1 / float(self.num_batches_tracked)
        self.running_square.lerp_(square, weight)

    def extra_repr(self) -> str:
        return f"{self.features}, scaled={self.scaled}, momentum={self.momentum}"


class BlockLinear(nn.Module):
    """``blocks`` linear maps side by side: y_b = W_b x_b, one block diagonal matrix.

    ``weight``: (blocks, out, in). Networks whose features are side by side in one tensor are
    trained together, (n, blocks * in) -> (n, blocks * out): all other layers act on each feature
    alone.
    """

    def __init__(self, inputs: int, outputs: int, blocks: int) -> None:
        super().__init__()
        self.blocks = blocks
        self.weight = nn.Parameter(torch.empty(blocks, outputs, inputs))

    def forward(self, X: Tensor) -> Tensor:
        parts = X.view(len(X), self.blocks, -1).transpose(0, 1)  # (blocks, n, in)
        return torch.bmm(parts, self.weight.mT).transpose(0, 1).reshape(len(X), -1)

    def extra_repr(self) -> str:
        return f"{self.weight.shape[2]} -> {self.weight.shape[1]}, blocks={self.blocks}"


class Gain(nn.Module):
    """a X, a fixed number: activation shaping's a_l = l^(-e) (meterez2024 eq. 11)."""

    def __init__(self, a: float) -> None:
        super().__init__()
        if not (math.isfinite(a) and a > 0):
            raise ValueError(f"a gain of {a}; expected a positive number")
        self.a = a

    def forward(self, X: Tensor) -> Tensor:
        return X if self.a == 1.0 else self.a * X

    def extra_repr(self) -> str:
        return f"{self.a:g}"


class Sin(nn.Module):
    """sin, which torch has as a function only."""

    def forward(self, X: Tensor) -> Tensor:
        return X.sin()
