"""Figures F1 and F2: the gap of the weights, and their gradients, epoch by epoch, sin and tanh."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from theory.meterez2024.figures_in_training import FIGURE_F1, FIGURE_F2
from verify.figures.reproduction import Reproduction, measured, ratio
from verify.figures.trained import in_training
from verify.meterez2024.figures_in_training import networks
from verify.meterez2024.figures_in_training.networks import GAPS, GRADIENTS, values
from verify.registry import Run
from verify.statistics.betting import Floats

if TYPE_CHECKING:
    from verify.training.series import Series
    from verify.training.settings import Training

NAMES = ("sin", "tanh")


def _runs(run: Run) -> dict[str, Training]:
    return networks.runs(run, "cifar10", NAMES)


@in_training(
    FIGURE_F1, runs=_runs, papers=networks.PAPERS,
    routes=("the sentence", "weights of networks trained by SGD, from singular values"),
    domain="sin and tanh, every depth of figure 4",
)  # fmt: skip
def gaps_in_training(run: Run, found: Mapping[str, Series]) -> Reproduction:
    def gap(series: Series) -> Floats:
        """Of the middle half, (epochs + 1, runs)."""
        mean: Floats = values(series, GAPS)[:, :, networks.middle(series)].mean(2)
        return mean

    ours = {name: gap(series) for name, series in found.items()}
    largest = {
        name: max((one for key, one in ours.items() if key.startswith(name)),
                  key=lambda one: float(one[-1].mean()))
        for name in NAMES
    }  # fmt: skip
    return Reproduction(
        {f"largest gap of the middle half of the layers, {name}": one[-1]
         for name, one in largest.items()},
        [measured(f"{name} layers", list(range(1, len(one))), one[1:], of=name)
         for name, one in ours.items()],
        log_y=True,
    )  # fmt: skip


@in_training(
    FIGURE_F2, runs=_runs, papers=networks.PAPERS,
    routes=("the sentence", "gradients of networks trained by SGD, by autograd"),
    domain="sin and tanh, every depth of figure 4, all layers but the read-out",
)  # fmt: skip
def gradients_in_training(run: Run, found: Mapping[str, Series]) -> Reproduction:
    ours = {name: values(one, GRADIENTS)[:, :, :-1].max(2) for name, one in found.items()}
    deepest = networks.depths_of(found)[-1]
    deep = {name: ours[f"{name}, {deepest}"] for name in NAMES}
    half = values(found[f"tanh, {deepest}"], GRADIENTS)[-1, :, deepest // 2]
    where = {
        name: int(np.argmax(values(found[f"{name}, {deepest}"], GRADIENTS)[-1, :, :-1].mean(0))) + 1
        for name in NAMES
    }
    return Reproduction(
        {**{f"factor of the largest gradient, {name}": ratio(one[-1], one[0])
            for name, one in deep.items()},
         "gradient of the middle layer, tanh": half},
        [measured(f"{name} layers", list(range(len(one))), one, of=name)
         for name, one in ours.items()],
        log_y=True,
        remarks=[
            f"The largest gradient of the deepest network is that of layer"
            f" {' (sin) and '.join(str(where[name]) for name in NAMES)} (tanh).",
        ],
    )  # fmt: skip
