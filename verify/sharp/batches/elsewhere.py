"""How gradients grow at several batch sizes with tanh, ReLU and residual connections.

Networks X' = act(BN(W X)) or X' = X + act(BN(W X)), rows of BN of norm sqrt(n), orthogonal W, from
samples or features that are orthonormal. A tangent grows as a gradient does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from lemmata.theory.sharp.batches import BATCHES_ELSEWHERE, LARGE, SHARES, SMALL, growth_rate
from lemmata.verify.figures.reproduction import Reproduction, measured, reproduced, runs_of
from lemmata.verify.registry import Effort, Run
from lemmata.verify.statistics.betting import Floats

if TYPE_CHECKING:
    from torch import Tensor

KINDS = {  # the activation, and whether there is a residual connection
    "no activation": ("identity", False),
    "tanh": ("tanh", False),
    "ReLU": ("relu", False),
    "residual": ("identity", True),
    "residual, ReLU": ("relu", True),
}
TIMES = 3  # times the runs of other figures: a power is known to 0.04 or so from one
LAYERS, FIRST, MIDDLE = 200, 50, 100


def step(kind: str, X: Tensor, T: Tensor, W: Tensor) -> tuple[Tensor, Tensor]:
    """The next representation, and the tangent there: all (runs, d, n) but W."""
    from lemmata.verify.depth.network import ACTIVATIONS, RowNorm

    name, residual = KINDS[kind]
    activation, norm = ACTIVATIONS[name], RowNorm(scaled=True)
    Y, r = norm.forward(W @ X)
    image = activation.value(Y)
    # the Jacobian of a row's norm is symmetric
    tangent = activation.slope(Y, image) * norm.backward(W @ T, Y, r)
    return (X + image, T + tangent) if residual else (image, tangent)


def growths(run: Run, d: int, kinds: Sequence[str]) -> dict[tuple[str, str], Floats]:
    """log ||T'||/||T||, by kind and batch size, the same weights for all: (layers, runs) each."""
    import torch

    from lemmata.verify.chains.kernels import floats_on
    from lemmata.verify.chains.weights import gaussian, haar_matrix

    like, runs = floats_on(run.device), TIMES * runs_of(run)
    stream = (run.address / d / runs).generator(run.device)
    keys = [(kind, share) for kind in kinds for share in SHARES]
    states = {}
    for kind, share in keys:
        n = round(SHARES[share] * d)
        X = (max(d, n) ** 0.5) * haar_matrix(max(d, n), runs, like, stream)[:, :d, :n]
        states[kind, share] = X, gaussian((runs, d, n), like, stream)
    logs: dict[tuple[str, str], list[Tensor]] = {key: [] for key in keys}
    for _ in range(LAYERS):
        W = haar_matrix(d, runs, like, stream)
        for kind, share in keys:
            before = torch.linalg.matrix_norm(states[kind, share][1], keepdim=True)
            X, T = step(kind, *states[kind, share], W)
            size = torch.linalg.matrix_norm(T, keepdim=True)  # (runs, 1, 1)
            states[kind, share] = X, T / size
            logs[kind, share].append((size / before)[:, 0, 0].log())
    return {key: np.asarray(torch.stack(values).cpu().numpy()) for key, values in logs.items()}


@reproduced(
    BATCHES_ELSEWHERE,
    routes=("the sentence", "tangents through networks of 200 layers, sampled"),
    domain="d = 32, from thorough effort on 64; n = d/4 to 2 d",
)
def growth_at_four_batch_sizes(run: Run) -> Reproduction:
    d = 64 if run.effort in (Effort.THOROUGH, Effort.PAPER) else 32
    found = growths(run, d, list(KINDS))
    late = {key: values[MIDDLE:].mean(0) for key, values in found.items()}
    said = {f"{kind}, {share}": values for (kind, share), values in late.items()}
    for (kind, share), values in found.items():
        if KINDS[kind][1]:
            said[f"{kind}, {share}"] = values[FIRST:].sum(0) / np.log(LAYERS / FIRST)
    for share in SMALL:
        law_ = growth_rate(SHARES[share]) / (SHARES[share] * d - 1.5)
        said[f"no activation, {share}"] = late["no activation", share] / law_
    for kind in ("tanh", "ReLU"):
        less = late[kind, SMALL[0]] - late[kind, LARGE[-1]]
        said[f"{kind}, the smallest less the largest batch"] = less
    shares = list(SHARES.values())
    return Reproduction(
        said,
        [
            measured(kind, shares, np.stack([late[kind, share] for share in SHARES]))
            for kind in KINDS
        ],
        remarks=[describe(said)],
    )


def describe(said: Mapping[str, Floats]) -> str:
    """The powers of depth with residual connections, and their standard errors."""
    powers = (
        f"{values.mean():.2f} ({values.std(ddof=1) / len(values) ** 0.5:.2f}), {name}"
        for name, values in said.items()
        if name.startswith("residual")
    )
    return f"Powers of depth from layer 51 to 200: {'; '.join(powers)}."
