"""The chains of both papers in torch: a batch of replicas, observed at every layer.

A layer is X -> act(a_l N(W X)): a law of the weights, a normalisation N, an activation, a gain.
Representations have shape (batch, d, n), d >= n. For chain (3) with n = d the gap has a route
without spectra, in ``verify.chains.gaps``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

import verify.chains.torch_backend  # noqa: F401  (the definitions below run on tensors)
from theory import definitions
from verify.chains.weights import gaussian_product, gaussian_product_by_gram, haar_product

Weights = Callable[[Tensor, torch.Generator | None], Tensor]
Map = Callable[[Tensor], Tensor]
Observable = Callable[[Tensor, Tensor], Tensor]  # of W X and of the layer's output: (batch,)


def bn(M: Tensor) -> Tensor:
    """BN without mean and without 1/n: every row divided by its norm."""
    normalised: Tensor = definitions.bn(M)
    return normalised


def bn_of_unit_norm(M: Tensor) -> Tensor:
    """BN(M)/sqrt(d), daneshmand2021 (1): Frobenius norm 1."""
    scaled: Tensor = bn(M) / M.shape[-2] ** 0.5
    return scaled


def standard_bn(M: Tensor, eps: float = 1e-5) -> Tensor:
    """Rows centred and divided by sqrt(variance + eps), as networks have it."""
    centred = M - M.mean(-1, keepdim=True)
    return centred / (centred.square().mean(-1, keepdim=True) + eps).sqrt()


def unit_norm(M: Tensor) -> Tensor:
    """M/||M||_F: no normalisation of the rows, only against overflow in depth."""
    scaled: Tensor = M / torch.linalg.matrix_norm(M)[..., None, None]
    return scaled


def _identity(X: Tensor) -> Tensor:
    return X


@dataclass(frozen=True)
class Chain:
    """X_{l+1} = act(a_l N(W_l X_l)), W_l independent; layers count from 1."""

    weights: Weights
    normalise: Map
    activation: Map = _identity
    gain: Callable[[int], float] = lambda l: 1.0

    def layer(self, X: Tensor, l: int, generator: torch.Generator | None) -> tuple[Tensor, Tensor]:
        """(W X, the output), for X: (batch, d, n)."""
        M = self.weights(X, generator)
        return M, self.activation(self.gain(l) * self.normalise(M))


METEREZ = Chain(haar_product, bn)
"""meterez2024 (3)."""

METEREZ_GAUSSIAN = Chain(gaussian_product, bn)
"""meterez2024 (3) with Gaussian weights."""

DANESHMAND_EXPLICIT = Chain(gaussian_product, bn_of_unit_norm)
"""daneshmand2021 (1), with W formed: the reference."""

DANESHMAND = Chain(gaussian_product_by_gram, bn_of_unit_norm)
"""daneshmand2021 (1) in the form of sharp:gram-chain, O(d n^2) a layer."""

VANILLA = Chain(gaussian_product_by_gram, unit_norm)
"""daneshmand2021 (1) without BN, rescaled: every observable below is free of scale."""

STANDARD_BN = Chain(gaussian_product, standard_bn)
"""Gaussian weights and BN with its mean, as networks have it."""


def shaped(activation: Map, exponent: float = 0.4, normalise: Map = bn) -> Chain:
    """meterez2024 (11): orthogonal weights, gain a_l = l^(-exponent), tanh or sin."""
    return Chain(haar_product, normalise, activation, lambda l: l**-exponent)


def with_activation(activation: Map) -> Chain:
    """daneshmand2021, appendix G: Q_{l+1} = BN(W F(Q_l)), rows scaled as in (1)."""
    return Chain(
        lambda Q, generator: gaussian_product_by_gram(activation(Q), generator), bn_of_unit_norm
    )


def gap(M: Tensor, X: Tensor) -> Tensor:
    """phi from singular values: relative to the largest they are good to 1e-16, phi to 1e-15."""
    squares: Tensor = torch.linalg.svdvals(X).square()  # (batch, n)
    return squares.mean(-1).log() - squares.log().mean(-1)


def isometry(M: Tensor, X: Tensor) -> Tensor:
    return (-gap(M, X)).exp()


def orthogonality_gap(M: Tensor, X: Tensor) -> Tensor:
    """V."""
    value: Tensor = definitions.orthogonality_gap(X)
    return value


def v_hat(M: Tensor, X: Tensor) -> Tensor:
    """Vhat of X divided by its norm."""
    return 1 / X.shape[-1] - smallest_eigenvalue(M, unit_norm(X))


def smallest_eigenvalue(M: Tensor, X: Tensor) -> Tensor:
    """lambda_min(X^T X)."""
    values: Tensor = definitions.gram_spectrum(X)
    return values[..., 0]


def largest_eigenvalue(M: Tensor, X: Tensor) -> Tensor:
    values: Tensor = definitions.gram_spectrum(X)
    return values[..., -1]


def log_jacobian(M: Tensor, X: Tensor) -> Tensor:
    """log ||J_BN(W X)||_op = -log of the shortest row (sharp:bn-jacobian)."""
    norms: Tensor = torch.linalg.vector_norm(M, dim=-1)
    return -norms.amin(-1).log()


def cosine(M: Tensor, X: Tensor) -> Tensor:
    """|cos| of the first two samples."""
    value: Tensor = definitions.cosine(X[..., 0], X[..., 1])
    return value.abs()


OBSERVABLES: Mapping[str, Observable] = {
    "gap": gap,
    "isometry": isometry,
    "V": orthogonality_gap,
    "Vhat": v_hat,
    "lambda_min": smallest_eigenvalue,
    "lambda_max": largest_eigenvalue,
    "log_jacobian": log_jacobian,
    "cosine": cosine,
}


def trajectory(
    chain: Chain,
    X: Tensor,  # (batch, d, n)
    layers: int,
    names: tuple[str, ...],
    generator: torch.Generator | None,
) -> dict[str, Tensor]:
    """The named observables at layers 0..layers: each (layers + 1, batch).

    At layer 0 the input stands for W X.
    """
    M = X
    seen: dict[str, list[Tensor]] = {name: [OBSERVABLES[name](X, X)] for name in names}
    for l in range(1, layers + 1):
        M, X = chain.layer(X, l, generator)
        for name in names:
            seen[name].append(OBSERVABLES[name](M, X))
    return {name: torch.stack(values) for name, values in seen.items()}
