"""Measurements of a network between epochs; they leave the network unchanged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import torch
from torch import Tensor, nn

from lemmata.verify.nn.gaps import isometry_gap, isometry_gap_of_weights, orthogonality_gap
from lemmata.verify.nn.layers import BatchNormWithoutMean, BlockLinear
from lemmata.verify.nn.networks import BNNetwork, side_by_side
from lemmata.verify.training.series import BY_LAYER, MODES
from lemmata.verify.training.tensors import Images

_NORMALISING = (BatchNormWithoutMean, nn.BatchNorm1d, nn.BatchNorm2d)


def losses(logits: Tensor, y: Tensor) -> Tensor:
    """Cross entropy of each replica: (n, replicas, classes) and (n, replicas) -> (replicas,)."""
    each = nn.functional.cross_entropy(logits.flatten(0, 1), y.flatten(), reduction="none")
    return each.view(y.shape).mean(0)


def right(logits: Tensor, y: Tensor) -> Tensor:
    """How many are classified rightly, (replicas,)."""
    return (logits.argmax(-1) == y).sum(0)


@contextmanager
def unchanged(network: nn.Module, training: bool) -> Iterator[None]:
    """In training or evaluation mode; then modes and running statistics are as they were."""
    was = network.training
    kept = {name: buffer.clone() for name, buffer in network.named_buffers()}
    network.train(training)
    try:
        yield
    finally:
        network.train(was)
        for name, buffer in network.named_buffers():
            buffer.copy_(kept[name])


def repeated(X: Tensor, replicas: int) -> Tensor:
    """The same inputs for every replica, side by side."""
    return side_by_side(X.expand(replicas, *X.shape))


@torch.no_grad()
def scores(
    network: BNNetwork, given: Images, most: int, batch: int, mode: str
) -> tuple[Tensor, Tensor]:
    """Loss and accuracy of each replica on the first ``most`` images, in order.

    With the statistics of each batch, of the size used in training, or with the running ones. Where
    batch statistics are used a last batch that is smaller is left out.
    """
    replicas, count = network.replicas or 1, min(most, len(given))
    own = mode == MODES[0]
    with unchanged(network, training=own):
        found = []
        for X, y in zip(
            *(torch.split(one[:count], batch) for one in (given.X, given.y)), strict=True
        ):
            if own and len(y) < min(batch, count):
                continue
            logits = network(repeated(X, replicas)).view(len(y), replicas, -1)
            of = y[:, None].expand(-1, replicas)
            found.append((losses(logits, of) * len(y), right(logits, of), len(y)))
    seen = sum(size for *_, size in found)
    total = torch.stack([loss for loss, *_ in found]).sum(0) / seen
    return total, torch.stack([hits for _, hits, _ in found]).sum(0) / seen


def by_layer(
    network: BNNetwork, X: Tensor, y: Tensor, wanted: Sequence[int], first: Sequence[Tensor]
) -> dict[str, Tensor]:
    """Gaps of the wanted layers' outputs and weights, (replicas, wanted), how far these are from
    the ``first`` ones, and of all layers the norms of the weights' gradients,
    (replicas, layers + 1), on one batch with its own statistics; V of the logits, (replicas,).
    """
    replicas, outputs = network.replicas or 1, list[Tensor]()
    hooks = [
        network.layers[l].register_forward_hook(lambda m, i, out: outputs.append(out.detach()))
        for l in wanted
    ]
    maps = [module for _, module in network.linear()]
    try:
        with unchanged(network, training=True), torch.enable_grad():
            logits = network(repeated(X, replicas)).view(len(y), replicas, -1)
            loss = losses(logits, y[:, None].expand(-1, replicas)).sum()
            found = torch.autograd.grad(loss, [module.weight for module in maps])
    finally:
        for hook in hooks:
            hook.remove()
    norms = [torch.linalg.vector_norm(g.double().reshape(replicas, -1), dim=-1) for g in found]
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
    """(replicas, out, in): a convolution's patches are its inputs."""
    weight = module.weight.detach()
    rows = weight.shape[1] if isinstance(module, BlockLinear) else weight.shape[0] // replicas
    return weight.view(replicas, rows, -1)


@torch.no_grad()
def reestimate_(network: BNNetwork, X: Tensor, batch: int | None) -> None:
    """Replace the running statistics by those of the inputs X, with the weights as they are.

    With a ``batch`` they are the mean over batches of that size, each normalised by its own: what
    a layer is given then differs from what it is given in evaluation mode. Without one all inputs
    pass as a single batch, layer by layer, and every layer's statistics are those that evaluation
    mode gives it, Bessel's correction taken out again.
    """
    modules = [m for m in network.modules() if isinstance(m, _NORMALISING)]
    momenta = [module.momentum for module in modules]
    was = network.training
    network.train()
    try:
        for module in modules:
            module.reset_running_stats()
            module.momentum = None  # the mean of all batches
        for part in torch.split(X, batch or len(X)):
            if batch is None or len(part) == batch:
                network(repeated(part, network.replicas or 1))
        if batch is None:
            without_correction_(network, len(X))
    finally:
        for module, momentum in zip(modules, momenta, strict=True):
            module.momentum = momentum
        network.train(was)


@torch.no_grad()
def without_correction_(network: BNNetwork, n: int) -> None:
    """Take Bessel's correction n/(n-1) out of torch's running variances, batches being of size n.

    In training torch divides by the variance with 1/n, and keeps that with 1/(n-1).
    """
    for module in network.modules():
        if isinstance(module, nn.BatchNorm1d | nn.BatchNorm2d) and module.running_var is not None:
            module.running_var.mul_((n - 1) / n)
