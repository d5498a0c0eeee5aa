"""Haar matrices: blocked reflections drawn directly, beside what others offer."""

from __future__ import annotations

import scipy.stats
import torch

from benchmarks.measuring import LIKE, Call, Prepared, called, seeded
from verify.chains.weights import gaussian, haar_frame, haar_matrix, haar_product

ENGINES = ["lemmata", "scipy ortho_group", "torch orthogonal_", "torch batched QR"]
REPLICAS = {100: 64, 256: 16, 512: 4}


def batched_qr(d: int, batch: int, generator: torch.Generator) -> torch.Tensor:
    """Q with R's diagonal made positive."""
    Q, R = torch.linalg.qr(torch.randn((batch, d, d), dtype=LIKE.dtype, generator=generator))
    signed: torch.Tensor = Q * R.diagonal(dim1=-2, dim2=-1).sign()[..., None, :]
    return signed


def prepared(engine: str, d: int) -> Call:
    """The call to be timed: as many matrices for every engine."""
    batch, generator = REPLICAS[d], seeded()
    if engine == "lemmata":
        return lambda: haar_matrix(d, batch, LIKE, generator)
    if engine == "torch batched QR":
        return lambda: batched_qr(d, batch, generator)
    if engine == "scipy ortho_group":
        return lambda: scipy.stats.ortho_group.rvs(d, size=batch, random_state=0)
    empty = torch.empty(d, d, dtype=torch.float64)
    return lambda: [
        torch.nn.init.orthogonal_(empty, generator=generator).clone() for _ in range(batch)
    ]


class HaarMatrices(Prepared):
    """A batch of Haar matrices; the number of replicas is the same for every engine."""

    params = (ENGINES, list(REPLICAS))
    param_names = ("engine", "d")
    timeout = 240.0
    time_batch = peakmem_batch = called

    def setup(self, engine: str, d: int) -> None:
        self.call = prepared(engine, d)


class Products(Prepared):
    """W X for a thin X, without forming W, and with it."""

    params = (["reflections", "matrix"], [100, 512], [1, 16])
    param_names = ("engine", "d", "columns")
    time_product = called

    def setup(self, engine: str, d: int, columns: int) -> None:
        generator = seeded()
        X = gaussian((REPLICAS[d], d, columns), LIKE, generator)
        if engine == "reflections":
            self.call = lambda: haar_product(X, generator)
        else:
            self.call = lambda: haar_matrix(d, REPLICAS[d], LIKE, generator) @ X


class Frames(Prepared):
    """The first n columns only."""

    params = (["frame", "columns of a matrix"], [256, 512], [8])
    param_names = ("engine", "d", "n")
    time_frame = called

    def setup(self, engine: str, d: int, n: int) -> None:
        generator = seeded()
        if engine == "frame":
            self.call = lambda: haar_frame(d, n, REPLICAS[d], LIKE, generator)
        else:
            self.call = lambda: haar_matrix(d, REPLICAS[d], LIKE, generator)[..., :n]
