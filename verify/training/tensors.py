"""Splits of a data set as tensors on a device, and the order of the images in an epoch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from lemmata.verify.data.loading import Split, load
from lemmata.verify.seeds import Address


@dataclass(frozen=True)
class Images:
    """``X``: (N, channels, height, width), standardised; ``y``: (N,); ``source`` describes them."""

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


def images(
    name: str, split: str, folder: Path | None, device: str, most: int | None, pooled: int = 1
) -> Images:
    """The first ``most`` images in float32, standardised by the whole training split.

    ``pooled``: then averaged over squares of so many pixels a side.
    """
    return _images(load, name, split, folder, device, most, pooled)


@lru_cache(maxsize=2)  # both splits: all networks of a figure share them
def _images(
    load: Callable[[str, str, Path | None], Split],
    name: str,
    split: str,
    folder: Path | None,
    device: str,
    most: int | None,
    pooled: int,
) -> Images:
    train = load(name, "train", folder)
    chosen = train if split == "train" else load(name, split, folder)
    X = torch.nn.functional.avg_pool2d(standardise(chosen.images[:most], train), pooled)
    y = torch.tensor(chosen.labels[:most])
    part = f", the first {len(y)}" if len(y) < len(chosen.labels) else ""
    part += f", averaged to {X.shape[-2]} x {X.shape[-1]}" if pooled > 1 else ""
    return Images(X.to(device), y.to(device), chosen.classes, chosen.source + part, chosen.digest)


def standardise(images: NDArray[np.uint8], like: Split) -> Tensor:
    """(x - mean)/deviation of each channel in float32, mean and deviation of the split ``like``."""
    mean, deviation = _moments(like)
    return (torch.tensor(images, dtype=torch.float32) / like.levels - mean) / deviation


def _moments(split: Split) -> tuple[Tensor, Tensor]:
    """Mean and standard deviation of each channel's pixels, (1, channels, 1, 1), from counts."""
    channels = split.images.swapaxes(0, 1).reshape(split.images.shape[1], -1)
    counts = np.stack([np.bincount(one, minlength=256) for one in channels])  # (channels, 256)
    levels, total = np.arange(256) / split.levels, counts.sum(1)
    mean = counts @ levels / total
    variance = (counts * (levels - mean[:, None]) ** 2).sum(1) / (total - 1)
    moments = torch.tensor(np.stack([mean, variance**0.5]), dtype=torch.float32)
    return moments[0].view(1, -1, 1, 1), moments[1].view(1, -1, 1, 1)


def order(address: Address, epoch: int, count: int, replicas: int, device: str) -> Tensor:
    """The order of the images in an epoch, for each replica: (replicas, count)."""
    generators = [(address / "order" / k / epoch).generator(device) for k in range(replicas)]
    return torch.stack([torch.randperm(count, generator=g, device=device) for g in generators])
