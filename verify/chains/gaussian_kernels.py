"""Samplers with Gaussian weights: chain (1) of daneshmand2021, and the rows of one layer.

By rotation invariance the chain starts from the eigenvalues q of H^T H at the n x n matrix
diag(sqrt(q)), which the first layer of the Gram chain extends to d rows. Where W is formed, H has
the Gram matrix R diag(q) R^T, R a rotation that the kernel draws: nothing stands in the basis where
it is easy. Given H the rows of W H are independent, so that every row is a sample.
"""

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from lemmata.verify.chains import chain as chains
from lemmata.verify.chains.chain import gaussian_layer, orthogonality_gap
from lemmata.verify.chains.kernels import floats_on, kernel, tensor_of
from lemmata.verify.chains.weights import (
    Generator,
    gaussian,
    gaussian_product,
    haar_frame,
    symmetric_root,
)

Numbers = Sequence[float]


def _first_product(generator: Generator, root: Tensor, d: int, batch: int) -> Tensor:
    """Z K^(1/2) up to a factor, K^(1/2) = ``root``, (n, n): (batch, d, n)."""
    product: Tensor = gaussian((batch, d, len(root)), root, generator) @ root
    return product


def first_layer(generator: Generator, q: Numbers, d: int, batch: int, device: str) -> Tensor:
    """H_1 = BN(Z K^(1/2))/sqrt(d) from K = diag(q): (batch, d, n)."""
    return chains.bn_of_unit_norm(first_product(generator, q, d, batch, device))


def first_layer_from_orthogonal(
    generator: Generator, n: int, d: int, batch: int, device: str
) -> Tensor:
    """H_1 from n orthogonal samples of one norm, K = I/n: (batch, d, n)."""
    return first_layer(generator, [1 / n] * n, d, batch, device)


def first_product(generator: Generator, q: Numbers, d: int, batch: int, device: str) -> Tensor:
    """Z K^(1/2) from K = diag(q): (batch, d, n)."""
    return _first_product(generator, torch.diag(tensor_of(q, device).sqrt()), d, batch)


COSINE = 0.9


def _aligned_layer(generator: Generator, n: int, d: int, batch: int, device: str) -> Tensor:
    """H_1 from samples of one norm, every two at this cosine, K = (1 - c) I + c 1 1^T: unlike a
    chain without activations, one with them does not see the eigenvalues of K alone.
    """
    alone, together = math.sqrt(1 - COSINE), math.sqrt(1 - COSINE + n * COSINE)
    root = [[(together - alone) / n + alone * (i == j) for j in range(n)] for i in range(n)]
    return chains.bn_of_unit_norm(_first_product(generator, tensor_of(root, device), d, batch))


@kernel
def one_layer(
    generator: Generator, q: Numbers, p: Numbers, d: int, batch: int, device: str
) -> Tensor:
    """After one layer: Vhat, (Vhat - (1/n - p_n))^2 and ||C - diag(p)||_F^2: (3, batch).

    In [0, 1/n], [0, 1/n^2] and [0, 2].
    """
    H = first_layer(generator, q, d, batch, device)
    v_hat = chains.v_hat(H)
    away = (v_hat - (1 / len(q) - min(p))).square()
    mean = torch.diag(tensor_of(p, device))
    return torch.stack([v_hat, away, (H.mT @ H - mean).square().sum((-2, -1))])


def gaps_and_a1(
    generator: Generator, H: Tensor, alpha: float, deepest: int
) -> tuple[Tensor, Tensor]:
    """V(H_l), and in row l - 1 whether A1(alpha, l) holds, 1 or 0: (layers, batch), both."""
    observables = (orthogonality_gap, chains.smallest_eigenvalue)
    V, least = chains.trajectory(gaussian_layer, H, deepest, observables, generator)
    return V, (least >= alpha**2).to(H).cumprod(0)


@kernel
def gap_under_a1(
    generator: Generator,
    q: Numbers,
    d: int,
    alpha: float,
    depths: Sequence[int],
    batch: int,
    device: str,
) -> Tensor:
    """For each depth l, V(H_{l+1}) on the event A1(alpha, l) and the event itself: (2 k, batch).

    In [0, 1], both.
    """
    H = first_layer(generator, q, d, batch, device)
    V, held = gaps_and_a1(generator, H, alpha, max(depths))
    return torch.stack([row for l in depths for row in (V[l] * held[l - 1], held[l - 1])])


@kernel
def average_in_depth(
    generator: Generator, q: Numbers, d: int, depths: Sequence[int], batch: int, device: str
) -> Tensor:
    """(1/l) sum_{k=1}^{l} Vhat(H_k) (1/n - Vhat(H_k)) at each depth, in [0, 1/(4 n^2)]."""
    H = first_layer(generator, q, d, batch, device)
    (seen,) = chains.trajectory(gaussian_layer, H, max(depths) - 1, (chains.v_hat,), generator)
    total = (seen * (1 / len(q) - seen)).cumsum(0)
    return torch.stack([total[l - 1] / l for l in depths])


@kernel
def vanilla_gap(
    generator: Generator, q: Numbers, d: int, layers: int, batch: int, device: str
) -> Tensor:
    """V(H_l) without BN at l = layers, in [0, sqrt(1 - 1/n)]: (1, batch)."""
    H = first_product(generator, q, d, batch, device)
    *_, H = chains.states(chains.vanilla_layer, H, layers - 1, generator)
    return orthogonality_gap(H)[None]


@kernel
def a1_event(
    generator: Generator,
    n: int,
    d: int,
    layers: int,
    batch: int,
    device: str,
    share: float = 0.1,
) -> Tensor:
    """Whether A1(share alpha_0, layers) holds from an orthogonal H_0: (1, batch), 0 or 1.

    alpha_0 = 1/sqrt(n) is the largest that an input of unit norm can have, hence the hardest.
    """
    H = first_layer_from_orthogonal(generator, n, d, batch, device)
    held = H.new_ones(batch)
    least = share**2 / n * torch.eye(n, dtype=H.dtype, device=H.device)
    for _ in range(layers):
        K = H.mT @ H
        # K >= (share alpha_0)^2 if the difference has a Cholesky factor; that of K is a root of K
        # up to a rotation, and where it has none the event has failed
        held = held * (torch.linalg.cholesky_ex(K - least).info == 0)
        root = torch.linalg.cholesky_ex(K).L.mT
        H = chains.bn_of_unit_norm(gaussian((batch, d, n), H, generator) @ root)
    return held[None]


@kernel
def distance_under_a1(
    generator: Generator,
    q: Numbers,
    d: int,
    alpha: float,
    depths: Sequence[int],
    batch: int,
    device: str,
) -> Tensor:
    """For each depth l: W2^2 given H_l, V(H_l), 1, and the diagonal of K = H_l^T H_l, each on the
    event A1(alpha, l): (k (3 + n), batch); the first at most 2 - 2/sqrt(n), the others 1.
    """
    first = first_layer(generator, q, d, batch, device)
    held, rows = first.new_ones(batch), []
    for l, H in enumerate(chains.states(gaussian_layer, first, max(depths) - 1, generator), 1):
        K = H.mT @ H
        values = torch.linalg.eigvalsh(K).clamp(min=0)  # (batch, n)
        held = held * (values[:, 0] >= alpha**2)
        if l in depths:
            distance = (values.sqrt() - len(q) ** -0.5).square().sum(-1)
            diagonal = K.diagonal(dim1=-2, dim2=-1).unbind(-1)
            rows += [v * held for v in (distance, orthogonality_gap(H), held, *diagonal)]
    return torch.stack(rows)


ACTIVATIONS = {"relu": torch.relu, "tanh": torch.tanh, "sin": torch.sin}


def _activated(generator: Generator, name: str, first: Tensor, layers: int) -> list[Tensor]:
    """Q_1, ..., Q_layers of daneshmand2021, appendix G, each (batch, d, n)."""
    layer = chains.activated_layer(ACTIVATIONS[name])
    return list(chains.states(layer, first, layers - 1, generator))


@kernel
def gram_distance(
    generator: Generator, name: str, n: int, d: int, layers: int, batch: int, device: str
) -> Tensor:
    """Two observables whose means enclose E ||K - E_nu K||_F, K = Q^T Q at depth ``layers``.

    K from aligned samples, K' independent of it from orthogonal ones: half of E||K - K'|| by
    the triangle inequality, for one of them at least, and E||K - K'|| by Jensen's, as far as E K'
    is the stationary mean. In [0, 1/sqrt(2)] and [0, sqrt(2)].
    """
    aligned = _aligned_layer(generator, n, d, batch, device)
    orthogonal = first_layer_from_orthogonal(generator, n, d, batch, device)
    Q = _activated(generator, name, torch.cat([aligned, orthogonal]), layers)[-1]
    K = Q.mT @ Q
    distance = (K[:batch] - K[batch:]).square().sum((-2, -1)).sqrt()
    return torch.stack([distance / 2, distance])


@kernel
def activated_gap(
    generator: Generator, name: str, n: int, d: int, depths: Sequence[int], batch: int, device: str
) -> Tensor:
    """V(Q_l) with an activation, at each depth, in [0, 1]: (k, batch)."""
    first = _aligned_layer(generator, n, d, batch, device)
    Q = _activated(generator, name, first, max(depths))
    return torch.stack([orthogonality_gap(Q[l - 1]) for l in depths])


def _rotated(generator: Generator, q: Tensor, d: int, batch: int) -> Tensor:
    """U diag(sqrt(q)), U an orthonormal n-frame of each replica: (batch, d, n)."""
    return haar_frame(d, len(q), batch, q, generator) * q.sqrt()


@kernel
def shares_of_rows(generator: Generator, q: Numbers, d: int, batch: int, device: str) -> Tensor:
    """m_i^2/||m||^2 of the rows m of W H, in the right singular basis of H: (n, batch d).

    Their mean over the rows is H_{l+1}^T H_{l+1}'s diagonal there.
    """
    H = _rotated(generator, tensor_of(q, device), d, batch)
    return chains.bn(gaussian_product(H, generator)).square().flatten(0, 1).mT


@kernel
def transport_costs(generator: Generator, q: Numbers, d: int, batch: int, device: str) -> Tensor:
    """Two observables whose means enclose W2(W H, G/sqrt(n))^2, by rows, d times: (2, batch d).

    Below, Kantorovich's dual |x|^2 - x^T A x + |y|^2 - y^T A^(-1) y with an independent y, for
    A = K^(-1/2)/sqrt(n), though any A > 0 would do. Above, the coupling y = A x, which has the law
    of G/sqrt(n). A comes from the matrix K = H^T H, not from q.
    """
    eigenvalues, n = tensor_of(q, device), len(q)
    right = haar_frame(n, n, batch, eigenvalues, generator)
    H = _rotated(generator, eigenvalues, d, batch) @ right.mT  # (batch, d, n)
    root = symmetric_root(H.mT @ H)
    A = torch.linalg.inv(root) / n**0.5
    X = gaussian_product(H, generator)
    Y = gaussian(tuple(X.shape), X, generator) / (n * d) ** 0.5
    dual = X.square() - X * (X @ A) + Y.square() - Y * (Y @ root) * n**0.5
    coupled = (X - X @ A).square()
    return torch.stack([d * v.sum(-1).flatten() for v in (dual, coupled)])


@kernel
def second_moments(generator: Generator, q: Numbers, d: int, batch: int, device: str) -> Tensor:
    """After one layer, of two independent copies: ||C - C'||^2/2, whose mean is E||C - E C||^2, and
    V(H_{l+1})^2: (2, batch), at most 1. The layers are in the form of sharp:gram-chain.
    """
    H = _rotated(generator, tensor_of(q, device), d, batch)
    first, second = (gaussian_layer(H, generator) for _ in range(2))
    apart = (first.mT @ first - second.mT @ second).square().sum((-2, -1)) / 2
    return torch.stack([apart, orthogonality_gap(first).square()])


@kernel
def row_products(
    generator: Generator,
    H: Sequence[Sequence[float]],
    product: chains.LayerMap,
    batch: int,
    device: str,
) -> Tensor:
    """m_a m_b of the rows m of W H, or of a product with the same law: (n^2, batch d)."""
    X = tensor_of(H, device)  # (d, n)
    M = product(X.expand(batch, *X.shape), generator)  # (batch, d, n)
    return (M[..., :, None] * M[..., None, :]).flatten(2).flatten(0, 1).mT


@kernel
def smallest_singular_value(
    generator: Generator, d: int, n: int, batch: int, device: str
) -> Tensor:
    """The smallest singular value of a Gaussian matrix with unit variances, d >= n: (1, batch)."""
    W = gaussian((batch, d, n), floats_on(device), generator)
    values: Tensor = torch.linalg.svdvals(W)  # (batch, n)
    return values[None, :, -1]
