"""Appendix I: eq. (6) on unfolded patches, in both readings, against Xavier: convolutional networks
of 20 and 80 layers in training.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from lemmata.theory.daneshmand2021.figures_in_training import APPENDIX_I
from lemmata.theory.evidence import Curve, Role
from lemmata.verify.daneshmand2021.figures_in_training import networks
from lemmata.verify.daneshmand2021.figures_in_training.networks import CODE, POWERS, PRINTED, XAVIER
from lemmata.verify.figures.reproduction import Reproduction, measured
from lemmata.verify.figures.trained import in_training
from lemmata.verify.registry import Run
from lemmata.verify.statistics.betting import Floats

if TYPE_CHECKING:
    from lemmata.verify.training.series import Series
    from lemmata.verify.training.settings import Training


def _runs(run: Run) -> dict[str, Training]:
    return networks.runs(run, networks.CONVOLUTIONAL[run.effort], (XAVIER, PRINTED, CODE))


@in_training(
    APPENDIX_I,
    runs=_runs,
    papers="20 and 80 layers, 100 channels, batches of 30, all images, rate 0.001",
    routes=("the sentence", "convolutional networks trained by SGD"),
    domain="ReLU without BN, kernel 3, 20 and 80 layers, Xavier and both readings of eq. (6)",
)
def loss_of_convolutions(run: Run, found: Mapping[str, Series]) -> Reproduction:
    shallow, deep = sorted({one.training.network.depth for one in found.values()})
    by = {name: networks.losses(one) for name, one in found.items()}  # (epochs, runs)
    less = {
        (start, L): by[f"{start}, {L}"][-1] - by[f"{XAVIER}, {L}"][-1]
        for start in POWERS
        for L in (shallow, deep)
    }
    small = " and ".join(f"{less[start, shallow].mean():+.3f} {start}" for start in POWERS)
    xavier = by[f"{XAVIER}, {shallow}"][-1].mean()
    epochs = list(range(1, next(iter(found.values())).training.epochs + 1))
    return Reproduction(
        {
            f"loss of eq. (6) {start} less that of Xavier, deep": less[start, deep]
            for start in POWERS
        },
        [curve for L in (shallow, deep) for curve in _curves(L, epochs, by)],
        remarks=[
            f"At {shallow} layers the loss of eq. (6) less that of Xavier is {small}: the"
            " authors' code is slower than Xavier there, after more steps than ours, in which"
            f" Xavier's networks go from log 10 = 2.303 to {xavier:.3f}.",
            *networks.diverged(found),
        ],
        pending=networks.unlearned(
            min((loss[-1] for loss in by.values()), key=lambda loss: float(loss.mean()))
        ),
    )


def _curves(layers: int, epochs: list[int], by: Mapping[str, Floats]) -> list[Curve]:
    """Xavier's, and both readings of eq. (6), which have one colour."""
    of, other = f"eq. (6), {layers} layers", f"{XAVIER}, {layers} layers"
    return [
        measured(other, epochs, by[f"{XAVIER}, {layers}"], other),
        measured(of, epochs, by[f"{PRINTED}, {layers}"], of),
        measured(f"{of}, {CODE}", epochs, by[f"{CODE}, {layers}"], of, Role.ANOTHER),
    ]
