"""Kernels of a single layer, with the weights formed and nothing known of its law.

Chain (3) from a spectrum: by rotation invariance X = diag(sqrt(lambda)), W ~ O_d is drawn, W X is
normalised and its gap taken from singular values, or near isometry from the eigenvalues of
X' X'^T - I, formed entry by entry. Neither sharp:bn-identity nor an integral is used.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from theory.spectrum import Spectrum
from verify.chains import chain as chains
from verify.chains import gaps
from verify.chains.kernels import Generator, input_of, tensor_of
from verify.chains.weights import gaussian, haar_frame, haar_matrix, haar_product
from verify.statistics.estimate import Kernel

_NEAR = 1e-3  # below this gap singular values lose digits and deviations keep them
_NEARLY_SINGULAR = -60.0  # the least log lambda that float64 singular values tell from zero


def share_taken(
    spectrum: Spectrum, caps: Sequence[float], batch: int, device: str, *, of_isometry: bool = False
) -> Kernel:
    """(phi(X) - phi(BN(W X)))/phi(X) in [0, 1], cut off at each cap: (k, batch).

    Of the isometry: (I(BN(W X)) - I(X))/(1 - I(X)), in [0, 1] too, after the same cut-offs.
    """
    phi = float(spectrum.gap)
    if (least := float(spectrum.log_eigenvalues.min())) < _NEARLY_SINGULAR:
        raise ValueError(f"log lambda_min = {least}; expected at least {_NEARLY_SINGULAR}")
    E, first = input_of(spectrum, batch, device)
    logs = np.repeat(np.asarray(spectrum.log_eigenvalues, dtype=float), spectrum.multiplicities)
    X = torch.diag(tensor_of(np.exp(logs / 2), device))

    def kernel(generator: Generator) -> Tensor:
        if phi < _NEAR:
            after = gaps.accurate_gaps(E, first, 1, generator).gap[-1]
        else:
            M = haar_product(X.expand(batch, *X.shape), generator)
            after = chains.gap(M, chains.bn(M))
        share = (1 - after / phi).clamp(0, 1)  # rounding alone can leave the range
        cut = torch.stack([share.clamp(max=cap) for cap in caps])
        return (phi * cut).expm1() / math.expm1(phi) if of_isometry else cut

    return kernel


def row_moments(spectrum: Spectrum, batch: int, device: str) -> Kernel:
    """a_1, a_1^2 and a_1 a_2, a_j the squared row norms of W X: (3, batch); a_j <= lambda_max."""
    logs = np.repeat(np.asarray(spectrum.log_eigenvalues, dtype=float), spectrum.multiplicities)
    eigenvalues = tensor_of(np.exp(logs), device)

    def kernel(generator: Generator) -> Tensor:
        W = haar_frame(spectrum.width, 2, batch, eigenvalues, generator)  # two rows, as columns
        a, b = (W.square() * eigenvalues[:, None]).sum(-2).unbind(-1)
        return torch.stack([a, a * a, a * b])

    return kernel


def fourth_moments(d: int, batch: int, device: str) -> Kernel:
    """w_ik^4, w_ik^2 w_il^2, w_ik^2 w_jk^2, w_ik^2 w_jl^2, w_ik w_il w_jk w_jl: (5, batch).

    i, j are the first two rows; means over k, with l = k + 1 modulo d.
    """
    like = tensor_of(0.0, device)

    def kernel(generator: Generator) -> Tensor:
        first, second = haar_frame(d, 2, batch, like, generator).unbind(-1)  # (batch, d) each
        first_, second_ = first.roll(-1, -1), second.roll(-1, -1)
        products = [
            first**4,
            (first * first_) ** 2,
            (first * second) ** 2,
            (first * second_) ** 2,
            first * first_ * second * second_,
        ]
        return torch.stack([product.mean(-1) for product in products])

    return kernel


def monomials(
    indices: Sequence[tuple[Sequence[int], Sequence[int]]], d: int, batch: int, device: str
) -> Kernel:
    """prod_t w_{i_t j_t} of a Haar matrix for each pair of lists (i, j), counted from 1."""
    like = tensor_of(0.0, device)

    def kernel(generator: Generator) -> Tensor:
        W = haar_matrix(d, batch, like, generator)
        products = []
        for rows, columns in indices:
            factors = [W[:, i - 1, j - 1] for i, j in zip(rows, columns, strict=True)]
            products.append(torch.stack(factors).prod(0))
        return torch.stack(products)

    return kernel


def smallest_singular_value(d: int, n: int, batch: int, device: str) -> Kernel:
    """Of a Gaussian matrix with unit variances, d >= n: (1, batch)."""
    like = tensor_of(0.0, device)

    def kernel(generator: Generator) -> Tensor:
        values: Tensor = torch.linalg.svdvals(gaussian((batch, d, n), like, generator))
        return values[:, -1][None]

    return kernel
