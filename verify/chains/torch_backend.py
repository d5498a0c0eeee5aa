"""torch for the formulas of ``theory``: importing this module registers tensors as a backend.

Tensors may live on any device, so their values are not looked at (``inspect`` is False):
hypotheses on values are the caller's to check. log det goes through eigenvalues, never through
batched LU, which torch 2.13 gets wrong on the CPU with several threads.
"""

import torch
from torch import Tensor

from theory.numerics.backends import Backend, register_backend


def _log_det(A: Tensor) -> Tensor:
    logs: Tensor = torch.linalg.eigvalsh(A).clamp(min=0).log()
    return logs.sum(-1)


TENSORS = Backend(
    "torch",
    torch.exp,
    torch.log,
    torch.expm1,
    torch.log1p,
    torch.sqrt,
    torch.linalg.eigvalsh,
    _log_det,
    inspect=False,
    array=lambda values: torch.stack([torch.as_tensor(v) for v in values]),
    where=torch.where,
)

register_backend(Tensor, TENSORS)
