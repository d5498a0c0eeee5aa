"""The chains of both papers in torch: a batch of replicas, observed at every layer.

Representations have shape (batch, d, n), d >= n. For chain (3) with n = d the gap has a route
without spectra, in ``verify.chains.gaps``.
"""

from collections.abc import Callable, Iterator

import torch
from torch import Tensor

import lemmata.verify.chains.torch_backend  # noqa: F401  (the definitions below run on tensors)
from lemmata.theory import definitions
from lemmata.verify.chains import weights
from lemmata.verify.chains.weights import Generator, gaussian_product_by_gram

LayerMap = Callable[[Tensor, Generator], Tensor]  # X_l -> X_(l+1), with weights of its own
Observable = Callable[[Tensor], Tensor]  # (batch, d, n) -> (batch,)


bn: Callable[[Tensor], Tensor] = definitions.bn
"""BN without mean and without 1/n: every row divided by its norm."""


def bn_of_unit_norm(M: Tensor) -> Tensor:
    """BN(M)/sqrt(d), daneshmand2021 (1): Frobenius norm 1."""
    scaled: Tensor = bn(M) / M.shape[-2] ** 0.5
    return scaled


def unit_norm(M: Tensor) -> Tensor:
    """M/||M||_F: no normalisation of the rows, only against overflow in depth."""
    scaled: Tensor = M / torch.linalg.matrix_norm(M)[..., None, None]
    return scaled


def orthogonal_layer(X: Tensor, generator: Generator) -> Tensor:
    """meterez2024 (3)."""
    return bn(weights.haar_product(X, generator))


def gaussian_layer(H: Tensor, generator: Generator) -> Tensor:
    """daneshmand2021 (1) in the form of sharp:gram-chain, O(d n^2)."""
    return bn_of_unit_norm(gaussian_product_by_gram(H, generator))


def explicit_gaussian_layer(H: Tensor, generator: Generator) -> Tensor:
    """daneshmand2021 (1), with W formed: the reference."""
    return bn_of_unit_norm(weights.gaussian_product(H, generator))


def vanilla_layer(H: Tensor, generator: Generator) -> Tensor:
    """daneshmand2021 (1) without BN, rescaled: every observable below is free of scale."""
    return unit_norm(gaussian_product_by_gram(H, generator))


def activated_layer(activation: Callable[[Tensor], Tensor]) -> LayerMap:
    """daneshmand2021, appendix G: Q_{l+1} = BN(W F(Q_l)), rows scaled as in (1)."""
    return lambda Q, generator: gaussian_layer(activation(Q), generator)


orthogonality_gap: Observable = definitions.orthogonality_gap


def smallest_eigenvalue(X: Tensor) -> Tensor:
    """lambda_min(X^T X)."""
    values: Tensor = definitions.gram_spectrum(X)
    return values[..., 0]


def v_hat(X: Tensor) -> Tensor:
    """Vhat of X divided by its norm."""
    return 1 / X.shape[-1] - smallest_eigenvalue(unit_norm(X))


def states(layer: LayerMap, X: Tensor, layers: int, generator: Generator) -> Iterator[Tensor]:
    """X_0 = X, ..., X_layers, each (batch, d, n)."""
    yield X
    for _ in range(layers):
        X = layer(X, generator)
        yield X


def trajectory(
    layer: LayerMap,
    X: Tensor,
    layers: int,
    observables: tuple[Observable, ...],
    generator: Generator,
) -> list[Tensor]:
    """Each observable at layers 0..layers: (layers + 1, batch)."""
    seen = [[of(X) for of in observables] for X in states(layer, X, layers, generator)]
    return [torch.stack(values) for values in zip(*seen, strict=True)]
