"""``lemmata train``: trains a network of the papers and records its series.

torch is imported when a network is trained, not before.
"""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import TimeElapsedColumn

from lemmata.verify.commands.common import INTERRUPTED, Seed, device_name, require_writable
from lemmata.verify.commands.depth import ActivationName
from lemmata.verify.commands.text.terminal import console, duration, progress, table
from lemmata.verify.data.command import DataFolder
from lemmata.verify.errors import Misuse
from lemmata.verify.machine import memory
from lemmata.verify.machine.device import Device

if TYPE_CHECKING:
    from rich.console import Console

    from lemmata.verify.training.running import TrainingRun
    from lemmata.verify.training.series import Series
    from lemmata.verify.training.settings import Training

_BASE = 2**29  # bytes of torch, and of the data
_SHOWN = 12  # epochs in the table
_LARGEST_RATE = 1e30  # float32 ends at 3e38
InitialWeights = StrEnum("InitialWeights", "ORTHOGONAL XAVIER")
NormalisationName = StrEnum("NormalisationName", "STANDARD PAPERS ROWS NONE")
NetworkKind = StrEnum("NetworkKind", "MLP CONVOLUTIONAL")


_Normalisation = Annotated[
    NormalisationName, typer.Option(help="torch's BN, that of the papers, or none.")
]
_Weights = Annotated[InitialWeights, typer.Option(help="Initial weights.")]
_Orthogonalised = Annotated[
    int, typer.Option(min=0, help="Samples from which equation (6) initialises; 0: none.")
]
_Evaluated = Annotated[
    int, typer.Option(min=1, help="Images of each split that are scored after each epoch.")
]
_Repairs = Annotated[
    bool, typer.Option("--repairs", help="Evaluate with BN's statistics estimated otherwise.")
]
_Out = Annotated[Path | None, typer.Option(metavar="DIR", help="For series, checkpoints.")]


def command(
    on: Annotated[str, typer.Option(help="The data set; see lemmata data.")] = "digits",
    depth: Annotated[int, typer.Option(min=1, help="Layers before the read-out.")] = 20,
    width: Annotated[int, typer.Option(min=1, help="The width d, or channels.")] = 100,
    activation: Annotated[
        ActivationName, typer.Option(help="The one after BN.")
    ] = ActivationName.IDENTITY,
    gain_exponent: Annotated[float, typer.Option(help="e in the gain l^-e.")] = 0.0,
    normalisation: _Normalisation = NormalisationName.STANDARD,
    weights: _Weights = InitialWeights.ORTHOGONAL,
    momentum: Annotated[float, typer.Option(help="Momentum of BN.")] = 0.1,
    kind: Annotated[NetworkKind, typer.Option(help="MLP or convolutions.")] = NetworkKind.MLP,
    orthogonalised: _Orthogonalised = 0,
    epochs: Annotated[int, typer.Option(min=0, help="Passes over the data.")] = 10,
    batch: Annotated[int, typer.Option(min=2, help="Samples in a batch.")] = 100,
    rate: Annotated[float, typer.Option(help="Learning rate of SGD.")] = 0.001,
    samples: Annotated[int | None, typer.Option(min=2, help="Train on the first ones.")] = None,
    replicas: Annotated[int, typer.Option(min=1, help="Networks trained together.")] = 1,
    evaluated: _Evaluated = 10_000,
    repairs: _Repairs = False,
    seed: Seed = 0,
    device: Annotated[Device, typer.Option(help="Device of the tensors.")] = Device.AUTO,
    data: DataFolder = None,
    out: _Out = None,
) -> int:
    """Train a network of the papers and record gaps, gradients, loss and accuracy.

    Each epoch writes a checkpoint: after Ctrl-C the same command resumes the run.

    Example: lemmata train --on mnist --depth 500
    """
    from lemmata.verify.nn.networks import Architecture
    from lemmata.verify.training.settings import Training
    from lemmata.verify.training.shared_runs import runs_folder

    if rate > _LARGEST_RATE:
        raise Misuse(f"--rate is {rate:g}; expected at most {_LARGEST_RATE:g}")
    try:
        layer = str(activation), gain_exponent, str(normalisation), str(weights)
        network = Architecture(depth, width, *layer, momentum, str(kind))
        sgd = epochs, batch, rate, replicas, seed, samples, orthogonalised
        training = Training(network, on, *sgd, evaluated=evaluated)
        name = device_name(device)
        require_writable(out or runs_folder())
        memory.require_bytes(name, needed(training), f"training a {network.description}")
        return _carry_out(training, data, name, out, repairs)
    except (ValueError, ArithmeticError) as error:
        raise Misuse(str(error)) from error


def needed(training: Training) -> int:
    """About how many bytes: weights and gradients twice, and what autograd stores of each layer."""
    network, replicas = training.network, training.replicas
    kernel, places = (1, 1) if network.kind == "mlp" else (9, 1024)
    weights = (network.depth * network.width + 3072) * network.width * kernel
    stored = 5 * network.depth * network.width * places * training.batch
    inputs = 3072 * (training.batch + training.orthogonalised)
    return 4 * replicas * (4 * weights + stored + inputs) + _BASE


def _carry_out(
    training: Training, data: Path | None, device: str, out: Path | None, repairs: bool
) -> int:
    from lemmata.verify.training.running import TrainingInterrupted, run_training
    from lemmata.verify.training.shared_runs import runs_folder

    writer, place = console(), out or runs_folder()
    run: TrainingRun | None = None
    with progress(writer, TimeElapsedColumn()) as bar:
        task = bar.add_task("", total=None)

        def show(done: int, total: int, left: float) -> None:
            about = f"{training.description}; about {duration(left)} left"
            bar.update(task, completed=done, total=total, description=about)
            steps = total // max(1, training.epochs)
            if not writer.is_terminal and steps and done % steps == 0:
                line = f"epoch {done // steps} of {training.epochs}, about {duration(left)} left"
                print(line, file=sys.stderr, flush=True)

        try:
            run = run_training(training, data, device=device, checkpoints=place, progress=show)
            series = run.series
        except TrainingInterrupted as stop:
            series = stop.series
    if series.values:
        path = place / f"{training.key}.csv"
        series.write_csv(path)
        _print(series, path, writer)
    if run is None:
        return INTERRUPTED
    if repairs:
        _print_repairs(run, writer)
    return 0


def _print(series: Series, path: Path, writer: Console) -> None:
    writer.print(f"{series.training.description}\n{series.data}", markup=False, soft_wrap=True)
    head = ("epoch", "loss", "accuracy", "train", "train (eval)", "test", "test (eval)", "gradient")
    shown = sorted({round(k * series.epochs / _SHOWN) for k in range(_SHOWN + 1)})
    names = ["loss while training", "accuracy while training"]
    names += [
        f"{s} accuracy, {m} statistics" for s in ("train", "test") for m in ("batch", "running")
    ]
    rows = []
    for epoch in shown:
        values = [float(series[name][epoch].mean()) for name in names]
        values.append(float(series["gradient norm"][epoch, :, 0].mean()))
        shown_values = (f"{value:.4g}" for value in values)
        rows.append([str(epoch), *(v if epoch or v != "nan" else "-" for v in shown_values)])
    writer.print(table(head, rows))
    if diverged := int(series.diverged.sum()):
        writer.print(f"diverged    {diverged} of {series.training.replicas} replicas")
    writer.print(f"series      {path}", soft_wrap=True)
    writer.print(f"time        {duration(series.seconds)}")


def _print_repairs(run: TrainingRun, writer: Console) -> None:
    from lemmata.verify.training.evaluation import repairs

    head = ("BN's statistics", "train", "test", "drift: first", "middle", "last layer")
    rows = []
    for one in repairs(run):
        values = [one.train.mean(), one.test.mean()]
        if one.drift is not None and one.drift.shape[1]:
            layers = one.drift.shape[1]
            values += [one.drift[:, k].mean() for k in (0, layers // 2, layers - 1)]
        rows.append([one.name, *(f"{float(value):.4g}" for value in values)])
    writer.print(table(head, rows, texts=1))
