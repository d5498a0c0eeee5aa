"""Products of matrices: of large ones by numpy's BLAS where it reads their memory, else by torch's.

torch's own library (MKL) leaves processors of other makers half idle: on them OpenBLAS, which
numpy brings, takes two thirds of its time at 100 x 100 and half where one side is 32. Which of the
two is asked depends on the tensors alone, never on a clock, so that the numbers of a machine are
the same in every process. Small matrices stay torch's: what they cost is the calls, and deep chains
of them, which amplify rounding, keep the numbers that they had.
"""

import numpy as np
import torch
from torch import Tensor

LARGE = 64**2  # entries; where one of the three matrices has more, the product is numpy's


def by_numpy(like: Tensor, *entries: int) -> bool:
    """Whether numpy is asked, of matrices of so many entries."""
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
