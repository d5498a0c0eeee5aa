"""Figure 5: training loss against depth, Xavier's initialisation and eq. (6), in both readings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from lemmata.theory.daneshmand2021.figures_in_training import FIGURE_5
from lemmata.theory.evidence import Role
from lemmata.verify.daneshmand2021.figures_in_training import networks
from lemmata.verify.daneshmand2021.figures_in_training.networks import CODE, PRINTED, XAVIER
from lemmata.verify.figures.reproduction import Reproduction, measured, ratio
from lemmata.verify.figures.trained import in_training
from lemmata.verify.registry import Run
from lemmata.verify.statistics.betting import Floats

if TYPE_CHECKING:
    from lemmata.verify.training.series import Series
    from lemmata.verify.training.settings import Training

STARTS = (XAVIER, PRINTED, CODE)


def _runs(run: Run) -> dict[str, Training]:
    return networks.runs(run, networks.MLP[run.effort], STARTS)


@in_training(
    FIGURE_5,
    runs=_runs,
    papers=networks.PAPERS,
    routes=("the sentence", "networks trained by SGD"),
    domain="ReLU without BN, three depths, Xavier and both readings of eq. (6)",
)
def loss_in_depth(run: Run, found: Mapping[str, Series]) -> Reproduction:
    depths = sorted({one.training.network.depth for one in found.values()})

    def losses(start: str) -> Floats:
        return np.stack([networks.losses(found[f"{start}, {L}"])[-1] for L in depths])

    ours = {start: losses(start) for start in STARTS}
    slowed = {start: loss[-1] - loss[0] for start, loss in ours.items()}  # (runs,)
    return Reproduction(
        {
            f"slowdown {start} over that of Xavier": ratio(slowed[start], slowed[XAVIER])
            for start in (PRINTED, CODE)
        },
        [
            measured(XAVIER, depths, ours[XAVIER], of=XAVIER),
            measured(f"eq. (6) {PRINTED}", depths, ours[PRINTED], of=PRINTED),
            measured(f"eq. (6) {CODE}", depths, ours[CODE], PRINTED, Role.ANOTHER),
        ],
        remarks=[
            f"From depth {depths[0]} to {depths[-1]} the loss rises by"
            f" {slowed[XAVIER].mean():.3f} with Xavier's initialisation, and with eq. (6) by"
            f" {slowed[PRINTED].mean():.3f} {PRINTED} and {slowed[CODE].mean():.3f} {CODE}.",
            *networks.diverged(found),
        ],
        pending=networks.unlearned(ours[XAVIER][0]),
    )
