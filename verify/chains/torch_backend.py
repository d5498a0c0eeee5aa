"""torch for the formulas of ``theory``: importing this module registers tensors as a backend.

Tensors may live on any device, so their values are not looked at (``inspect`` is False):
hypotheses on values are the caller's to check.
"""

import torch
from torch import Tensor

from lemmata.theory.numerics.backends import Backend, register_backend

TENSORS = Backend(
    "torch",
    torch.exp,
    torch.log,
    torch.expm1,
    torch.log1p,
    torch.sqrt,
    torch.linalg.eigvalsh,
    inspect=False,
    array=lambda values: torch.stack([torch.as_tensor(v) for v in values]),
    where=torch.where,
)

register_backend(Tensor, TENSORS)
