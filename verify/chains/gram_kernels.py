"""Kernels of one layer of daneshmand2021 (1) with W formed, row by row, and of its transport cost.

Given H the rows of W H are independent, so that every row is a sample. H has the Gram matrix
R diag(q) R^T, R a rotation that the kernel draws: nothing stands in the basis where it is easy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from verify.chains import chain as chains
from verify.chains.kernels import Generator, first_layer, tensor_of
from verify.chains.weights import gaussian, gaussian_product, haar_frame, symmetric_root
from verify.statistics.estimate import Kernel


def _rotated(q: Sequence[float], d: int, batch: int, like: Tensor, generator: Generator) -> Tensor:
    """U diag(sqrt(q)), U an orthonormal n-frame of each replica: (batch, d, n)."""
    frame = haar_frame(d, len(q), batch, like, generator)
    return frame * tensor_of(q, str(like.device)).sqrt()


def shares_of_rows(q: Sequence[float], d: int, batch: int, device: str) -> Kernel:
    """m_i^2/||m||^2 of the rows m of W H, in the right singular basis of H: (n, batch d).

    Their mean over the rows is H_{l+1}^T H_{l+1}'s diagonal there.
    """
    like = tensor_of(0.0, device)

    def kernel(generator: Generator) -> Tensor:
        M = gaussian_product(_rotated(q, d, batch, like, generator), generator)  # (batch, d, n)
        return chains.bn(M).square().flatten(0, 1).mT

    return kernel


def transport_costs(q: Sequence[float], d: int, batch: int, device: str) -> Kernel:
    """Two observables whose means enclose W2(W H, G/sqrt(n))^2, by rows, d times: (2, batch d).

    Below, Kantorovich's dual |x|^2 - x^T A x + |y|^2 - y^T A^(-1) y with an independent y, for
    A = K^(-1/2)/sqrt(n), though any A > 0 would do. Above, the coupling y = A x, which has the law
    of G/sqrt(n). A comes from the matrix K = H^T H, not from q.
    """
    like = tensor_of(0.0, device)
    n = len(q)

    def kernel(generator: Generator) -> Tensor:
        right = haar_frame(n, n, batch, like, generator)
        H = _rotated(q, d, batch, like, generator) @ right.mT  # (batch, d, n)
        root = symmetric_root(H.mT @ H)
        A = torch.linalg.inv(root) / n**0.5
        X = gaussian_product(H, generator)
        Y = gaussian(tuple(X.shape), X, generator) / (n * d) ** 0.5
        dual = X.square() - X * (X @ A) + Y.square() - Y * (Y @ root) * n**0.5
        coupled = (X - X @ A).square()
        return torch.stack([d * v.sum(-1).flatten() for v in (dual, coupled)])

    return kernel


def second_moments(q: Sequence[float], d: int, batch: int, device: str) -> Kernel:
    """After one layer, of two independent copies: ||C - C'||^2/2, whose mean is E||C - E C||^2, and
    V(H_{l+1})^2: (2, batch), at most 1. The layers are in the form of sharp:gram-chain.
    """
    like = tensor_of(0.0, device)

    def kernel(generator: Generator) -> Tensor:
        H = _rotated(q, d, batch, like, generator)
        outputs = [chains.DANESHMAND.layer(H, 1, generator)[1] for _ in range(2)]
        first, second = (X.mT @ X for X in outputs)
        apart = (first - second).square().sum((-2, -1)) / 2
        return torch.stack([apart, chains.orthogonality_gap(outputs[0], outputs[0]).square()])

    return kernel


def distance_under_a1(
    q: Sequence[float], d: int, alpha: float, depths: Sequence[int], batch: int, device: str
) -> Kernel:
    """For each depth l: W2^2 given H_l, V(H_l), 1, and the diagonal of K = H_l^T H_l, each on the
    event A1(alpha, l): (k (3 + n), batch); the first at most 2 - 2/sqrt(n), the others 1.
    """
    root_n = len(q) ** -0.5

    def kernel(generator: Generator) -> Tensor:
        H = first_layer(q, d, batch, device, generator)
        held, rows = torch.ones_like(H[:, 0, 0]), []
        for l in range(1, max(depths) + 1):
            H = H if l == 1 else chains.DANESHMAND.layer(H, l, generator)[1]
            K = H.mT @ H
            values = torch.linalg.eigvalsh(K).clamp(min=0)  # (batch, n)
            held = held * (values[:, 0] >= alpha**2)
            if l in depths:
                distance = (values.sqrt() - root_n).square().sum(-1)
                gap = chains.orthogonality_gap(H, H)
                seen = [distance, gap, held, *K.diagonal(dim1=-2, dim2=-1).unbind(-1)]
                rows += [value * held for value in seen]
        return torch.stack(rows)

    return kernel


def row_products(
    H: Sequence[Sequence[float]], product: Callable[[Tensor, Generator], Tensor], batch: int,
    device: str,
) -> Kernel:  # fmt: skip
    """m_a m_b of the rows m of W H, or of a product with the same law: (n^2, batch d)."""
    X = tensor_of(H, device)  # (d, n)

    def kernel(generator: Generator) -> Tensor:
        M = product(X.expand(batch, *X.shape), generator)  # (batch, d, n)
        return (M[..., :, None] * M[..., None, :]).flatten(2).flatten(0, 1).mT

    return kernel
