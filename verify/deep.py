"""The command ``lemmata depth``: a deep random network, its gradients as a table and a plot.

torch and matplotlib are loaded when a network is run, not before.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import TimeElapsedColumn
from rich.table import Table

from verify import memory
from verify.seeds import Address
from verify.terminal import progress

if TYPE_CHECKING:
    from verify.depth import Profile, Progress

Floats = NDArray[np.float64]

POINTS = 1000  # of a curve in the plot; the layers between them are left out
FIGURES = Path(__file__).resolve().parents[1] / "reports" / "figures"


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
    from verify.depth import BatchTooSmall, LostSignal

    start = time.perf_counter()
    try:
        found = _with_progress(settings, device, console)
    except (BatchTooSmall, LostSignal) as error:
        raise CannotRun(str(error)) from error
    _print(settings, found, time.perf_counter() - start, console)
    return found.complete


def _with_progress(settings: Settings, device: str, console: Console) -> Profile:
    with progress(console, TimeElapsedColumn()) as bar:
        task = bar.add_task("", total=2 * settings.layers)

        def tell(done: int, total: int, left: float) -> None:
            way = "forwards" if done <= settings.layers else "backwards"
            text = f"{way}, about {left / 60:.1f} min left"
            bar.update(task, completed=done, description=text)

        return measure(settings, device, tell)


def _print(settings: Settings, found: Profile, seconds: float, console: Console) -> None:
    console.print(f"{settings.title}; seed {settings.seed}", markup=False)
    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("before the loss", "log ||dL/dW||", "log ||dL/dX||", "log ||J_N||", "gap"):
        grid.add_column(name, justify="right", no_wrap=True)
    for k, logs, gap in table(found):
        numbers = [f"{value:.4f}" for value in logs]
        grid.add_row(str(k), *numbers, "" if gap is None else f"{gap:.3g}")
    console.print(grid)
    growth = slope(found)
    if growth is not None:
        console.print(f"slope       {growth:.6g} a layer, of log ||dL/dX||")
        console.print(f"plot        {draw(found, settings)}", soft_wrap=True)
    each = f", {seconds / settings.layers * 1e6:.0f} us a layer" if found.complete else ""
    console.print(f"time        {seconds:.1f} s{each}")
    console.print(f"peak memory {memory.peak('cpu') / 2**20:.0f} MiB")
    if not found.complete:
        done = settings.layers - found.first
        console.print(f"interrupted: {found.forward} layers forwards, {done} backwards")


def measure(settings: Settings, device: str, progress: Progress) -> Profile:
    """Run the network from a Gaussian input to a Gaussian linear read-out, in float64."""
    import torch

    from verify.depth import gradients, readout
    from verify.network import (
        ACTIVATIONS,
        Kind,
        Network,
        Normalisation,
        PowerGain,
        RandomWeights,
        RowNorm,
        StandardBN,
    )
    from verify.sampling import gaussian

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


def geometric(count: int) -> Iterator[int]:
    """1, 2, 5, 10, ... up to ``count``, which is the last."""
    scale = 1
    while scale < count:
        yield from (k for m in (1, 2, 5) if (k := m * scale) < count)
        scale *= 10
    yield count


def table(found: Profile) -> list[tuple[int, list[float], float | None]]:
    """At layers k before the loss: k, [log ||dL/dW||, log ||dL/dX||, log ||J||], gap; means."""
    layers = len(found.log_dW)
    rows = []
    for k in geometric(layers - found.first) if found.first < layers else ():
        l = layers - k
        gap = None if found.gap is None else float(found.gap[l].mean())
        observed = (found.log_dW[l], found.log_dX[l], found.log_jacobian[l])
        rows.append((k, [float(v.mean()) for v in observed], gap))
    return rows


def slope(found: Profile) -> float | None:
    """Growth of log ||dL/dX|| a layer, from the loss to the shallowest layer done; a mean."""
    done = len(found.log_dW) - found.first
    if not done:
        return None
    return float((found.log_dX[found.first] - found.log_dX[-1]).mean()) / done


def draw(found: Profile, settings: Settings) -> Path:
    """log ||dL/dW|| and log ||dL/dX|| against the distance from the loss, as SVG."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    layers = len(found.log_dW)
    step = max(1, (layers - found.first) // POINTS)
    l = np.arange(layers - 1, found.first - 1, -step)
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": settings.name}):
        figure = Figure(figsize=(7, 4), layout="constrained")
        axes = figure.add_subplot()
        for name, values in (("W", found.log_dW), ("X", found.log_dX)):
            y: Floats = values[l.copy()].cpu().numpy()
            axes.plot(layers - l, y.mean(-1), label=f"log ||dL/d{name}||", linewidth=1)
            if y.shape[-1] > 1:
                axes.fill_between(layers - l, y.min(-1), y.max(-1), alpha=0.2, linewidth=0)
        axes.set(xlabel="layers before the loss", title=settings.title)
        axes.title.set_fontsize(8)
        axes.legend(frameon=False)
        FIGURES.mkdir(parents=True, exist_ok=True)
        path = FIGURES / f"{settings.name}.svg"
        canvas: Any = FigureCanvasSVG(figure)
        canvas.print_svg(path, metadata={"Date": None})
    return path
