"""The networks of the phase diagram, and what is recorded of each: fixed before it was run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

NORMS = ("batch", "layer", "rms", "group", "none")
WEIGHTS = ("gaussian", "orthogonal")
ACTIVATIONS = ("linear", "tanh", "relu")
RATIOS = (Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(2))  # n/d

WIDTH, REPLICAS = 32, 24
# ReLU takes all d features of a sample with a probability of 2^-d: at d = 24 a sample would be lost
# in one of three tables, at d = 28 in one of forty.
LEAST_WIDTH = 28
LAYERS, DEEP = 500, 250  # rates are those of the layers from DEEP on
LEVEL = 1e-4  # of Student's interval of one number
STAYS = 1 / LAYERS  # a rate nearer to 0 changes less than by a factor e in so many layers


@dataclass(frozen=True)
class PhaseLayer:
    """X' = act(N(W X)) for X of d features and n samples, or (X + act(N(W X)))/sqrt(2), residual.

    W is Haar on O_d or has independent entries G(1/d). N is BN of the papers with rows of norm
    sqrt(n) (no mean is subtracted), LayerNorm, RMSNorm, GroupNorm of four groups, or nothing.
    """

    norm: str
    weights: str
    activation: str
    residual: bool

    def __str__(self) -> str:
        parts = (self.norm, self.weights, self.activation, *["residual"] * self.residual)
        return ", ".join(parts)


@dataclass(frozen=True)
class PhaseCell:
    """A kind of layers at a size."""

    layer: PhaseLayer
    d: int
    n: int

    def __str__(self) -> str:
        return f"{self.layer}, d = {self.d}, n = {self.n}"


def phase_layers() -> Iterator[PhaseLayer]:
    for residual, norm, weights, activation in product((False, True), NORMS, WEIGHTS, ACTIVATIONS):
        yield PhaseLayer(norm, weights, activation, residual)


def grid(d: int = WIDTH) -> list[PhaseCell]:
    """Every kind of layers at every ratio n/d, in the order of the table."""
    return [PhaseCell(one, d, int(ratio * d)) for one in phase_layers() for ratio in RATIOS]


def sign(low: float, high: float) -> str:
    """What an interval says of a rate a layer: grows, falls, stays, or "" where it is too wide."""
    if low > STAYS:
        return "grows"
    if high < -STAYS:
        return "falls"
    return "stays" if -STAYS <= low and high <= STAYS else ""
