"""Training loss against depth with BN: figure 4a's networks with torch's BN in every layer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lemmata.theory.daneshmand2021.figures_in_training import REMARK_DEPTH_SLOWS
from lemmata.verify.daneshmand2021.figures_in_training import networks
from lemmata.verify.figures.reproduction import Reproduction, measured
from lemmata.verify.figures.trained import in_training
from lemmata.verify.registry import Run

if TYPE_CHECKING:
    from lemmata.verify.training.series import Series
    from lemmata.verify.training.settings import Training


def _runs(run: Run) -> dict[str, Training]:
    plain = networks.runs(run, networks.MLP[run.effort])
    return {
        name: replace(one, network=replace(one.network, normalisation="standard"))
        for name, one in plain.items()
    }


@in_training(
    REMARK_DEPTH_SLOWS,
    runs=_runs,
    papers="none: the paper's experiments have no BN",
    routes=("the sentence", "networks trained by SGD"),
    domain="ReLU with BN, several depths",
)
def loss_with_bn(run: Run, found: Mapping[str, Series]) -> Reproduction:
    depths = [one.training.network.depth for one in found.values()]
    losses = np.stack([networks.losses(one)[-1] for one in found.values()])  # (depths, runs)
    return Reproduction(
        {"change of the loss with BN, deepest less shallowest": losses[-1] - losses[0]},
        [measured("training loss", depths, losses)],
        remarks=networks.diverged(found),
        pending=networks.unlearned(losses[0]),
    )
