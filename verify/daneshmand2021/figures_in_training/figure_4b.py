"""Figure 4b: the orthogonality gap and the training loss, epoch by epoch; gaps as in figure 4a."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from lemmata.theory.daneshmand2021.figures_in_training import FIGURE_4B
from lemmata.theory.evidence import Role
from lemmata.verify.daneshmand2021.figures_in_training import networks
from lemmata.verify.daneshmand2021.figures_in_training.networks import GAP, LOGITS, XAVIER
from lemmata.verify.figures.reproduction import Reproduction, measured
from lemmata.verify.figures.trained import in_training
from lemmata.verify.registry import Run

if TYPE_CHECKING:
    from lemmata.verify.training.series import Series


@in_training(
    FIGURE_4B,
    runs=lambda run: networks.runs(run, networks.ONE_DEPTH[run.effort]),
    papers="20 layers, else as figure 4a",
    routes=("the sentence", "a network trained by SGD"),
    domain="ReLU without BN, one depth",
)
def gap_in_training(run: Run, found: Mapping[str, Series]) -> Reproduction:
    (series,) = found.values()
    gap, logits = series.array(GAP)[:, :, -1], series.array(LOGITS)
    epochs = list(range(len(gap)))
    return Reproduction(
        {
            "change of the gap of the last layer": gap[-1] - gap[0],
            "change of the gap of the logits": logits[-1] - logits[0],
        },
        [
            measured("gap of the last layer", epochs, gap, of="gap"),
            measured("gap of the logits", epochs, logits, "gap", Role.ANOTHER),
            measured("training loss", epochs[1:], networks.losses(series), of="loss"),
        ],
        remarks=[f"{XAVIER}'s initialisation."],
        pending=networks.unlearned(networks.losses(series)[-1]),
    )
