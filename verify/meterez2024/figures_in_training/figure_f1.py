"""Figure F1: the gap of the weights of the middle layers, epoch by epoch, sin and tanh."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from lemmata.theory.meterez2024.figures_in_training import FIGURE_F1
from lemmata.verify.figures.reproduction import Reproduction, measured
from lemmata.verify.figures.trained import in_training
from lemmata.verify.meterez2024.figures_in_training import networks
from lemmata.verify.meterez2024.figures_in_training.networks import GAPS, SHAPED
from lemmata.verify.registry import Run
from lemmata.verify.statistics.betting import Floats

if TYPE_CHECKING:
    from lemmata.verify.training.series import Series


@in_training(
    FIGURE_F1,
    runs=lambda run: networks.runs(run, "cifar10", SHAPED),
    papers=networks.PAPERS,
    routes=("the sentence", "weights of networks trained by SGD, from singular values"),
    domain="sin and tanh, every depth of figure 4",
)
def gaps_in_training(run: Run, found: Mapping[str, Series]) -> Reproduction:
    def gap(series: Series) -> Floats:
        """The mean over the middle half of the layers, (epochs + 1, runs)."""
        mean: Floats = series.array(GAPS)[:, :, networks.middle(series)].mean(2)
        return mean

    ours = {name: gap(series) for name, series in found.items()}
    largest = {
        name: max(
            (one for key, one in ours.items() if key.startswith(name)),
            key=lambda one: float(one[-1].mean()),
        )
        for name in SHAPED
    }
    return Reproduction(
        {
            f"largest gap of the middle half of the layers, {name}": one[-1]
            for name, one in largest.items()
        },
        [
            measured(f"{name} layers", list(range(1, len(one))), one[1:])
            for name, one in ours.items()
        ],
        log_y=True,
    )
