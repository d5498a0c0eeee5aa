"""Haar matrices: blocked reflections drawn directly, beside what others offer."""

from collections.abc import Callable

import torch
from scipy.stats import ortho_group
from torch import Tensor

from benchmarks.measuring import DEVICES, Call, Prepared, called, finished, like_on, over, seeded
from lemmata.verify.chains.weights import gaussian, haar_frame, haar_matrix, haar_product

REPLICAS = {100: 64, 256: 16, 512: 4}


def batched_qr(d: int, batch: int, like: Tensor, generator: torch.Generator) -> Tensor:
    """Q with R's diagonal made positive."""
    shape = (batch, d, d)
    G = torch.randn(shape, dtype=like.dtype, device=like.device, generator=generator)
    Q, R = torch.linalg.qr(G)
    signed: Tensor = Q * R.diagonal(dim1=-2, dim2=-1).sign()[..., None, :]
    return signed


def one_by_one(d: int, batch: int, like: Tensor, generator: torch.Generator) -> list[Tensor]:
    empty = like.new_empty(d, d)
    draw = torch.nn.init.orthogonal_
    return [draw(empty, generator=generator).clone() for _ in range(batch)]


ENGINES: dict[str, Callable[[int, int, Tensor, torch.Generator], object]] = {
    "lemmata": haar_matrix,
    "scipy ortho_group": lambda d, batch, *_: ortho_group.rvs(d, size=batch, random_state=0),
    "torch orthogonal_": one_by_one,
    "torch batched QR": batched_qr,
}


def haar(engine: str, d: int, device: str = "cpu") -> Call:
    """The call to be timed: as many matrices for every engine."""
    like = like_on(device)
    if engine.startswith("scipy") and device != "cpu":
        raise NotImplementedError("scipy draws on the CPU alone")
    generator = seeded(device)
    return finished(lambda: ENGINES[engine](d, REPLICAS[d], like, generator), device)


@over({"engine": ENGINES, "d": REPLICAS, "device": DEVICES})
class HaarMatrices(Prepared):
    """A batch of Haar matrices; the number of replicas is the same for every engine."""

    prepared = staticmethod(haar)
    time_batch = peakmem_batch = called


@over({"engine": ("reflections", "matrix"), "d": (100, 512), "columns": (1, 16), "device": DEVICES})
class Products(Prepared):
    """W X for a thin X, without forming W, and with it."""

    time_product = called

    def setup(self, engine: str, d: int, columns: int, device: str) -> None:
        like, count = like_on(device), REPLICAS[d]
        generator = seeded(device)
        X = gaussian((count, d, columns), like, generator)
        calls: dict[str, Call] = {
            "reflections": lambda: haar_product(X, generator),
            "matrix": lambda: haar_matrix(d, count, like, generator) @ X,
        }
        self.call = finished(calls[engine], device)


@over({"engine": ("frame", "columns of a matrix"), "d": (256, 512), "n": (8,), "device": DEVICES})
class Frames(Prepared):
    """The first n columns only."""

    time_frame = called

    def setup(self, engine: str, d: int, n: int, device: str) -> None:
        like, count = like_on(device), REPLICAS[d]
        generator = seeded(device)
        calls: dict[str, Call] = {
            "frame": lambda: haar_frame(d, n, count, like, generator),
            "columns of a matrix": lambda: haar_matrix(d, count, like, generator)[..., :n],
        }
        self.call = finished(calls[engine], device)
