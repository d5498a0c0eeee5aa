"""The command ``lemmata depth``: a deep random network, its gradients as a table and a plot.

torch is loaded when a network is run, not before.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import TimeElapsedColumn
from rich.table import Table

from verify import memory
from verify.commands.depth_profile import draw, slope, table
from verify.commands.terminal import progress
from verify.seeds import Address

if TYPE_CHECKING:
    from verify.depth.gradients import Profile, Progress


class WeightsOption(StrEnum):
    ORTHOGONAL = "orthogonal"
    GAUSSIAN = "gaussian"


class ActivationOption(StrEnum):
    IDENTITY = "identity"
    TANH = "tanh"
    SIN = "sin"
    RELU = "relu"


class NormalisationOption(StrEnum):
    """BN of the papers, the same with rows of norm sqrt(n), or with mean and variance."""

    ROWS = "rows"
    SCALED = "rows-sqrt-n"
    STANDARD = "standard"


@dataclass(frozen=True)
class Settings:
    """What ``lemmata depth`` was asked for; the same settings give the same numbers."""

    layers: int
    width: int
    batch: int
    weights: WeightsOption = WeightsOption.ORTHOGONAL
    activation: ActivationOption = ActivationOption.IDENTITY
    normalisation: NormalisationOption = NormalisationOption.ROWS
    gain_exponent: float = 0.0
    distinct: int | None = None
    replicas: int = 1
    seed: int = 0

    @property
    def name(self) -> str:
        """For the plot's file."""
        parts = [self.weights, self.normalisation, self.activation, f"d{self.width}"]
        parts += [f"n{self.batch}", f"L{self.layers}", f"seed{self.seed}"]
        if self.gain_exponent:
            parts.append(f"e{self.gain_exponent:g}")
        if self.distinct:
            parts.append(f"distinct{self.distinct}")
        return "-".join(["depth", *parts])

    @property
    def title(self) -> str:
        gain = f", gain l^-{self.gain_exponent:g}" if self.gain_exponent else ""
        repeated = f" of which {self.distinct} distinct" if self.distinct else ""
        return (
            f"{self.layers} layers of width {self.width}, {self.batch} samples{repeated}:"
            f" {self.weights} weights, BN {self.normalisation}, {self.activation}{gain}"
        )


class CannotRun(ValueError):
    """A network that has no gradients to measure, with the reason."""


def run(settings: Settings, device: str, console: Console) -> bool:
    """Measure, print and draw; whether every layer was done before Ctrl-C."""
    from verify.depth.gradients import BatchTooSmall, Interrupted, LostSignal

    start = time.perf_counter()
    try:
        found = _with_progress(settings, device, console)
    except Interrupted as stop:
        found = stop.profile
    except (BatchTooSmall, LostSignal) as error:
        raise CannotRun(str(error)) from error
    _print(settings, found, time.perf_counter() - start, console)
    return found.complete


def _with_progress(settings: Settings, device: str, console: Console) -> Profile:
    with progress(console, TimeElapsedColumn()) as bar:
        task = bar.add_task("", total=2 * settings.layers)

        def tell(done: int, total: int, left: float) -> None:
            way = "forwards" if done <= settings.layers else "backwards"
            about = f"{left / 60:.1f} min" if left > 60 else f"{left:.0f} s"
            bar.update(task, completed=done, description=f"{way}, about {about} left")

        return measure(settings, device, tell)


def _print(settings: Settings, found: Profile, seconds: float, console: Console) -> None:
    console.print(f"{settings.title}; seed {settings.seed}", markup=False)
    growth = slope(found)
    if growth is not None:
        console.print(_grid(found))
        console.print(f"slope       {growth:.6g} a layer, of log ||dL/dX||")
        console.print(f"plot        {draw(found, settings.name, settings.title)}", soft_wrap=True)
    each = f", {seconds / settings.layers * 1e6:.0f} us a layer" if found.complete else ""
    console.print(f"time        {seconds:.1f} s{each}")
    console.print(f"peak memory {memory.peak('cpu') / 2**20:.0f} MiB")
    if not found.complete:
        done = settings.layers - found.first
        console.print(f"interrupted: {found.forward} layers forwards, {done} backwards")


def _grid(found: Profile) -> Table:
    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("before the loss", "log ||dL/dW||", "log ||dL/dX||", "log ||J_N||"):
        grid.add_column(name, justify="right", no_wrap=True)
    if found.gap is not None:
        grid.add_column("gap", justify="right", no_wrap=True)
    for k, logs, gap in table(found):
        numbers = [f"{value:.4f}" for value in logs]
        grid.add_row(str(k), *numbers, *([] if gap is None else [f"{gap:.3g}"]))
    return grid


def measure(settings: Settings, device: str, progress: Progress) -> Profile:
    """Run the network from a Gaussian input to a Gaussian linear read-out, in float64."""
    import torch

    from verify.chains.weights import gaussian
    from verify.depth.gradients import gradients, readout
    from verify.depth.network import (
        ACTIVATIONS,
        Kind,
        Network,
        Normalisation,
        PowerGain,
        RandomWeights,
        RowNorm,
        StandardBN,
    )

    normalisations: dict[NormalisationOption, Normalisation] = {
        NormalisationOption.ROWS: RowNorm(),
        NormalisationOption.SCALED: RowNorm(scaled=True),
        NormalisationOption.STANDARD: StandardBN(),
    }
    address = Address(settings.seed) / "depth"
    like = torch.empty(0, dtype=torch.float64, device=device)
    shape = (settings.replicas, settings.width, settings.batch)
    X = gaussian(shape, like, (address / "X").generator(device))
    C = gaussian(shape, like, (address / "C").generator(device))
    ties = None
    if settings.distinct:
        ties = torch.arange(settings.batch, device=device) % settings.distinct
        X = X[..., ties]
    rows = (
        settings.normalisation is not NormalisationOption.STANDARD
        and settings.activation is ActivationOption.IDENTITY
        and settings.weights is WeightsOption.ORTHOGONAL
        and settings.batch == settings.width
        and not settings.distinct
    )
    return gradients(
        Network(
            normalisations[settings.normalisation],
            ACTIVATIONS[settings.activation],
            PowerGain(settings.gain_exponent),
        ),
        RandomWeights(Kind(settings.weights), address / "W", X),
        X,
        settings.layers,
        readout(C),
        gaps="rows" if rows else None,
        ties=ties,
        progress=progress,
    )
