"""The papers' gaps of representations and weights, computed in float64."""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.verify.chains.gaps import by_singular_values


@torch.no_grad()
def orthogonality_gap(H: Tensor) -> Tensor:
    """V(H) = || H^T H / ||H||_F^2 - I/n ||_F, (..., d, n) -> (...); columns are samples.

    From the smaller Gram matrix: ||H^T H||_F = ||H H^T||_F, and so V^2 = ||G||_F^2/tr(G)^2 - 1/n,
    with I/n taken off before squaring where n <= d, so that nothing cancels.
    """
    X = H.double()
    d, n = X.shape[-2:]
    G = X.mT @ X if n <= d else X @ X.mT
    G = G / G.diagonal(dim1=-2, dim2=-1).sum(-1)[..., None, None]
    r = min(d, n)
    eye = torch.eye(r, dtype=X.dtype, device=X.device)
    square = (G - eye / r).square().sum((-2, -1)) + (1 / r - 1 / n)
    return square.sqrt()


@torch.no_grad()
def isometry_gap(X: Tensor) -> Tensor:
    """phi(X) = -log(det(X^T X)^(1/n) / (tr(X^T X)/n)), (..., d, n) -> (...); inf where n > d.

    From singular values, accurate to about 1e-15; NaN if an entry is not finite.
    """
    finite = X.isfinite().all(-1).all(-1)
    safe = torch.where(finite[..., None, None], X.double(), 1.0)
    gap = by_singular_values(safe)
    return torch.where(finite, gap, torch.nan)


@torch.no_grad()
def isometry_gap_of_weights(W: Tensor) -> Tensor:
    """phi of a matrix or of its transpose, whichever is tall: 0 iff its rows or columns are
    orthogonal and equally long."""
    return isometry_gap(W if W.shape[-2] >= W.shape[-1] else W.mT)
