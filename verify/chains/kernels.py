"""What a sampling check draws: one batch of bounded observables, (k, batch), from a generator.

The device comes from the run, dtype is float64. By rotation invariance chain (3) from a spectrum
starts at E = diag(lambda - 1), and daneshmand2021 (1) from the eigenvalues q of H^T H at the
n x n matrix diag(sqrt(q)), which the first layer of the Gram chain extends to d rows.
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
from verify.chains.weights import gaussian
from verify.statistics.estimate import Kernel

Generator = torch.Generator | None


def tensor_of(values: object, device: str) -> Tensor:
    listed = np.asarray(values, dtype=float).tolist()
    return torch.tensor(listed, dtype=torch.float64, device=device)


def input_of(spectrum: Spectrum, batch: int, device: str) -> tuple[Tensor, Tensor]:
    """E = diag(lambda - 1), (batch, d, d), and the gap, (batch,)."""
    e = np.repeat(np.asarray(spectrum.deviations, dtype=float), spectrum.multiplicities)
    E = torch.diag(tensor_of(e, device))
    return E.expand(batch, *E.shape), tensor_of(float(spectrum.gap), device).expand(batch)


def gap_at(
    spectrum: Spectrum, depths: Sequence[int], batch: int, device: str, least: float = 0.0
) -> Kernel:
    """phi(X_l) at each depth l, or ``least`` where it is less, in [least, phi_0]: (k, batch)."""
    E, first = input_of(spectrum, batch, device)

    def kernel(generator: Generator) -> Tensor:
        gap = gaps.accurate_gaps(E, first, max(depths), generator).gap
        return torch.stack([gap[l] for l in depths]).clamp(min=least)

    return kernel


def hitting_time(
    spectrum: Spectrum, threshold: float, least_drop: float, layers: int, batch: int, device: str
) -> Kernel:
    """Two observables whose means enclose E tau, tau the first layer with phi <= threshold.

    min(tau, T + 1), and the same plus phi_T/g where the threshold was not reached: before tau a
    layer takes off at least g = ``least_drop`` in the mean, so E[tau - T | X_T] <= phi_T/g.
    """
    E, first = input_of(spectrum, batch, device)

    def kernel(generator: Generator) -> Tensor:
        gap = gaps.accurate_gaps(E, first, layers, generator).gap  # (layers + 1, batch)
        above = (gap > threshold).to(gap)
        time = above.sum(0)
        return torch.stack([time, time + above[-1] * gap[-1] / least_drop])

    return kernel


def sum_below(
    spectrum: Spectrum, threshold: float, rate: float, layers: int, batch: int, device: str
) -> Kernel:
    """Two observables whose means enclose E sum_{l >= tau} sqrt(d phi_l).

    The sum over T layers, and the same plus sqrt(d phi_T)/(1 - sqrt(r)): below the threshold
    E phi_{T+k} <= phi_T r^k, and the root is concave.
    """
    E, first = input_of(spectrum, batch, device)
    d = E.shape[-1]

    def kernel(generator: Generator) -> Tensor:
        gap = gaps.accurate_gaps(E, first, layers, generator).gap
        below = (gap[:-1] <= threshold).to(gap)
        total = ((d * gap[:-1]).sqrt() * below).sum(0)
        tail = (d * gap[-1].clamp(max=threshold)).sqrt() / (1 - rate**0.5)
        return torch.stack([total, total + tail])

    return kernel


def sum_of_log_jacobians(
    spectrum: Spectrum, rate: float, layers: int, batch: int, device: str
) -> Kernel:
    """Two observables whose means enclose sum_l E log ||J_BN(W_l X_l)||.

    The sum over T layers, and the same plus half the sum of h(d phi_T r^k) over k >= 0, with
    h(s) <= sqrt(2 s) + s (sharp:theorem-5).
    """
    E, first = input_of(spectrum, batch, device)
    d = E.shape[-1]

    def kernel(generator: Generator) -> Tensor:
        found = gaps.accurate_gaps(E, first, layers, generator)
        total = found.log_jacobian.sum(0)
        s = d * found.gap[-1]
        tail = (2 * s).sqrt() / (1 - rate**0.5) + s / (1 - rate)
        return torch.stack([total, total + tail / 2])

    return kernel


def first_layer(
    q: Sequence[float], d: int, batch: int, device: str, generator: Generator
) -> Tensor:
    """H_1 = BN(Z K^(1/2))/sqrt(d) from K = diag(q): (batch, d, n)."""
    return _from_root(torch.diag(tensor_of(q, device).sqrt()), d, batch, generator)


def _from_root(root: Tensor, d: int, batch: int, generator: Generator) -> Tensor:
    return chains.bn_of_unit_norm(gaussian((batch, d, len(root)), root, generator) @ root)


COSINE = 0.9


def aligned_layer(n: int, d: int, batch: int, device: str, generator: Generator) -> Tensor:
    """H_1 from samples of one norm, every two at this cosine, K = (1 - c) I + c 1 1^T: unlike a
    chain without activations, one with them does not see the eigenvalues of K alone.
    """
    alone, together = math.sqrt(1 - COSINE), math.sqrt(1 - COSINE + n * COSINE)
    root = [[(together - alone) / n + alone * (i == j) for j in range(n)] for i in range(n)]
    return _from_root(tensor_of(root, device), d, batch, generator)


def one_layer(q: Sequence[float], p: Sequence[float], d: int, batch: int, device: str) -> Kernel:
    """After one layer: Vhat, (Vhat - (1/n - p_n))^2 and ||C - diag(p)||_F^2: (3, batch).

    In [0, 1/n], [0, 1/n^2] and [0, 2].
    """
    mean = torch.diag(tensor_of(p, device))
    smallest = min(p)

    def kernel(generator: Generator) -> Tensor:
        H = first_layer(q, d, batch, device, generator)
        C = H.mT @ H
        v_hat = chains.v_hat(H, H)
        away = (v_hat - (1 / len(q) - smallest)).square()
        return torch.stack([v_hat, away, (C - mean).square().sum((-2, -1))])

    return kernel


def gap_under_a1(
    q: Sequence[float], d: int, alpha: float, depths: Sequence[int], batch: int, device: str
) -> Kernel:
    """For each depth l, V(H_{l+1}) on the event A1(alpha, l) and the event itself: (2 k, batch).

    In [0, 1], both.
    """

    def kernel(generator: Generator) -> Tensor:
        H = first_layer(q, d, batch, device, generator)
        names = ("V", "lambda_min")
        seen = chains.trajectory(chains.DANESHMAND, H, max(depths), names, generator)
        held = (seen["lambda_min"] >= alpha**2).to(H).cumprod(0)  # row l - 1: A1(alpha, l)
        rows = [(seen["V"][l] * held[l - 1], held[l - 1]) for l in depths]
        return torch.stack([value for row in rows for value in row])

    return kernel


def average_in_depth(
    q: Sequence[float], d: int, depths: Sequence[int], batch: int, device: str
) -> Kernel:
    """(1/l) sum_{k=1}^{l} Vhat(H_k) (1/n - Vhat(H_k)) at each depth, in [0, 1/(4 n^2)]."""

    def kernel(generator: Generator) -> Tensor:
        H = first_layer(q, d, batch, device, generator)
        seen = chains.trajectory(chains.DANESHMAND, H, max(depths) - 1, ("Vhat",), generator)
        total = (seen["Vhat"] * (1 / len(q) - seen["Vhat"])).cumsum(0)
        return torch.stack([total[l - 1] / l for l in depths])

    return kernel


def vanilla_gap(q: Sequence[float], d: int, layers: int, batch: int, device: str) -> Kernel:
    """V(H_l) without BN at l = layers, in [0, sqrt(1 - 1/n)]: (1, batch)."""

    def kernel(generator: Generator) -> Tensor:
        root = torch.diag(tensor_of(q, device).sqrt())
        H = gaussian((batch, d, len(q)), root, generator) @ root
        for l in range(2, layers + 1):
            _, H = chains.VANILLA.layer(H, l, generator)
        return chains.orthogonality_gap(H, H)[None]

    return kernel


def a1_event(n: int, d: int, layers: int, batch: int, device: str) -> Kernel:
    """Whether A1(0.1 alpha_0, layers) holds from an orthogonal H_0: (1, batch), 0 or 1.

    alpha_0 = 1/sqrt(n) is the largest that an input of unit norm can have, hence the hardest.
    """

    def kernel(generator: Generator) -> Tensor:
        H = first_layer([1 / n] * n, d, batch, device, generator)
        held = torch.ones_like(H[:, 0, 0])
        least = 0.01 / n * torch.eye(n, dtype=H.dtype, device=H.device)
        for _ in range(layers):
            K = H.mT @ H
            # K >= (0.1 alpha_0)^2 if the difference has a Cholesky factor; that of K is a root of K
            # up to a rotation, and where it has none the event has failed
            held = held * (torch.linalg.cholesky_ex(K - least).info == 0)
            root = torch.linalg.cholesky_ex(K).L.mT
            H = chains.bn_of_unit_norm(gaussian((batch, d, n), H, generator) @ root)
        return held[None]

    return kernel


ACTIVATIONS = {"relu": torch.relu, "tanh": torch.tanh, "sin": torch.sin}


def _activated(name: str, first: Tensor, layers: int, generator: Generator) -> list[Tensor]:
    """Q_1, ..., Q_layers of daneshmand2021, appendix G, each (batch, d, n)."""
    chain = chains.with_activation(ACTIVATIONS[name])
    Q = [first]
    for l in range(2, layers + 1):
        Q.append(chain.layer(Q[-1], l, generator)[1])
    return Q


def gram_distance(name: str, n: int, d: int, layers: int, batch: int, device: str) -> Kernel:
    """Two observables whose means enclose E ||K - E_nu K||_F, K = Q^T Q at depth ``layers``.

    K from aligned samples, K' independent of it from orthogonal ones: half of E||K - K'|| by
    the triangle inequality, for one of them at least, and E||K - K'|| by Jensen's, as far as E K'
    is the stationary mean. In [0, 1/sqrt(2)] and [0, sqrt(2)].
    """

    def kernel(generator: Generator) -> Tensor:
        aligned = aligned_layer(n, d, batch, device, generator)
        orthogonal = first_layer([1 / n] * n, d, batch, device, generator)
        first = torch.cat([aligned, orthogonal])
        Q = _activated(name, first, layers, generator)[-1]
        K = Q.mT @ Q
        distance = (K[:batch] - K[batch:]).square().sum((-2, -1)).sqrt()
        return torch.stack([distance / 2, distance])

    return kernel


def activated_gap(
    name: str, n: int, d: int, depths: Sequence[int], batch: int, device: str
) -> Kernel:
    """V(Q_l) with an activation, at each depth, in [0, 1]: (k, batch)."""

    def kernel(generator: Generator) -> Tensor:
        first = aligned_layer(n, d, batch, device, generator)
        Q = _activated(name, first, max(depths), generator)
        return torch.stack([chains.orthogonality_gap(Q[l - 1], Q[l - 1]) for l in depths])

    return kernel
