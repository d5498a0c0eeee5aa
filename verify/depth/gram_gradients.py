"""Gradients of a wide Gaussian network with BN, exact in law, in O(d n^2) a layer.

W X is distributed as Z = Z' K^(1/2), K = X^T X (sharp:gram-chain). Given Z, what W does off the
span of X is as free as before: W = Z K^(-1) X^T + W' P with P = I - X K^(-1) X^T and W' a copy of W
that no other layer has seen. So for a gradient G = dL/dZ

    W^T G = X K^(-1) Z^T G + P W'^T G,

where W'^T G is distributed as a Gaussian d x n matrix times (G^T G)^(1/2)/sqrt(d).
"""

import torch
from torch import Tensor

from lemmata.verify.chains.weights import gaussian, gaussian_product_by_gram
from lemmata.verify.depth.network import RowNorm

BN = RowNorm(scaled=True)


def log_gradients(
    shape: tuple[int, int, int], layers: int, like: Tensor, generator: torch.Generator | None
) -> Tensor:
    """log ||dL/dX_l||_F up to a constant, l = 0..layers: (layers + 1, replicas).

    ``shape``: (replicas, d, n), d > n; rows have norm sqrt(n); the input is Gaussian, and so is the
    read-out. Keeps the representations of all layers.
    """
    X, divisors = [gaussian(shape, like, generator)], []
    for _ in range(layers):
        Y, r = BN.forward(gaussian_product_by_gram(X[-1], generator))
        X.append(Y)
        divisors.append(r)
    G, logs = gaussian(shape, like, generator), []
    while divisors:
        size = torch.linalg.matrix_norm(G)  # (replicas,)
        logs.append(size.log())
        Y, r = X.pop(), divisors.pop()
        dZ = BN.backward(G / size[:, None, None], Y, r)
        G = through_weights(X[-1], Y * r, dZ, generator)
    logs.append(torch.linalg.matrix_norm(G).log())
    return torch.stack(logs).cumsum(0).flip(0)


def through_weights(X: Tensor, Z: Tensor, G: Tensor, generator: torch.Generator | None) -> Tensor:
    """W^T G given W X = Z, all (replicas, d, n), G independent of the rest of W."""
    free = gaussian_product_by_gram(G, generator)
    K = torch.linalg.cholesky(X.mT @ X)
    seen: Tensor = torch.cholesky_solve(Z.mT @ G - X.mT @ free, K)  # (replicas, n, n)
    return torch.baddbmm(free, X, seen)
