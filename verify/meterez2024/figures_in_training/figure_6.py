"""Figure 6: the gap of the weights and the gradients of single layers in training, tanh.

The sentence ends with an implicit bias to orthogonal matrices. W = Q + D has phi(W) = ||Q^T D +
D^T Q||_F^2/(2 d) to second order, less the part that scales W: 0 for a step D along the orthogonal
matrices, ||D||_F^2/d for one in a random direction. So phi alone says how far the weights have
moved; the bias is what is missing of phi d/||W - W_0||_F^2 to 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from lemmata.theory.meterez2024.figures_in_training import FIGURE_6
from lemmata.verify.figures.reproduction import Reproduction, law, measured, ratio
from lemmata.verify.figures.trained import in_training
from lemmata.verify.meterez2024.figures_in_training import networks
from lemmata.verify.meterez2024.figures_in_training.networks import DISTANCE, GAPS, GRADIENTS
from lemmata.verify.registry import Run
from lemmata.verify.statistics.betting import Floats

if TYPE_CHECKING:
    from lemmata.verify.training.series import Series


@in_training(
    FIGURE_6,
    runs=lambda run: networks.runs(run, "cifar10", ["tanh"], [2]),
    papers="L = 1000, d = n = 100, all images, 300 epochs, rate 0.001",
    routes=("the sentence", "a network trained by SGD, its weights and gradients measured"),
    domain="tanh, the deepest network, layers 1, L/2 and L",
)
def layers_in_training(run: Run, found: Mapping[str, Series]) -> Reproduction:
    ((_, series),) = found.items()
    gaps, moved = series.array(GAPS), series.array(DISTANCE)
    gradients, epochs = series.array(GRADIENTS), list(range(series.epochs + 1))
    named, d = series.layers[GAPS], series.training.network.width
    half = len(named) // 2
    of_random_step = moved[:, :, half] ** 2 / d
    of_first = ratio(gradients[-1, :, named[half] - 1], gradients[-1, :, 0])
    shares = gaps[-1, :, half] / of_random_step[-1]
    shown = {"first layer": 0, "middle layer": half, "last layer": -1}
    return Reproduction(
        {
            "gap of the middle layer's weights": gaps[-1, :, half],
            "gradient of the middle layer over that of the first": of_first,
            "gap over that of a random step of the same length": shares,
        },
        [
            *(measured(name, epochs[1:], gaps[1:, :, k], of=name) for name, k in shown.items()),
            law(
                "middle layer: a random step of the same length",
                epochs[1:],
                of_random_step[1:].mean(1),
                of="middle layer",
            ),
        ],
        {"middle layer": (epochs, gaps[:, :, half])} if series.epochs >= 50 else {},
        log_y=True,
        remarks=[
            f"The middle layer is {named[half]} of {series.training.network.depth}. Its weights"
            f" have moved by ||W - W_0||_F = {moved[-1, :, half].mean():.3g}, and their gap is"
            f" {shares.mean():.2f} times that of a random step of this length: the gap is small"
            " because the step is, not because it keeps to the orthogonal matrices.",
            f"Gradients of the first, middle and last layer: {_three(gradients[0], named)} before"
            f" and {_three(gradients[-1], named)} after training.",
            *(["Published points are compared from 50 epochs on."] * (series.epochs < 50)),
        ],
    )


def _three(gradients: Floats, named: list[int]) -> str:
    at = (named[0] - 1, named[len(named) // 2] - 1, named[-1] - 1)
    return ", ".join(f"{gradients[:, k].mean():.2g}" for k in at)
