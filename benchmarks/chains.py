"""Chains: the tracked gap beside a QR and a spectrum per layer; the Gram form beside weights."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import torch
from torch import Tensor

from theory.definitions import bn
from verify.chains.chain import DANESHMAND, DANESHMAND_EXPLICIT, trajectory
from verify.chains.gaps import accurate_gaps, fast_gaps, log_defect

LIKE = torch.empty(0, dtype=torch.float64)


def deviations(d: int) -> Tensor:
    return torch.linspace(-0.3, 0.3, d, dtype=torch.float64)


def spectrum_per_layer(d: int, layers: int, replicas: int, generator: torch.Generator) -> Tensor:
    """What a user writes: one QR, one product and one eigvalsh per layer and replica."""
    gaps = []
    for _ in range(replicas):
        X = torch.diag((1 + deviations(d)).sqrt())
        for _ in range(layers):
            Q, R = torch.linalg.qr(torch.randn(d, d, dtype=X.dtype, generator=generator))
            X = bn(Q * R.diagonal().sign() @ X)
            gaps.append(-torch.linalg.eigvalsh(X @ X.mT).log().mean())
    return torch.stack(gaps)


def prepared(engine: str, d: int, layers: int, replicas: int) -> Callable[[], object]:
    """The gap at every layer of chain (3), n = d."""
    generator, e = torch.Generator().manual_seed(0), deviations(d)
    if engine == "torch":
        return lambda: spectrum_per_layer(d, layers, replicas, generator)
    first = log_defect(e).mean().expand(replicas)
    if engine == "accurate":
        E = torch.diag(e).expand(replicas, d, d)
        return lambda: accurate_gaps(E, first, layers, generator)
    X = torch.diag((1 + e).sqrt()).expand(replicas, d, d)
    return lambda: fast_gaps(X, first, layers, generator)


class GapTrajectory:
    """d = n = 100, 100 layers, 64 replicas, float64."""

    params = ("accurate", "fast", "torch")
    param_names = ("engine",)
    number, repeat, rounds, warmup_time, timeout = 1, 3, 1, 0.0, 600.0
    call: Callable[[], object]

    def setup(self, engine: str) -> None:
        self.call = prepared(engine, 100, 100, 64)

    def time_gaps(self, *_: object) -> None:
        self.call()


class GramChain:
    """A layer of daneshmand2021 (1), by the Gram form and with its weights formed."""

    params = (["gram", "explicit"], [(1024, 8), (4096, 16)])
    param_names = ("engine", "d, n")
    number, warmup_time, timeout = 1, 0.0, 600.0
    call: Callable[[], object]

    def setup(self, engine: str, shape: tuple[int, int]) -> None:
        generator = torch.Generator().manual_seed(0)
        chain = DANESHMAND if engine == "gram" else DANESHMAND_EXPLICIT
        H = torch.randn(4, *shape, dtype=torch.float64, generator=generator)
        self.call = lambda: chain.layer(H, 1, generator)

    def time_layer(self, *_: object) -> None:
        self.call()


SHAPES = [(25, 20, 16), (50, 20, 16), (100, 20, 16), (50, 80, 16), (50, 20, 64)]


class CostOfTheGap:
    """Time and memory of the accurate mode against (d, layers, replicas)."""

    params = (SHAPES,)
    param_names = ("d, layers, replicas",)
    call: Callable[[], object]

    def setup(self, shape: tuple[int, int, int]) -> None:
        self.call = prepared("accurate", *shape)

    def time_gaps(self, *_: object) -> None:
        self.call()

    def peakmem_gaps(self, *_: object) -> None:
        self.call()


class CostOfTheGramChain:
    """Time of ten layers, observed, against (d, n)."""

    params = (list(itertools.product([64, 256, 1024], [4, 8])),)
    param_names = ("d, n",)
    call: Callable[[], object]

    def setup(self, shape: tuple[int, int]) -> None:
        generator = torch.Generator().manual_seed(0)
        H = torch.randn(16, *shape, dtype=torch.float64, generator=generator)
        H = H / torch.linalg.matrix_norm(H)[:, None, None]
        self.call = lambda: trajectory(DANESHMAND, H, 10, ("V", "Vhat"), generator)

    def time_layers(self, *_: object) -> None:
        self.call()
