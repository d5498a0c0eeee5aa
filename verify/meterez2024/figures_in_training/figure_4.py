"""Figure 4: accuracy on the training split of CIFAR10 against depth, identity, sin and tanh."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from lemmata.theory.meterez2024.figures_in_training import FIGURE_4
from lemmata.verify.figures.reproduction import Reproduction, measured
from lemmata.verify.figures.trained import in_training
from lemmata.verify.meterez2024.figures_in_training import networks
from lemmata.verify.meterez2024.figures_in_training.networks import ACTIVATIONS, relative
from lemmata.verify.registry import Run
from lemmata.verify.statistics.betting import Floats

if TYPE_CHECKING:
    from lemmata.verify.training.series import Series

EPOCHS = (100, 1000)  # at which values are published


@in_training(
    FIGURE_4,
    runs=lambda run: networks.runs(run, "cifar10"),
    papers=networks.PAPERS,
    routes=("the sentence", "networks trained by SGD"),
    domain="identity, sin and tanh, depths 1, 5 and 10 times the smallest",
)
def accuracy_in_depth(run: Run, found: Mapping[str, Series]) -> Reproduction:
    depths = networks.depths_of(found)
    over, trained = [L / depths[0] for L in depths], next(iter(found.values())).epochs
    shown = [epochs for epochs in EPOCHS if epochs <= trained] or [EPOCHS[0]]

    def ours(name: str, epochs: int) -> Floats:
        at = min(epochs, trained)
        return np.stack([relative(found, name, L, at) for L in depths])

    return Reproduction(
        networks.depth_independent(found),
        [
            measured(
                f"{name}, {min(epochs, trained)} epochs",
                over,
                ours(name, epochs),
                of=f"{name}, {epochs} epochs",
            )
            for name in ACTIVATIONS
            for epochs in shown
        ],
        {
            f"{name}, {epochs} epochs": (over, ours(name, epochs))
            for name in ACTIVATIONS
            for epochs in shown
        },
        remarks=[
            networks.accuracies(found),
            f"Published points are of {shown[-1]} epochs of CIFAR10 at the paper's depths.",
        ],
    )
