"""Small models of the kinds that people have."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from lemmata.verify.nn.layers import BatchNormWithoutMean, Gain


def linear(inputs: int, outputs: int, std: float) -> nn.Module:
    """A Gaussian map without a bias; an orthogonal one where the deviation is 0."""
    found = nn.Linear(inputs, outputs, bias=False)
    if std:
        nn.init.normal_(found.weight, std=std)
    else:
        nn.init.orthogonal_(found.weight)
    return found


def meterez(d: int = 12, depth: int = 12) -> nn.Module:
    """The chain (3) of meterez2024: BN without mean of orthogonal maps."""
    layers = [part for _ in range(depth) for part in (linear(d, d, 0), BatchNormWithoutMean(d))]
    return nn.Sequential(*layers, nn.Linear(d, 4))


def daneshmand(d: int = 120, depth: int = 12) -> nn.Module:
    """The chain (1) of daneshmand2021: BN without mean of Gaussian maps."""
    layers: list[nn.Module] = []
    for width in [16, *[d] * (depth - 1)]:
        layers += [linear(width, d, d**-0.5), BatchNormWithoutMean(d, scaled=False)]
    return nn.Sequential(*layers, nn.Linear(d, 4))


def vanilla(activation: type[nn.Module] = nn.Identity, depth: int = 40) -> nn.Module:
    """No BN; linear where no activation is named."""
    layers = [part for _ in range(depth) for part in (linear(16, 16, 0.25), activation())]
    return nn.Sequential(*layers, nn.Linear(16, 4))


def shaped(exponent: float | None = None, depth: int = 6) -> nn.Module:
    """torch's BN and tanh, with gains l^-e where an exponent is given."""
    layers: list[nn.Module] = []
    for l in range(1, depth + 1):
        layers += [nn.Linear(16, 16), nn.BatchNorm1d(16)]
        layers += [Gain(l**-exponent)] if exponent else []
        layers += [nn.Tanh()]
    return nn.Sequential(*layers, nn.Linear(16, 4))


class ResidualBlock(nn.Module):
    """Two convolutions with BN beside the identity, all in place."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)
        self.second_norm = nn.BatchNorm2d(channels)
        self.relu = nn.ReLU(inplace=True)

    def forward(self, X: Tensor) -> Tensor:
        Y = self.relu(self.first_norm(self.first(X)))
        Y = self.second_norm(self.second(Y))
        Y += X
        return torch.relu_(Y)


class Convolutional(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Conv2d(1, 4, 3, padding=1)
        self.blocks = nn.Sequential(ResidualBlock(4), ResidualBlock(4))
        self.readout = nn.Linear(4, 3)

    def forward(self, X: Tensor, double: Any = None) -> Tensor:
        Y = self.blocks(self.stem(X))
        found: Tensor = self.readout(Y.mean((2, 3)))
        return found if double is None else 2 * found


class Transformer(nn.Module):
    """One block with LayerNorm before attention and before the MLP."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.LayerNorm(8), nn.LayerNorm(8)
        self.attention = nn.MultiheadAttention(8, 2, batch_first=True)
        self.mlp = nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.Linear(16, 8))

    def forward(self, X: Tensor) -> Tensor:
        Y = self.first(X)
        X = X + self.attention(Y, Y, Y, need_weights=False)[0]
        found: Tensor = X + self.mlp(self.second(X))
        return found


class Branching(nn.Module):
    """What fx cannot follow: it looks at its numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.Linear(16, 8)

    def forward(self, X: Tensor) -> Tensor:
        Y: Tensor = self.inner(X)
        return Y if bool(Y.sum() > 1e9) else Y.tanh()


class Unlike(nn.Module):
    """What fx follows to another output: the sign of a counter."""

    def __init__(self) -> None:
        super().__init__()
        self.inner, self.calls = nn.Linear(16, 8), 0

    def forward(self, X: Tensor) -> Tensor:
        self.calls += 1
        found: Tensor = self.inner(X) * (1.0 if self.calls > 1 else -1.0)
        return found


class Words(nn.Module):
    """Whole numbers in."""

    def __init__(self) -> None:
        super().__init__()
        self.table, self.readout = nn.Embedding(20, 6), nn.Linear(6, 3)

    def forward(self, X: Tensor) -> Tensor:
        found: Tensor = self.readout(self.table(X).mean(1))
        return found


class TwoInputs(nn.Module):
    def forward(self, X: Tensor, Y: Tensor) -> Tensor:
        return X + Y


class TwoOutputs(nn.Module):
    def forward(self, X: Tensor) -> tuple[Tensor, Tensor]:
        return X, X


class Raising(nn.Module):
    def forward(self, X: Tensor) -> Tensor:
        raise RuntimeError("no\nway")


class Functions(nn.Module):
    """Weights and normalisation without layers, and an LSTM, which gives out several tensors."""

    def __init__(self) -> None:
        super().__init__()
        self.W = nn.Parameter(torch.randn(16, 16) / 4)
        self.memory = nn.LSTM(4, 4, batch_first=True)

    def forward(self, X: Tensor) -> Tensor:
        for _ in range(3):
            X = X @ self.W
            X = X / X.square().mean(0, keepdim=True).sqrt()
        return torch.tanh(self.memory(X.view(-1, 4, 4))[0])
