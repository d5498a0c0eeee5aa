"""daneshmand2021's iterative orthogonalisation, equation (6), for any model.

Layer by layer, with H = U diag(s) V^T its input, d x n:

    W = V' diag(s)^(-p) U^T / ||diag(s)^(1-p)||_F,    p = 1/2,

so that W H = V' diag(s)^(1/2) V^T / ||..|| has a smaller orthogonality gap than H, whatever d <= n
(sharp:iterative-orthogonalisation). The authors' code has p = 1: then W H is orthogonal. V' is "an
orthogonal matrix obtained by slicing V": here the orthogonal matrix next to rows of V, its polar
factor, so that W does not depend on the signs and bases that a singular value decomposition
chooses. A map with fewer outputs than inputs takes the largest singular values; a convolution is
the linear map of its unfolded patches. Directions outside the span of the batch get weight 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

import torch
from torch import Tensor, nn

from lemmata.verify.nn.layers import BlockLinear
from lemmata.verify.nn.temporary import remove_hooks, restore_buffers

_MODULES = (nn.Linear, nn.Conv2d, BlockLinear)


class TooFewSamples(ValueError):
    """A batch with fewer columns than a layer has outputs: V' cannot be taken from it."""


@torch.no_grad()
def orthogonalise_(
    model: nn.Module, batch: Tensor, *, power: float = 0.5, norm: float = 1.0
) -> nn.Module:
    """Set every Linear and Conv2d of the model, in place, in the order in which it uses them.

    ``norm``: ||W H||_F of every layer, 1 in equation (6). ``power``: p. Biases become 0. The batch
    passes once, with BN as in training and without dropout; running statistics and modes are
    restored. A map that is used twice is set at its first use.
    """
    done: set[nn.Module] = set()

    def set_weights(module: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        if module in done:
            return
        done.add(module)
        columns, weight = _columns(module, inputs[0].detach()), _blocks(module)
        for H, W in zip(columns, weight, strict=True):
            if H.shape[1] < W.shape[0]:
                raise TooFewSamples(
                    f"{names[module]} has {W.shape[0]} outputs and the batch gives {H.shape[1]}"
                    " columns; expected at least as many"
                )
            W.copy_(orthogonalising(H, W.shape[0], power, norm))
        if isinstance(bias := getattr(module, "bias", None), Tensor):
            bias.zero_()

    names = {module: name or "the model" for name, module in model.named_modules()}
    hooks = [m.register_forward_pre_hook(set_weights) for m in names if isinstance(m, _MODULES)]
    with remove_hooks(hooks), _as_in_training(model):
        model(batch)
    return model


def orthogonalising(H: Tensor, outputs: int, power: float = 0.5, norm: float = 1.0) -> Tensor:
    """The W of equation (6) for representations H, (d, n): (outputs, d), computed in float64.

    From the eigenvectors of H H^T, or of H^T H where that is smaller: singular values below 1e-7 of
    the largest count as 0.
    """
    X = H.double()
    few = X.shape[1] < X.shape[0]
    squares, vectors = torch.linalg.eigh(X.mT @ X if few else X @ X.mT)
    order = squares.argsort(descending=True)[:outputs]
    squares, vectors = squares[order], vectors[:, order]
    positive = squares > 1e-14 * squares.max().clamp(min=torch.finfo(X.dtype).tiny)
    s, vectors = squares[positive].sqrt(), vectors[:, positive]  # (r,)
    U = X @ vectors / s if few else vectors  # (d, r)
    rows = torch.linspace(0, X.shape[1] - 1, outputs, dtype=X.dtype).round().long()
    V = (X[:, rows.to(X.device)].mT @ U) / s  # (outputs, r), rows of V
    P, _, Q = torch.linalg.svd(V, full_matrices=False)
    W = (P @ Q) * s.pow(-power) @ U.mT
    size = torch.linalg.vector_norm(s.pow(1 - power))
    scaled: Tensor = W * (norm / size if len(s) else 0.0)
    return scaled


def _columns(module: nn.Module, X: Tensor) -> Tensor:
    """The input of a linear map: (groups, d, n); its columns are samples or patches of them."""
    if isinstance(module, nn.Conv2d):
        mode = "constant" if module.padding_mode == "zeros" else module.padding_mode
        padded = nn.functional.pad(X, module._reversed_padding_repeated_twice, mode=mode)
        kernel = tuple(module.kernel_size)
        patches = nn.functional.unfold(padded, kernel, module.dilation, 0, module.stride)
        rows = patches.transpose(1, 2).flatten(0, 1)  # (n * positions, channels * kernel)
        groups = module.groups
    else:
        rows = X.flatten(0, -2)
        groups = module.blocks if isinstance(module, BlockLinear) else 1
    return rows.view(len(rows), groups, -1).permute(1, 2, 0)


def _blocks(module: nn.Module) -> Tensor:
    """The matrices of a map, (groups, outputs, d), a view of its weight."""
    weight = cast(Tensor, module.weight).data
    if isinstance(module, BlockLinear):
        return weight
    groups = module.groups if isinstance(module, nn.Conv2d) else 1
    return weight.view(groups, weight.shape[0] // groups, -1)


@contextmanager
def _as_in_training(model: nn.Module) -> Iterator[None]:
    """BN with the batch's statistics, all else in evaluation mode, within the block."""
    modes = {module: module.training for module in model.modules()}
    for module in model.modules():
        module.training = any("running" in name for name, _ in module.named_buffers(recurse=False))
    try:
        with restore_buffers(model):
            yield
    finally:
        for module, mode in modes.items():
            module.training = mode
