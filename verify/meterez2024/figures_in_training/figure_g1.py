"""Figure G1: accuracy of deep networks on MNIST."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from theory.meterez2024.figures_in_training import FIGURE_G1
from verify.figures.reproduction import Reproduction
from verify.figures.trained import in_training
from verify.meterez2024.figures_in_training import accuracy, networks
from verify.registry import Run

if TYPE_CHECKING:
    from verify.training.series import Series


@in_training(
    FIGURE_G1, runs=lambda run: accuracy.runs(run, "mnist"), papers=networks.PAPERS,
    routes=accuracy.ROUTES, domain=accuracy.DOMAIN,
)  # fmt: skip
def accuracy_in_training(run: Run, found: Mapping[str, Series]) -> Reproduction:
    return accuracy.accuracies(run, found)
