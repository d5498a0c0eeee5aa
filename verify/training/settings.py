"""The settings of a training: plain values that determine every number of the run."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import asdict, dataclass, replace

from lemmata.verify.nn.networks import Architecture
from lemmata.verify.seeds import Address


@dataclass(frozen=True)
class Training:
    """A network, a data set, and SGD: no momentum, no decay, no augmentation, as in the papers.

    ``samples``: train on the first so many images; None for all.
    ``pooled``: average every image over squares of so many pixels a side.
    ``orthogonalised``: the size of the batch from which equation (6) initialises, 0 for none;
    ``power``: that of its singular values, 1/2 as printed and 1 in the authors' code.
    ``evaluated``: measure loss and accuracy on so many images of each split.
    ``layers``: record the gaps of so many layers, evenly spaced from the first to the last;
    gradient norms are recorded of all layers.
    """

    network: Architecture
    data: str = "digits"
    epochs: int = 1
    batch: int = 100
    rate: float = 0.001
    replicas: int = 1
    seed: int = 0
    samples: int | None = None
    orthogonalised: int = 0
    power: float = 0.5
    evaluated: int = 10_000
    layers: int = 32
    pooled: int = 1

    def __post_init__(self) -> None:
        least = {"epochs": 0, "batch": 2, "replicas": 1, "seed": 0, "orthogonalised": 0}
        for name, limit in {**least, "evaluated": 1, "layers": 1, "pooled": 1}.items():
            if getattr(self, name) < limit:
                raise ValueError(f"{name} {getattr(self, name)}; expected at least {limit}")
        if not (math.isfinite(self.rate) and self.rate > 0):
            raise ValueError(f"rate {self.rate}; expected a positive number")
        if self.samples is not None and self.samples < self.batch:
            raise ValueError(f"{self.samples} samples; expected at least a batch of {self.batch}")

    @property
    def address(self) -> Address:
        """The address of all random numbers. It has the seed alone, so that runs that differ in one
        setting share the order of the data, and weights of the same shape."""
        return Address(self.seed) / "training"

    @property
    def key(self) -> str:
        """The name of the checkpoint: a digest of all settings but the epochs."""
        text = json.dumps(asdict(replace(self, epochs=0)), sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()

    @property
    def recorded_layers(self) -> list[int]:
        """The indices of the layers whose gaps are recorded, without the read-out."""
        depth, count = self.network.depth, min(self.layers, self.network.depth)
        if count == 1:
            return [depth - 1]
        return sorted({round(k * (depth - 1) / (count - 1)) for k in range(count)})

    @property
    def description(self) -> str:
        """The settings in words, for the title of a plot."""
        return (
            f"{self.network.description}; SGD, rate {self.rate:g}, batches of {self.batch},"
            f" {self.replicas} replicas, seed {self.seed}"
        )
