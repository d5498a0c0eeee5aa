"""Samplers with orthogonal weights: chain (3) from a spectrum, and moments of Haar matrices.

By rotation invariance the chain starts at X = diag(sqrt(lambda)), or E = diag(lambda - 1). One
layer is drawn with the weights formed and nothing known of its law: W X is normalised and its gap
taken from singular values, or near isometry from the eigenvalues of X' X'^T - I, formed entry by
entry. There neither sharp:bn-identity nor an integral is used.
"""

import math
from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from lemmata.theory.spectrum import Spectrum
from lemmata.verify.chains.chain import orthogonal_layer
from lemmata.verify.chains.gaps import Gaps, accurate_gaps, by_singular_values
from lemmata.verify.chains.kernels import floats_on, kernel, tensor_of
from lemmata.verify.chains.weights import Generator, haar_frame, haar_matrix

_NEAR = 1e-3  # below this gap singular values lose digits and deviations keep them
_NEARLY_SINGULAR = -60.0  # the least log lambda that float64 singular values tell from zero


def _gaps(generator: Generator, spectrum: Spectrum, layers: int, batch: int, device: str) -> Gaps:
    """The gaps along chain (3) from E = diag(lambda - 1)."""
    e = np.repeat(spectrum.deviations, spectrum.multiplicities)
    E = torch.diag(tensor_of(e, device))  # (d, d)
    gap = tensor_of(float(spectrum.gap), device)
    return accurate_gaps(E.expand(batch, *E.shape), gap.expand(batch), layers, generator)


def _powers(spectrum: Spectrum, exponent: float, device: str) -> Tensor:
    """lambda^exponent: (d,)."""
    logs = np.repeat(np.asarray(spectrum.log_eigenvalues, dtype=float), spectrum.multiplicities)
    return tensor_of(np.exp(exponent * logs), device)


@kernel
def gap_at(
    generator: Generator,
    spectrum: Spectrum,
    depths: Sequence[int],
    batch: int,
    device: str,
    least: float = 0.0,
) -> Tensor:
    """phi(X_l) at each depth l, or ``least`` where it is less, in [least, phi_0]: (k, batch)."""
    gap = _gaps(generator, spectrum, max(depths), batch, device).gap
    return torch.stack([gap[l] for l in depths]).clamp(min=least)


@kernel
def hitting_time(
    generator: Generator,
    spectrum: Spectrum,
    threshold: float,
    least_drop: float,
    layers: int,
    batch: int,
    device: str,
) -> Tensor:
    """Two observables whose means enclose E tau, tau the first layer with phi <= threshold.

    min(tau, T + 1), and the same plus phi_T/g where the threshold was not reached: before tau a
    layer takes off at least g = ``least_drop`` in the mean, so E[tau - T | X_T] <= phi_T/g.
    """
    gap = _gaps(generator, spectrum, layers, batch, device).gap  # (layers + 1, batch)
    above = (gap > threshold).to(gap)
    time = above.sum(0)
    return torch.stack([time, time + above[-1] * gap[-1] / least_drop])


@kernel
def sum_below(
    generator: Generator,
    spectrum: Spectrum,
    threshold: float,
    rate: float,
    layers: int,
    batch: int,
    device: str,
) -> Tensor:
    """Two observables whose means enclose E sum_{l >= tau} sqrt(d phi_l).

    The sum over T layers, and the same plus sqrt(d phi_T)/(1 - sqrt(r)): below the threshold
    E phi_{T+k} <= phi_T r^k, and the root is concave.
    """
    gap, d = _gaps(generator, spectrum, layers, batch, device).gap, spectrum.width
    below = (gap[:-1] <= threshold).to(gap)
    total = ((d * gap[:-1]).sqrt() * below).sum(0)
    tail = (d * gap[-1].clamp(max=threshold)).sqrt() / (1 - rate**0.5)
    return torch.stack([total, total + tail])


@kernel
def sum_of_log_jacobians(
    generator: Generator, spectrum: Spectrum, rate: float, layers: int, batch: int, device: str
) -> Tensor:
    """Two observables whose means enclose sum_l E log ||J_BN(W_l X_l)||.

    The sum over T layers, and the same plus half the sum of h(d phi_T r^k) over k >= 0, with
    h(s) <= sqrt(2 s) + s (sharp:theorem-5).
    """
    found = _gaps(generator, spectrum, layers, batch, device)
    total = found.log_jacobian.sum(0)
    s = spectrum.width * found.gap[-1]
    tail = (2 * s).sqrt() / (1 - rate**0.5) + s / (1 - rate)
    return torch.stack([total, total + tail / 2])


@kernel
def share_taken(
    generator: Generator,
    spectrum: Spectrum,
    caps: Sequence[float],
    batch: int,
    device: str,
    *,
    of_isometry: bool = False,
) -> Tensor:
    """(phi(X) - phi(BN(W X)))/phi(X) in [0, 1], cut off at each cap: (k, batch).

    With ``of_isometry`` it is (I(BN(W X)) - I(X))/(1 - I(X)), also in [0, 1], cut off alike.
    """
    phi = float(spectrum.gap)
    if (least := float(spectrum.log_eigenvalues.min())) < _NEARLY_SINGULAR:
        raise ValueError(f"log lambda_min = {least}; expected at least {_NEARLY_SINGULAR}")
    if phi < _NEAR:
        after = _gaps(generator, spectrum, 1, batch, device).gap[-1]
    else:
        X = torch.diag(_powers(spectrum, 0.5, device))  # (d, d)
        after = by_singular_values(orthogonal_layer(X.expand(batch, *X.shape), generator))
    share = 1 - after / phi
    cut = torch.stack([share.clamp(0, cap) for cap in caps])  # below 0 by rounding alone
    return (phi * cut).expm1() / math.expm1(phi) if of_isometry else cut


@kernel
def row_moments(generator: Generator, spectrum: Spectrum, batch: int, device: str) -> Tensor:
    """a_1, a_1^2 and a_1 a_2, a_j the squared row norms of W X: (3, batch); a_j <= lambda_max."""
    eigenvalues = _powers(spectrum, 1.0, device)
    W = haar_frame(spectrum.width, 2, batch, eigenvalues, generator)  # two rows, as columns
    a, b = (W.square() * eigenvalues[:, None]).sum(-2).unbind(-1)
    return torch.stack([a, a * a, a * b])


@kernel
def fourth_moments(generator: Generator, d: int, batch: int, device: str) -> Tensor:
    """w_ik^4, w_ik^2 w_il^2, w_ik^2 w_jk^2, w_ik^2 w_jl^2, w_ik w_il w_jk w_jl: (5, batch).

    i, j are the first two rows; means over k, with l = k + 1 modulo d.
    """
    first, second = haar_frame(d, 2, batch, floats_on(device), generator).unbind(-1)
    first_, second_ = first.roll(-1, -1), second.roll(-1, -1)  # (batch, d), all four
    products = [
        first**4,
        (first * first_) ** 2,
        (first * second) ** 2,
        (first * second_) ** 2,
        first * first_ * second * second_,
    ]
    return torch.stack([product.mean(-1) for product in products])


@kernel
def monomials(
    generator: Generator,
    indices: Sequence[tuple[Sequence[int], Sequence[int]]],
    d: int,
    batch: int,
    device: str,
) -> Tensor:
    """prod_t w_{i_t j_t} of a Haar matrix for each pair of lists (i, j), from 1: (k, batch)."""
    W = haar_matrix(d, batch, floats_on(device), generator)
    factors = [[W[:, i - 1, j - 1] for i, j in zip(*pair, strict=True)] for pair in indices]
    return torch.stack([torch.stack(columns).prod(0) for columns in factors])
