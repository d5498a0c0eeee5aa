"""The ReLU networks that figures 4a, 4b, 5 and appendix I train, by effort: no BN, plain SGD.

"Xavier" is Xavier's normal initialisation; "as printed" eq. (6) with S^(-1/2), "as in the code"
with S^(-1), both from a batch of three times the width, as in the authors' code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from verify.figures.trained import data_for
from verify.registry import Effort, Run
from verify.statistics.betting import Floats

if TYPE_CHECKING:
    from verify.training.series import Series
    from verify.training.settings import Training

CLASSES = 10
XAVIER, PRINTED, CODE = "Xavier", "as printed", "as in the code"
POWERS = {PRINTED: 0.5, CODE: 1.0}
LEARNED = 0.05  # of the loss, below which a network has not begun to learn
LOSS, GAP, LOGITS = "loss while training", "V of representations", "V of logits"
PAPERS = "depths 15 to 75, width 800, batches of 500, all images, 30 epochs, rate 0.01, 4 runs"


@dataclass(frozen=True)
class ReluSize:
    """Of all networks of one kind."""

    kind: str
    depths: tuple[int, ...]
    width: int
    batch: int
    samples: int | None
    epochs: int
    rate: float
    replicas: int = 12
    evaluated: int = 300


# Standard: the paper's depths. In a pilot at seed 20261117 (4 runs, depth 15, 3000 images, 10
# epochs, rate .05, for the paper's product of steps and rate) Xavier's loss fell to 2.16 and
# eq. (6) diverged in the first epoch: so a smaller rate.
_MLP = ReluSize("mlp", (15, 45, 75), 50, 50, 1500, 20, 0.02)
_CONVOLUTIONAL = ReluSize("convolutional", (20, 80), 8, 30, 600, 4, 0.01, 8, 60)
MLP = {
    Effort.SMOKE: ReluSize("mlp", (2, 4), 6, 10, 60, 1, 0.01, 3, 20),
    Effort.STANDARD: _MLP,
    Effort.THOROUGH: _MLP,
    Effort.PAPER: ReluSize("mlp", (15, 30, 45, 60, 75), 800, 500, None, 30, 0.01, 12, 10_000),
}
CONVOLUTIONAL = {
    Effort.SMOKE: ReluSize("convolutional", (1, 2), 2, 10, 30, 1, 0.01, 3, 10),
    Effort.STANDARD: _CONVOLUTIONAL,
    Effort.THOROUGH: _CONVOLUTIONAL,
    Effort.PAPER: ReluSize("convolutional", (20, 80), 100, 30, None, 30, 0.001, 12, 10_000),
}


def runs(
    run: Run, size: ReluSize, starts: Sequence[str] = (XAVIER,), depths: Sequence[int] = ()
) -> dict[str, Training]:
    """By "initialisation, depth"."""
    from verify.nn.networks import Architecture
    from verify.training.settings import Training

    data, images = data_for(run, "cifar10"), max(3 * size.width, 3 * CLASSES)
    return {
        f"{start}, {depth}": Training(
            Architecture(depth, size.width, "relu", 0.0, "none", "xavier", kind=size.kind),
            data, size.epochs, size.batch, size.rate, size.replicas, run.address.root,
            size.samples, 0 if start == XAVIER else images, POWERS.get(start, 0.5),
            size.evaluated, layers=3,
        )
        for start in starts for depth in depths or size.depths
    }  # fmt: skip


def values(series: Series, name: str) -> Floats:
    """(epochs + 1, runs, ...)."""
    return np.asarray(series[name].numpy())


def losses(series: Series) -> Floats:
    """While training, (epochs, runs); a run that diverged counts as one that has learned nothing,
    from there on.
    """
    found = values(series, LOSS)[1:]
    missing = series.training.epochs - len(found)  # where all runs diverged it has ended
    whole = np.pad(found, ((0, missing), (0, 0)), constant_values=np.nan)
    return np.where(np.isfinite(whole), whole, np.log(CLASSES))


def unlearned(loss: Floats) -> str:
    """Why a run decides nothing in which not even this network, of all, has begun to learn."""
    if loss.mean() > np.log(CLASSES) - LEARNED:
        return f"at this size nothing is learned: the loss is {loss.mean():.3f}, log 10 = 2.303"
    return ""


def diverged(found: Mapping[str, Series]) -> list[str]:
    """Which runs diverged, as a remark."""
    counts = {name: int(one.diverged.sum()) for name, one in found.items()}
    said = ", ".join(f"{k} of {name} layers" for name, k in counts.items() if k)
    return [f"Runs that diverged count with a loss of log 10: {said}."] if said else []
