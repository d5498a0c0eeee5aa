"""Splits of a data set as tensors on a device, and the order in which batches are taken."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from verify.data.loading import load
from verify.seeds import Address


@dataclass(frozen=True)
class Images:
    """``X``: (N, channels, height, width), standardised; ``y``: (N,); ``source``: in words."""

    X: Tensor
    y: Tensor
    classes: int
    source: str
    digest: str

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.X.shape[1:])

    def __len__(self) -> int:
        return len(self.y)


def images(name: str, split: str, folder: Path | None, device: str, most: int | None) -> Images:
    """The first ``most`` images, in float32, each channel less its mean over its deviation.

    Both are those of the whole training split, whichever split this is.
    """
    train = load(name, "train", folder)
    found = train if split == "train" else load(name, split, folder)
    pixels = torch.tensor(train.images, dtype=torch.float32) / train.levels
    mean, deviation = (f(pixels, dim=(0, 2, 3), keepdim=True) for f in (torch.mean, torch.std))
    del pixels
    X = (torch.tensor(found.images[:most], dtype=torch.float32) / found.levels - mean) / deviation
    y = torch.tensor(found.labels[:most])
    part = f", the first {len(y)}" if len(y) < len(found.labels) else ""
    return Images(X.to(device), y.to(device), found.classes, found.source + part, found.digest)


def order(address: Address, epoch: int, count: int, replicas: int, device: str) -> Tensor:
    """In which order each replica sees the images in an epoch, (replicas, count)."""
    generators = [(address / "order" / k / epoch).generator(device) for k in range(replicas)]
    return torch.stack([torch.randperm(count, generator=g, device=device) for g in generators])
