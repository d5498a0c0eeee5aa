"""Onto the spectra of a given gap, differentiably."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

_MOST_STEPS = 80  # quadratic at last; 19 were seen at most, for d up to 1000 and gaps from 1e-6


def _gap(z: Tensor, c: Tensor) -> Tensor:
    """phi of exp(c z): log mean exp(c z) - c mean z."""
    scaled = c[:, None] * z
    gap: Tensor = torch.logsumexp(scaled, -1) - np.log(z.shape[-1]) - scaled.mean(-1)
    return gap


def at_gap(z: Tensor, phi: float) -> Tensor:
    """The log eigenvalues along z of mean 1 and gap phi: (starts, d) -> (starts, d).

    log lambda = c z - log mean exp(c z), with c > 0 by Newton's method from above: the gap is
    convex in c. Its last step carries the gradient.
    """
    with torch.no_grad():
        # equal numbers have no gap along them: not a number
        high = torch.where(z.amax(-1) > z.amin(-1), 1.0, torch.nan).to(z.dtype)
        while bool((_gap(z, high) < phi).any()):
            high = torch.where(_gap(z, high) < phi, 2 * high, high)
        for _ in range(_MOST_STEPS):
            slope = (torch.softmax(high[:, None] * z, -1) * z).sum(-1) - z.mean(-1)
            step = (_gap(z, high) - phi) / slope
            if not bool((step > 1e-15 * high).any()):
                break
            high = high - step.clamp(min=0)
    c = high - (_gap(z, high) - phi) / slope  # its value is high, its gradient the implicit one
    scaled = c[:, None] * z
    logs: Tensor = scaled - torch.logsumexp(scaled, -1, keepdim=True) + np.log(z.shape[-1])
    return logs
