"""Deep forward and backward passes beside their peers, at every width and number of replicas.

The same weights, in float64, are handed to all, and everyone answers with log ||dL/dW_l|| of every
layer and log ||dL/dX_0||, keeping what it likes. All are timed in one process, in turns, by CPU
time. As a command, ``python -m benchmarks.peers``, the table of ratios.
"""

import os
import time
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from statistics import median
from typing import Any
from unittest.mock import patch

import numpy as np
import torch
from torch import Tensor

from benchmarks.depth import EVERYTHING, Handed, through
from benchmarks.measuring import Call, over
from lemmata.verify.chains.weights import haar_matrix
from lemmata.verify.depth.gradients import gradients, readout
from lemmata.verify.depth.network import Network, WeightLaw
from lemmata.verify.machine.compiling import available
from lemmata.verify.seeds import Address

WIDTHS, REPLICAS, LAYERS = (8, 32, 100, 256, 512), (1, 16, 64), 1000
OPERATIONS = 3e9  # of a cell's products; fewer layers where those of all take more, 16 of one chain
SECONDS = 2.0  # for a cell: five rounds, or as many as it has time for, and one at least
CLOSE = 1e-8  # all answers agree so far

Cell = tuple[int, int]  # width d = n and replicas
Answer = Callable[[], Tensor]  # (layers + 1, replicas)


def layers_of(d: int, replicas: int) -> int:
    return max(2, 16 // replicas, min(LAYERS, int(OPERATIONS / (6 * d**3 * replicas))))


def problem(d: int, replicas: int) -> tuple[Tensor, Tensor, Tensor]:
    """W, (layers, replicas, d, d), and X and C, (replicas, d, d)."""
    layers, address = layers_of(d, replicas), Address(0) / "peers" / d / replicas
    stream, like = address.generator("cpu"), torch.empty(0, dtype=torch.float64)
    W = haar_matrix(d, layers * replicas, like, stream).contiguous()
    X, C = torch.randn((2, replicas, d, d), generator=stream, dtype=like.dtype)
    return W.view(layers, replicas, d, d), X, C


def ours(W: Tensor, X: Tensor, C: Tensor) -> Answer:
    weights = Handed(WeightLaw.ORTHOGONAL, Address(0), X)
    weights.ready = W

    def call() -> Tensor:
        found = gradients(Network(), weights, X, len(W), readout(C), memory=EVERYTHING)
        return torch.cat([found.log_dW, found.log_dX[:1]])

    return call


def by_calls(W: Tensor, X: Tensor, C: Tensor) -> Answer:
    """The same where there is no numba."""
    call = ours(W, X, C)

    def uncompiled() -> Tensor:
        with patch("lemmata.verify.depth.gradients.by_loops", lambda like: False):
            return call()

    return uncompiled


def autograd(W: Tensor, X: Tensor, C: Tensor) -> Answer:
    """torch's, on matrices where there is one replica."""
    if W.shape[1] == 1:
        W, X, C = W[:, 0], X[0], C[0]
    leaves, start = [w.clone().requires_grad_() for w in W], X.clone().requires_grad_()

    def call() -> Tensor:
        found = torch.autograd.grad((through(start, *leaves) * C).sum(), [*leaves, start])
        return torch.stack([torch.linalg.matrix_norm(g).log() for g in found]).view(len(found), -1)

    return call


def by_jax(W: Tensor, X: Tensor, C: Tensor) -> Answer:
    """jax's: one compiled scan, the same backwards."""
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    if W.shape[1] == 1:
        W, X, C = W[:, 0], X[0], C[0]
    w, x, c = (jnp.asarray(A.numpy()) for A in (W, X, C))

    def layer(state: Any, matrix: Any) -> tuple[Any, None]:
        Z = matrix @ state
        return Z / jnp.linalg.norm(Z, axis=-1, keepdims=True), None

    def loss(weights: Any, start: Any) -> Any:
        return (jax.lax.scan(layer, start, weights)[0] * c).sum()

    def logs(weights: Any, start: Any) -> Any:
        found = jax.grad(loss, (0, 1))(weights, start)
        return [jnp.log(jnp.linalg.norm(g, axis=(-2, -1))) for g in found]

    compiled = jax.jit(logs)

    def call() -> Tensor:
        of_weights, of_input = (torch.tensor(np.asarray(a)) for a in compiled(w, x))
        return torch.cat([of_weights, of_input[None]]).view(len(W) + 1, -1)

    return call


def torch_products(W: Tensor, X: Tensor, C: Tensor) -> Call:
    """W X, W^T dZ and dZ X^T of every layer: what nobody can do without."""
    if W.shape[1] == 1:
        W, X, C = W[:, 0], X[0], C[0]
    out = torch.empty_like(X)

    def call() -> None:
        for w in W:
            torch.matmul(w, X, out=out)
            torch.matmul(w.mT, C, out=out)
            torch.matmul(C, X.mT, out=out)

    return call


def numpy_products(W: Tensor, X: Tensor, C: Tensor) -> Call:
    if W.shape[1] == 1:
        W, X, C = W[:, 0], X[0], C[0]
    weights, x, c, out = W.numpy(), X.numpy(), C.numpy(), np.empty(X.shape)

    def call() -> None:
        for w in weights:
            np.matmul(w, x, out=out)
            np.matmul(w.swapaxes(-2, -1), c, out=out)
            np.matmul(c, x.swapaxes(-2, -1), out=out)

    return call


OURS, PRODUCTS = "lemmata", "bare products, the faster of torch's and numpy's"
PEERS: dict[str, Callable[[Tensor, Tensor, Tensor], Answer]] = {
    OURS: ours,
    "lemmata, no compiled loop": by_calls,
    "torch autograd": autograd,
    "jax lax.scan": by_jax,
}
OWN = [name for name in PEERS if name.startswith(OURS)]
FLOORS = (torch_products, numpy_products)
NEEDED = {"jax lax.scan": "jax"}  # what is not installed is left out


def there() -> list[str]:
    return [name for name in PEERS if name not in NEEDED or find_spec(NEEDED[name])]


def measure(d: int, replicas: int) -> dict[str, float]:
    """The median CPU seconds a layer of each peer, and of the faster products."""
    W, X, C = problem(d, replicas)
    peers = {name: PEERS[name](W, X, C) for name in there()}
    answers = {name: call() for name, call in peers.items()}  # what is compiled is so now
    for name, found in answers.items():
        if not float((found - answers[OURS]).abs().max()) < CLOSE:
            raise AssertionError(f"{name} has another answer than {OURS} at {d}, {replicas}")
    calls: Mapping[str, Call] = {**peers, **{f.__name__: f(W, X, C) for f in FLOORS}}
    took: dict[str, list[float]] = {name: [] for name in calls}
    began = time.process_time()
    while not took[OURS] or (len(took[OURS]) < 5 and time.process_time() - began < SECONDS):
        for name, call in calls.items():
            start = time.process_time()
            call()
            took[name].append(time.process_time() - start)
    seconds = {name: median(times) / len(W) for name, times in took.items()}
    floor = min(seconds.pop(f.__name__) for f in FLOORS)
    return {**seconds, PRODUCTS: floor}


def versions() -> str:
    """Of what takes part: the page shows them in the table's title."""
    found = []
    for name in ("torch", "jax", "numba", "numpy", "scipy"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"no {name}")
    return ", ".join(found)


@over({"engine": [*PEERS, PRODUCTS], "d": WIDTHS, "replicas": REPLICAS})
class DeepPeers:
    """Forwards and backwards, weights handed to all: CPU seconds a layer."""

    unit = "seconds"

    def setup_cache(self) -> dict[Cell, dict[str, float]]:
        return {(d, r): measure(d, r) for d in WIDTHS for r in REPLICAS}

    setup_cache.timeout = 900.0  # type: ignore[attr-defined]  # asv reads it

    def track_layer(
        self, measured: dict[Cell, dict[str, float]], engine: str, d: int, replicas: int
    ) -> float:
        if engine not in measured[d, replicas]:
            raise NotImplementedError(f"{engine} is not installed")
        return measured[d, replicas][engine]

    vars(track_layer)["pretty_name"] = (
        f"Deep forward and backward passes, CPU time a layer, weights handed to all ({versions()})"
    )


def print_table() -> None:
    """A line for each cell, as soon as it is measured."""
    names = [*there(), PRODUCTS]
    print(f"{versions()}; numba {'' if available() else 'not '}used; CPU us a layer, medians")
    columns = [*(name.partition(", ")[2] or name for name in names[:-1]), "bare products"]
    head = [f"{'d = n':>5} {'replicas':>8} {'layers':>6}", *(f"{c:>16}" for c in columns)]
    print(*head, f"{'ours/best peer':>16} {'ours/products':>14}")
    for d in WIDTHS:
        for replicas in REPLICAS:
            found = measure(d, replicas)
            best = min(v for name, v in found.items() if name in there() and name not in OWN)
            line = [f"{d:>5} {replicas:>8} {layers_of(d, replicas):>6}"]
            line += [f"{1e6 * found[name]:>16.1f}" for name in names]
            ratios = found[OURS] / best, found[OURS] / found[PRODUCTS]
            print(*line, f"{ratios[0]:>16.2f} {ratios[1]:>14.2f}", flush=True)


if __name__ == "__main__":
    print_table()
