"""The series that a training records: tensors with one row per epoch, written as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from lemmata.verify.results.writing import replace_file
from lemmata.verify.statistics.betting import Floats
from lemmata.verify.training.settings import Training

MODES = ("batch statistics", "running statistics")
SCALARS = (
    *(
        f"{split} {what}, {mode}"
        for split in ("train", "test")
        for what in ("loss", "accuracy")
        for mode in MODES
    ),
    "loss while training",
    "accuracy while training",
    "V of logits",
)
LARGEST, GRADIENTS = "largest gradient norm", "gradient norm"  # over all layers but the read-out
BY_LAYER = (
    "V of representations",
    "phi of representations",
    "phi of weights",
    "distance of weights",
    GRADIENTS,
)


@dataclass(frozen=True)
class Series:
    """The values of a run by name, float64; row 0 is before training.

    Scalars have shape (epochs + 1, replicas), quantities of layers (epochs + 1, replicas, layers).
    ``layers``: by name, the numbers of these layers, from 1 to depth + 1, the read-out. Values may
    be infinite or NaN; a run ends when no replica has a finite loss. A ``recorded`` series has what
    the figures read, and of the gradients of single layers the first and the last row.
    """

    training: Training
    values: Mapping[str, Tensor]
    layers: Mapping[str, list[int]]
    data: str
    seconds: float
    recorded: bool = False

    def __getitem__(self, name: str) -> Tensor:
        if name == LARGEST and name not in self.values:
            return self[GRADIENTS][..., :-1].amax(-1)
        if name not in self.values:
            raise KeyError(f"{name!r}; recorded are {', '.join(self.values)}")
        return self.values[name]

    def array(self, name: str) -> Floats:
        """(epochs + 1, runs, ...)."""
        return np.asarray(self[name].numpy())

    @property
    def epochs(self) -> int:
        """The number of finished epochs."""
        return len(self.values["loss while training"]) - 1

    @property
    def complete(self) -> bool:
        return self.epochs >= self.training.epochs or bool(self.diverged.all())

    @property
    def diverged(self) -> Tensor:
        """Whether the last loss of a replica is infinite or NaN, (replicas,)."""
        return ~self.values["loss while training"][-1].isfinite() & (self.epochs > 0)

    def rows(self) -> Iterator[tuple[int, int, str, int | str, float]]:
        """(epoch, replica, quantity, layer or "", value)."""
        for name, values in self.values.items():
            labels: list[int | str] = [*self.layers.get(name, [""])]
            for epoch, by_replica in enumerate(values.reshape(len(values), values.shape[1], -1)):
                for replica, entries in enumerate(by_replica.tolist()):
                    for label, value in zip(labels, entries, strict=True):
                        yield epoch, replica, name, label, value

    def write_csv(self, path: Path) -> None:
        """Write all values; the first line is a comment with the data and the settings."""
        text = io.StringIO()
        text.write(f"# {self.data}; {self.training.description}\n")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(("epoch", "replica", "quantity", "layer", "value"))
        writer.writerows((*row[:-1], repr(row[-1])) for row in self.rows())
        replace_file(path, text.getvalue().encode())


def append_row(values: Mapping[str, Tensor], row: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The series with one more epoch."""
    new = {name: value.detach().double().cpu()[None] for name, value in row.items()}
    return {
        name: torch.cat([values[name], one]) if name in values else one for name, one in new.items()
    }
