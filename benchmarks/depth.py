"""Deep gradients: the engine, plain autograd on stored weights, and torch's own checkpointing.

The peer is a parameter. Drawing the weights is part of every side: Haar matrices, by reflections
here and by torch's orthogonal_ there, or by the same reflections. Ratios are to plain autograd,
above 1 where this engine is slower or larger; memory is what a fresh process grows by, net of
importing torch.
"""

from __future__ import annotations

import math
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor
from torch.utils.checkpoint import checkpoint

from verify.depth import gradients, readout
from verify.network import Kind, Network, RandomWeights
from verify.seeds import Address

Stored = Callable[[int, int], list[Tensor]]
REPEAT = 3  # the fastest of so many runs counts in a ratio


def given(d: int, replicas: int = 1) -> tuple[Tensor, Tensor]:
    """Input and read-out, (replicas, d, d)."""
    shape, address = (replicas, d, d), Address(0) / "benchmark"
    X = torch.randn(shape, generator=(address / "X").generator("cpu"), dtype=torch.float64)
    C = torch.randn(shape, generator=(address / "C").generator("cpu"), dtype=torch.float64)
    return X, C


def ours(layers: int, d: int, replicas: int = 1) -> Tensor:
    """log ||dL/dW_l|| of every layer, (layers, replicas)."""
    X, C = given(d, replicas)
    weights = RandomWeights(Kind.ORTHOGONAL, Address(0), X)
    return gradients(Network(), weights, X, layers, readout(C)).log_dW


def stored(layers: int, d: int) -> list[Tensor]:
    """Haar matrices as torch initialises them, one after the other."""
    empty = (torch.empty(d, d, dtype=torch.float64) for _ in range(layers))
    return [torch.nn.init.orthogonal_(W).requires_grad_() for W in empty]


def stored_by_reflections(layers: int, d: int) -> list[Tensor]:
    """The weights of this engine."""
    weights = RandomWeights(Kind.ORTHOGONAL, Address(0), given(d)[0])
    return [W[0].clone().requires_grad_() for W in weights.layers(0, layers)]


def through(X: Tensor, *weights: Tensor) -> Tensor:
    for W in weights:
        Z = W @ X
        X = Z / torch.linalg.vector_norm(Z, dim=-1, keepdim=True)
    return X


def autograd(layers: int, d: int, initialised: Stored = stored) -> Tensor:
    """The same norms, with every weight and activation stored."""
    X, C = given(d)
    weights = initialised(layers, d)
    found = torch.autograd.grad((through(X[0], *weights) * C[0]).sum(), weights)
    return torch.stack([torch.linalg.vector_norm(g).log() for g in found])


def checkpointed(layers: int, d: int) -> Tensor:
    """The same norms, with torch's checkpoints every sqrt(layers) layers and stored weights."""
    X, C = given(d)
    weights, step = stored(layers, d), math.isqrt(layers)
    state = X[0]
    for start in range(0, layers, step):
        state = checkpoint(through, state, *weights[start : start + step], use_reentrant=False)
    found = torch.autograd.grad((state * C[0]).sum(), weights)
    return torch.stack([torch.linalg.vector_norm(g).log() for g in found])


RUN: dict[str, Callable[[int, int], Tensor]] = {
    "lemmata": ours,
    "autograd": autograd,
    "autograd, our weights": lambda layers, d: autograd(layers, d, stored_by_reflections),
    "torch checkpoint": checkpointed,
}


def seconds(call: Callable[[], object]) -> float:
    """The fastest of some runs."""
    best = math.inf
    for _ in range(REPEAT):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best


def growth(engine: str, layers: int, d: int) -> float:
    """Bytes by which a fresh process grows, after importing and warming up.

    From the kernel's status file: getrusage would count what the parent had before.
    """
    status = Path("/proc/self/status")
    if not status.exists():
        raise NotImplementedError("the peak of a process is read from /proc, which is not there")
    script = (
        "import re, pathlib; from benchmarks.depth import RUN\n"
        f"read = pathlib.Path('{status}').read_text\n"
        "peak = lambda: int(re.search(r'VmHWM:\\s+(\\d+)', read()).group(1)) * 1024\n"
        f"RUN[{engine!r}](4, {d}); before = peak(); RUN[{engine!r}]({layers}, {d})\n"
        "print(peak() - before)"
    )
    root = Path(__file__).resolve().parents[1]
    command = [sys.executable, "-c", script]
    output = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root)
    return float(output.stdout)


def exponent(sizes: list[int], cost: Callable[[int], float]) -> float:
    """The slope of log cost against log size, from the smallest to the largest."""
    first, last = cost(sizes[0]), cost(sizes[-1])
    return math.log(last / first) / math.log(sizes[-1] / sizes[0])


class DeepGradients:
    """All gradients of a network of d = n = 100."""

    params = (list(RUN), [100, 1000])
    param_names = ("engine", "layers")
    number, repeat, rounds, warmup_time, timeout = 1, (1, 3, 10.0), 1, 0.0, 240.0

    def time_gradients(self, engine: str, layers: int) -> None:
        RUN[engine](layers, 100)

    def peakmem_gradients(self, engine: str, layers: int) -> None:
        RUN[engine](layers, 100)


class DeepForward:
    """Forwards only, weights drawn on the way, d = n = 32."""

    params = (["lemmata", "stored weights"],)
    param_names = ("engine",)
    number, repeat, rounds, warmup_time = 1, (1, 3, 10.0), 1, 0.0

    def time_forward(self, engine: str) -> None:
        layers, (X, _) = 1000, given(32)
        with torch.no_grad():
            if engine == "stored weights":
                through(X[0], *stored(layers, 32))
                return
            network = Network()
            for l, W in enumerate(RandomWeights(Kind.ORTHOGONAL, Address(0), X).layers(0, layers)):
                X = network.forward(W @ X, l)[0]


class Ratios:
    """This engine beside plain autograd and beside the matrix products it cannot do without."""

    timeout = 300.0

    def track_time_to_autograd(self) -> float:
        return seconds(lambda: ours(1000, 100)) / seconds(lambda: autograd(1000, 100))

    def track_memory_to_autograd(self) -> float:
        return growth("lemmata", 1000, 100) / growth("autograd", 1000, 100)

    def track_time_to_matrix_products(self) -> float:
        """W X forwards and again, W^T dZ, dZ X^T: four products a layer, weights given."""
        layers, (X, C) = 1000, given(100)
        products = seconds(lambda: [X @ C for _ in range(4 * layers)])
        return seconds(lambda: ours(layers, 100)) / products


class Exponents:
    """How the time grows; theory: 1 in depth, up to 3 in width, 1 in replicas where they are many.

    Below a width of about 100 the calls themselves cost more than the products, so that the
    measured exponents in width and replicas lie below those.
    """

    timeout = 300.0

    def track_depth(self) -> float:
        return exponent([500, 8000], lambda layers: seconds(lambda: ours(layers, 32)))

    def track_width(self) -> float:
        return exponent([64, 256], lambda d: seconds(lambda: ours(100, d)))

    def track_replicas(self) -> float:
        return exponent([4, 64], lambda replicas: seconds(lambda: ours(200, 32, replicas)))
