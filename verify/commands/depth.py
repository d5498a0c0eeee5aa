"""``lemmata depth``: a deep random network, its gradients as a table and a plot.

torch is loaded when a network is run, not before.
"""

from __future__ import annotations

import hashlib
import math
import sys
import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import TimeElapsedColumn

from lemmata.verify.commands.common import INTERRUPTED, Seed, device_name, require_writable
from lemmata.verify.commands.text.terminal import console, progress, table
from lemmata.verify.errors import Misuse
from lemmata.verify.machine import memory
from lemmata.verify.machine.device import Device
from lemmata.verify.results import file as results
from lemmata.verify.results.schema import FIGURES
from lemmata.verify.results.writing import replace_file
from lemmata.verify.seeds import Address

if TYPE_CHECKING:
    from rich.table import Table

    from lemmata.verify.depth.gradients import Profile, Progress


_LONGEST_NAME = 200  # characters: a file system takes 255
_DRAWN = 2**22  # weights drawn or kept at a time, where they are small
POINTS = 500  # of a curve in the plot, evenly, and as many towards each of its ends
_BASE = 2**28  # bytes of torch and of the drawing
Weights = StrEnum("Weights", "ORTHOGONAL GAUSSIAN")
ActivationName = StrEnum("ActivationName", "IDENTITY TANH SIN RELU")


# BN of the papers, the same with rows of norm sqrt(n), or with mean and variance
Normalisation = StrEnum(
    "Normalisation", {"ROWS": "rows", "SCALED": "rows-sqrt-n", "STANDARD": "standard"}
)


def command(
    layers: Annotated[int, typer.Option(min=1, help="How deep.")] = 10_000,
    width: Annotated[int, typer.Option(min=1, help="d, rows of a representation.")] = 32,
    batch: Annotated[int | None, typer.Option(min=2, help="n, samples; else the width.")] = None,
    weights: Annotated[
        Weights, typer.Option(help="Haar, or independent with variance 1/d.")
    ] = Weights.ORTHOGONAL,
    activation: Annotated[
        ActivationName, typer.Option(help="After each normalisation.")
    ] = ActivationName.IDENTITY,
    normalisation: Annotated[
        Normalisation, typer.Option(help="BN of the papers, scaled, or with mean and variance.")
    ] = Normalisation.ROWS,
    gain_exponent: Annotated[float, typer.Option(help="e of the gain l^-e.")] = 0.0,
    distinct: Annotated[
        int | None, typer.Option(min=1, help="How many samples differ; the rest repeat them.")
    ] = None,
    replicas: Annotated[int, typer.Option(min=1, help="Independent networks, run together.")] = 1,
    seed: Seed = 0,
    device: Annotated[Device, typer.Option(help="Where tensors live.")] = Device.AUTO,
) -> int:
    """Measure the gradients of a random network of any depth.

    The loss is a Gaussian linear read-out of the last layer, the input is Gaussian. Prints the
    norms at some layers and draws them all into reports/figures. Ctrl-C keeps what is done.

    Example: lemmata depth --layers 1000000 --width 32
    """
    n = batch or width
    if distinct is not None and distinct > n:
        raise Misuse(f"--distinct {distinct} of {n} samples; expected at most {n}")
    require_writable(results.PATH.parent / FIGURES)
    settings = DepthSettings(
        layers,
        width,
        n,
        weights,
        activation,
        normalisation,
        gain_exponent,
        distinct if distinct != n else None,
        replicas,
        seed,
    )
    _require_gain(settings)
    name = device_name(device)
    memory.require_bytes(name, needed(settings), f"a network of {settings.sizes}")
    return 0 if _run(settings, name, console()) else INTERRUPTED


@dataclass(frozen=True)
class DepthSettings:
    """What ``lemmata depth`` was asked for; the same settings give the same numbers."""

    layers: int
    width: int
    batch: int
    weights: Weights
    activation: ActivationName
    normalisation: Normalisation
    gain_exponent: float
    distinct: int | None
    replicas: int
    seed: int

    @property
    def sizes(self) -> str:
        """What its memory depends on, by the names of the options."""
        options = ("layers", "width", "batch", "replicas")
        return ", ".join(f"{name} {getattr(self, name)}" for name in options)

    @property
    def name(self) -> str:
        """For the plot's file."""
        layer = f"{self.weights}-{self.normalisation}-{self.activation}"
        sizes = f"d{self.width}-n{self.batch}-L{self.layers}-seed{self.seed}"
        gain = f"-e{self.gain_exponent:g}" if self.gain_exponent else ""
        name = f"depth-{layer}-{sizes}{gain}" + (f"-distinct{self.distinct}" * bool(self.distinct))
        if len(name) <= _LONGEST_NAME:
            return name
        return f"depth-{layer}-{hashlib.blake2b(name.encode(), digest_size=16).hexdigest()}"

    @property
    def title(self) -> str:
        gain = f", gain l^-{self.gain_exponent:g}" if self.gain_exponent else ""
        repeated = f" of which {self.distinct} distinct" if self.distinct else ""
        return (
            f"{self.layers} layers of width {self.width}, {self.batch} samples{repeated}:"
            f" {self.weights} weights, BN {self.normalisation}, {self.activation}{gain}"
        )

    @property
    def shows_gaps(self) -> bool:
        """Whether the rows of a layer tell the isometry gap: square, orthogonal, linear."""
        return (
            self.normalisation is not Normalisation.STANDARD
            and self.activation is ActivationName.IDENTITY
            and self.weights is Weights.ORTHOGONAL
            and self.batch == self.width
            and not self.distinct
        )

    @property
    def warning(self) -> str:
        """Where sharp:critical-width says that the samples cannot stay independent, how many do.

        Gains cancel in the next BN; centred samples have one dimension less.
        """
        from lemmata.theory.ledger import id_of
        from lemmata.theory.sharp.widths import critical_width, independent_samples

        samples = self.distinct or self.batch
        less = int(self.normalisation is Normalisation.STANDARD)
        if self.activation is not ActivationName.IDENTITY or self.weights is not Weights.GAUSSIAN:
            return ""
        if samples - less < 2 or self.width >= (least := critical_width(samples - less)):
            return ""
        kept = int(independent_samples(self.width)) + less
        return (
            f"warning     {samples} samples need width {math.ceil(least)}"
            f" ({id_of(critical_width)}); at {self.width}\n"
            f"            about {kept} stay independent in depth"
        )


def needed(settings: DepthSettings) -> int:
    """Bytes that a run takes at most, about: counted from what it keeps, in float64.

    A representation at every checkpoint, and of one segment two a layer and the weights; per layer
    a few numbers; the weights of one drawing with what orthogonalising them takes.
    """
    L, d, n, r = settings.layers, settings.width, settings.batch, settings.replicas
    segment = min(L, 1 << max(0, math.isqrt(L).bit_length() - 1))
    states = r * d * n * (L // segment + 2 * segment + 12)
    weights = r * d * d * (segment + 1) + 5 * max(r * d * d, _DRAWN)
    ties = 3 * n * n if settings.distinct else 0
    return 8 * (states + weights + ties + 8 * r * (L + 1)) + _BASE


def _require_gain(settings: DepthSettings) -> None:
    """Refuse gains that float64 does not hold: l^-e is monotone, so the last layer decides."""
    e, most = settings.gain_exponent, math.log(sys.float_info.max)
    if settings.layers > 1 and abs(e) > most / math.log(settings.layers):
        raise Misuse(
            f"--gain-exponent {e:g} makes the gain of layer {settings.layers} leave float64;"
            f" expected at most {most / math.log(settings.layers):.3g} in size"
        )


def _run(settings: DepthSettings, device: str, writer: Console) -> bool:
    """Measure, print and draw; whether every layer was done before Ctrl-C."""
    from lemmata.verify.depth.gradients import Interrupted

    start = time.perf_counter()
    try:
        with progress(writer, TimeElapsedColumn()) as bar:
            task = bar.add_task("", total=2 * settings.layers)

            def tell(done: int, total: int, left: float) -> None:
                way = "forwards" if done <= settings.layers else "backwards"
                about = f"{left / 60:.1f} min" if left > 60 else f"{left:.0f} s"
                bar.update(task, completed=done, description=f"{way}, about {about} left")

            found = _measure(settings, device, tell)
    except Interrupted as stop:
        found = stop.profile
    _print(settings, found, time.perf_counter() - start, writer)
    return found.complete


def _print(settings: DepthSettings, found: Profile, seconds: float, writer: Console) -> None:
    writer.print(f"{settings.title}; seed {settings.seed}", markup=False)
    if settings.warning:
        writer.print(settings.warning, markup=False)
    growth = slope(found)
    if growth is not None:
        writer.print(norms(found))
        writer.print(f"slope       {growth:.6g} a layer, of log ||dL/dX||")
        writer.print(f"plot        {draw(found, settings.name, settings.title)}", soft_wrap=True)
    each = f", {seconds / settings.layers * 1e6:.0f} us a layer" if found.complete else ""
    writer.print(f"time        {seconds:.1f} s{each}")
    writer.print(f"peak memory {memory.peak('cpu') / 2**20:.0f} MiB")
    if not found.complete:
        done = settings.layers - found.first
        writer.print(f"interrupted: {found.forward} layers forwards, {done} backwards")


def _measure(settings: DepthSettings, device: str, tell: Progress) -> Profile:
    """Run the network from a Gaussian input to a Gaussian linear read-out, in float64."""
    import torch

    from lemmata.verify.chains.kernels import floats_on
    from lemmata.verify.chains.weights import gaussian
    from lemmata.verify.depth import network
    from lemmata.verify.depth.gradients import gradients, readout

    normalisations: dict[Normalisation, network.RowNorm | network.StandardBN] = {
        Normalisation.ROWS: network.RowNorm(),
        Normalisation.SCALED: network.RowNorm(scaled=True),
        Normalisation.STANDARD: network.StandardBN(),
    }
    address = Address(settings.seed) / "depth"
    like = floats_on(device)
    shape = (settings.replicas, settings.width, settings.batch)
    X, C = (gaussian(shape, like, (address / name).generator(device)) for name in "XC")
    ties = None
    if settings.distinct:
        ties = torch.arange(settings.batch, device=device) % settings.distinct
        X = X[..., ties]
    activation, gain = network.ACTIVATIONS[settings.activation], settings.gain_exponent
    normalisation = normalisations[settings.normalisation]
    layer = network.Network(normalisation, activation, gain)
    weights = network.RandomWeights(network.WeightLaw(settings.weights), address / "W", X)
    gaps = settings.shows_gaps
    return gradients(
        layer, weights, X, settings.layers, readout(C), gaps=gaps, ties=ties, progress=tell
    )


def _geometric(count: int) -> list[int]:
    """1, 2, 5, 10, ... up to ``count``, which is the last."""
    steps = (m * 10**k for k in range(len(str(count))) for m in (1, 2, 5))
    return [*(step for step in steps if step < count), count]


def norms(found: Profile) -> Table:
    """The logs of the norms, and the gap if it is known, at some layers; means over replicas."""
    observed = {
        "log ||dL/dW||": (found.log_dW, ".4f"),
        "log ||dL/dX||": (found.log_dX, ".4f"),
        "log ||J_N||": (found.log_jacobian, ".4f"),
    }
    if found.gap is not None:
        observed["gap"] = (found.gap, ".3g")
    layers = len(found.log_dW)
    rows = [
        [str(k), *(format(float(v[layers - k].mean()), form) for v, form in observed.values())]
        for k in _geometric(layers - found.first)
    ]
    return table(("before the loss", *observed), rows)


def slope(found: Profile) -> float | None:
    """Growth of log ||dL/dX|| a layer, from the loss to the shallowest layer done; a mean."""
    done = len(found.log_dW) - found.first
    if not done:
        return None
    return float((found.log_dX[found.first] - found.log_dX[-1]).mean()) / done


def draw(found: Profile, name: str, title: str) -> Path:
    """log ||dL/dW|| and log ||dL/dX|| against the distance from the loss, as SVG."""
    import numpy as np

    from lemmata.reports.plots import drawing

    layers = len(found.log_dW)
    done = layers - found.first
    near = np.geomspace(1, done, POINTS)
    places = np.concatenate([near, done + 1 - near, np.linspace(1, done, POINTS)])
    before = np.unique(places.round().astype(int))  # layers before the loss
    curves = []
    for by, values, role in (
        ("X", found.log_dX, "measured"),
        ("W", found.log_dW, "another reading"),  # in dashes, as both may be equal
    ):
        y = values[layers - before].cpu().numpy()  # (places, replicas)
        rows = np.stack([before, y.mean(-1), y.min(-1), y.max(-1)], -1).tolist()
        curves.append(drawing.make_curve(f"log ‖dL/d{by}‖", role, rows))
    figure = drawing.make_figure("layers before the loss", "log of the norm", curves, log_x=False)
    plot = drawing.draw(name, title, figure, title)
    path = results.PATH.parent / FIGURES / f"{name}.svg"
    replace_file(path, drawing.standalone_svg(plot, note=title).encode())
    return path
