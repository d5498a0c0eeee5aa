"""A run on disk: tensors and plain values alone, written in one step and read without trust."""

from __future__ import annotations

import io
import pickle
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from lemmata.verify.results.file import replaced

_VERSION = 1


@dataclass(frozen=True)
class Checkpoint:
    """The network after ``epoch``, what was recorded until then, and how long it took."""

    state: dict[str, Tensor]
    values: dict[str, Tensor]
    epoch: int
    seconds: float


def write_checkpoint(path: Path, identity: str, kept: Checkpoint) -> None:
    content = io.BytesIO()
    torch.save({"version": _VERSION, "identity": identity, **vars(kept)}, content)
    replaced(path, content.getvalue())


def read_checkpoint(path: Path, identity: str, device: str) -> Checkpoint | None:
    """The checkpoint; None where there is none, or none of this run that can be read."""
    if not path.is_file():
        return None
    try:
        found: Any = torch.load(path, map_location=device, weights_only=True)
        if found["version"] != _VERSION or found["identity"] != identity:
            return None
        values = {name: value.cpu() for name, value in found["values"].items()}
        return Checkpoint(found["state"], values, int(found["epoch"]), float(found["seconds"]))
    except (OSError, RuntimeError, KeyError, TypeError, ValueError, AttributeError, EOFError):
        return None
    except pickle.UnpicklingError:
        return None
