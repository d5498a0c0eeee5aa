"""The run itself: epochs of SGD over replicas, measured between them, kept after each of them.

A run is a function of its settings and data: weights and the order of the data come from addresses,
so that one that was killed goes on from its last checkpoint to the same numbers, bit for bit, on
the same machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import Parameter

from lemmata.verify.nn.networks import BNNetwork, initialise_, side_by_side
from lemmata.verify.nn.orthogonalising import orthogonalise_
from lemmata.verify.training.checkpoints import Checkpoint, read_checkpoint, write_checkpoint
from lemmata.verify.training.measuring import by_layer, losses, matrices, repeated, right, scores
from lemmata.verify.training.series import BY_LAYER, MODES, Series, appended
from lemmata.verify.training.settings import Training
from lemmata.verify.training.tensors import Images, images, order

Progress = Callable[[int, int, float], None]  # steps done, of how many, seconds left


class TrainingInterrupted(KeyboardInterrupt):
    """Ctrl-C, with the series of every epoch that was finished."""

    def __init__(self, series: Series) -> None:
        super().__init__()
        self.series = series


@dataclass
class TrainingRun:
    """A network in training. ``network`` is as it was after epoch ``epoch``."""

    training: Training
    train: Images
    test: Images
    network: BNNetwork
    first: list[Tensor]  # the recorded layers' weights before training
    epoch: int = -1  # nothing is measured yet
    seconds: float = 0.0
    values: dict[str, Tensor] = field(default_factory=dict)

    @property
    def series(self) -> Series:
        layers = [l + 1 for l in self.training.recorded_layers]
        every = list(range(1, self.training.network.depth + 2))
        named = {name: every if name == BY_LAYER[-1] else layers for name in BY_LAYER}
        data = f"{self.train.source}; {self.test.source}"
        return Series(self.training, dict(self.values), named, data, self.seconds)


def train(
    training: Training,
    data: Path | None = None,
    *,
    device: str = "cpu",
    checkpoints: Path | None = None,
    progress: Progress | None = None,
) -> Series:
    """Train as described and return what was recorded; on Ctrl-C ``TrainingInterrupted``.

    ``checkpoints``: a folder in which the run is kept after every epoch under the key of its
    settings, and from which it is taken up; more epochs go on from fewer.
    """
    return run_training(
        training, data, device=device, checkpoints=checkpoints, progress=progress
    ).series


def run_training(
    training: Training,
    data: Path | None = None,
    *,
    device: str = "cpu",
    checkpoints: Path | None = None,
    progress: Progress | None = None,
) -> TrainingRun:
    """Train, and return the network beside its series."""
    run = begin(training, data, device)
    file = checkpoints / f"{training.key}.pt" if checkpoints else None
    if file is not None and (kept := read_checkpoint(file, _identity(run), device)) is not None:
        _take_up(run, kept)
    try:
        _go_on(run, file, progress)
    except KeyboardInterrupt as stop:
        raise TrainingInterrupted(run.series) from stop
    return run


def stored_series(training: Training, device: str, checkpoints: Path) -> Series | None:
    """The series of a run that was trained to its end before, else None."""
    file = checkpoints / f"{training.key}.pt"
    if not file.is_file():
        return None
    run = begin(training, None, device)
    if (kept := read_checkpoint(file, _identity(run), device)) is None:
        return None
    _take_up(run, kept)
    return run.series if run.series.complete else None


def begin(training: Training, data: Path | None, device: str) -> TrainingRun:
    """The network before training, and its data."""
    train, test = (
        images(training.data, split, data, device, most, training.pooled)
        for split, most in (("train", training.samples), ("test", None))
    )
    if len(train) < training.batch:
        raise ValueError(f"batches of {training.batch} from {len(train)} images")
    network = BNNetwork(training.network, train.shape, train.classes, training.replicas).to(device)
    initialise_(network, [training.address / "weights" / k for k in range(training.replicas)])
    if training.orthogonalised:
        n = min(training.orthogonalised, len(train))
        batch = repeated(train.X[:n], training.replicas)
        orthogonalise_(network, batch, power=training.power, norm=n**0.5)
    maps = [module for _, module in network.linear()]
    first = [matrices(maps[l], training.replicas).clone() for l in training.recorded_layers]
    return TrainingRun(training, train, test, network.train(), first)


def _identity(run: TrainingRun) -> str:
    """The settings that a checkpoint must match."""
    return f"{run.training.key} {run.train.digest} {run.test.digest}"


def _take_up(run: TrainingRun, kept: Checkpoint) -> None:
    """Up to the epochs that are asked for: a checkpoint of more has their series."""
    if kept.epoch > run.training.epochs:
        run.values = {name: one[: run.training.epochs + 1] for name, one in kept.values.items()}
    else:
        run.values = kept.values
    run.network.load_state_dict(kept.state)
    run.epoch, run.seconds = kept.epoch, kept.seconds


def _go_on(run: TrainingRun, file: Path | None, progress: Progress | None) -> None:
    steps, start = len(run.train) // run.training.batch, time.perf_counter()
    first, before = max(run.epoch, 0), run.seconds
    total = run.training.epochs * steps

    def tell(done: int) -> None:
        if progress is not None and done > first * steps:
            each = (time.perf_counter() - start) / (done - first * steps)
            progress(done, total, each * (total - done))

    while run.epoch < run.training.epochs and not (run.epoch > 0 and run.series.diverged.all()):
        row = _epoch(run, run.epoch, tell) if run.epoch >= 0 else _untrained(run)
        row |= measured(run)
        run.values, run.epoch = appended(run.values, row), run.epoch + 1
        run.seconds = before + time.perf_counter() - start
        if file is not None:
            kept = Checkpoint(run.network.state_dict(), run.values, run.epoch, run.seconds)
            write_checkpoint(file, _identity(run), kept)


def _untrained(run: TrainingRun) -> dict[str, Tensor]:
    nothing = torch.full((run.training.replicas,), torch.nan)
    return {"loss while training": nothing, "accuracy while training": nothing}


def _epoch(run: TrainingRun, epoch: int, tell: Callable[[int], None]) -> dict[str, Tensor]:
    """One pass over the data, every replica in its own order; a last batch that is smaller is
    left out. Loss and accuracy are those of each batch before its step.
    """
    settings, network, X, y = run.training, run.network, run.train.X, run.train.y
    parameters = list(network.parameters())
    found = order(settings.address, epoch, len(y), settings.replicas, str(X.device))
    steps = len(y) // settings.batch
    total = torch.zeros(settings.replicas, dtype=torch.float64, device=X.device)
    hits = torch.zeros(settings.replicas, dtype=torch.long, device=X.device)
    for step in range(steps):
        at = found[:, step * settings.batch : (step + 1) * settings.batch]  # (replicas, n)
        of = y[at].mT
        logits = network(side_by_side(X[at]))
        each = losses(logits, of)
        descend_(parameters, torch.autograd.grad(each.sum(), parameters), settings.rate)
        total += each.detach()
        hits += right(logits.detach(), of)
        tell(epoch * steps + step + 1)
    return {
        "loss while training": total / steps,
        "accuracy while training": hits / (steps * settings.batch),
    }


@torch.no_grad()
def descend_(parameters: list[Parameter], gradients: Sequence[Tensor], rate: float) -> None:
    """A step of SGD; torch's own loads a compiler, which takes seconds, for this one line."""
    for p, g in zip(parameters, gradients, strict=True):
        p.add_(g, alpha=-rate)


def measured(run: TrainingRun) -> dict[str, Tensor]:
    """Loss and accuracy of both splits in both modes, and the layers' gaps and gradients on the
    first batch of the training split."""
    settings, row = run.training, dict[str, Tensor]()
    for split, given in (("train", run.train), ("test", run.test)):
        for mode in MODES:
            loss, accuracy = scores(run.network, given, settings.evaluated, settings.batch, mode)
            row[f"{split} loss, {mode}"], row[f"{split} accuracy, {mode}"] = loss, accuracy
    probe = slice(0, settings.batch)
    X, y = run.train.X[probe], run.train.y[probe]
    return row | by_layer(run.network, X, y, settings.recorded_layers, run.first)
