"""Layers X_{l+1} = act(a_l N(W_l X_l)) and their hand-written derivatives, batched over replicas.

W_l is orthogonal or Gaussian and a function of (address, layer) alone: it can be drawn again
instead of being kept. N acts on every row of Z = W_l X_l by itself, as Y = (Z - mean)/r with one
divisor r per row, and ||J_N||_op = 1/min r over the rows.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

import torch
from torch import Tensor

from lemmata.verify.chains.weights import gaussian, haar_matrix
from lemmata.verify.seeds import Address

CHUNK_ENTRIES = 2**18  # weights drawn at once: 2 MiB of float64


@dataclass(frozen=True)
class RowNorm:
    """The papers' BN: rows divided by their norm, and multiplied by sqrt(n) if ``scaled``.

    J^T g = (g - y <y, g>/||y||^2)/r with r = ||z||, or ||z||/sqrt(n).
    ``least_batch`` is the smallest n with ||J_N||_op = 1/min r.
    """

    scaled: bool = False
    least_batch: int = 2

    def forward(self, Z: Tensor, out: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Y = N(Z), (replicas, d, n), in ``out``, which may be Z, and r, (replicas, d, 1)."""
        r = torch.linalg.vector_norm(Z, dim=-1, keepdim=True)
        if self.scaled:
            r = r / Z.shape[-1] ** 0.5
        return torch.div(Z, r, out=out), r

    def backward(self, G: Tensor, Y: Tensor, r: Tensor, out: Tensor | None = None) -> Tensor:
        """J_N^T G, in ``out``, all (replicas, d, n) but r."""
        square = Y.shape[-1] if self.scaled else 1  # ||y||^2
        room = torch.mul(Y, G, out=out)
        inner = room.sum(-1, keepdim=True)
        return torch.addcmul(G, Y, inner, value=-1 / square, out=room).div_(r)


@dataclass(frozen=True)
class StandardBN:
    """Rows centred and divided by r = sqrt(variance + eps).

    J^T g = (g - mean(g) - y mean(y g))/r.
    """

    eps: float = 1e-5
    least_batch: int = 3

    def forward(self, Z: Tensor, out: Tensor | None = None) -> tuple[Tensor, Tensor]:
        centred = torch.sub(Z, Z.mean(-1, keepdim=True), out=out)
        r = (centred.square().mean(-1, keepdim=True) + self.eps).sqrt()
        return torch.div(centred, r, out=out), r

    def backward(self, G: Tensor, Y: Tensor, r: Tensor, out: Tensor | None = None) -> Tensor:
        inner = torch.mul(Y, G, out=out).mean(-1, keepdim=True)
        centred = torch.sub(G, G.mean(-1, keepdim=True), out=out)
        return torch.addcmul(centred, Y, inner, value=-1, out=out).div_(r)


@dataclass(frozen=True)
class Activation:
    """act and its slope, a function of the pre-activation A and of act(A)."""

    name: str
    value: Callable[[Tensor], Tensor]
    slope: Callable[[Tensor, Tensor], Tensor]


ACTIVATIONS = {
    activation.name: activation
    for activation in (
        Activation("identity", lambda A: A, lambda A, X: torch.ones_like(A)),
        Activation("tanh", torch.tanh, lambda A, X: 1 - X.square()),
        Activation("sin", torch.sin, lambda A, X: torch.cos(A)),
        Activation("relu", torch.relu, lambda A, X: (A > 0).to(A)),
    )
}
IDENTITY = ACTIVATIONS["identity"]


@dataclass(frozen=True)
class Network:
    """The map from W X to the next layer; the weights come from elsewhere.

    The gain is a_l = a (l + 1)^(-e), l = 0, 1, ...: the papers' l^(-e) with layers counted from 1,
    and a constant one where e = 0.
    """

    normalisation: RowNorm | StandardBN = RowNorm()
    activation: Activation = IDENTITY
    gain_exponent: float = 0.0
    first_gain: float = 1.0

    @property
    def plain(self) -> bool:
        """Whether X_{l+1} is Y itself."""
        return self.activation is IDENTITY and not self.gain_exponent and self.first_gain == 1

    def gain(self, l: int) -> float:
        return self.first_gain * float((l + 1) ** -self.gain_exponent)

    def forward(
        self, Z: Tensor, l: int, out: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """X_{l+1}, Y, in ``out``, and r from Z = W_l X_l."""
        Y, r = self.normalisation.forward(Z, out)
        return self.activation.value(self._amplified(Y, l)), Y, r

    def backward(
        self, G: Tensor, X: Tensor, Y: Tensor, r: Tensor, l: int, out: Tensor | None = None
    ) -> Tensor:
        """dL/dZ, in ``out``, from G = dL/dX_{l+1} and X = X_{l+1}."""
        if self.activation is not IDENTITY:
            G = G * self.activation.slope(self._amplified(Y, l), X)
        return self.normalisation.backward(self._amplified(G, l), Y, r, out)

    def _amplified(self, Y: Tensor, l: int) -> Tensor:
        a = self.gain(l)
        return Y if a == 1.0 else a * Y


class WeightLaw(StrEnum):
    """W ~ O_d, or entries G(1/d)."""

    ORTHOGONAL = "orthogonal"
    GAUSSIAN = "gaussian"


def power_of_two(count: int) -> int:
    """The largest one up to ``count``, 1 below 2."""
    return 1 << max(0, count.bit_length() - 1)


class RandomWeights:
    """One matrix per layer and replica, the same whenever it is asked for.

    W_l is drawn in chunks of layers, each from a stream of its own: the address's, and the next.

    torch's CPU generator takes 32 bits of a seed: among thousands of hashed seeds two would now and
    then be the same, consecutive ones never are. The length of a chunk depends on the shape alone,
    so that W_l does not depend on who asks. Chunks and segments are powers of two long, so that one
    is made of whole others and nothing is drawn three times. The last chunks drawn are kept: one,
    or as many as `keep` was told, so that the way back begins without drawing. Rooms for many are
    made together, as large pieces of memory come cheaper.
    """

    def __init__(self, kind: str, address: Address, like: Tensor) -> None:
        """``kind``: a `WeightLaw` or its name; ``like``: an input, (replicas, d, n), for shape,
        device and dtype.
        """
        self.kind = WeightLaw(kind)
        self.address = address / self.kind.value
        self.like = like[..., :0].clone()  # keeps no data alive
        self.replicas, self.d = like.shape[0], like.shape[1]
        self.chunk = power_of_two(CHUNK_ENTRIES // (self.replicas * self.d**2))
        self.kept = 1
        self._chunks: dict[int, Tensor] = {}  # by index, the oldest first
        self._rooms: list[Tensor] = []

    def keep(self, layers: int) -> None:
        """From now on the last so many layers drawn, in whole chunks."""
        self.kept = max(1, -(-layers // self.chunk))

    def layers(self, start: int, stop: int) -> Iterator[Tensor]:
        """W_start, ..., W_{stop-1}, each (replicas, d, d)."""
        for W in self.pieces(start, stop):
            yield from W

    def pieces(self, start: int, stop: int) -> Iterator[Tensor]:
        """The same, several layers at a time: (layers, replicas, d, d)."""
        for index in range(start // self.chunk, (stop - 1) // self.chunk + 1):
            first = index * self.chunk
            W = self._chunk_at(index)  # (chunk, replicas, d, d)
            yield W[max(start - first, 0) : stop - first]

    def _chunk_at(self, index: int) -> Tensor:
        if index not in self._chunks:
            while len(self._chunks) >= self.kept:  # let go of an old one before the new one is made
                del self._chunks[next(iter(self._chunks))]
            self._chunks[index] = self._draw(index)
        return self._chunks[index]

    def _draw(self, index: int) -> Tensor:
        stream = self.address.generator(str(self.like.device), index)
        count, d = self.chunk * self.replicas, self.d
        if not self._rooms:
            self._rooms += self.like.new_empty((max(1, self.kept // 8), count, d, d))
        room = self._rooms.pop()
        if self.kind is WeightLaw.ORTHOGONAL:
            W = haar_matrix(d, count, self.like, stream, room)
        else:
            W = torch.div(gaussian((count, d, d), self.like, stream), d**0.5, out=room)
        return W.view(self.chunk, self.replicas, d, d)
