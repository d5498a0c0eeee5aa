"""What training will cost on this machine: steps are timed on networks of two depths."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import torch
from torch import nn

from verify.commands.text.terminal import duration
from verify.data.catalogue import SOURCES, TRAIN
from verify.nn.networks import BNNetwork, initialise_
from verify.training.kept import place
from verify.training.measuring import losses, repeated
from verify.training.settings import Training

_DEPTHS, _STEPS = (2, 6), 3
_DIGITS = ((1, 8, 8), 1437, 10)  # shape, images, classes


def told(trainings: Sequence[Training], device: str) -> str:
    """How many networks are to be trained, and how long that takes here."""
    count = len({one.key for one in trainings})
    left = duration(seconds(trainings, device, place()))
    return f"training {count} networks: about {left} of one core, less what is kept"


def seconds(trainings: Iterable[Training], device: str, into: Path) -> float:
    """About what these runs cost that are not begun yet, each counted once; nothing is measured
    between epochs here. A step of L layers costs what one of 2 does, and for every further layer
    as much as one does between 2 and 6.
    """
    by_key = {one.key: one for one in sorted(trainings, key=lambda one: one.epochs)}
    timed: dict[Training, tuple[float, float]] = {}
    total = 0.0
    for key, one in by_key.items():
        if (into / f"{key}.pt").is_file():
            continue
        alike = replace(one, network=replace(one.network, depth=1), epochs=0)
        if alike not in timed:
            low, high = (_step(_of_depth(one, depth), device) for depth in _DEPTHS)
            timed[alike] = low, max(0.0, high - low) / (_DEPTHS[1] - _DEPTHS[0])
        first, each = timed[alike]
        images = _data(one)[1]
        steps = one.epochs * (min(one.samples or images, images) // one.batch)
        total += steps * (first + each * max(0, one.network.depth - _DEPTHS[0]))
    return total


def _of_depth(training: Training, depth: int) -> Training:
    return replace(training, network=replace(training.network, depth=depth))


def _data(training: Training) -> tuple[tuple[int, ...], int, int]:
    shape, count, classes = _DIGITS
    if training.data in SOURCES:
        source = SOURCES[training.data]
        shape, count, classes = source.shape, source.sizes[TRAIN], source.classes
    channels, *sides = shape
    return (channels, *(side // training.pooled for side in sides)), count, classes


def _step(training: Training, device: str) -> float:
    """Seconds of a forward and a backward pass of all replicas, the least of some."""
    shape, _, classes = _data(training)
    network = BNNetwork(training.network, shape, classes, training.replicas).to(device)
    initialise_(network, [training.address / k for k in range(training.replicas)])
    stream = (training.address / "cost").generator(device)
    X = torch.randn((training.batch, *shape), generator=stream, device=device)
    y = torch.zeros((training.batch, training.replicas), dtype=torch.long, device=device)
    parameters: list[nn.Parameter] = list(network.parameters())
    found = []
    for _ in range(_STEPS):
        start = time.perf_counter()
        logits = network(repeated(X, training.replicas)).view(*y.shape, -1)
        gradients = torch.autograd.grad(losses(logits, y).sum(), parameters)
        float(gradients[0].flatten()[0])  # waits for the device
        found.append(time.perf_counter() - start)
    return min(found)
