"""Haar matrices: blocked reflections drawn directly, beside what others offer."""

from collections.abc import Callable

import torch
from scipy.stats import ortho_group

from benchmarks.measuring import LIKE, Call, Prepared, called, over, seeded
from lemmata.verify.chains.weights import gaussian, haar_frame, haar_matrix, haar_product

REPLICAS = {100: 64, 256: 16, 512: 4}


def batched_qr(d: int, batch: int, generator: torch.Generator) -> torch.Tensor:
    """Q with R's diagonal made positive."""
    Q, R = torch.linalg.qr(torch.randn((batch, d, d), dtype=LIKE.dtype, generator=generator))
    signed: torch.Tensor = Q * R.diagonal(dim1=-2, dim2=-1).sign()[..., None, :]
    return signed


def one_by_one(d: int, batch: int, generator: torch.Generator) -> list[torch.Tensor]:
    empty = torch.empty(d, d, dtype=LIKE.dtype)
    draw = torch.nn.init.orthogonal_
    return [draw(empty, generator=generator).clone() for _ in range(batch)]


ENGINES: dict[str, Callable[[int, int, torch.Generator], object]] = {
    "lemmata": lambda d, batch, generator: haar_matrix(d, batch, LIKE, generator),
    "scipy ortho_group": lambda d, batch, _: ortho_group.rvs(d, size=batch, random_state=0),
    "torch orthogonal_": one_by_one,
    "torch batched QR": batched_qr,
}


def haar(engine: str, d: int) -> Call:
    """The call to be timed: as many matrices for every engine."""
    generator = seeded()
    return lambda: ENGINES[engine](d, REPLICAS[d], generator)


@over({"engine": ENGINES, "d": REPLICAS})
class HaarMatrices(Prepared):
    """A batch of Haar matrices; the number of replicas is the same for every engine."""

    prepared = staticmethod(haar)
    time_batch = peakmem_batch = called


@over({"engine": ("reflections", "matrix"), "d": (100, 512), "columns": (1, 16)})
class Products(Prepared):
    """W X for a thin X, without forming W, and with it."""

    time_product = called

    def setup(self, engine: str, d: int, columns: int) -> None:
        generator = seeded()
        X = gaussian((REPLICAS[d], d, columns), LIKE, generator)
        self.call = {
            "reflections": lambda: haar_product(X, generator),
            "matrix": lambda: haar_matrix(d, REPLICAS[d], LIKE, generator) @ X,
        }[engine]


@over({"engine": ("frame", "columns of a matrix"), "d": (256, 512), "n": (8,)})
class Frames(Prepared):
    """The first n columns only."""

    time_frame = called

    def setup(self, engine: str, d: int, n: int) -> None:
        generator = seeded()
        self.call = {
            "frame": lambda: haar_frame(d, n, REPLICAS[d], LIKE, generator),
            "columns of a matrix": lambda: haar_matrix(d, REPLICAS[d], LIKE, generator)[..., :n],
        }[engine]
