"""A kernel draws one batch of observables, (k, batch), from a generator: see ``estimate``.

Those with orthogonal weights and those with Gaussian ones have a module each. The device comes from
the run, dtype is float64.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

import numpy as np
import torch
from torch import Tensor

from lemmata.verify.chains.weights import Generator
from lemmata.verify.statistics.estimate import Kernel

P = ParamSpec("P")


def kernel(draw: Callable[Concatenate[Generator, P], Tensor]) -> Callable[P, Kernel]:
    """Turn draw(generator, ...) into a function of the other arguments that makes the kernel."""

    @wraps(draw)
    def make_kernel(*args: P.args, **kwargs: P.kwargs) -> Kernel:
        return lambda generator: draw(generator, *args, **kwargs)

    return make_kernel


def floats_on(device: str) -> Tensor:
    """An empty tensor with the dtype and device of the samples."""
    return torch.empty(0, dtype=torch.float64, device=device)


def tensor_of(values: object, device: str) -> Tensor:
    listed = np.asarray(values).tolist()
    return torch.tensor(listed, dtype=torch.float64, device=device)
