"""Chains: the tracked gap beside a QR and a spectrum per layer; the Gram form beside weights."""

import torch
from torch import Tensor

from benchmarks.measuring import (
    DEVICES,
    LIKE,
    Call,
    Prepared,
    called,
    finished,
    like_on,
    normal,
    over,
    seeded,
)
from lemmata.theory.definitions import bn
from lemmata.verify.chains.chain import explicit_gaussian_layer, gaussian_layer
from lemmata.verify.chains.gaps import accurate_gaps, fast_gaps, log_defect


def deviations(d: int) -> Tensor:
    return torch.linspace(-0.3, 0.3, d, dtype=LIKE.dtype)


def spectrum_per_layer(
    first: Tensor, layers: int, replicas: int, generator: torch.Generator
) -> Tensor:
    """The code a user would write: one QR, one product and one eigvalsh per layer and replica."""
    gaps = []
    for _ in range(replicas):
        X = first  # (d, d)
        for _ in range(layers):
            G = torch.randn(X.shape, dtype=X.dtype, device=X.device, generator=generator)
            Q, R = torch.linalg.qr(G)
            X = bn(Q * R.diagonal().sign() @ X)
            gaps.append(-torch.linalg.eigvalsh(X @ X.mT).log().mean())
    return torch.stack(gaps)


def gaps(engine: str, d: int, layers: int, replicas: int, device: str = "cpu") -> Call:
    """The gap at every layer of chain (3), n = d."""
    e = deviations(d).to(like_on(device))
    generator, X = seeded(device), torch.diag((1 + e).sqrt())
    first, E = log_defect(e).mean().expand(replicas), torch.diag(e).expand(replicas, d, d)
    several = X.expand(replicas, d, d)
    calls: dict[str, Call] = {
        "accurate": lambda: accurate_gaps(E, first, layers, generator),
        "fast": lambda: fast_gaps(several, first, layers, generator),
        "torch": lambda: spectrum_per_layer(X, layers, replicas, generator),
    }
    return finished(calls[engine], device)


@over({"engine": ("accurate", "fast", "torch"), "device": DEVICES})
class GapTrajectory(Prepared):
    """d = n = 100, 100 layers, 64 replicas, float64."""

    number, repeat, rounds, warmup_time = 1, 3, 1, 0.0
    prepared = staticmethod(lambda engine, device: gaps(engine, 100, 100, 64, device))
    time_gaps = called


def gram_layer(engine: str, shape: tuple[int, int], device: str = "cpu") -> Call:
    """A layer of daneshmand2021 (1), four replicas."""
    layer = gaussian_layer if engine == "gram" else explicit_gaussian_layer
    H = normal(4, *shape).to(like_on(device))
    generator = seeded(device)
    return finished(lambda: layer(H, generator), device)


@over({"engine": ("gram", "explicit"), "d, n": ((1024, 8), (4096, 16)), "device": DEVICES})
class GramChain(Prepared):
    """A layer of daneshmand2021 (1), by the Gram form and with its weights formed."""

    number, warmup_time = 1, 0.0
    prepared = staticmethod(gram_layer)
    time_layer = called
