"""Second moments of chain (1) of daneshmand2021, drawn in its law-exact Gram form."""

from collections.abc import Sequence

import torch
from torch import Tensor

from verify.chains import chain as chains
from verify.chains.chain import gaussian_layer, orthogonality_gap
from verify.chains.gaussian_kernels import Numbers, first_layer
from verify.chains.kernels import kernel
from verify.chains.weights import Generator


@kernel
def distance_and_square(
    generator: Generator, q: Numbers, d: int, depths: Sequence[int], batch: int, device: str
) -> Tensor:
    """For each depth l, W2^2 given H_l and V(H_l)^2: (2 k, batch); at most 2 - 2/sqrt(n) and 1."""
    first = first_layer(generator, q, d, batch, device)
    rows = []
    for l, H in enumerate(chains.states(gaussian_layer, first, max(depths) - 1, generator), 1):
        if l in depths:
            values = torch.linalg.eigvalsh(H.mT @ H).clamp(min=0)  # (batch, n)
            distance = (values.sqrt() - len(q) ** -0.5).square().sum(-1)
            rows += [distance, orthogonality_gap(H).square()]
    return torch.stack(rows)


@kernel
def square_under_a1(
    generator: Generator, q: Numbers, d: int, alpha: float, depths: Sequence[int],
    batch: int, device: str,
) -> Tensor:  # fmt: skip
    """For each depth l, V(H_{l+1})^2 on the event A1(alpha, l), in [0, 1]: (k, batch)."""
    H = first_layer(generator, q, d, batch, device)
    observables = (orthogonality_gap, chains.smallest_eigenvalue)
    V, least = chains.trajectory(gaussian_layer, H, max(depths), observables, generator)
    held = (least >= alpha**2).to(H).cumprod(0)  # row l - 1: A1(alpha, l)
    return torch.stack([V[l].square() * held[l - 1] for l in depths])


@kernel
def deep_square(
    generator: Generator, n: int, d: int, before: int, kept: int, batch: int, device: str
) -> Tensor:
    """d V(H_l)^2 averaged over the ``kept`` layers after ``before``, from orthogonal samples."""
    H = first_layer(generator, [1 / n] * n, d, batch, device)
    layers = before + kept - 1
    (V,) = chains.trajectory(gaussian_layer, H, layers, (orthogonality_gap,), generator)
    mean: Tensor = d * V[before:].square().mean(0)
    return mean[None]
