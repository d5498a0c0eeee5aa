"""Chains: the tracked gap beside a QR and a spectrum per layer; the Gram form beside weights."""

import torch
from torch import Tensor

from benchmarks.measuring import LIKE, Call, Prepared, called, normal, over, seeded
from lemmata.theory.definitions import bn
from lemmata.verify.chains.chain import explicit_gaussian_layer, gaussian_layer
from lemmata.verify.chains.gaps import accurate_gaps, fast_gaps, log_defect


def deviations(d: int) -> Tensor:
    return torch.linspace(-0.3, 0.3, d, dtype=LIKE.dtype)


def spectrum_per_layer(d: int, layers: int, replicas: int, generator: torch.Generator) -> Tensor:
    """The code a user would write: one QR, one product and one eigvalsh per layer and replica."""
    gaps = []
    for _ in range(replicas):
        X = torch.diag((1 + deviations(d)).sqrt())
        for _ in range(layers):
            Q, R = torch.linalg.qr(torch.randn(d, d, dtype=X.dtype, generator=generator))
            X = bn(Q * R.diagonal().sign() @ X)
            gaps.append(-torch.linalg.eigvalsh(X @ X.mT).log().mean())
    return torch.stack(gaps)


def gaps(engine: str, d: int, layers: int, replicas: int) -> Call:
    """The gap at every layer of chain (3), n = d."""
    generator, e = seeded(), deviations(d)
    if engine == "torch":
        return lambda: spectrum_per_layer(d, layers, replicas, generator)
    first = log_defect(e).mean().expand(replicas)
    if engine == "accurate":
        E = torch.diag(e).expand(replicas, d, d)
        return lambda: accurate_gaps(E, first, layers, generator)
    X = torch.diag((1 + e).sqrt()).expand(replicas, d, d)
    return lambda: fast_gaps(X, first, layers, generator)


@over({"engine": ("accurate", "fast", "torch")})
class GapTrajectory(Prepared):
    """d = n = 100, 100 layers, 64 replicas, float64."""

    number, repeat, rounds, warmup_time = 1, 3, 1, 0.0
    prepared = staticmethod(lambda engine: gaps(engine, 100, 100, 64))
    time_gaps = called


def gram_layer(engine: str, shape: tuple[int, int]) -> Call:
    """A layer of daneshmand2021 (1), four replicas."""
    layer, H = gaussian_layer if engine == "gram" else explicit_gaussian_layer, normal(4, *shape)
    generator = seeded()
    return lambda: layer(H, generator)


@over({"engine": ("gram", "explicit"), "d, n": ((1024, 8), (4096, 16))})
class GramChain(Prepared):
    """A layer of daneshmand2021 (1), by the Gram form and with its weights formed."""

    number, warmup_time = 1, 0.0
    prepared = staticmethod(gram_layer)
    time_layer = called
