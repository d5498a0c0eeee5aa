"""Gradients of a network of any depth L, with the memory of O(sqrt(L)) layers.

The forward pass stores every ``spacing``-th representation, and the weights and representations of
as many last layers as fit into ``memory``. The backward pass computes the other segments again from
their checkpoints, with weights drawn again, and passes the gradient through the layers' own
formulas. Every layer scales the gradient to norm 1 and adds the logarithm of its size to a sum, so
that nothing overflows or underflows. Results do not depend on the spacing or the memory, bit for
bit; whether loops are compiled (`_segments`) changes their last digits.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import torch
from torch import Tensor

from lemmata.verify.chains.gaps import log_defect, near_isometry
from lemmata.verify.depth.network import (
    IDENTITY,
    Network,
    RandomWeights,
    RowNorm,
    StandardBN,
    power_of_two,
)
from lemmata.verify.depth.rows import RowSegments
from lemmata.verify.depth.segments import Parts, Segments, frobenius
from lemmata.verify.errors import Misuse
from lemmata.verify.machine.compiling import by_loops
from lemmata.verify.machine.products import by_numpy

if TYPE_CHECKING:
    from lemmata.verify.depth.loops import LoopSegments

    AnySegments: TypeAlias = "Segments | RowSegments | LoopSegments"

Progress = Callable[[int, int, float], None]  # layers passed, of how many, seconds left
LossGradient = Callable[[Tensor], Tensor]  # X_L -> dL/dX_L, both (replicas, d, n)

MEMORY = 8 * 2**20  # bytes for the last layers, beside those of O(sqrt(L)) layers
_SEGMENT = 2 * 2**20  # bytes of the layers between two checkpoints that are never used
_BACKWARD = 3.0  # a first estimate of the cost of a layer backwards over that forwards


class LostSignal(Misuse):
    """A row of W X, or the whole representation, has become zero: N is not defined there."""


class BatchTooSmall(Misuse):
    """Fewer samples than the normalisation needs for a Jacobian that is not zero."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with the profile of all finished segments."""

    def __init__(self, profile: Profile) -> None:
        super().__init__()
        self.profile = profile


@dataclass(frozen=True)
class Profile:
    """The measurements of each layer, l = 0..L-1; NaN if an interrupted run did not reach it.

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

    ``spacing``: layers between checkpoints, by default a power of two near sqrt(layers), or, where
    all layers fit, of 2 MiB of them, 64 at least.
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
    if not spacing and layers > fit:
        spacing = power_of_two(math.isqrt(layers))
    elif not spacing:  # nothing is made again; in pieces, to be told of and stopped
        spacing = power_of_two(min(layers, max(64, _SEGMENT // kept_bytes(network, X))))
    kept = spacing * -(-max(0, layers - fit) // spacing)  # where a segment begins
    starts, clock = range(0, layers, spacing), _Clock(layers, progress)
    run = _Run(_segments(network, X, ties), weights, X, starts, kept, gaps, clock)
    try:
        run.descend()
        run.climb(loss)
    except KeyboardInterrupt as stop:
        raise Interrupted(run.profile()) from stop
    return run.profile()


def kept_bytes(network: Network, X: Tensor) -> int:
    """The bytes that a stored layer takes: its weights, its representation and its divisors."""
    replicas, d, n = X.shape
    return replicas * d * (d + (1 if network.plain else 2) * n + 1) * X.element_size()


def _segments(network: Network, X: Tensor, ties: Tensor | None) -> AnySegments:
    """Compiled loops where they can be had, else layers by numpy, or by torch."""
    _, d, n = X.shape
    known = type(network) is Network and type(network.normalisation) in (RowNorm, StandardBN)
    if known and network.activation is IDENTITY and ties is None and by_loops(X):
        from lemmata.verify.depth.loops import LoopSegments  # loads numba

        return LoopSegments(network, X)
    rows = network.plain and network.normalisation == RowNorm() and ties is None
    return RowSegments(X) if rows and by_numpy(X, d * d, d * n) else Segments(network, X, ties)


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


class _Clock:
    """Reports the progress of the run, forwards and backwards, and the time left."""

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


class _Run:
    """The state of one run: checkpoints on the way down, the gradient on the way up.

    What layers make is put into slots: those of one segment, again and again, or, from the layer
    ``kept`` on, of all layers to the last.
    """

    def __init__(
        self,
        segments: AnySegments,
        weights: RandomWeights,
        X: Tensor,
        starts: range,
        kept: int,
        gaps: bool,
        clock: _Clock,
    ) -> None:
        """``starts``: where segments begin, up to the number of layers."""
        self.segments, self.weights, self.starts, self.clock = segments, weights, starts, clock
        self.layers, self.kept, self.gaps = starts.stop, kept, gaps
        self.last = X  # (replicas, d, n), the deepest representation so far
        self.checkpoints: list[Tensor] = []
        self.forward, self.first = 0, self.layers
        unknown = X.new_full((self.layers + 1, X.shape[0]), math.nan)
        self.log_jacobian, self.taken = unknown[1:].clone(), unknown[1:].clone()
        self.norms, self.gap = unknown[1:].clone(), unknown.clone()  # norms of dL/dW, see sizes
        # how a layer changes log ||dL/dX||, the deepest first; before them that of X_L
        self.sizes = unknown[:, None].repeat(1, segments.parts, 1)  # (layers + 1, parts, replicas)
        weights.keep(self.layers - kept)
        segments.reserve(max(self.layers - kept, min(starts.step, self.layers)))

    def descend(self) -> None:
        """Forwards: checkpoints, Jacobian norms and what the gaps need."""
        for start in self.starts:
            stop = min(start + self.starts.step, self.layers)
            X = self.last
            self.checkpoints.append(X if start > self.kept else X.clone())
            self._forwards(start, stop)
            X, divisors = self.segments.observe(stop, self._slots(start, stop))
            if not math.isfinite(float(X.sum())):  # no sum of so small entries overflows
                raise LostSignal(f"a row of W X is zero, or not finite, in layers {start}..{stop}")
            self._observe(start, stop, divisors)
            self.last, self.forward = X, stop
            self.clock.passed(stop)

    def _slots(self, start: int, stop: int) -> slice:
        first = max(start - self.kept, 0)
        return slice(first, first + stop - start)

    def _forwards(self, start: int, stop: int) -> None:
        """From the last checkpoint, X_start, through the layers to ``stop``, into their slots."""
        slots, X = self._slots(start, stop), self.checkpoints[-1]
        self.segments.forwards(self.weights, X, start, stop, slots)

    def _observe(self, start: int, stop: int, r: Tensor) -> None:
        """``r``: (layers, replicas, d), the divisors."""
        self.log_jacobian[start:stop] = -r.amin(-1).log()
        if self.gaps:
            a = r.square()
            self.taken[start:stop] = log_defect(a / a.mean(-1, keepdim=True) - 1).mean(-1)

    def climb(self, loss: LossGradient) -> None:
        """Backwards, segment by segment; G has one part, or two, each (replicas, d, n)."""
        G = self.segments.separated([loss(self.last)] * self.segments.parts)
        if self.gaps:  # phi_l = phi_L + what the layers l..L-1 take off
            gap = torch.cat([self.taken, near_isometry(self.last)[None]])
            self.gap = gap.flip(0).cumsum(0).flip(0)
        # a norm may overflow before
        largest = [torch.linalg.vector_norm(g, math.inf, (-2, -1), keepdim=True) for g in G]
        G = [g / m.clamp(min=torch.finfo(g.dtype).tiny) for g, m in zip(G, largest, strict=True)]
        first = [(m.log() + frobenius(g).log()) for g, m in zip(G, largest, strict=True)]
        self.sizes[0] = torch.stack(first)[..., 0, 0]
        for start in reversed(self.starts):
            stop = min(start + self.starts.step, self.layers)
            G = self._climb_part(G, start, stop)
            self.first = start
            self.clock.passed(2 * self.layers - start)

    def _climb_part(self, G: Parts, start: int, stop: int) -> Parts:
        """From G = dL/dX_stop to dL/dX_start, the scales left behind."""
        if start < self.kept:  # others have been in its slots since
            self._forwards(start, stop)
        X, slots = self.checkpoints.pop(), self._slots(start, stop)
        done = slice(self.layers - stop, self.layers - start)
        found = self.segments.backwards(self.weights, X, start, stop, slots, G)
        G, self.sizes[1:][done], self.norms[done] = found
        return G

    def profile(self) -> Profile:
        """Running sums of logarithms, deepest layer first; NaN for layers that were not reached."""
        scale = self.sizes.cumsum(0)
        log_dW, log_dX = self.norms.log() + scale[:-1, 0], _together(scale)
        gap = self.gap if self.gaps else None
        jacobian, first = self.log_jacobian, self.first
        return Profile(log_dW.flip(0), log_dX.flip(0), jacobian, gap, self.forward, first)


def _together(scale: Tensor) -> Tensor:
    """log ||G|| from the logarithms of its orthogonal parts: (m, parts, ...) -> (m, ...)."""
    return (2 * scale).logsumexp(1) / 2
