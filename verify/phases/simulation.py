"""One cell of the phase diagram, simulated: a tangent and the singular values along a deep network.

A tangent of the network grows as its gradient does: both by the largest Lyapunov exponent of the
Jacobians. Independent networks are replicas in one tensor, (replicas, d, n).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from lemmata.verify.chains.kernels import floats_on
from lemmata.verify.chains.weights import gaussian
from lemmata.verify.depth.network import ACTIVATIONS, RandomWeights
from lemmata.verify.errors import Misuse
from lemmata.verify.phases.grid import DEEP, LAYERS, PhaseCell, PhaseLayer
from lemmata.verify.seeds import Address
from lemmata.verify.statistics.betting import Floats

GROUPS = 4
MEANS = {"layer": 1, "group": GROUPS}  # directions of the features that a normalisation takes off
FLOOR = 1e-24  # of a share of the squares: singular values below 1e-12 of the whole are rounding's
LOST = "a sample of {cell} was lost: ReLU left none of its features; another --seed may keep it"
_EVERY, _FIRST = 8, 32  # layers between two looks at singular values; from the first ones, all


class Phase(NamedTuple):
    """What is measured of a cell, one value for each replica; a rate is a mean over deep layers.

    ``growth`` of the log norm of a tangent a layer; ``rank_rate`` of log q_m a layer, q_m the least
    of the m = min(n, d) squared singular values, d less the ``MEANS``; the orthogonality gap ``V``,
    and the soft ``rank`` 1/sum q_i^2, of squares with sum 1 (V^2 = 1/rank - 1/n).
    """

    growth: Floats
    rank_rate: Floats
    V: Floats
    rank: Floats


class Pushed(NamedTuple):
    """A value and its tangent, both (..., d, n)."""

    value: Tensor
    tangent: Tensor


def _scaled(Z: Pushed, over: int) -> Pushed:
    """Mean square 1 along a dimension: Y = Z/r, Y' = (Z' - Y mean(Y Z'))/r."""
    r = Z.value.square().mean(over, keepdim=True).sqrt()
    Y = Z.value / r
    return Pushed(Y, (Z.tangent - Y * (Y * Z.tangent).mean(over, keepdim=True)) / r)


def _standardised(Z: Pushed) -> Pushed:
    """Every column of mean 0 and mean square 1."""
    return _scaled(Pushed(*(one - one.mean(-2, keepdim=True) for one in Z)), -2)


def normalise(norm: str, Z: Pushed) -> Pushed:
    """N(Z), with its tangent."""
    if norm == "batch":
        return _scaled(Z, -1)
    if norm == "layer":
        return _standardised(Z)
    if norm == "rms":
        return _scaled(Z, -2)
    if norm == "group":
        shape = Z.value.shape  # (..., d, n)
        groups = (one.reshape(*shape[:-2], GROUPS, -1, shape[-1]) for one in Z)
        return Pushed(*(one.reshape(shape) for one in _standardised(Pushed(*groups))))
    return Z


def layer(kind: PhaseLayer, W: Tensor, X: Pushed) -> Pushed:
    """X', with its tangent."""
    Y, T = normalise(kind.norm, Pushed(W @ X.value, W @ X.tangent))
    act = ACTIVATIONS["identity" if kind.activation == "linear" else kind.activation]
    A = act.value(Y)
    branch = Pushed(A, T * act.slope(Y, A))
    if not kind.residual:
        return branch
    return Pushed(*((one + more) / math.sqrt(2) for one, more in zip(X, branch, strict=True)))


def shares(X: Tensor) -> Tensor:
    """The squared singular values, of sum 1 and the largest first: (replicas, min(n, d))."""
    q = torch.linalg.svdvals(X).square()
    found: Tensor = q / q.sum(-1, keepdim=True)
    return found


def simulate(
    cell: PhaseCell,
    address: Address,
    replicas: int,
    device: str = "cpu",
    layers: int = LAYERS,
    deep: int = DEEP,
) -> Phase:
    """The phase of a cell, from Gaussian samples and a Gaussian tangent.

    A tangent has norm 1 again after every layer, and so have, without normalisation, samples where
    the layer only passes their scale on.
    """
    like, shape = floats_on(device), (replicas, cell.d, cell.n)
    X, T = (gaussian(shape, like, (address / name).generator(device)) for name in "XT")
    weights = RandomWeights(cell.layer.weights, address / "W", X)
    homogeneous = cell.layer.norm == "none" and cell.layer.activation != "tanh"
    looks = {*range(_FIRST), *range(deep, layers + 1, _EVERY)}
    seen, at, growth = [], [], X.new_zeros(replicas)
    for l, W in enumerate(weights.layers(0, layers)):
        if l in looks:
            try:
                seen.append(shares(X))
            except torch.linalg.LinAlgError as error:  # type: ignore[attr-defined]
                raise Misuse(LOST.format(cell=cell)) from error
            at.append(l)
        X, T = layer(cell.layer, W, Pushed(X, T))
        size = torch.linalg.matrix_norm(T, keepdim=True)  # (replicas, 1, 1)
        T = T / size
        if l >= deep:
            growth += size[:, 0, 0].log()
        if homogeneous:
            X = X / X.square().mean((-2, -1), keepdim=True).sqrt()
    rates = (growth / (layers - deep)).cpu().numpy()
    if not np.isfinite(rates).all():
        raise Misuse(LOST.format(cell=cell))
    least = min(cell.n, cell.d - MEANS.get(cell.layer.norm, 0))
    q = torch.stack(seen).cpu().numpy()  # (looks, replicas, m)
    where = np.array(at, dtype=float)
    squares = (q[where >= deep] ** 2).sum(-1).mean(0)  # (replicas,)
    return Phase(
        rates,
        _rate(q[..., least - 1], where, deep),
        np.sqrt(np.maximum(squares - 1 / cell.n, 0)),
        1 / squares,
    )


def _rate(least: Floats, at: Floats, deep: int) -> Floats:
    """The slope of log q_m a layer, by least squares: (looks, replicas) -> (replicas,).

    From layer ``deep`` on; where q_m reaches the floor, over the second half of the looks before.
    """
    above = np.minimum.accumulate(least > FLOOR, axis=0)
    stop = np.maximum(above.sum(0), 2)  # looks above the floor
    start = np.where(stop == len(at), np.searchsorted(at, deep), stop // 2 - 1)
    looks = np.arange(len(at))[:, None]
    used = ((start <= looks) & (looks < stop)).astype(float)  # (looks, replicas)
    x = at[:, None] - (used * at[:, None]).sum(0) / used.sum(0)
    logs = np.log(np.maximum(least, FLOOR**2))
    return np.asarray((used * x * logs).sum(0) / (used * x * x).sum(0))
