"""Checkpoints of a run: tensors and plain values, written in one step, read without trust."""

from __future__ import annotations

import io
import pickle
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from lemmata.verify.results.writing import replace_file

_VERSION = 1


@dataclass(frozen=True)
class Checkpoint:
    """The network after ``epoch``, the series up to then, and the seconds that it took."""

    state: dict[str, Tensor]
    values: dict[str, Tensor]
    epoch: int
    seconds: float


def write_checkpoint(path: Path, identity: str, checkpoint: Checkpoint) -> None:
    content = io.BytesIO()
    torch.save({"version": _VERSION, "identity": identity, **vars(checkpoint)}, content)
    replace_file(path, content.getvalue())


def read_checkpoint(path: Path, identity: str, device: str) -> Checkpoint | None:
    """The checkpoint; None if the file is missing, unreadable, or of another run."""
    if not path.is_file():
        return None
    try:
        saved: Any = torch.load(path, map_location=device, weights_only=True)
        if saved["version"] != _VERSION or saved["identity"] != identity:
            return None
        values = {name: value.cpu() for name, value in saved["values"].items()}
        return Checkpoint(saved["state"], values, int(saved["epoch"]), float(saved["seconds"]))
    except (OSError, RuntimeError, LookupError, TypeError, ValueError, AttributeError, EOFError):
        return None
    except pickle.UnpicklingError:
        return None
