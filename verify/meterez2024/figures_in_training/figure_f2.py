"""Figure F2: the gradients of the weights, epoch by epoch, sin and tanh."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from lemmata.theory.meterez2024.figures_in_training import FIGURE_F2
from lemmata.verify.figures.reproduction import Reproduction, measured, ratio
from lemmata.verify.figures.trained import in_training
from lemmata.verify.meterez2024.figures_in_training import networks
from lemmata.verify.meterez2024.figures_in_training.networks import GRADIENTS, LARGEST, SHAPED
from lemmata.verify.registry import Run

if TYPE_CHECKING:
    from lemmata.verify.training.series import Series


@in_training(
    FIGURE_F2,
    runs=lambda run: networks.runs(run, "cifar10", SHAPED),
    papers=networks.PAPERS,
    routes=("the sentence", "gradients of networks trained by SGD, by autograd"),
    domain="sin and tanh, every depth of figure 4, all layers but the read-out",
)
def gradients_in_training(run: Run, found: Mapping[str, Series]) -> Reproduction:
    ours = {name: one.array(LARGEST) for name, one in found.items()}
    deepest = networks.depths_of(found)[-1]
    deep = {name: ours[f"{name}, {deepest}"] for name in SHAPED}
    half = found[f"tanh, {deepest}"].array(GRADIENTS)[-1, :, deepest // 2]
    where = {
        name: int(np.argmax(found[f"{name}, {deepest}"].array(GRADIENTS)[-1, :, :-1].mean(0))) + 1
        for name in SHAPED
    }
    return Reproduction(
        {
            **{
                f"factor of the largest gradient, {name}": ratio(one[-1], one[0])
                for name, one in deep.items()
            },
            "gradient of the middle layer, tanh": half,
        },
        [measured(f"{name} layers", list(range(len(one))), one) for name, one in ours.items()],
        log_y=True,
        remarks=[
            f"The largest gradient of the deepest network is that of layer"
            f" {' (sin) and '.join(str(where[name]) for name in SHAPED)} (tanh).",
        ],
    )
