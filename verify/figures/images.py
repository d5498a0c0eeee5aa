"""A batch of images for figures at initialisation: CIFAR10, or random fields like them.

Without that data, and at smoke effort, the images are Gaussian fields of 3 x 32 x 32 pixels whose
amplitude falls like a power of the frequency, as in natural images (Field 1987): neighbouring
pixels and, through low frequencies, whole images are correlated, and any 100 of them are linearly
independent (unlike 100 of scikit-learn's digits, which have 64 pixels). The power 1.4, the
brightness of an image, 2.7 times the amplitude at one cycle, the correlation of the channels and
the gap of a batch of 100, about 1.3, are those of CIFAR10.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lemmata.verify.registry import Effort, Run
from lemmata.verify.seeds import Address

if TYPE_CHECKING:
    from torch import Tensor

SIDE, CHANNELS, CLASSES = 32, 3, 10
POWER, LOWEST, CORRELATION = 1.4, 0.5, 0.9  # the correlation of two channels at a pixel


@dataclass(frozen=True)
class Batch:
    """Images as columns, (features, n), and their classes, (n,); ``origin`` says what they are."""

    X: Tensor
    labels: Tensor
    origin: str


def batch(n: int, run: Run) -> Batch:
    """n random images of CIFAR10, standardised, with their classes; random fields without them."""
    from lemmata.verify.data.loading import DIGITS, available_or_digits, load

    if run.effort is Effort.SMOKE or available_or_digits("cifar10") == DIGITS:
        return fields(n, run.address, run.device)
    import torch

    from lemmata.verify.training.tensors import standardise

    split = load("cifar10", "train")
    stream = (run.address / "images").generator("cpu")
    chosen = torch.randperm(len(split.labels), generator=stream)[:n].numpy()
    X = standardise(split.images[chosen], split).flatten(1).mT.double()  # (3072, n)
    labels = torch.tensor(split.labels[chosen])
    return Batch(X.to(run.device), labels.to(run.device), f"{n} of {split.source}")


def fields(n: int, address: Address, device: str) -> Batch:
    """n random fields with pixels of mean 0 and variance 1, and random classes."""
    import torch

    from lemmata.verify.chains.kernels import floats_on
    from lemmata.verify.chains.weights import gaussian

    like = floats_on(device)
    stream = (address / "images").generator(device)
    frequency = torch.fft.fftfreq(SIDE, 1 / SIDE, device=device).to(like)
    amplitude = torch.hypot(frequency[:, None], frequency).clamp(min=LOWEST) ** -POWER
    amplitude = amplitude * SIDE / torch.linalg.vector_norm(amplitude)  # variance 1 a pixel
    white = gaussian((n, CHANNELS + 1, SIDE, SIDE), like, stream)
    fields = torch.fft.ifft2(torch.fft.fft2(white) * amplitude).real
    X = CORRELATION**0.5 * fields[:, :1] + (1 - CORRELATION) ** 0.5 * fields[:, 1:]
    labels = torch.randint(CLASSES, (n,), generator=stream, device=device)
    return Batch(X.reshape(n, -1).mT, labels, "random fields with the spectrum of natural images")
