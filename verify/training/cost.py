"""Estimates how long training takes: here by timing steps at two depths, on a GPU by counting."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import torch
from torch import nn

from lemmata.verify.commands.text.terminal import duration
from lemmata.verify.data.loading import shape_of, title_of
from lemmata.verify.nn.networks import BNNetwork, initialise_
from lemmata.verify.training.measuring import losses, replicate
from lemmata.verify.training.settings import Training
from lemmata.verify.training.shared_runs import runs_folder

_DEPTHS, _STEPS = (2, 6), 3
_ENOUGH = 1.0  # seconds: a step that takes longer is timed once
_SINGLE = 2e10  # operations: a step of more is timed with one replica, and multiplied
# A GPU: its operations a second in float32, and its least seconds a layer, for some 20 kernels
# forwards and backwards.
_OPERATIONS, _LAYER = 1e13, 2e-4
_LONG = 3600.0  # seconds from which on the estimate for a GPU is printed


def describe_cost(trainings: Sequence[Training], device: str) -> str:
    """The networks, the data and the time that training takes here; if long, also on a GPU."""
    count = len({one.key for one in trainings})
    on = ", ".join(dict.fromkeys(title_of(one.data) for one in trainings))
    here = seconds(trainings, device, runs_folder())
    text = f"training {count} networks on {on}:\n"
    text += f"about {duration(here)} of one core, less what is kept"
    if device != "cpu" or here < _LONG:
        return text
    gpu = duration(sum(_on_a_gpu(one) for one in _left(trainings, runs_folder())))
    return f"{text};\non a GPU of {_OPERATIONS / 1e12:g} Tflop/s about {gpu} (--device cuda)"


def seconds(trainings: Iterable[Training], device: str, into: Path) -> float:
    """About how many seconds the runs take that have no checkpoint, without their measurements.

    A step of L layers takes the time at depth 2, and for each further layer the mean increase
    between depths 2 and 6.
    """
    timed: dict[Training, tuple[float, float]] = {}
    total = 0.0
    for one in _left(trainings, into):
        alike = replace(one, network=replace(one.network, depth=1), epochs=0)
        if alike not in timed:
            low, high = (_step(_of_depth(one, depth), device) for depth in _DEPTHS)
            timed[alike] = low, max(0.0, high - low) / (_DEPTHS[1] - _DEPTHS[0])
        first, each = timed[alike]
        total += _steps(one) * (first + each * max(0, one.network.depth - _DEPTHS[0]))
    return total


def _left(trainings: Iterable[Training], into: Path) -> Iterator[Training]:
    """The runs that have no checkpoint, each once."""
    by_key = {one.key: one for one in sorted(trainings, key=lambda one: one.epochs)}
    yield from (one for key, one in by_key.items() if not (into / f"{key}.pt").is_file())


def _steps(training: Training) -> int:
    images = _data(training)[1]
    return training.epochs * (min(training.samples or images, images) // training.batch)


def _on_a_gpu(training: Training) -> float:
    """Seconds: its operations, or its least time for so many layers, whichever takes longer."""
    step = max(_operations(training) / _OPERATIONS, _LAYER * training.network.depth)
    return _steps(training) * step


def _operations(training: Training) -> float:
    """The operations of a step: forwards two for each use of a weight, backwards twice that."""
    shape, network = _data(training)[0], training.network
    flat = network.kind == "mlp"
    inputs = math.prod(shape) if flat else shape[0]
    places = training.batch * training.replicas * (1 if flat else 9 * math.prod(shape[1:]))
    return 6.0 * places * network.width * (inputs + network.width * (network.depth - 1))


def _of_depth(training: Training, depth: int) -> Training:
    return replace(training, network=replace(training.network, depth=depth))


def _data(training: Training) -> tuple[tuple[int, ...], int, int]:
    """The shape of an image, the number of images, and of classes."""
    (channels, *sides), count, classes = shape_of(training.data)
    return (channels, *(side // training.pooled for side in sides)), count, classes


def _step(training: Training, device: str) -> float:
    """Seconds of a forward and a backward pass of all replicas: the least of a few."""
    if training.replicas > 1 and _operations(training) > _SINGLE:
        return training.replicas * _step(replace(training, replicas=1), device)
    shape, _, classes = _data(training)
    network = BNNetwork(training.network, shape, classes, training.replicas).to(device)
    initialise_(network, [training.address / k for k in range(training.replicas)])
    stream = (training.address / "cost").generator(device)
    X = torch.randn((training.batch, *shape), generator=stream, device=device)
    y = torch.zeros((training.batch, training.replicas), dtype=torch.long, device=device)
    parameters: list[nn.Parameter] = list(network.parameters())
    times: list[float] = []
    while len(times) < _STEPS and sum(times) < _ENOUGH:
        start = time.perf_counter()
        logits = network(replicate(X, training.replicas)).view(*y.shape, -1)
        gradients = torch.autograd.grad(losses(logits, y).sum(), parameters)
        float(gradients[0].flatten()[0])  # waits for the device
        times.append(time.perf_counter() - start)
    return min(times)
