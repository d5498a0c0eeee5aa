"""When networks without activation pass a given accuracy in training, against their depth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from lemmata.theory.meterez2024.figures_in_training import REMARK_ITERATIONS
from lemmata.verify.figures.reproduction import Reproduction, measured, ratio
from lemmata.verify.figures.trained import in_training
from lemmata.verify.meterez2024.figures_in_training import networks
from lemmata.verify.registry import Run
from lemmata.verify.statistics.betting import Floats

if TYPE_CHECKING:
    from lemmata.verify.training.series import Series

SHARE = 0.9  # of the mean accuracy that the deepest network reaches


def epochs_to(accuracy: float, by_epoch: Floats) -> Floats:
    """Epochs until each run passes it, between two of them by a straight line: (epochs, runs) ->
    (runs,). The accuracy of an epoch is its mean, so that it stands for the middle of it.
    """
    first = (by_epoch >= accuracy).argmax(0)  # 0 also where it is never passed: then all epochs
    first = np.where((by_epoch >= accuracy).any(0), first, len(by_epoch) - 1)
    before = np.maximum(first - 1, 0)
    low, high = (np.take_along_axis(by_epoch, at[None], 0)[0] for at in (before, first))
    part = np.where(high > low, (accuracy - low) / np.where(high > low, high - low, 1), 1)
    found: Floats = before + np.clip(part, 0, 1) + 0.5
    return found


@in_training(
    REMARK_ITERATIONS,
    runs=lambda run: networks.runs(run, "cifar10", ("identity",)),
    papers=networks.PAPERS,
    routes=("the sentence", "networks trained by SGD"),
    domain="no activation, depths 1, 5 and 10 times the smallest",
)
def iterations_in_depth(run: Run, found: Mapping[str, Series]) -> Reproduction:
    depths = networks.depths_of(found)
    by_depth = [found[f"identity, {L}"].array(networks.ACCURACY)[1:] for L in depths]
    accuracy = SHARE * float(by_depth[-1][-1].mean())
    times = [epochs_to(accuracy, one) for one in by_depth]
    relative = np.stack([ratio(one, times[0]) for one in times])
    words = ", ".join(f"{one.mean():.2f}" for one in times)
    return Reproduction(
        {"iterations at ten times the depth over those at the smallest": relative[-1]},
        [measured("identity", [L / depths[0] for L in depths], relative)],
        remarks=[
            f"Accuracy {accuracy:.3f} takes {words} epochs at depths {', '.join(map(str, depths))}."
        ],
    )
