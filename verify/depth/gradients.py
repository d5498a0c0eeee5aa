"""Gradients of a network of any depth, layer by layer, in memory for O(sqrt(L)) layers.

Forwards, every ``spacing``-th representation is kept, and of the last layers, as many as fit into
``memory``, weights and representations. Backwards, a segment at a time of the others is computed
again from its checkpoint, with weights drawn again, and the gradient is taken through it by the
layers' own formulas. Every layer brings the gradient to norm 1 and its size into a logarithm beside
it, so that nothing overflows or underflows at any depth. Results do not depend on the spacing, nor
on the memory, to the last bit.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from verify.chains.gaps import log_defect, near_isometry
from verify.depth.network import IDENTITY, Network, RandomWeights, RowNorm, power_of_two
from verify.machine.products import product

Progress = Callable[[int, int, float], None]  # layers passed, of how many, seconds left
LossGradient = Callable[[Tensor], Tensor]  # X_L -> dL/dX_L, both (replicas, d, n)
Parts = list[Tensor]  # of a gradient that have to be carried apart, or their sizes

MEMORY = 20 * 2**20  # bytes for the last layers, beside those of O(sqrt(L)) layers
_BACKWARD = 3.0  # what a layer costs backwards, in layers forwards, until it has been measured


class LostSignal(ValueError):
    """A row of W X, or the whole representation, has become zero: N is not defined there."""


class BatchTooSmall(ValueError):
    """Fewer samples than the normalisation needs for a Jacobian that is not zero."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with the profile of every segment that was finished: who wants less than a whole
    profile catches it, and a check, which does not, ends with the run.
    """

    def __init__(self, profile: Profile) -> None:
        super().__init__()
        self.profile = profile


@dataclass(frozen=True)
class Profile:
    """What every layer does, l = 0..L-1; NaN where the run was interrupted before.

    ``log_dW``: log ||dL/dW_l||_F, (L, replicas); ``log_dX``: log ||dL/dX_l||_F, (L+1, replicas);
    ``log_jacobian``: log ||J_N(W_l X_l)||_op, (L, replicas); ``gap``: phi(X_l), (L+1, replicas),
    if it was asked for. ``forward``: layers passed forwards; ``first``: the shallowest layer with
    a gradient (L if none).
    """

    log_dW: Tensor  # noqa: N815
    log_dX: Tensor  # noqa: N815
    log_jacobian: Tensor
    gap: Tensor | None
    forward: int
    first: int

    @property
    def complete(self) -> bool:
        return self.first == 0


def readout(C: Tensor) -> LossGradient:
    """The loss <C, X_L>: a linear read-out that does not depend on the network."""
    return lambda X: C.expand_as(X)


@torch.no_grad()
def gradients(
    network: Network,
    weights: RandomWeights,
    X: Tensor,
    layers: int,
    loss: LossGradient,
    *,
    spacing: int | None = None,
    memory: int = MEMORY,
    gaps: bool = False,
    ties: Tensor | None = None,
    progress: Progress | None = None,
) -> Profile:
    """The profile of the network from the input X, (replicas, d, n); on Ctrl-C ``Interrupted``.

    ``spacing``: layers between checkpoints, by default a power of two near sqrt(layers), or 64.
    ``memory``: bytes for weights and representations of the last layers, which are then not made
    again; with ``kept_bytes`` a layer nothing is. Beside them stand about 3 sqrt(layers) layers.
    ``gaps``: by sharp:bn-identity, for orthogonal weights, n = d, BN of the papers, no activation;
    each layer adds about 1e-30 of rounding.
    ``ties``: for every sample the sample that it repeats, itself if none, (n,). Rounding would
    pull repeated samples apart, and in some thousand layers the input would be degenerate no more.
    The gradient's mean over equal samples and its rest are carried apart: they never mix, only the
    mean reaches dL/dW, and the rest outgrows it until it is all that rounding leaves of the sum.
    """
    _validate(network, X, layers, gaps)
    fit = memory // kept_bytes(network, X)
    spacing = spacing or power_of_two(math.isqrt(layers) if layers > fit else min(layers, 64))
    kept = spacing * -(-max(0, layers - fit) // spacing)  # where a segment begins
    run = _Run(network, weights, X, layers, spacing, kept, gaps, ties, _Clock(layers, progress))
    try:
        run.descend()
        run.climb(loss)
    except KeyboardInterrupt as stop:
        raise Interrupted(run.profile()) from stop
    return run.profile()


def kept_bytes(network: Network, X: Tensor) -> int:
    """What a layer takes to be kept: its weights, its representation and its divisors."""
    replicas, d, n = X.shape
    return replicas * d * (d + (1 if network.plain else 2) * n + 1) * X.element_size()


def _validate(network: Network, X: Tensor, layers: int, gaps: bool) -> None:
    _, d, n = X.shape
    least = network.normalisation.least_batch
    if layers < 1:
        raise ValueError(f"a network of {layers} layers; expected at least 1")
    if n < least:
        raise BatchTooSmall(f"n = {n} samples; this normalisation needs n >= {least}")
    rows = isinstance(network.normalisation, RowNorm) and network.activation is IDENTITY and n == d
    if gaps and not rows:
        raise ValueError("gaps from row norms need n = d, BN of the papers and no activation")


def _frobenius(G: Tensor) -> Tensor:
    """(replicas, 1, 1)."""
    norm: Tensor = torch.linalg.vector_norm(G, dim=(-2, -1), keepdim=True)
    return norm


class _Clock:
    """Tells the caller how far the run is, forwards and backwards, and how long it will take."""

    def __init__(self, layers: int, progress: Progress | None) -> None:
        self.layers, self.progress = layers, progress
        self.start = self.turn = time.perf_counter()

    def passed(self, done: int) -> None:
        """``done``: layers forwards, or all of them and some backwards."""
        now, back = time.perf_counter(), done - self.layers
        if back <= 0:
            self.turn = now
            left = (now - self.start) / done * (_BACKWARD * self.layers - back)
        else:
            left = (now - self.turn) / back * (self.layers - back)
        if self.progress is not None:
            self.progress(done, 2 * self.layers, left)


@dataclass
class _Run:
    """The state of one run: checkpoints on the way down, the gradient on the way up.

    What layers make is put into slots: those of one segment, again and again, or, from the layer
    ``kept`` on, of all layers to the last.
    """

    network: Network
    weights: RandomWeights
    last: Tensor  # (replicas, d, n), the deepest representation so far
    layers: int
    spacing: int
    kept: int
    gaps: bool
    ties: Tensor | None
    clock: _Clock

    def __post_init__(self) -> None:
        self.starts = range(0, self.layers, self.spacing)
        self.checkpoints: list[Tensor] = []
        self.forward, self.first = 0, self.layers
        unknown = self.last.new_full((self.layers + 1, self.last.shape[0]), math.nan)
        self.log_jacobian, self.taken = unknown[1:].clone(), unknown[1:].clone()
        self.norms, self.gap = unknown[1:].clone(), unknown.clone()  # norms of dL/dW, see sizes
        self.means: Tensor | None = None  # (n, n): G @ means has the mean over equal samples
        if self.ties is not None:
            equal = (self.ties[:, None] == self.ties).to(self.last)
            self.means = equal / equal.sum(0)
        parts = 1 if self.means is None else 2
        # how a layer changes log ||dL/dX||, the deepest first; before them that of X_L
        self.sizes = unknown[:, None].repeat(1, parts, 1)  # (layers + 1, parts, replicas)
        self.weights.keep(self.layers - self.kept)
        slots = max(self.layers - self.kept, min(self.spacing, self.layers))
        self.rooms = [*self.last.new_empty((slots, *self.last.shape))]  # for Z, then Y
        # memory that stays in a cache all the way back
        self.dZ, self.dX = ([torch.empty_like(self.last) for _ in range(parts)] for _ in range(2))
        self.dW = product(self.last, self.last.mT)
        self.made: list[tuple[Tensor, Tensor, Tensor]] = [(unknown,) * 3] * slots  # X_(l+1), Y, r

    def descend(self) -> None:
        """Forwards: checkpoints, Jacobian norms and what the gaps need."""
        for start in self.starts:
            stop = min(start + self.spacing, self.layers)
            X = self.last
            self.checkpoints.append(X if start > self.kept else X.clone())
            slots = self._forwards(start, stop)
            X = self.made[slots.stop - 1][0]
            if not math.isfinite(float(X.sum())):  # no sum of so small entries overflows
                raise LostSignal(f"a row of W X is zero, or not finite, in layers {start}..{stop}")
            self._observe(start, stop, torch.stack([r for _, _, r in self.made[slots]])[..., 0])
            self.last, self.forward = X, stop
            self.clock.passed(stop)

    def _slots(self, start: int, stop: int) -> slice:
        first = max(start - self.kept, 0)
        return slice(first, first + stop - start)

    def _forwards(self, start: int, stop: int) -> slice:
        """From the last checkpoint, X_start, through the layers to ``stop``, into their slots."""
        X, slots = self.checkpoints[-1], self._slots(start, stop)
        for i, W in enumerate(self.weights.layers(start, stop)):
            Z = self.rooms[slots.start + i]
            X, Y, r = self.network.forward(product(W, X, Z), start + i, out=Z)
            X = X if self.ties is None else X[..., self.ties]
            self.made[slots.start + i] = X, Y, r
        return slots

    def _observe(self, start: int, stop: int, r: Tensor) -> None:
        """``r``: (layers, replicas, d), the divisors."""
        self.log_jacobian[start:stop] = -r.amin(-1).log()
        if self.gaps:
            a = r.square()
            self.taken[start:stop] = log_defect(a / a.mean(-1, keepdim=True) - 1).mean(-1)

    def climb(self, loss: LossGradient) -> None:
        """Backwards, segment by segment; G has one part, or two, each (replicas, d, n)."""
        given = loss(self.last)
        G = self._separated([given] if self.means is None else [given, given])
        if self.gaps:  # phi_l = phi_L + what the layers l..L-1 take off
            gap = torch.cat([self.taken, near_isometry(self.last)[None]])
            self.gap = gap.flip(0).cumsum(0).flip(0)
        largest = [g.abs().amax((-2, -1), keepdim=True) for g in G]  # a norm may overflow before
        G = [g / m.clamp(min=torch.finfo(g.dtype).tiny) for g, m in zip(G, largest, strict=True)]
        size = [_frobenius(g) for g in G]
        first = [(m.log() + s.log())[..., 0, 0] for m, s in zip(largest, size, strict=True)]
        self.sizes[0] = torch.stack(first)
        for start in reversed(self.starts):
            stop = min(start + self.spacing, self.layers)
            G, size = self._climb_part(G, size, start, stop)
            self.first = start
            self.clock.passed(2 * self.layers - start)

    def _separated(self, G: Parts) -> Parts:
        """The first part made the same on equal samples, the second of mean zero over them."""
        if self.means is None:
            return G
        shared, rest = G
        return [product(shared, self.means), rest - product(rest, self.means)]

    def _climb_part(self, G: Parts, size: Parts, start: int, stop: int) -> tuple[Parts, Parts]:
        """From G = dL/dX_stop and its norm to dL/dX_start and its norm, the scale left behind."""
        slots = self._slots(start, stop) if start >= self.kept else self._forwards(start, stop)
        made, W = self.made[slots], list(self.weights.layers(start, stop))
        before = [self.checkpoints.pop(), *(X for X, _, _ in made)]  # X_start, ..., X_stop
        sizes, dW = [], []
        for l in reversed(range(start, stop)):
            X, (_, Y, r), w = before.pop(), made.pop(), W.pop()
            dZ = [  # of G at norm 1
                self.network.backward(g, X, Y, r * _divisor(s), l, room)
                for g, s, room in zip(G, size, self.dZ, strict=True)
            ]
            dW.append(_frobenius(product(dZ[0], before[-1].mT, self.dW)))
            G = self._separated([product(w.mT, dz, g) for dz, g in zip(dZ, self.dX, strict=True)])
            size = [_frobenius(g) for g in G]
            sizes += size
        done = slice(self.layers - stop, self.layers - start)
        self.sizes[1:][done] = torch.cat(sizes).log().view(stop - start, len(G), -1)
        self.norms[done] = torch.cat(dW).view(stop - start, -1)
        return G, size

    def profile(self) -> Profile:
        """What there is, and NaN where nothing is: running sums of logarithms, deepest first."""
        scale = self.sizes.cumsum(0)
        log_dW, log_dX = self.norms.log() + scale[:-1, 0], _together(scale)
        gap = self.gap if self.gaps else None
        jacobian, first = self.log_jacobian, self.first
        return Profile(log_dW.flip(0), log_dX.flip(0), jacobian, gap, self.forward, first)


def _together(scale: Tensor) -> Tensor:
    """log ||G|| from the logarithms of its orthogonal parts: (m, parts, ...) -> (m, ...)."""
    return (2 * scale).logsumexp(1) / 2


def _divisor(size: Tensor) -> Tensor:
    """A gradient of zero stays zero; its logarithm is -inf.

    From norm 1 no layer leads below the root of the smallest float, unless to zero.
    """
    return size.clamp(min=torch.finfo(size.dtype).tiny ** 0.5)
