"""Measures a network between epochs; the network stays as it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import torch
from torch import Tensor, nn

from lemmata.verify.nn.gaps import isometry_gap, isometry_gap_of_weights, orthogonality_gap
from lemmata.verify.nn.layers import BatchNormWithoutMean, BlockLinear
from lemmata.verify.nn.networks import BNNetwork, side_by_side
from lemmata.verify.nn.temporary import remove_hooks, restore_buffers
from lemmata.verify.training.series import BY_LAYER, MODES
from lemmata.verify.training.tensors import Images

_NORMALISING = (BatchNormWithoutMean, nn.BatchNorm1d, nn.BatchNorm2d)


def losses(logits: Tensor, y: Tensor) -> Tensor:
    """Cross entropy of each replica: (n, replicas, classes) and (n, replicas) -> (replicas,)."""
    each = nn.functional.cross_entropy(logits.flatten(0, 1), y.flatten(), reduction="none")
    return each.view(y.shape).mean(0)


def count_correct(logits: Tensor, y: Tensor) -> Tensor:
    """The number of samples with the right class, (replicas,)."""
    return (logits.argmax(-1) == y).sum(0)


@contextmanager
def temporary_mode(network: nn.Module, training: bool) -> Iterator[None]:
    """Training or evaluation mode within the block; modes and running statistics are restored."""
    mode = network.training
    network.train(training)
    try:
        with restore_buffers(network):
            yield
    finally:
        network.train(mode)


def replicate(X: Tensor, replicas: int) -> Tensor:
    """The same inputs for every replica, side by side."""
    return side_by_side(X.expand(replicas, *X.shape))


@torch.no_grad()
def scores(
    network: BNNetwork, images: Images, most: int, batch: int, mode: str
) -> tuple[Tensor, Tensor]:
    """Loss and accuracy of each replica on the first ``most`` images, in order.

    ``mode``: with the statistics of each batch, where a smaller last batch is left out, or with
    running statistics.
    """
    replicas, count = network.replicas or 1, min(most, len(images))
    own = mode == MODES[0]
    with temporary_mode(network, training=own):
        parts = []
        for X, y in zip(
            *(torch.split(one[:count], batch) for one in (images.X, images.y)), strict=True
        ):
            if own and len(y) < min(batch, count):
                continue
            logits = network(replicate(X, replicas)).view(len(y), replicas, -1)
            of = y[:, None].expand(-1, replicas)
            parts.append((losses(logits, of) * len(y), count_correct(logits, of), len(y)))
    samples = sum(size for *_, size in parts)
    total = torch.stack([loss for loss, *_ in parts]).sum(0) / samples
    return total, torch.stack([hits for _, hits, _ in parts]).sum(0) / samples


def by_layer(
    network: BNNetwork, X: Tensor, y: Tensor, wanted: Sequence[int], first: Sequence[Tensor]
) -> dict[str, Tensor]:
    """Quantities of the layers on one batch, with its own statistics.

    Gaps of the outputs and weights of the wanted layers and the distance of these weights from the
    ``first`` ones, (replicas, wanted); gradient norms of all weights, (replicas, layers + 1); V of
    the logits, (replicas,).
    """
    replicas, outputs = network.replicas or 1, list[Tensor]()
    hooks = [
        network.layers[l].register_forward_hook(lambda m, i, out: outputs.append(out.detach()))
        for l in wanted
    ]
    maps = [module for _, module in network.linear()]
    with remove_hooks(hooks), temporary_mode(network, training=True), torch.enable_grad():
        logits = network(replicate(X, replicas)).view(len(y), replicas, -1)
        loss = losses(logits, y[:, None].expand(-1, replicas)).sum()
        gradients = torch.autograd.grad(loss, [module.weight for module in maps])
    flat = [gradient.double().reshape(replicas, -1) for gradient in gradients]
    norms = [torch.linalg.vector_norm(g, dim=-1) for g in flat]
    columns = [out.view(len(X), replicas, -1).permute(1, 2, 0) for out in outputs]  # (R, d, n)
    weights = [matrices(maps[l], replicas) for l in wanted]
    moved = [W.double() - W_0.double() for W, W_0 in zip(weights, first, strict=True)]
    gaps = (
        [orthogonality_gap(H) for H in columns],
        [isometry_gap(H) for H in columns],
        [isometry_gap_of_weights(W) for W in weights],
        [torch.linalg.matrix_norm(D) for D in moved],
        norms,
    )
    row = {name: torch.stack(one, -1) for name, one in zip(BY_LAYER, gaps, strict=True)}
    return row | {"V of logits": orthogonality_gap(logits.detach().permute(1, 2, 0))}


def matrices(module: BlockLinear | nn.Conv2d, replicas: int) -> Tensor:
    """The weights as (replicas, out, in); the inputs of a convolution are its patches."""
    weight = module.weight.detach()
    rows = weight.shape[1] if isinstance(module, BlockLinear) else weight.shape[0] // replicas
    return weight.view(replicas, rows, -1)


@torch.no_grad()
def reestimate_(network: BNNetwork, X: Tensor, batch: int | None) -> None:
    """Replace the running statistics by those of the inputs X, for the same weights.

    With a ``batch`` they are means over batches of that size, each normalised by its own: a layer
    then has another input than in evaluation mode. Without one all inputs pass as a single batch,
    without Bessel's correction, and the input of every layer is that of evaluation mode.
    """
    modules = [m for m in network.modules() if isinstance(m, _NORMALISING)]
    momenta = [module.momentum for module in modules]
    mode = network.training
    network.train()
    try:
        for module in modules:
            module.reset_running_stats()
            module.momentum = None  # the mean of all batches
        for part in torch.split(X, batch or len(X)):
            if batch is None or len(part) == batch:
                network(replicate(part, network.replicas or 1))
        if batch is None:
            remove_correction_(network, len(X))
    finally:
        for module, momentum in zip(modules, momenta, strict=True):
            module.momentum = momentum
        network.train(mode)


@torch.no_grad()
def remove_correction_(network: BNNetwork, n: int) -> None:
    """Remove Bessel's correction n/(n-1), for batches of size n, from torch's running variances."""
    for module in network.modules():
        if isinstance(module, nn.BatchNorm1d | nn.BatchNorm2d) and module.running_var is not None:
            module.running_var.mul_((n - 1) / n)
