"""Products of matrices: by numpy's BLAS where it can read the tensors' memory, else by torch's.

torch's own library (MKL) leaves processors of other makers half idle: on them OpenBLAS, which
numpy brings, takes two thirds of its time at 100 x 100 and half where one side is 32. Which of the
two is asked depends on the tensors alone, never on a clock, so that the numbers of a machine are
the same in every process; and every matrix of a batch is a product of its own, whatever stands
beside it.
"""

import numpy as np
import torch
from torch import Tensor

_KNOWN = {torch.float32, torch.float64}  # to BLAS; the others numpy multiplies by itself


def product(A: Tensor, B: Tensor, out: Tensor | None = None) -> Tensor:
    """A B, in ``out`` if given: (..., m, k), (..., k, n) -> (..., m, n); without autograd."""
    if not (A.is_cpu and A.dtype in _KNOWN):
        return torch.matmul(A, B, out=out)
    if out is None:
        return torch.from_numpy(np.matmul(A.numpy(), B.numpy()))
    np.matmul(A.numpy(), B.numpy(), out=out.numpy())
    return out
