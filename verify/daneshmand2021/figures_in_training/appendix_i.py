"""Appendix I: eq. (6) on unfolded patches against Xavier, convolutional networks of 20 and 80
layers, in training.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from theory.daneshmand2021.figures_in_training import APPENDIX_I
from verify.daneshmand2021.figures_in_training import networks
from verify.daneshmand2021.figures_in_training.networks import PRINTED, XAVIER
from verify.figures.reproduction import Reproduction, measured
from verify.figures.trained import in_training
from verify.registry import Run

if TYPE_CHECKING:
    from verify.training.series import Series
    from verify.training.settings import Training


def _runs(run: Run) -> dict[str, Training]:
    return networks.runs(run, networks.CONVOLUTIONAL[run.effort], (XAVIER, PRINTED))


@in_training(
    APPENDIX_I, runs=_runs, papers="20 and 80 layers, batches of 30, all images, rate 0.001",
    routes=("the sentence", "convolutional networks trained by SGD"),
    domain="ReLU without BN, kernel 3, 20 and 80 layers",
)  # fmt: skip
def loss_of_convolutions(run: Run, found: Mapping[str, Series]) -> Reproduction:
    shallow, deep = sorted({one.training.network.depth for one in found.values()})
    by = {name: networks.losses(one)[-1] for name, one in found.items()}
    small = float((by[f"{PRINTED}, {shallow}"] - by[f"{XAVIER}, {shallow}"]).mean())
    epochs = list(range(1, next(iter(found.values())).training.epochs + 1))
    return Reproduction(
        {"loss of eq. (6) less that of Xavier, deep":
            by[f"{PRINTED}, {deep}"] - by[f"{XAVIER}, {deep}"]},
        [measured(f"{name} layers", epochs, networks.losses(one), of=name)
         for name, one in found.items()],
        remarks=[f"At {shallow} layers the loss of eq. (6) is {small:+.3f} against Xavier's.",
                 *networks.diverged(found)],
        pending=networks.unlearned(min(by.values(), key=lambda loss: float(loss.mean()))),
    )  # fmt: skip
