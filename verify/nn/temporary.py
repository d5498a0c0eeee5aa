"""Temporary changes of a model: hooks that are removed, and buffers that are restored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import nn


@contextmanager
def remove_hooks(hooks: Iterable[Any]) -> Iterator[None]:
    """Remove the hooks at the end of the block."""
    try:
        yield
    finally:
        for hook in hooks:
            hook.remove()


@contextmanager
def restore_buffers(model: nn.Module) -> Iterator[None]:
    """Restore running statistics and other buffers at the end of the block."""
    buffers = {name: buffer.clone() for name, buffer in model.named_buffers()}
    try:
        yield
    finally:
        with torch.no_grad():
            for name, buffer in model.named_buffers():
                buffer.copy_(buffers[name])
