"""Runs a training: epochs of SGD over replicas, with measurements and a checkpoint after each.

A run is a function of its settings and data: weights and the order of the data come from addresses,
so that a killed run continues from its last checkpoint to the same numbers, bit for bit, on the
same machine.
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
from lemmata.verify.training.measuring import (
    by_layer,
    count_correct,
    losses,
    matrices,
    replicate,
    scores,
)
from lemmata.verify.training.series import BY_LAYER, MODES, Series, append_row
from lemmata.verify.training.settings import Training
from lemmata.verify.training.tensors import Images, images, order

Progress = Callable[[int, int, float], None]  # steps done, steps in all, seconds left


class TrainingInterrupted(KeyboardInterrupt):
    """Ctrl-C, with the series of all finished epochs."""

    def __init__(self, series: Series) -> None:
        super().__init__()
        self.series = series


@dataclass
class TrainingRun:
    """A network in training: its state after ``epoch``, and the series up to then."""

    training: Training
    train: Images
    test: Images
    network: BNNetwork
    first: list[Tensor]  # the recorded layers' weights before training
    epoch: int = -1  # before the first measurement
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
    """Train and return the series; Ctrl-C raises ``TrainingInterrupted``.

    ``checkpoints``: a folder for a checkpoint after every epoch, named by the key of the settings.
    A run continues from its checkpoint, also to more epochs than it was begun for.
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
    """Train, and return the network together with its series."""
    run = begin(training, data, device)
    file = checkpoints / f"{training.key}.pt" if checkpoints else None
    checkpoint = read_checkpoint(file, _identity(run), device) if file else None
    if checkpoint is not None:
        _restore(run, checkpoint)
    try:
        _train_epochs(run, file, progress)
    except KeyboardInterrupt as stop:
        raise TrainingInterrupted(run.series) from stop
    return run


def stored_series(training: Training, device: str, checkpoints: Path) -> Series | None:
    """The series of a run whose checkpoint is complete, else None."""
    file = checkpoints / f"{training.key}.pt"
    if not file.is_file():
        return None
    run = begin(training, None, device)
    if (checkpoint := read_checkpoint(file, _identity(run), device)) is None:
        return None
    _restore(run, checkpoint)
    return run.series if run.series.complete else None


def begin(training: Training, data: Path | None, device: str) -> TrainingRun:
    """The network before training, with its data."""
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
        batch = replicate(train.X[:n], training.replicas)
        orthogonalise_(network, batch, power=training.power, norm=n**0.5)
    maps = [module for _, module in network.linear()]
    first = [matrices(maps[l], training.replicas).clone() for l in training.recorded_layers]
    return TrainingRun(training, train, test, network.train(), first)


def _identity(run: TrainingRun) -> str:
    """The settings that a checkpoint must match."""
    return f"{run.training.key} {run.train.digest} {run.test.digest}"


def _restore(run: TrainingRun, checkpoint: Checkpoint) -> None:
    """Continue from a checkpoint; one of more epochs than the settings ask for is cut."""
    rows = run.training.epochs + 1
    run.values = {name: values[:rows] for name, values in checkpoint.values.items()}
    run.network.load_state_dict(checkpoint.state)
    run.epoch, run.seconds = checkpoint.epoch, checkpoint.seconds


def _train_epochs(run: TrainingRun, file: Path | None, progress: Progress | None) -> None:
    steps, start = len(run.train) // run.training.batch, time.perf_counter()
    first, before = max(run.epoch, 0), run.seconds
    total = run.training.epochs * steps

    def report(done: int) -> None:
        if progress is not None and done > first * steps:
            each = (time.perf_counter() - start) / (done - first * steps)
            progress(done, total, each * (total - done))

    while run.epoch < run.training.epochs and not (run.epoch > 0 and run.series.diverged.all()):
        row = _epoch(run, run.epoch, report) if run.epoch >= 0 else _row_before_training(run)
        row |= measure(run)
        run.values, run.epoch = append_row(run.values, row), run.epoch + 1
        run.seconds = before + time.perf_counter() - start
        if file is not None:
            checkpoint = Checkpoint(run.network.state_dict(), run.values, run.epoch, run.seconds)
            write_checkpoint(file, _identity(run), checkpoint)


def _row_before_training(run: TrainingRun) -> dict[str, Tensor]:
    nothing = torch.full((run.training.replicas,), torch.nan)
    return {"loss while training": nothing, "accuracy while training": nothing}


def _epoch(run: TrainingRun, epoch: int, report: Callable[[int], None]) -> dict[str, Tensor]:
    """One pass over the data, every replica in its own order, without a smaller last batch.

    Loss and accuracy are those of each batch before its step.
    """
    settings, network, X, y = run.training, run.network, run.train.X, run.train.y
    parameters = list(network.parameters())
    shuffled = order(settings.address, epoch, len(y), settings.replicas, str(X.device))
    steps = len(y) // settings.batch
    total = torch.zeros(settings.replicas, dtype=torch.float64, device=X.device)
    hits = torch.zeros(settings.replicas, dtype=torch.long, device=X.device)
    for step in range(steps):
        at = shuffled[:, step * settings.batch : (step + 1) * settings.batch]  # (replicas, n)
        of = y[at].mT
        logits = network(side_by_side(X[at]))
        each = losses(logits, of)
        descend_(parameters, torch.autograd.grad(each.sum(), parameters), settings.rate)
        total += each.detach()
        hits += count_correct(logits.detach(), of)
        report(epoch * steps + step + 1)
    return {
        "loss while training": total / steps,
        "accuracy while training": hits / (steps * settings.batch),
    }


@torch.no_grad()
def descend_(parameters: list[Parameter], gradients: Sequence[Tensor], rate: float) -> None:
    """A step of SGD; torch's optimiser would first load a compiler, for seconds."""
    for p, g in zip(parameters, gradients, strict=True):
        p.add_(g, alpha=-rate)


def measure(run: TrainingRun) -> dict[str, Tensor]:
    """Loss and accuracy of both splits in both modes; gaps and gradients on the first batch."""
    settings, row = run.training, dict[str, Tensor]()
    for split, data in (("train", run.train), ("test", run.test)):
        for mode in MODES:
            loss, accuracy = scores(run.network, data, settings.evaluated, settings.batch, mode)
            row[f"{split} loss, {mode}"], row[f"{split} accuracy, {mode}"] = loss, accuracy
    probe = slice(0, settings.batch)
    X, y = run.train.X[probe], run.train.y[probe]
    return row | by_layer(run.network, X, y, settings.recorded_layers, run.first)
