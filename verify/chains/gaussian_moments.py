"""Second moments of chain (1) of daneshmand2021, drawn in its law-exact Gram form."""

import math
from collections.abc import Sequence
from itertools import islice

import torch
from torch import Tensor

from lemmata.verify.chains import chain as chains
from lemmata.verify.chains.chain import gaussian_layer, orthogonality_gap
from lemmata.verify.chains.gaussian_kernels import (
    Numbers,
    first_layer,
    first_layer_from_orthogonal,
    first_product,
    gaps_and_a1,
)
from lemmata.verify.chains.kernels import kernel
from lemmata.verify.chains.weights import Generator, gaussian, gaussian_product_by_gram


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
    generator: Generator,
    q: Numbers,
    d: int,
    alpha: float,
    depths: Sequence[int],
    batch: int,
    device: str,
) -> Tensor:
    """For each depth l, V(H_{l+1})^2 on the event A1(alpha, l), in [0, 1]: (k, batch)."""
    H = first_layer(generator, q, d, batch, device)
    V, held = gaps_and_a1(generator, H, alpha, max(depths))
    return torch.stack([V[l].square() * held[l - 1] for l in depths])


@kernel
def deep_square(
    generator: Generator, n: int, d: int, before: int, kept: int, batch: int, device: str
) -> Tensor:
    """d V(H_l)^2 averaged over the ``kept`` layers after ``before``, from orthogonal samples."""
    H = first_layer_from_orthogonal(generator, n, d, batch, device)
    layers = before + kept - 1
    (V,) = chains.trajectory(gaussian_layer, H, layers, (orthogonality_gap,), generator)
    mean: Tensor = d * V[before:].square().mean(0)
    return mean[None]


@kernel
def average_gap(
    generator: Generator, q: Numbers, d: int, layers: int, batch: int, device: str
) -> Tensor:
    """V(H_k) averaged over k = 0..layers-1, from K = diag(q): (1, batch); layers from 2 on."""
    mean: Tensor = _gaps(generator, q, d, layers, batch, device).mean(0)
    return mean[None]


@kernel
def average_square(
    generator: Generator, q: Numbers, d: int, layers: int, batch: int, device: str
) -> Tensor:
    """The same of V(H_k)^2."""
    mean: Tensor = _gaps(generator, q, d, layers, batch, device).square().mean(0)
    return mean[None]


def _gaps(generator: Generator, q: Numbers, d: int, layers: int, batch: int, device: str) -> Tensor:
    """V(H_k), k = 0..layers-1, from K = diag(q): (layers, batch); layers from 2 on."""
    H = first_layer(generator, q, d, batch, device)
    (V,) = chains.trajectory(gaussian_layer, H, layers - 2, (orthogonality_gap,), generator)
    start = math.sqrt(sum((v - 1 / len(q)) ** 2 for v in q))
    return torch.cat([torch.full_like(V[:1], start), V])


@kernel
def volume(generator: Generator, q: Numbers, d: int, batch: int, device: str) -> Tensor:
    """det H_{l+1}^T H_{l+1}, over its largest value n^(-n), from K = diag(q): (1, batch)."""
    H = first_layer(generator, q, d, batch, device)
    values = torch.linalg.eigvalsh(len(q) * (H.mT @ H)).clamp(min=0)  # (batch, n)
    share: Tensor = values.prod(-1)
    return share[None]


@kernel
def growth_of_a_direction(
    generator: Generator,
    n: int,
    d: int,
    before: int,
    kept: int,
    batch: int,
    device: str,
    lengths: bool = False,
) -> Tensor:
    """The Lyapunov exponent of an n-th sample infinitesimally near the span of n - 1: (1, batch).

    Its squared component outside of the others' span is multiplied in a layer by
    X = (1/d) ||(I - P) v||^2, v_j = w_j/||row j||, w ~ N(0, I_d) independent of the others' rows
    M = W H, and P the projector on the columns of their BN(M). The mean over the ``kept`` layers
    after ``before`` of log X - (X/E[X | M] - 1), where the second term has mean 0 and takes most of
    the scatter away. Where it is negative n samples lose rank in depth, where it is positive they
    do not. At n = 2 the v_j are Cauchy variables up to signs, and at n = d = 2 the factor is the
    square of one: the exponent is 0 exactly. With ``lengths`` the sum over j of log z_j^T K z_j,
    the log squared lengths of the d rows, is added.
    """
    H = first_layer_from_orthogonal(generator, n - 1, d, batch, device)
    total = H.new_zeros(batch)
    for l in range(before + kept):
        M = gaussian_product_by_gram(H, generator)  # (batch, d, n - 1)
        H = chains.bn_of_unit_norm(M)
        if l >= before:
            total = total + _log_growth(generator, H, M)
            if lengths:
                total = total + (d * M.square().sum(-1)).log().sum(-1)
    return total[None] / kept


@kernel
def growth_from(
    generator: Generator, q: Numbers, d: int, layers: int, batch: int, device: str
) -> Tensor:
    """The same over the first ``layers`` from K = diag(q), of one sample less: (1, batch)."""
    M = first_product(generator, q, d, batch, device) / d**0.5
    H = chains.bn_of_unit_norm(M)
    total = _log_growth(generator, H, M)
    for _ in range(layers - 1):
        M = gaussian_product_by_gram(H, generator)
        H = chains.bn_of_unit_norm(M)
        total = total + _log_growth(generator, H, M)
    return total[None] / layers


def _log_growth(generator: Generator, H: Tensor, M: Tensor) -> Tensor:
    """log X - (X/E[X | M] - 1): (batch,)."""
    factor, mean = _outside(generator, H, M.square().sum(-1))
    return factor.log() - factor / mean + 1


def _outside(generator: Generator, H: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
    """X and E[X | M] from H = BN(M)/sqrt(d) and ||M_j||^2, (batch, d): (batch,) each.

    M has the scale ||row|| = d^(-1/2) |z K^(1/2)|, which v divides by, so that 1/d is in it.
    """
    basis = torch.linalg.qr(H).Q  # (batch, d, n - 1)
    scale = lengths.rsqrt() / len(lengths[0])  # (batch, d)
    v = (gaussian(tuple(lengths.shape), H, generator) * scale)[..., None]
    outside = v - basis @ (basis.mT @ v)
    left = 1 - basis.square().sum(-1)  # the diagonal of I - P
    return outside.square().sum((-2, -1)), (left * scale.square()).sum(-1)


@kernel
def next_isometry_gap(generator: Generator, q: Numbers, d: int, batch: int, device: str) -> Tensor:
    """phi(H_{l+1}) = -(1/n) log det(n H^T H), without a bound: (1, batch)."""
    H = first_layer(generator, q, d, batch, device)
    values = torch.linalg.eigvalsh(len(q) * (H.mT @ H)).clamp(min=1e-300)  # (batch, n)
    gap: Tensor = -values.log().mean(-1)
    return gap[None]


@kernel
def spectral_moments(
    generator: Generator, n: int, d: int, before: int, kept: int, batch: int, device: str
) -> Tensor:
    """tr(A^2)/n and tr(A^3)/n, A = n H^T H, averaged over deep layers: (2, batch)."""
    H = first_layer_from_orthogonal(generator, n, d, batch, device)
    total = H.new_zeros(2, batch)
    deep = islice(chains.states(gaussian_layer, H, before + kept, generator), before + 1, None)
    for H in deep:
        A = n * (H.mT @ H)
        square = A @ A
        both = A.square().sum((-2, -1)), (square * A).sum((-2, -1))
        total = total + torch.stack(both) / n
    return total / kept
