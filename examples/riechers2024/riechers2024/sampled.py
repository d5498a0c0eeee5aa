"""Sampled checks: one layer after a rotation, and chains of layers.

The change of the gap in one layer has a standard deviation of about its mean, so that 8 batches of
2048 leave some 5 % at the level of a whole run. Chains of the figure: 96 a run, raised from 32
after these were undecided at seed 0; the ranges are as they were.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import lemmata
from lemmata import Cell, Run, reproduction
from riechers2024.chains import DEPTH, LAYERS, D, N, gap_rate

if TYPE_CHECKING:
    from torch import Generator, Tensor

BATCH, BATCHES = 2048, 8
CHAINS = 96  # a run of the figure


def _gap(X: Tensor) -> Tensor:
    """The isometry gap of batches of samples: (batch, d, n) -> (batch,)."""
    import torch

    squares = torch.linalg.svdvals(X) ** 2  # (batch, n)
    gaps: Tensor = squares.mean(-1).log() - squares.log().mean(-1)
    return gaps


def _layer_norm(X: Tensor) -> Tensor:
    """Each sample, a column, without its mean and of length 1: gains 1 and eps = 0."""
    return _of_one_length(X - X.mean(-2, keepdim=True))


def _of_one_length(X: Tensor) -> Tensor:
    """Samples of one length, as a layer finds them."""
    found: Tensor = X / X.norm(dim=-2, keepdim=True)
    return found


def _batch_norm(X: Tensor) -> Tensor:
    """Each neuron, a row, of length 1: the papers' BN."""
    found: Tensor = X / X.norm(dim=-1, keepdim=True)
    return found


@lemmata.sampled(
    "riechers2024:gap-rate",
    routes=("the law", "one layer after a Haar rotation"),
    domain="Gaussian samples, d = 8 and 16",
    margin=0.15,
)
def one_layer(run: Run) -> Iterator[Cell]:
    import torch

    like = torch.zeros(1, dtype=torch.float64, device=run.device)
    places = ((2, 6), (4, 4), (8, 8))
    for n, m in places:
        start = (run.address / "start" / n).generator(run.device)
        X = lemmata.gaussian((1, n + m, n), like, start)

        def change(generator: Generator, X: Tensor = X) -> Tensor:
            rotated = lemmata.haar_product(X.repeat(BATCH, 1, 1), generator)
            return (_gap(_layer_norm(rotated)) - _gap(_of_one_length(X)))[None]

        seen = lemmata.asymptotic(
            run, (n, m), change, batch=BATCH, batches=BATCHES, parts=len(places)
        )
        yield from lemmata.cells_of(seen, [{"n": n, "m": m}], [f"n = {n}, d = {n + m}"])


@reproduction.reproduced(
    DEPTH, routes=("the sentence", "chains of Haar rotations"), domain="d = 16, n = 8, 40 layers"
)
def in_depth(run: Run) -> reproduction.Reproduction:
    import torch

    runs = reproduction.runs_of(run)
    like = torch.zeros(1, dtype=torch.float64, device=run.device)
    curves = {}
    for name, normalise in (("LayerNorm", _layer_norm), ("BN", _batch_norm)):
        generator = (run.address / "chains").generator(run.device)  # the same inputs and weights
        X = lemmata.gaussian((runs * CHAINS, D, N), like, generator)
        seen = []
        for layer in range(1, LAYERS[-1] + 1):
            X = normalise(lemmata.haar_product(X, generator))
            if layer in LAYERS:
                seen.append(_gap(X).view(runs, CHAINS).mean(-1))
        curves[name] = torch.stack(seen).cpu().numpy()  # (places, runs)
    rate, last = float(gap_rate(N, D - N)), len(LAYERS) - 1
    grown = (curves["LayerNorm"][last] - curves["LayerNorm"][0]) / (LAYERS[last] - LAYERS[0])
    begin = curves["LayerNorm"][0].mean()
    return reproduction.Reproduction(
        {
            "growth a layer under LayerNorm, over its law": grown / rate,
            "gap after 40 layers of BN": curves["BN"][last],
        },
        [
            *(reproduction.measured(name, LAYERS, values) for name, values in curves.items()),
            reproduction.law(
                "the law of LayerNorm",
                LAYERS,
                [begin + rate * (l - 1) for l in LAYERS],
                "LayerNorm",
            ),
        ],
        remarks=[f"Under LayerNorm the gap grows by {rate:.4f} a layer, from any samples."],
    )
