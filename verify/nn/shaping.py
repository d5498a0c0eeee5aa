"""Activation shaping (meterez2024, section 4): gains a_l that keep gradients bounded in depth.

The explosion rate R(a) of an activation is the slope of log ||dL/dX|| a layer, in the network
X_{l+1} = act(a BN(W_l X_l)) of constant gain a and orthogonal weights. It falls like a^p for small
a, p = 2 (k - 1) for act(z) = z + c z^k + ... (sharp:critical-exponent); with a_l = l^(-e) the
logarithm of the gradient grows by the sum of R(l^(-e)) ~ l^(-e p), bounded in depth iff e > 1/p.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from lemmata.verify.chains.weights import gaussian, haar_matrix
from lemmata.verify.depth.gradients import gradients, readout
from lemmata.verify.depth.network import Activation, Network, RandomWeights, RowNorm, StandardBN
from lemmata.verify.nn.networks import gain
from lemmata.verify.seeds import Address

GAINS = (0.2, 0.3, 0.45, 0.7, 1.0)
_MOST = 64.0  # exponents that are tried


@dataclass(frozen=True)
class Rates:
    """Measured rates R(a), ``rates``, at ascending ``gains``, with standard errors ``errors``."""

    gains: tuple[float, ...]
    rates: tuple[float, ...]
    errors: tuple[float, ...]

    def at(self, a: float) -> float:
        """R(a), along straight lines in logarithms, beyond the ends along the last of them."""
        logs = [math.log(max(rate, 1e-12)) for rate in self.rates]
        x, xs = math.log(a), [math.log(g) for g in self.gains]
        k = min(max(sum(one < x for one in xs), 1), len(xs) - 1)
        slope = (logs[k] - logs[k - 1]) / (xs[k] - xs[k - 1])
        return math.exp(logs[k] + slope * (x - xs[k]))

    @property
    def power(self) -> float:
        """p of R(a) ~ a^p, between the two smallest gains."""
        (a, b), (r, s) = self.gains[:2], self.rates[:2]
        if min(r, s) <= 0:
            raise ValueError(f"rates {r:.2g} and {s:.2g} at gains {a:g} and {b:g}; no power")
        return math.log(s / r) / math.log(b / a)

    @property
    def critical_exponent(self) -> float:
        """1/p: with gains l^(-e) gradients are bounded in depth for e above it."""
        return 1 / self.power


def explosion_rate(
    activation: Callable[[Tensor], Tensor],
    a: float,
    *,
    width: int = 100,
    start: int = 200,
    stop: int = 400,
    replicas: int = 4,
    mean: bool = False,
    address: Address | None = None,
    like: Tensor | None = None,
) -> tuple[float, float]:
    """R(l, a): (log ||dL/dX_start|| - log ||dL/dX_stop||)/(stop - start), and its standard error.

    For any activation that acts on each entry; n = d = ``width``, orthogonal input, Gaussian
    read-out. Below ``start`` the representations are not yet stationary: about ``width`` layers
    make them so.
    ``mean``: BN with the mean taken off. ``like``: for device and dtype, by default float64.
    """
    address = address or Address(0) / "explosion rate"
    like = torch.empty(0, dtype=torch.float64) if like is None else like
    streams = ((address / name).generator(str(like.device)) for name in "XC")
    first, last = streams
    X = haar_matrix(width, replicas, like, first)
    C = gaussian((replicas, width, width), like, last)
    weights = RandomWeights("orthogonal", address / "W", X)
    normalisation = StandardBN() if mean else RowNorm(scaled=True)
    shaped = Activation(
        "shaped", lambda A: activation(a * A), lambda A, _: a * _slope(activation, a * A)
    )
    network = Network(normalisation, shaped)
    found = gradients(network, weights, X, stop + 50, readout(C)).log_dX  # (layers + 1, replicas)
    slopes = (found[start] - found[stop]) / (stop - start)
    error = float(slopes.std()) / replicas**0.5 if replicas > 1 else math.inf
    return float(slopes.mean()), error


def _slope(activation: Callable[[Tensor], Tensor], A: Tensor) -> Tensor:
    """act'(A) by autograd, entry by entry."""
    with torch.enable_grad():
        X = A.detach().requires_grad_()
        (slope,) = torch.autograd.grad(activation(X).sum(), X)
    return slope


def explosion_rates(
    activation: Callable[[Tensor], Tensor], gains: Sequence[float] = GAINS, **settings: object
) -> Rates:
    """R(a) at several gains; ``settings`` are those of ``explosion_rate``."""
    ordered = sorted(gains)
    if len(ordered) < 2 or ordered[0] <= 0:
        raise ValueError(f"gains {list(gains)}; expected two or more positive ones")
    found = [explosion_rate(activation, a, **settings) for a in ordered]  # type: ignore[arg-type]
    return Rates(tuple(ordered), tuple(r for r, _ in found), tuple(e for _, e in found))


def growth(rates: Rates, exponent: float, depth: int) -> float:
    """sum_{l <= depth} R(l^(-e)): how much the logarithm of the gradient grows in all."""
    return sum(rates.at(gain(l, exponent)) for l in range(1, depth + 1))


def choose_exponent(rates: Rates, depth: int, most: float = 1.0) -> float:
    """The smallest e with growth(rates, e, depth) <= ``most``, to three digits.

    0 where nothing explodes; the first layer, of gain 1, sets what can be asked for.
    """
    if depth < 1:
        raise ValueError(f"depth {depth}; expected at least 1")
    if growth(rates, 0.0, depth) <= most:
        return 0.0
    if growth(rates, _MOST, depth) > most:
        raise ValueError(f"growth of at most {most:g} is below that of the first layer alone")
    low, high = 0.0, _MOST
    while high - low > 5e-4:
        middle = (low + high) / 2
        low, high = (low, middle) if growth(rates, middle, depth) <= most else (middle, high)
    return round(high + 5e-4, 3)
