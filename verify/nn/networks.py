"""The networks of both papers, defined by plain values, with weights from an address.

An MLP has layers X_{l+1} = act(a_l BN(W_l X_l)), a_l = l^(-e), l = 1..depth, and a linear read-out;
a convolutional one the same with convolutions of kernel 3, and a mean over the image before the
read-out. Several replicas are built into one module, features side by side.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from torch import Tensor, nn

from lemmata.verify.nn.layers import BatchNormWithoutMean, BlockLinear, Gain, Sin
from lemmata.verify.seeds import Address

ACTIVATIONS: dict[str, Callable[[], nn.Module]] = {
    "identity": nn.Identity,
    "tanh": nn.Tanh,
    "sin": Sin,
    "relu": nn.ReLU,
}
NORMALISATIONS = ("papers", "rows", "standard", "none")
WEIGHTS = ("orthogonal", "xavier")
KINDS = ("mlp", "convolutional")


@dataclass(frozen=True)
class Architecture:
    """A network without its weights.

    ``normalisation``: "papers" is BN without mean times sqrt(n), "rows" the same without the
    factor, "standard" torch's with mean, variance and a learned scale and shift, or "none".
    ``weights``: of the layers; the read-out is Xavier normal with either.
    ``width``: channels of a convolutional network. ``momentum``: of the running statistics.
    """

    depth: int
    width: int = 100
    activation: str = "identity"
    gain_exponent: float = 0.0
    normalisation: str = "standard"
    weights: str = "orthogonal"
    momentum: float = 0.1
    kind: str = "mlp"

    def __post_init__(self) -> None:
        _require_one_of("activation", self.activation, ACTIVATIONS)
        _require_one_of("normalisation", self.normalisation, NORMALISATIONS)
        _require_one_of("weights", self.weights, WEIGHTS)
        _require_one_of("kind", self.kind, KINDS)
        if self.depth < 1 or self.width < 1:
            raise ValueError(f"depth {self.depth}, width {self.width}; expected at least 1")
        if not 0 < self.momentum <= 1:
            raise ValueError(f"momentum {self.momentum}; expected one in (0, 1]")
        if not 0 < gain(self.depth, self.gain_exponent) < math.inf:
            raise ValueError(f"gain exponent {self.gain_exponent} leaves the range of floats")

    @property
    def description(self) -> str:
        """The architecture in words, for the title of a plot."""
        shaped = f", gain l^-{self.gain_exponent:g}" if self.gain_exponent else ""
        bn = {"none": "no BN", "standard": "BN"}.get(self.normalisation, "BN without mean")
        what = "MLP" if self.kind == "mlp" else "convolutional network"
        return (
            f"{what} of {self.depth} layers, width {self.width}, {self.activation}{shaped}, {bn},"
            f" {self.weights} weights"
        )


def _require_one_of(name: str, value: str, known: Collection[str]) -> None:
    if value not in known:
        raise ValueError(f"{name} {value!r}; expected one of {', '.join(known)}")


def gain(l: int, exponent: float) -> float:
    """a_l = l^(-e), layers counted from 1."""
    try:
        return float(l**-exponent) if exponent else 1.0
    except OverflowError:
        return math.inf


class BNNetwork(nn.Module):
    """A network of an ``Architecture``: ``layers``, then ``readout``; see the module's head.

    Input (n, channels, height, width) or (n, features), or with replicas side by side
    (n, replicas * channels, ...); output (n, classes), or (n, replicas, classes).
    """

    def __init__(
        self,
        architecture: Architecture,
        shape: tuple[int, ...],
        classes: int,
        replicas: int | None = None,
    ) -> None:
        """``shape``: of one input, (channels, height, width) or (features,)."""
        super().__init__()
        self.architecture, self.replicas, self.classes = architecture, replicas, classes
        blocks = replicas or 1
        self.layers = nn.Sequential()
        inputs = math.prod(shape) if architecture.kind == "mlp" else shape[0]
        for l in range(1, architecture.depth + 1):
            self.layers.append(_layer(architecture, l, inputs, blocks))
            inputs = architecture.width
        self.readout = BlockLinear(inputs, classes, blocks)

    def forward(self, X: Tensor) -> Tensor:
        flat = self.architecture.kind == "mlp"
        Y = self.layers(X.flatten(1) if flat else X)
        logits: Tensor = self.readout(Y if flat else Y.mean((-2, -1)))
        return logits if self.replicas is None else logits.view(len(X), self.replicas, -1)

    def linear(self) -> Iterator[tuple[str, BlockLinear | nn.Conv2d]]:
        """The linear maps in the order of the layers, the read-out last, by name."""
        for name, module in self.named_modules():
            if isinstance(module, BlockLinear | nn.Conv2d):
                yield name, module


def _layer(architecture: Architecture, l: int, inputs: int, blocks: int) -> nn.Sequential:
    width, bn = architecture.width, architecture.normalisation
    flat = architecture.kind == "mlp"
    linear: nn.Module = BlockLinear(inputs, width, blocks)
    if not flat:
        linear = nn.Conv2d(blocks * inputs, blocks * width, 3, padding=1, bias=False, groups=blocks)
    features, momentum = blocks * width, architecture.momentum
    standard = nn.BatchNorm1d if flat else nn.BatchNorm2d
    normalised: nn.Module = nn.Identity()
    if bn == "standard":
        normalised = standard(features, momentum=momentum)
    elif bn != "none":
        normalised = BatchNormWithoutMean(features, scaled=bn == "papers", momentum=momentum)
    shaped = Gain(gain(l, architecture.gain_exponent))
    return nn.Sequential(linear, normalised, shaped, ACTIVATIONS[architecture.activation]())


def initialise_(network: BNNetwork, addresses: list[Address]) -> BNNetwork:
    """Draw the weights of each replica from its own address: orthogonal, or Xavier normal.

    A convolution's matrix is (channels out) x (channels in * 9). Orthogonal is Haar, up to the
    gain of torch: rows or columns orthonormal.
    """
    blocks = network.replicas or 1
    if len(addresses) != blocks:
        raise ValueError(f"{len(addresses)} addresses for {blocks} replicas")
    orthogonal = network.architecture.weights == "orthogonal"
    for name, module in network.linear():
        inside = module is not network.readout
        draw = nn.init.orthogonal_ if orthogonal and inside else nn.init.xavier_normal_
        own = module.weight.shape[1 if isinstance(module, nn.Conv2d) else 2 :]
        parts = module.weight.detach().view(blocks, -1, *own)
        for part, address in zip(parts, addresses, strict=True):
            generator = (address / name).generator(str(part.device))
            draw(part, generator=generator)
    return network


def build(
    architecture: Architecture, shape: tuple[int, ...], classes: int, address: Address
) -> BNNetwork:
    """One network with the weights of an address: no global random numbers are used."""
    network = BNNetwork(architecture, shape, classes)
    return initialise_(network, [address])


def side_by_side(X: Tensor) -> Tensor:
    """Inputs of several replicas, (replicas, n, c, ...), as those of one module."""
    return X.transpose(0, 1).flatten(1, 2)
