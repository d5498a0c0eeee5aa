"""Deep gradients: the engine, plain autograd on stored weights, and torch's own checkpointing.

The peer is a parameter. Drawing the weights is part of every side: Haar matrices, by reflections
here and by torch's orthogonal_ there, or by the same reflections. Ratios are to plain autograd,
above 1 where this engine is slower or larger; memory is what a fresh process grows by, net of
importing torch.
"""

import math
from collections.abc import Callable

import torch
from torch import Tensor
from torch.utils.checkpoint import checkpoint

from benchmarks.measuring import Once, called, memory, over, ratio
from verify.depth.gradients import gradients, readout
from verify.depth.network import Network, RandomWeights, WeightLaw
from verify.seeds import Address

Stored = Callable[[int, int], list[Tensor]]


def given(d: int, replicas: int = 1, n: int | None = None) -> tuple[Tensor, Tensor]:
    """Input and read-out, (replicas, d, n); n = d if not given."""
    shape, address = (replicas, d, n or d), Address(0) / "benchmark"
    generators = [(address / name).generator("cpu") for name in "XC"]
    X, C = (torch.randn(shape, generator=g, dtype=torch.float64) for g in generators)
    return X, C


def ours(layers: int, d: int, replicas: int = 1, n: int | None = None) -> Tensor:
    """log ||dL/dW_l|| of every layer, (layers, replicas)."""
    X, C = given(d, replicas, n)
    weights = RandomWeights(WeightLaw.ORTHOGONAL, Address(0), X)
    return gradients(Network(), weights, X, layers, readout(C)).log_dW


@torch.no_grad()
def forward(layers: int, d: int) -> None:
    """W X, BN, weights drawn on the way, n = d."""
    (X, _), network = given(d), Network()
    for l, W in enumerate(RandomWeights(WeightLaw.ORTHOGONAL, Address(0), X).layers(0, layers)):
        X = network.forward(W @ X, l)[0]


def stored(layers: int, d: int) -> list[Tensor]:
    """Haar matrices as torch initialises them, one after the other."""
    empty = (torch.empty(d, d, dtype=torch.float64) for _ in range(layers))
    return [torch.nn.init.orthogonal_(W).requires_grad_() for W in empty]


def stored_by_reflections(layers: int, d: int) -> list[Tensor]:
    """The weights of this engine."""
    weights = RandomWeights(WeightLaw.ORTHOGONAL, Address(0), given(d)[0])
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
    (X, C), weights = given(d), initialised(layers, d)
    return norms(through(X[0], *weights), C[0], weights)


def checkpointed(layers: int, d: int) -> Tensor:
    """The same norms, with torch's checkpoints every sqrt(layers) layers and stored weights."""
    ((state,), (C,)), weights, step = given(d), stored(layers, d), math.isqrt(layers)
    for start in range(0, layers, step):
        state = checkpoint(through, state, *weights[start : start + step], use_reentrant=False)
    return norms(state, C, weights)


RUN: dict[str, Callable[[int, int], Tensor]] = {
    "lemmata": ours,
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
    through(given(d)[0][0], *stored(layers, d))


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


class Ratios:
    """Time and memory in units of plain autograd's, d = n = 100, 1000 layers."""

    timeout = 300.0
    unit = "times autograd's"

    def track_time_to_autograd(self) -> float:
        return ratio(lambda: ours(1000, 100), lambda: autograd(1000, 100))

    def track_memory_to_autograd(self) -> float:
        return growth("lemmata", 1000) / growth("autograd", 1000)
