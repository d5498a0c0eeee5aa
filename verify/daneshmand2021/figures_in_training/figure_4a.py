"""Figure 4a: the initial orthogonality gap and the training loss against depth.

The gap is that of the last layer's representations of a batch, as in the text. The authors' code
takes it of the 10 logits, which have at most rank 10: V is then at least sqrt(1/10 - 1/n).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from lemmata.theory.daneshmand2021.figures_in_training import FIGURE_4A
from lemmata.theory.evidence import Role
from lemmata.verify.daneshmand2021.figures_in_training import networks
from lemmata.verify.daneshmand2021.figures_in_training.networks import GAP, LOGITS
from lemmata.verify.figures.reproduction import Reproduction, measured
from lemmata.verify.figures.trained import in_training
from lemmata.verify.registry import Run

if TYPE_CHECKING:
    from lemmata.verify.training.series import Series


@in_training(
    FIGURE_4A,
    runs=lambda run: networks.runs(run, networks.MLP[run.effort]),
    papers=networks.PAPERS,
    routes=("the sentence", "networks trained by SGD"),
    domain="ReLU without BN, several depths",
    on_digits=networks.runs_on_digits,
)
def gap_and_loss_in_depth(run: Run, found: Mapping[str, Series]) -> Reproduction:
    depths = [one.training.network.depth for one in found.values()]
    losses = np.stack([networks.losses(one)[-1] for one in found.values()])
    gaps = np.stack([one.array(GAP)[0, :, -1] for one in found.values()])
    logits = np.stack([one.array(LOGITS)[0] for one in found.values()])
    return Reproduction(
        {
            "change of the initial gap, deepest less shallowest": gaps[-1] - gaps[0],
            "change of the loss, deepest less shallowest": losses[-1] - losses[0],
        },
        [
            measured("training loss", depths, losses, of="loss"),
            measured("initial gap", depths, gaps, of="gap"),
            measured("initial gap of the logits", depths, logits, "gap", Role.ANOTHER),
        ],
        remarks=[
            "The loss is that of the last epoch, each batch before its step; log 10 = 2.303 is"
            " that of a network that has learned nothing.",
            *networks.diverged(found),
        ],
        pending=networks.unlearned(losses[0]),
    )
