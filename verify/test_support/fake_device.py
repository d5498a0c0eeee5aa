"""A CUDA device that is not there: tensors have shapes and devices only, and mixing devices raises.

torch's own indexing and copying ask for a device guard that a build without CUDA does not have, so
plain indices are rewritten as the views they stand for, and a copy only looks whether it fits. It
covers what looks at no value and needs no autograd; numbers that leave the device are zeros.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.overrides import TorchFunctionMode


class _PlainIndices(TorchFunctionMode):
    """x[..., None], x[:, 1:], x[0], x[:, i] as unsqueeze, narrow, select and index_select."""

    def __torch_function__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        if func is Tensor.__getitem__:
            return _view(*args)
        if func is Tensor.__setitem__:
            return _fits(_view(*args[:2]), args[2])
        if func is Tensor.copy_:
            return _fits(*args)
        if func is Tensor.numpy:
            return np.zeros(tuple(args[0].shape))
        if func is Tensor.__float__:
            return 0.0
        return func(*args, **(kwargs or {}))


def _fits(target: Tensor, value: Tensor) -> Tensor:
    """The target, which could have taken the value."""
    if value.device != target.device:
        raise RuntimeError(f"{value.device} is copied to {target.device}")
    value.expand(target.shape)
    return target


def _view(x: Tensor, index: Any) -> Tensor:
    steps = list(index) if isinstance(index, tuple) else [index]
    if Ellipsis not in steps:
        steps.append(Ellipsis)
    at = steps.index(Ellipsis)
    fill = x.ndim - sum(step is not None and step is not Ellipsis for step in steps)
    dim = 0
    for step in [*steps[:at], *[slice(None)] * fill, *steps[at + 1 :]]:
        if step is None:
            x = x.unsqueeze(dim)
        elif isinstance(step, int):
            x = x.select(dim, step)
            continue
        elif isinstance(step, slice):
            start, stop, stride = step.indices(x.shape[dim])
            if stride != 1:
                raise TypeError("only slices of stride 1 have a plain view")
            x = x.narrow(dim, start, max(0, stop - start))
        elif isinstance(step, Tensor):
            x = x.index_select(dim, step)
        else:
            raise TypeError(f"{type(step).__name__} is no plain index")
        dim += 1
    return x


@contextmanager
def fake_cuda() -> Iterator[torch.device]:
    """The device, while everything runs on shapes alone."""
    with FakeTensorMode(), _PlainIndices():
        yield torch.device("cuda")
