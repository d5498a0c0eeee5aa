"""Samplers for what daneshmand2021 says between its theorems."""

from collections.abc import Sequence

import torch
from torch import Tensor

from lemmata.verify.chains import chain as chains
from lemmata.verify.chains.chain import gaussian_layer, orthogonality_gap
from lemmata.verify.chains.gaussian_kernels import Numbers, first_layer_from_orthogonal
from lemmata.verify.chains.kernels import floats_on, kernel, tensor_of
from lemmata.verify.chains.weights import (
    Generator,
    gaussian,
    gaussian_product_by_gram,
    haar_frame,
    symmetric_root,
)


@kernel
def two_samples_in_depth(
    generator: Generator, small: float, d: int, depths: Sequence[int], batch: int, device: str
) -> Tensor:
    """2 V(H_l)^2 of two samples from q = (1 - small, small), in [0, 1]: (k, batch).

    ``small`` may be 1e-60: with t = sqrt(q_2/q_1) z_2/z_1 of each row, w = 1/(1 + t^2), the next
    q_1 q_2 is (sum w sum w t^2 - (sum w t)^2)/d^2, and 2 V^2 = 1 - 4 q_1 q_2: no digit is lost.
    """
    product = floats_on(device).new_full((batch,), small * (1 - small))
    rows = {}
    for l in range(1, max(depths) + 1):
        least = 2 * product / (1 + (1 - 4 * product).clamp(min=0).sqrt())
        z = gaussian((2, batch, d), product, generator)
        t = (least / (1 - least)).sqrt()[:, None] * z[1] / z[0]
        w = 1 / (1 + t.square())
        squares, mixed = (w * t.square()).sum(-1), (w * t).sum(-1)
        product = ((w.sum(-1) * squares - mixed.square()) / d**2).clamp(min=0)
        rows[l] = 1 - 4 * product
    return torch.stack([rows[l] for l in depths])


@kernel
def distance_at_rest(
    generator: Generator, n: int, d: int, layers: int, batch: int, device: str
) -> Tensor:
    """At depth ``layers`` from orthogonal samples: V, W2(W H, G/sqrt(n))^2 given H, and the n
    singular values of Z K^(1/2) less those of Z/sqrt(n), Z of G(1/d) entries: (2 + n, batch).

    Singular values are 1-Lipschitz (Mirsky), so that W2 is at least the length of their mean.
    """
    first = first_layer_from_orthogonal(generator, n, d, batch, device)
    *_, H = chains.states(gaussian_layer, first, layers - 1, generator)
    root = symmetric_root(H.mT @ H)
    Z = gaussian((batch, d, n), H, generator) / d**0.5
    away = torch.linalg.svdvals(Z @ root) - torch.linalg.svdvals(Z) / n**0.5  # (batch, n)
    isotropic = torch.eye(n, dtype=H.dtype, device=H.device) / n**0.5
    distance = (root - isotropic).square().sum((-2, -1))
    return torch.stack([orthogonality_gap(H), distance, *away.unbind(-1)])


@kernel
def fall_of_the_smallest(
    generator: Generator, n: int, d: int, first: int, last: int, batch: int, device: str
) -> Tensor:
    """Fall a layer of log s_n(H_l) between two layers, from orthogonal samples: (1, batch)."""
    H = first_layer_from_orthogonal(generator, n, d, batch, device)
    logs = []
    for l, state in enumerate(chains.states(gaussian_layer, H, last - 1, generator), 1):
        if l in (first, last):
            logs.append(chains.smallest_eigenvalue(state).log() / 2)
    return ((logs[0] - logs[1]) / (last - first))[None]


@kernel
def vanilla_distance(
    generator: Generator, q: Numbers, d: int, layers: int, batch: int, device: str
) -> Tensor:
    """||K_l^(1/2) - K_0^(1/2)||_F^2 after ``layers`` without BN, K_0 = diag(q): (1, batch)."""
    root = torch.diag(tensor_of(q, device).sqrt())
    H = gaussian((batch, d, len(q)), root, generator) @ root / d**0.5
    for _ in range(layers - 1):
        H = gaussian_product_by_gram(H, generator)
    return (symmetric_root(H.mT @ H) - root).square().sum((-2, -1))[None]


@kernel
def relu_gap(generator: Generator, n: int, d: int, batch: int, device: str) -> Tensor:
    """V(ReLU(W H)) of n orthogonal samples of one norm, W ~ O_d: (1, batch)."""
    return orthogonality_gap(torch.relu(haar_frame(d, n, batch, floats_on(device), generator)))[
        None
    ]


@kernel
def layer_norm_gap(
    generator: Generator, n: int, d: int, layers: int, batch: int, device: str
) -> Tensor:
    """V(H_l) with layer normalisation in the place of BN, from orthogonal samples: (1, batch)."""
    H = haar_frame(d, n, batch, floats_on(device), generator)
    for _ in range(layers):
        M = gaussian_product_by_gram(H, generator)
        M = M - M.mean(-2, keepdim=True)
        H = M / torch.linalg.vector_norm(M, dim=-2, keepdim=True)
    return orthogonality_gap(H)[None]
