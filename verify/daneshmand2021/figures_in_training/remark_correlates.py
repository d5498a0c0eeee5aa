"""The correlation over depths of training loss and initial gap, of figure 4a's networks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from lemmata.theory.daneshmand2021.figures_in_training import REMARK_CORRELATES
from lemmata.theory.evidence import Curve, Role
from lemmata.verify.daneshmand2021.figures_in_training import networks
from lemmata.verify.daneshmand2021.figures_in_training.networks import GAP
from lemmata.verify.figures.reproduction import Reproduction
from lemmata.verify.figures.trained import in_training
from lemmata.verify.registry import Run

if TYPE_CHECKING:
    from lemmata.verify.training.series import Series


@in_training(
    REMARK_CORRELATES,
    runs=lambda run: networks.runs(run, networks.MLP[run.effort]),
    papers=networks.PAPERS,
    routes=("the sentence", "networks trained by SGD"),
    domain="ReLU without BN, several depths",
)
def correlation_over_depths(run: Run, found: Mapping[str, Series]) -> Reproduction:
    losses = np.stack([networks.losses(one)[-1] for one in found.values()])  # (depths, runs)
    gaps = np.stack([one.array(GAP)[0, :, -1] for one in found.values()])
    x, y = (values - values.mean(0) for values in (gaps, losses))
    scale = np.sqrt((x * x).sum(0) * (y * y).sum(0))
    return Reproduction(
        {"correlation of loss and initial gap over depths": (x * y).sum(0) / scale},
        [
            Curve(f"{name} layers", Role.MARKS, gap.tolist(), loss.tolist())
            for name, gap, loss in zip(found, gaps, losses, strict=True)
        ],
        remarks=networks.diverged(found),
        pending=networks.unlearned(losses[0]),
    )
