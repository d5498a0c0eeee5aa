"""Haar matrices: blocked reflections drawn directly, beside what others offer."""

from collections.abc import Callable

import torch
from scipy.stats import ortho_group

from benchmarks.measuring import LIKE, Call, Prepared, called, seeded
from verify.chains.weights import gaussian, haar_frame, haar_matrix, haar_product

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


class HaarMatrices(Prepared):
    """As many Haar matrices for every engine; 1.3 times faster than the best at least."""

    params = (list(ENGINES), list(REPLICAS))
    param_names = ("engine", "d")
    timeout = 240.0
    time_batch = peakmem_batch = called

    def prepared(self, engine: str, d: int) -> Call:
        generator = seeded()
        return lambda: ENGINES[engine](d, REPLICAS[d], generator)


class WithoutForming(Prepared):
    """W X for a thin X, and the first columns of W: without forming W, and with it."""

    params = (["W X", "columns"], ["lemmata", "matrix"], [256, 512], [1, 16])
    param_names = ("what", "engine", "d", "n")
    time_product = called

    def prepared(self, what: str, engine: str, d: int, n: int) -> Call:
        generator, batch = seeded(), REPLICAS[d]
        X = gaussian((batch, d, n), LIKE, generator)
        return {
            ("W X", "lemmata"): lambda: haar_product(X, generator),
            ("W X", "matrix"): lambda: haar_matrix(d, batch, LIKE, generator) @ X,
            ("columns", "lemmata"): lambda: haar_frame(d, n, batch, LIKE, generator),
            ("columns", "matrix"): lambda: haar_matrix(d, batch, LIKE, generator)[..., :n],
        }[what, engine]
