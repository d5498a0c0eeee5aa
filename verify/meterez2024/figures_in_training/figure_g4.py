"""Figure G4: accuracy of deep networks on CIFAR-100.

Below the paper's size it decides nothing. In a pilot at seed 777100 (tanh, 4 runs, depths 10 and
100) on 8000 images of the test split, each seen 4 times, networks ten times as deep had .75 of the
accuracy; 12 runs on 3000 of them, each seen 10 times, after as many steps, have .61. With ten
classes fewer images were enough.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from lemmata.theory.meterez2024.figures_in_training import FIGURE_G4
from lemmata.verify.figures.reproduction import Reproduction
from lemmata.verify.figures.trained import in_training
from lemmata.verify.meterez2024.figures_in_training import accuracy, networks
from lemmata.verify.registry import Effort, Run

if TYPE_CHECKING:
    from lemmata.verify.training.series import Series


@in_training(
    FIGURE_G4,
    runs=lambda run: accuracy.runs(run, "cifar100"),
    papers=networks.PAPERS,
    routes=accuracy.ROUTES,
    domain=accuracy.DOMAIN,
)
def accuracy_in_training(run: Run, found: Mapping[str, Series]) -> Reproduction:
    return replace(accuracy.accuracies(run, found), pending=_smaller(run))


def _smaller(run: Run) -> str:
    if run.effort is Effort.PAPER:
        return ""
    return (
        "the share of the accuracy that depth leaves grows with the images: so few of 100 classes"
        " decide nothing about the paper's 50,000"
    )
