"""Registers torch tensors as a backend for the formulas of ``theory``, when it is imported.

Tensors may be on any device, so their values are not inspected: callers check hypotheses on values.
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
