"""Deep gradients: the engine, plain autograd on stored weights, and torch's own checkpointing.

The peer is a parameter. Drawing the weights is part of every side: Haar matrices, by reflections
here and by torch's orthogonal_ there, or by the same reflections; or they are handed to both sides
ready made. Ratios are to plain autograd, above 1 where this engine is slower or larger; memory is
what a fresh process grows by, net of importing torch.
"""

import math
from collections.abc import Callable, Iterator
from functools import partial

import torch
from torch import Tensor
from torch.utils.checkpoint import checkpoint

from benchmarks.measuring import Call, Once, called, memory, over, ratio
from lemmata.verify.depth.gradients import MEMORY, gradients, readout
from lemmata.verify.depth.network import Network, RandomWeights, WeightLaw
from lemmata.verify.machine.products import product
from lemmata.verify.seeds import Address

Stored = Callable[[int, int], list[Tensor]]


def inputs(d: int, replicas: int = 1, n: int | None = None) -> tuple[Tensor, Tensor]:
    """Input and read-out, (replicas, d, n); n = d if not given."""
    shape, address = (replicas, d, n or d), Address(0) / "benchmark"
    generators = [(address / name).generator("cpu") for name in "XC"]
    X, C = (torch.randn(shape, generator=g, dtype=torch.float64) for g in generators)
    return X, C


def ours(
    layers: int, d: int, replicas: int = 1, n: int | None = None, memory: int = MEMORY
) -> Tensor:
    """log ||dL/dW_l|| of every layer, (layers, replicas)."""
    X, C = inputs(d, replicas, n)
    weights = RandomWeights(WeightLaw.ORTHOGONAL, Address(0), X)
    return gradients(Network(), weights, X, layers, readout(C), memory=memory).log_dW


class Handed(RandomWeights):
    """Weights that are there already."""

    ready: Tensor  # (layers, replicas, d, d)

    def pieces(self, start: int, stop: int) -> Iterator[Tensor]:
        yield self.ready[start:stop]


def ours_on(ready: Tensor, d: int, memory: int) -> Tensor:
    """The same on weights handed to it, (layers, 1, d, d)."""
    X, C = inputs(d)
    weights = Handed(WeightLaw.ORTHOGONAL, Address(0), X)
    weights.ready = ready
    return gradients(Network(), weights, X, len(ready), readout(C), memory=memory).log_dW


@torch.no_grad()
def forward(layers: int, d: int) -> None:
    """W X, BN, weights drawn on the way, n = d."""
    (X, _), network = inputs(d), Network()
    for l, W in enumerate(RandomWeights(WeightLaw.ORTHOGONAL, Address(0), X).layers(0, layers)):
        X = network.forward(W @ X, l)[0]


def stored(layers: int, d: int) -> list[Tensor]:
    """Haar matrices as torch initialises them, one after the other."""
    empty = (torch.empty(d, d, dtype=torch.float64) for _ in range(layers))
    return [torch.nn.init.orthogonal_(W).requires_grad_() for W in empty]


def stored_by_reflections(layers: int, d: int) -> list[Tensor]:
    """The weights of this engine."""
    weights = RandomWeights(WeightLaw.ORTHOGONAL, Address(0), inputs(d)[0])
    return [W[0].clone().requires_grad_() for W in weights.layers(0, layers)]


def through(X: Tensor, *weights: Tensor) -> Tensor:
    for W in weights:
        Z = W @ X
        X = Z / torch.linalg.vector_norm(Z, dim=-1, keepdim=True)
    return X


def norms(last: Tensor, C: Tensor, weights: list[Tensor]) -> Tensor:
    """log ||dL/dW_l|| of stored weights."""
    found = torch.autograd.grad((last * C).sum(), weights)
    return torch.stack([torch.linalg.vector_norm(g).log() for g in found])


def autograd(layers: int, d: int, initialised: Stored = stored) -> Tensor:
    """The same norms, with every weight and activation stored."""
    return autograd_on(initialised(layers, d), d)


def autograd_on(weights: list[Tensor], d: int) -> Tensor:
    X, C = inputs(d)
    return norms(through(X[0], *weights), C[0], weights)


def checkpointed(layers: int, d: int) -> Tensor:
    """The same norms, with torch's checkpoints every sqrt(layers) layers and stored weights."""
    ((state,), (C,)), weights, step = inputs(d), stored(layers, d), math.isqrt(layers)
    for start in range(0, layers, step):
        state = checkpoint(through, state, *weights[start : start + step], use_reentrant=False)
    return norms(state, C, weights)


EVERYTHING = 2**40  # a budget into which weights and representations of all layers fit

RUN: dict[str, Callable[[int, int], Tensor]] = {
    "lemmata": ours,
    "lemmata, all kept": partial(ours, memory=EVERYTHING),
    "lemmata, least memory": partial(ours, memory=0),
    "autograd": autograd,
    "autograd, our weights": lambda layers, d: autograd(layers, d, stored_by_reflections),
    "torch checkpoint": checkpointed,
}


@over({"engine": RUN, "layers": (100, 1000)})
class DeepGradients(Once):
    """All gradients of a network of d = n = 100."""

    prepared = staticmethod(lambda engine, layers: lambda: RUN[engine](layers, 100))
    time_gradients = peakmem_gradients = called


@torch.no_grad()
def stored_forward(layers: int, d: int) -> None:
    through(inputs(d)[0][0], *stored(layers, d))


FORWARD = {"lemmata": forward, "stored weights": stored_forward}


@over({"engine": FORWARD})
class DeepForward(Once):
    """Forwards only, weights drawn on the way, d = n = 32."""

    prepared = staticmethod(lambda engine: lambda: FORWARD[engine](1000, 32))
    time_forward = called


def growth(engine: str, layers: int) -> float:
    """Bytes by which a fresh process grows, d = n = 100, net of importing torch."""
    warm, call = (f"RUN[{engine!r}]({count}, 100)" for count in (4, layers))
    return memory("from benchmarks.depth import RUN", warm, call)


def four_products(layers: int) -> Call:
    """W X, W X again, W^T dZ and dZ X^T of every layer, d = n = 100: the floor without memory.

    By the faster product, of matrices that stay in a cache.
    """
    A, B = inputs(100)
    return lambda: [product(A, B) for _ in range(4 * layers)]


@over({"engine": RUN, "layers": (100, 1000)})
class DeepFloor:
    """How many times the time of four products a layer each engine takes, d = n = 100."""

    unit = "times four products"

    def track_ratio(self, engine: str, layers: int) -> float:
        return ratio(lambda: RUN[engine](layers, 100), four_products(layers))


def sides(memory: int, layers: int, handed: bool) -> list[Callable[[], Call]]:
    """This engine and plain autograd, d = n = 100, with the weights of this engine."""
    if not handed:
        other = RUN["autograd, our weights"]
        return [
            lambda: lambda: ours(layers, 100, memory=memory),
            lambda: lambda: other(layers, 100),
        ]

    def own() -> Call:
        ready = torch.stack(stored_by_reflections(layers, 100)).detach()[:, None]
        return lambda: ours_on(ready, 100, memory)

    def peer() -> Call:
        ready = stored_by_reflections(layers, 100)
        return lambda: autograd_on(ready, 100)

    return [own, peer]


@over({"engine": ("lemmata", "lemmata, all kept", "lemmata, least memory"), "layers": (100, 1000)})
class Memory:
    """In units of what plain autograd takes with the weights of this engine, d = n = 100."""

    unit = "times autograd's"

    def track_memory(self, engine: str, layers: int) -> float:
        return growth(engine, layers) / growth("autograd, our weights", layers)


class Ratios:
    """Time and memory in units of plain autograd's, d = n = 100, 1000 layers."""

    timeout = 300.0
    unit = "times autograd's"

    def track_time_to_autograd(self) -> float:
        return ratio(lambda: ours(1000, 100), lambda: autograd(1000, 100))

    def track_memory_to_autograd(self) -> float:
        return growth("lemmata", 1000) / growth("autograd", 1000)
