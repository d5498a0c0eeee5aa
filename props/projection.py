"""Onto the spectra of a given gap, differentiably."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor


def _gap(z: Tensor, c: Tensor) -> Tensor:
    """phi of exp(c z): log mean exp(c z) - c mean z."""
    scaled = c[:, None] * z
    gap: Tensor = torch.logsumexp(scaled, -1) - np.log(z.shape[-1]) - scaled.mean(-1)
    return gap


def at_gap(z: Tensor, phi: float) -> Tensor:
    """The log eigenvalues along z of mean 1 and gap phi: (starts, d) -> (starts, d).

    log lambda = c z - log mean exp(c z), with c > 0 found by bisection; one Newton step carries
    its gradient.
    """
    low, high = torch.zeros(len(z), dtype=z.dtype), torch.ones(len(z), dtype=z.dtype)
    with torch.no_grad():
        while bool((_gap(z, high) < phi).any()):
            high = torch.where(_gap(z, high) < phi, 2 * high, high)
        for _ in range(60):
            middle = (low + high) / 2
            below = _gap(z, middle) < phi
            low, high = torch.where(below, middle, low), torch.where(below, high, middle)
        weights = torch.softmax(high[:, None] * z, -1)
        slope = (weights * z).sum(-1) - z.mean(-1)
    c = high - (_gap(z, high) - phi) / slope  # its value is high, its gradient the implicit one
    scaled = c[:, None] * z
    logs: Tensor = scaled - torch.logsumexp(scaled, -1, keepdim=True) + np.log(z.shape[-1])
    return logs
