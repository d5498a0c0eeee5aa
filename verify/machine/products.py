"""Products of matrices: by numpy for large float64 matrices on the CPU, else by torch.

torch's MKL is slow on processors that Intel did not make: there numpy's OpenBLAS takes two thirds
of its time at 100 x 100, and half of it where one side is 32. The choice depends on the tensors
alone, never on a clock, so that all processes of a machine compute the same numbers. Small products
stay with torch, where the cost is that of the calls.
"""

import platform
from functools import cache
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from lemmata.verify.statistics.betting import Floats

LARGE = 64**2  # entries; if one of the three matrices has more, numpy computes the product
_PROCESSORS = Path("/proc/cpuinfo")


@cache
def intel() -> bool:
    """Whether Intel made the processor, as far as the system says."""
    known = _PROCESSORS.exists()
    said = _PROCESSORS.read_text(encoding="utf-8") if known else platform.processor()
    return "GenuineIntel" in said


def by_numpy(like: Tensor, *entries: int) -> bool:
    """Whether numpy computes a product of matrices with so many entries."""
    return max(entries) > LARGE and like.is_cpu and like.dtype is torch.float64


def inner(A: Tensor, B: Tensor) -> Tensor:
    """<a, b> for every row: (..., m, n), (..., m, n) -> (..., m, 1); without autograd."""
    m, n = A.shape[-2:]
    if not by_numpy(A, m * n):
        return (A * B).sum(-1, keepdim=True)
    return torch.from_numpy(np.vecdot(A.numpy(), B.numpy())).unsqueeze(-1)


def product(A: Tensor, B: Tensor, out: Tensor | None = None) -> Tensor:
    """A B, in ``out`` if given: (..., m, k), (..., k, n) -> (..., m, n); without autograd."""
    (m, k), n = A.shape[-2:], B.shape[-1]
    if not by_numpy(A, m * k, k * n, m * n):
        return torch.matmul(A, B, out=out)
    if out is None:
        return torch.from_numpy(np.matmul(A.numpy(), B.numpy()))
    np.matmul(A.numpy(), B.numpy(), out=out.numpy())
    return out


def multiply(A: Floats, B: Floats, out: Floats) -> None:
    """A B of two matrices, by the library that is faster on this processor.

    On Intel's own MKL takes 0.85 of OpenBLAS's time at 256 x 256.
    """
    if intel():
        torch.matmul(torch.from_numpy(A), torch.from_numpy(B), out=torch.from_numpy(out))
    else:
        np.matmul(A, B, out=out)
