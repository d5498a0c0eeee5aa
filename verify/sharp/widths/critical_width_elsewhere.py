"""The question of sharp:critical-width for other networks: the rank that is left in depth.

n = 8 orthogonal samples, 200 layers, rows of every layer of norm sqrt(n) before an activation. The
critical width of 8 samples is 22.8, of 7 it is 18.2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lemmata.theory.sharp.widths import ELSEWHERE, critical_width
from lemmata.verify.figures.reproduction import Reproduction, measured, reproduced, runs_of
from lemmata.verify.registry import Effort, Run
from lemmata.verify.statistics.betting import Floats

if TYPE_CHECKING:
    from torch import Tensor

    from lemmata.verify.chains.weights import Generator

N, LAYERS, TIMES = 8, 200, 2  # twice the runs of other figures: they cost little
WIDTHS = (8, 12, 16, 20, 24, 32, 48)
KINDS = ("Gaussian weights", "orthogonal weights", "mean subtracted", "tanh", "ReLU")
FLOOR = 1e-16  # what rounding leaves of a lost direction


def _activated(kind: str, H: Tensor) -> Tensor:
    """H, or the activation of its rows at norm sqrt(n)."""
    import torch

    d, n = H.shape[-2:]
    return {"tanh": torch.tanh, "ReLU": torch.relu}[kind](H * (d * n) ** 0.5)


def _layer(kind: str, X: Tensor, generator: Generator) -> Tensor:
    """BN(W X)/sqrt(d), by the Gram matrix of X."""
    from lemmata.verify.chains.chain import bn_of_unit_norm
    from lemmata.verify.chains.weights import gaussian, haar_frame, symmetric_root

    batch, d, n = X.shape
    root = symmetric_root(X.mT @ X)
    if kind == "orthogonal weights":
        return bn_of_unit_norm(haar_frame(d, n, batch, X, generator) @ root)
    M = gaussian((batch, d, n), X, generator) @ root
    return bn_of_unit_norm(M if kind == "Gaussian weights" else M - M.mean(-1, keepdim=True))


def smallest(run: Run, kind: str, d: int) -> Floats:
    """log10 n q_min at the last layer: (runs,)."""
    import torch

    from lemmata.verify.chains.gaussian_kernels import first_layer

    stream = (run.address / kind / d).generator(run.device)
    X = first_layer(stream, [1 / N] * N, d, TIMES * runs_of(run), run.device)
    for _ in range(LAYERS):
        X = _layer(kind, X, stream)
        if kind in ("tanh", "ReLU"):
            X = _activated(kind, X)
    q = torch.linalg.eigvalsh(X.mT @ X)  # (runs, n)
    least = q[:, int(kind == "mean subtracted")] / q.mean(-1)
    return np.asarray(np.log10(np.maximum(least.cpu().numpy(), FLOOR)))


@reproduced(
    ELSEWHERE,
    routes=("the sentence", "chains of 200 layers, sampled"),
    domain="n = 8, d = 8 to 48, 200 layers, five kinds of networks",
)
def rank_in_depth(run: Run) -> Reproduction:
    widths = WIDTHS[2::3] if run.effort is Effort.SMOKE else WIDTHS  # 16 and 32 are asked for
    found = {kind: np.stack([smallest(run, kind, d) for d in widths]) for kind in KINDS}
    asked = {f"{kind}, d = {d}": found[kind][widths.index(d)] for kind in KINDS for d in (16, 32)}
    return Reproduction(
        {name: asked[name] for name in ELSEWHERE.says},
        [measured(kind, widths, values) for kind, values in found.items()],
        remarks=[
            f"The critical width of {N} samples is {critical_width(N):.1f}, of {N - 1} it is"
            f" {critical_width(N - 1):.1f}: centred samples have one dimension less.",
            "A lost direction is at the rounding of float64. With an activation the samples need"
            " not stay in the span of their predecessors: none is lost for good.",
        ],
    )
