"""Layers without activation in loops that are compiled: no call between two of them.

X_{l+1} = a_l N(W_l X_l) with N as `RowNorm` or `StandardBN` has it, which this states once more:
its loops know no tensors. Y is kept alone, as a_l may as well multiply the next product.
"""

import math
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from lemmata.verify.depth.network import Network, RandomWeights, RowNorm
from lemmata.verify.depth.segments import Parts, least_size
from lemmata.verify.machine.compiling import compiled
from lemmata.verify.machine.products import multiply
from lemmata.verify.statistics.betting import Floats

CACHED = 2**14  # entries of the representations that go through a layer together
WORTH_A_CALL = 2**15  # entries; if a matrix has more, its products are those of `multiply`


class Norm(NamedTuple):
    """z becomes z/r, centred before or not; r^2 = <z, z>/square + eps, and ||y||^2 = square."""

    centred: bool
    square: float
    eps: float


def norm_of(network: Network, n: int) -> Norm:
    normalisation = network.normalisation
    if isinstance(normalisation, RowNorm):
        return Norm(False, float(n) if normalisation.scaled else 1.0, 0.0)
    return Norm(True, float(n), normalisation.eps)


# Below a row is its index: a view of one counts its references, which on narrow matrices takes as
# long as the row.
@compiled
def _inner(A: Floats, B: Floats, i: int) -> float:
    """Of the rows i."""
    total = 0.0
    for j in range(A.shape[1]):
        total += A[i, j] * B[i, j]
    return total


@compiled
def _mean(A: Floats, i: int) -> float:
    total: float = 0.0
    for j in range(A.shape[1]):
        total += A[i, j]
    mean: float = total / A.shape[1]
    return mean


@compiled
def _scale(A: Floats, i: int, factor: float) -> None:
    for j in range(A.shape[1]):
        A[i, j] *= factor


@compiled
def _shift(A: Floats, i: int, by: float) -> None:
    for j in range(A.shape[1]):
        A[i, j] -= by


@compiled
def _combine(G: Floats, Y: Floats, i: int, inner: float, factor: float, out: Floats) -> None:
    for j in range(G.shape[1]):
        out[i, j] = (G[i, j] - inner * Y[i, j]) * factor


@compiled
def _frobenius(A: Floats) -> float:
    square = 0.0
    for i in range(len(A)):
        square += _inner(A, A, i)
    return math.sqrt(square)


@compiled
def _normalise(Z: Floats, r: Floats, before: float, norm: Norm) -> None:
    """N of the rows of before * Z, in place, and their divisors."""
    for i in range(len(Z)):
        if before != 1.0:
            _scale(Z, i, before)
        if norm.centred:
            _shift(Z, i, _mean(Z, i))
        r[i] = np.sqrt(_inner(Z, Z, i) / norm.square + norm.eps)
        _scale(Z, i, 1.0 / r[i])


@compiled
def _through(
    G: Floats, Y: Floats, r: Floats, after: float, size: float, norm: Norm, dZ: Floats
) -> None:
    """dZ = J_N^T (after * G)/size."""
    for i in range(len(G)):
        inner, factor = _inner(G, Y, i) / norm.square, after / (r[i] * size)
        _combine(G, Y, i, inner, factor, dZ)
        if norm.centred:
            _shift(dZ, i, _mean(G, i) * factor)


@compiled
def _transpose(A: Floats, out: Floats) -> None:
    for j in range(len(out)):
        for i in range(len(A)):
            out[j, i] = A[i, j]


@compiled
def _forwards(
    W: Floats, turned: bool, X: Floats, before: Floats, norm: Norm, Y: Floats, r: Floats
) -> None:
    """``W``: (layers, replicas, d, d), ``turned`` if it holds the transposes; ``before``: a_(l-1).

    Y, (layers, replicas, d, n), and r, (layers, replicas, d), from X, (replicas, d, n). As many
    replicas go through the layers together as a cache holds.
    """
    layers, replicas, d, n = Y.shape
    together = max(1, CACHED // (d * n))
    for first in range(0, replicas, together):
        for l in range(layers):
            for k in range(first, min(first + together, replicas)):
                x = X[k] if l == 0 else Y[l - 1, k]
                if turned:
                    np.dot(W[l, k].T, x, Y[l, k])
                else:
                    np.dot(W[l, k], x, Y[l, k])
                _normalise(Y[l, k], r[l, k], before[l], norm)


@compiled
def _backwards(
    W: Floats,
    turned: bool,
    X: Floats,
    before: Floats,
    after: Floats,
    norm: Norm,
    Y: Floats,
    r: Floats,
    G: Floats,
    least: float,
    sizes: Floats,
    norms: Floats,
) -> None:
    """G, (replicas, d, n), from dL/dX after these layers to that before them, in place.

    ``sizes``, ``norms``: (layers, replicas), the norms that dL/dX and dL/dW came to.
    """
    layers, replicas, d, n = Y.shape
    together = max(1, CACHED // (d * n))
    dZ, dW, XT = np.empty((d, n)), np.empty((d, d)), np.empty((n, d))
    size = np.array([_frobenius(G[k]) for k in range(replicas)])
    for first in range(0, replicas, together):
        for l in range(layers - 1, -1, -1):
            for k in range(first, min(first + together, replicas)):
                _through(G[k], Y[l, k], r[l, k], after[l], max(size[k], least), norm, dZ)
                # OpenBLAS takes less time for A B than for A B^T, by more than a copy takes
                _transpose(X[k] if l == 0 else Y[l - 1, k], XT)
                np.dot(dZ, XT, dW)
                norms[l, k] = abs(before[l]) * _frobenius(dW)
                if turned:
                    np.dot(W[l, k], dZ, G[k])
                else:
                    np.dot(W[l, k].T, dZ, G[k])
                size[k] = _frobenius(G[k])
                sizes[l, k] = size[k]


def _forwards_by_calls(
    W: Floats, turned: bool, X: Floats, before: Floats, norm: Norm, Y: Floats, r: Floats
) -> None:
    """The same, where the products are worth a call."""
    for k, x in enumerate(X):
        for l, w in enumerate(W[:, k]):
            multiply(w.T if turned else w, x, Y[l, k])
            x = Y[l, k]
            _normalise(x, r[l, k], before[l], norm)


def _backwards_by_calls(
    W: Floats,
    turned: bool,
    X: Floats,
    before: Floats,
    after: Floats,
    norm: Norm,
    Y: Floats,
    r: Floats,
    G: Floats,
    least: float,
    sizes: Floats,
    norms: Floats,
) -> None:
    _, _, d, n = Y.shape
    dZ, dW = np.empty((d, n)), np.empty((d, d))
    for k, g in enumerate(G):
        size = _frobenius(g)
        for l in reversed(range(len(W))):
            _through(g, Y[l, k], r[l, k], after[l], max(size, least), norm, dZ)
            multiply(dZ, (Y[l - 1, k] if l else X[k]).T, dW)
            norms[l, k] = abs(before[l]) * _frobenius(dW)
            multiply(W[l, k] if turned else W[l, k].T, dZ, g)
            sizes[l, k] = size = _frobenius(g)


class LoopSegments:
    """`Segments` for a network without activation, in float64 on the CPU, with distinct samples."""

    parts = 1

    def __init__(self, network: Network, like: Tensor) -> None:
        self.network, self.norm = network, norm_of(network, like.shape[-1])
        self.shape, self.least = like.shape, least_size(like)
        _, d, n = like.shape
        large = max(d * d, d * n) > WORTH_A_CALL
        self.go = _forwards_by_calls if large else _forwards
        self.back = _backwards_by_calls if large else _backwards

    def reserve(self, slots: int) -> None:
        self.Y, self.r = np.empty((slots, *self.shape)), np.empty((slots, *self.shape[:-1]))

    def forwards(
        self, weights: RandomWeights, X: Tensor, start: int, stop: int, slots: slice
    ) -> None:
        x, before, at = _entries(X), self._gains(start, stop)[0], 0
        Y, r = self.Y[slots], self.r[slots]
        for piece in weights.pieces(start, stop):
            some = slice(at, at + len(piece))
            self.go(*_untransposed(piece), x, before[some], self.norm, Y[some], r[some])
            x, at = Y[some.stop - 1], some.stop

    def observe(self, stop: int, slots: slice) -> tuple[Tensor, Tensor]:
        last, gain = self.Y[slots][-1], self.network.gain(stop - 1)
        X = torch.from_numpy(last if gain == 1.0 else gain * last)
        return X, torch.from_numpy(self.r[slots])

    def backwards(
        self, weights: RandomWeights, X: Tensor, start: int, stop: int, slots: slice, G: Parts
    ) -> tuple[Parts, Tensor, Tensor]:
        (before, after), end = self._gains(start, stop), stop - start
        g, Y, r = _entries(G[0]), self.Y[slots], self.r[slots]  # G is overwritten
        sizes, norms = np.empty((2, end, len(g)))
        for piece in reversed(list(weights.pieces(start, stop))):
            some = slice(end - len(piece), end)
            end = some.start
            self.back(
                *_untransposed(piece),
                Y[end - 1] if end else _entries(X),
                before[some],
                after[some],
                self.norm,
                Y[some],
                r[some],
                g,
                self.least,
                sizes[some],
                norms[some],
            )
        logs = torch.from_numpy(sizes).log().flip(0)
        return [torch.from_numpy(g)], logs[:, None], torch.from_numpy(norms).flip(0)

    def separated(self, G: Parts) -> Parts:
        return G

    def _gains(self, start: int, stop: int) -> tuple[Floats, Floats]:
        """What multiplies the representation before and after each layer; X_start has its own."""
        if self.network.plain:
            return np.ones(stop - start), np.ones(stop - start)
        after = np.array([self.network.gain(l) for l in range(start, stop)])
        return np.concatenate([[1.0], after[:-1]]), after


def _entries(X: Tensor) -> Floats:
    """In rows."""
    found: Floats = X.contiguous().numpy()
    return found


def _untransposed(W: Tensor) -> tuple[Floats, bool]:
    """The matrices in rows, or their transposes, whichever needs no copy; and whether these."""
    turned = W.mT.is_contiguous() and not W.is_contiguous()
    return _entries(W.mT if turned else W), turned
