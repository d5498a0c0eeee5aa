"""Figure 6: the orthogonality gap across 30 layers of random ReLU networks, with BN and without.

MLPs of width 100 and convolutions of 100 channels, kernel 3, batches of 8 images, Xavier's normal
weights; the representation of an image in a convolution is all its channels and pixels.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from lemmata.theory.daneshmand2021.figures_in_training import FIGURE_6
from lemmata.verify.figures.images import SIDE, batch
from lemmata.verify.figures.reproduction import Reproduction, measured, reproduced, runs_of
from lemmata.verify.registry import Effort, Run
from lemmata.verify.statistics.betting import Floats

if TYPE_CHECKING:
    from torch import Tensor

N, LAYERS, CHANNELS, SETTLED = 8, 30, 100, 10
# Times the runs of other figures, each with a network and a batch of its own; the paper has 50
# batches. In pilots at (777009, "pilot") and (777010, "pilot"), 48 runs in all, the gap of
# convolutions with BN rose by .038 from layer 1 to 30, scattered by .07, and by .063 from layer 10,
# scattered by .057: 144 runs know these to .036 and .030.
TIMES = {
    ("mlp", "vanilla"): 4,
    ("mlp", "BN"): 20,
    ("convolutional", "vanilla"): 1,
    ("convolutional", "BN"): 12,
}
TOGETHER = 12  # runs in one part of the check
KINDS = (("MLP", "mlp"), ("convolutional", "convolutional"))
NORMS = {"vanilla": "none", "BN": "standard"}


def gaps(run: Run, kind: str, bn: str, images: Tensor, first: int) -> Floats:
    """V(H_l), l = 1..30: (layers, runs), a batch of 8 and fresh weights for each run.

    ``first``: the number of the first of them.
    """
    import torch

    from lemmata.verify.nn.gaps import orthogonality_gap
    from lemmata.verify.nn.networks import Architecture, build

    found = []
    for k, X in enumerate(torch.split(images, N), first):
        width = CHANNELS if run.effort is not Effort.SMOKE else 8
        network = Architecture(LAYERS, width, "relu", 0.0, bn, "xavier", kind=kind)
        model = build(network, tuple(X.shape[1:]), 10, run.address / kind / k).to(run.device)
        H, each = X.flatten(1).float(), []
        if kind == "convolutional":  # in half the time with the channels last
            H = X.float().contiguous(memory_format=torch.channels_last)
        with torch.no_grad():
            for layer in model.layers:
                H = layer(H)
                # the order of the entries does not matter: that of the memory needs no copy
                entries = H.permute(0, *range(2, H.ndim), 1).flatten(1)
                each.append(float(orthogonality_gap(entries.mT)))
        found.append(each)
    return np.array(found).T


def in_parts(run: Run, images: Tensor) -> dict[tuple[str, str], Floats]:
    """The gaps of every kind of network, with BN and without: a dozen runs are a part."""
    import torch

    small = torch.nn.functional.avg_pool2d(images, 2) if run.effort is Effort.SMOKE else images
    parts: dict[str, partial[Floats]] = {}
    for (kind, label), times in TIMES.items():
        given = (small if kind == "convolutional" else images)[: N * times * runs_of(run)]
        for k, some in enumerate(torch.split(given, N * TOGETHER)):
            name = f"{kind}, {label}, {k}"
            parts[name] = partial(gaps, run, kind, NORMS[label], some, k * TOGETHER)
    found = run.each(parts)
    return {
        of: np.concatenate([V for name, V in found.items() if name.startswith(", ".join(of))], 1)
        for of in TIMES
    }


@reproduced(
    FIGURE_6,
    routes=("the sentence", "gaps across layers of networks built of torch's modules"),
    domain="ReLU, 30 layers, batches of 8, MLP and convolutional, Xavier normal weights",
)
def gap_across_layers(run: Run) -> Reproduction:
    series, quantities, layers = [], {}, list(range(1, LAYERS + 1))
    drawn = batch(N * max(TIMES.values()) * runs_of(run), run)
    found = in_parts(run, drawn.X.mT.view(-1, 3, SIDE, SIDE))
    smoke = run.effort is Effort.SMOKE
    for name, kind in KINDS:
        for label in NORMS:
            V = found[kind, label]
            quantities[f"change of V from layer 1 to 30, {name}, {label}"] = V[-1] - V[0]
            if label == "BN":
                change = V[-1] - V[SETTLED - 1]
                quantities[f"change of V from layer {SETTLED} to 30, {name}, BN"] = change
            series.append(measured(f"{name}, {label}", layers, V, of=f"{name}, {label}"))
    return Reproduction(
        quantities,
        series,
        note=f"Images: {drawn.origin}.",
        remarks=[
            "Every run has its own batch and weights.",
            *(["Smoke effort: 8 channels, images of 16 x 16."] if smoke else []),
        ],
    )
