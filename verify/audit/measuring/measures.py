"""Measures one stage in float64: rank and gaps of its output, its Jacobian, its weights.

A representation is (n, ...), with samples first, as in torch; the papers' matrix has samples as
columns.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn.modules.batchnorm import _BatchNorm

from lemmata.verify.nn.gaps import isometry_gap, isometry_gap_of_weights, orthogonality_gap
from lemmata.verify.nn.layers import BatchNormWithoutMean, BlockLinear

_CENTRED = 1e-6  # of the mean column against a column: rounding, or BN with its mean taken off


@dataclass(frozen=True)
class Representation:
    """phi and V of ``samples`` columns of ``features`` numbers, and their rank.

    Where the columns sum to 0, as after BN that takes the mean off, one direction of the batch is
    empty: then they are those of the other n - 1, in any orthonormal basis, and ``centred``.
    """

    gap: float
    orthogonality_gap: float
    rank: int
    samples: int
    features: int
    centred: bool
    least: float  # s_n / ||X||_F, the smallest singular value of X with ||X||_F = 1
    gap_of_rows: float = math.inf  # phi of X^T, finite where the features are independent


@torch.no_grad()
def representation(value: Tensor) -> Representation:
    """Of a stage's output, (n, ...)."""
    X = value.detach().reshape(len(value), -1).mT.double()  # (D, n)
    if not bool(X.isfinite().all()):
        return Representation(math.nan, math.nan, 0, X.shape[1], X.shape[0], False, math.nan)
    X = X / X.abs().max().clamp(min=torch.finfo(X.dtype).tiny)  # squares neither over nor underflow
    sizes = torch.linalg.vector_norm(X, dim=0)
    centred = X.shape[1] > 1 and bool(X.mean(1).norm() <= _CENTRED * sizes.square().mean().sqrt())
    if not bool(sizes.any()):
        return Representation(math.inf, math.nan, 0, X.shape[1], X.shape[0], False, 0.0)
    if centred:
        X = X @ _without_mean(X.shape[1], X)
    if X.shape[0] > X.shape[1]:
        X = torch.linalg.qr(X, mode="r").R  # the same singular values
    s = torch.linalg.svdvals(X)
    D, n = value[0].numel(), X.shape[1]
    rank = int((s > s[0] * max(D, n) * torch.finfo(X.dtype).eps).sum())
    gap = float(isometry_gap(X)) if rank == n else math.inf
    least = float(s[-1] / s.norm()) if D >= n else 0.0
    of_rows = float(isometry_gap(X.mT)) if rank == D else math.inf
    return Representation(gap, float(orthogonality_gap(X)), rank, n, D, centred, least, of_rows)


def _without_mean(n: int, like: Tensor) -> Tensor:
    """An orthonormal basis of the vectors of n entries that sum to 0, (n, n - 1): Helmert's."""
    k = torch.arange(1, n, dtype=like.dtype, device=like.device)
    upper = torch.triu(like.new_ones(n, n - 1))
    upper[torch.arange(1, n), torch.arange(n - 1)] = -k
    return upper / (k * (k + 1)).sqrt()


@dataclass(frozen=True)
class Jacobian:
    """Of a normalising layer at its input: the operator norm, and what it is at an input whose
    rows have mean square norm 1, for BN that divides by norms: rms_j ||X_j|| / min_j ||X_j||.

    ``eps``: the largest share that the layer's eps has of what it divides by. ``gap``: phi of the
    input that it normalises, centred if the layer centres it; NaN where that is not a matrix.
    """

    norm: float
    relative: float
    eps: float
    gap: float = math.nan


@torch.no_grad()
def jacobian(module: nn.Module | None, given: Tensor) -> Jacobian | None:
    """Exact (sharp:bn-jacobian): a block a row, of norm |scale| / ||X_j||; None where unknown.

    BN that takes the mean off has the same blocks on centred rows, from three columns on. In
    evaluation mode BN is a fixed diagonal map. LayerNorm is the same with samples for features, and
    is known where its scales are equal.
    """
    if isinstance(module, nn.LayerNorm):
        return _of_layer_norm(module, given.detach().double())
    if not isinstance(module, _BatchNorm | BatchNormWithoutMean):
        return None
    X = given.detach().double().transpose(0, 1).flatten(1)  # (d, n * positions)
    affine = getattr(module, "weight", None)
    scale = X.new_ones(len(X)) if affine is None else cast(Tensor, affine).detach().double().abs()
    count, factor = X.shape[1], 1.0
    if isinstance(module, BatchNormWithoutMean):
        factor = 1.0 if module.scaled else float(count)  # the layer divides by the sum of squares
        running = None if module.training else module.running_square.double() / factor
        squares = X.square().mean(1)
    else:
        stored = module.running_var if not module.training else None
        running = None if stored is None else stored.double()
        squares = X.var(1, unbiased=False)
    divided = (squares if running is None else running) + module.eps / factor
    norm = float((scale / (divided * factor).sqrt()).max())
    relative = gap = math.nan
    if running is None and bool(divided.min() > 0):
        relative = float((divided.mean() / divided.min()).sqrt())
        if given.dim() == 2:
            centring = isinstance(module, _BatchNorm)
            gap = representation((X - X.mean(1, keepdim=True) if centring else X).mT).gap
    return Jacobian(norm, relative, float((module.eps / factor / divided).max()), gap)


def _of_layer_norm(module: nn.LayerNorm, X: Tensor) -> Jacobian | None:
    scale = module.weight.detach().double().abs() if module.elementwise_affine else X.new_ones(1)
    if float(scale.max()) != float(scale.min()):
        return None
    variance = X.flatten(-len(module.normalized_shape)).var(-1, unbiased=False) + module.eps
    norm = float(scale.max() / variance.min().sqrt())
    relative = float((variance.mean() / variance.min()).sqrt())
    return Jacobian(norm, relative, float((module.eps / variance).max()))


@dataclass(frozen=True)
class Weights:
    """Of a linear layer: phi of its matrix, of a block the largest; the kurtosis of its entries."""

    shape: tuple[int, ...]
    gap: float
    kurtosis: float  # 3 for normal entries, 1.8 for uniform ones
    convolution: bool


@torch.no_grad()
def weights(module: nn.Module | None) -> Weights | None:
    W = getattr(module, "weight", None)
    if module is None or not isinstance(W, Tensor) or W.dim() < 2:
        return None
    blocks = W.detach() if isinstance(module, BlockLinear) else W.detach().flatten(1)[None]
    entries = blocks.double() - blocks.double().mean()
    square = entries.square().mean()
    kurtosis = float(entries.pow(4).mean() / square.square()) if bool(square > 0) else math.nan
    kernel = math.prod(W.shape[2:]) if not isinstance(module, BlockLinear) else 1
    gap = float(isometry_gap_of_weights(blocks).max())
    return Weights(tuple(W.shape), gap, kurtosis, kernel > 1)
