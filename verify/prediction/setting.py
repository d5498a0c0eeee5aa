"""A network that is not built yet: its sizes and kinds of layers, and what these decide.

The hypotheses of laws have the names that theory/audit.py gives them; of a network at
initialisation that is described here and nowhere else, each is met or it is not known to be.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from lemmata.theory.audit import (
    COLLAPSED,
    MANY_FEATURES,
    MANY_SAMPLES,
    SETTLED,
    SEVERAL,
    TIMES_WIDER,
)
from lemmata.theory.sharp.widths import critical_width, independent_samples, layers_to_rest
from lemmata.verify.errors import Misuse
from lemmata.verify.phases.grid import NORMS, WEIGHTS, PhaseLayer

# The order k of act(z) = z + c z^k + ... with c != 0; None: it has no such series.
ORDERS = {"tanh": 3, "sin": 3, "silu": 2, "relu": None}
LINEAR = "linear"
LARGEST = 10**9  # of a width, a batch or a depth
NOT_WHOLE = "{name} is {value}; expected a whole number from 1 to {most}"
FEW = "batch is {batch}; BN needs {least} samples or more"


@dataclass(frozen=True)
class Setting:
    """Sizes and layers; ``centred``: BN subtracts the mean; ``first_gap``: phi(X_1), if known."""

    width: int
    batch: int
    depth: int
    layer: PhaseLayer
    gain: float = 1.0
    centred: bool = False
    first_gap: float | None = None

    def __post_init__(self) -> None:
        """Refuse what is no network."""
        for name in ("width", "batch", "depth"):
            value = getattr(self, name)
            if not (isinstance(value, int) and 1 <= value <= LARGEST) or value is True:
                raise Misuse(NOT_WHOLE.format(name=name, value=repr(value), most=f"{LARGEST:g}"))
        known = {"norm": NORMS, "weights": WEIGHTS, "activation": (LINEAR, *ORDERS)}
        for name, names in known.items():
            value = getattr(self.layer, name)
            if value not in names:
                raise Misuse(f"{name} is {value!r}; expected one of {', '.join(names)}")
        for name, value in (("residual", self.layer.residual), ("centred", self.centred)):
            if not isinstance(value, bool):
                raise Misuse(f"{name} is {value!r}; expected true or false")
        if not _positive(self.gain):
            raise Misuse(f"gain is {self.gain!r}; expected a positive number")
        if self.centred and self.layer.norm != "batch":
            raise Misuse("centred is for norm='batch': whether BN subtracts the mean")
        if self.layer.norm == "batch" and self.samples < 2:
            raise Misuse(FEW.format(batch=self.batch, least=2 + self.centred))
        if self.first_gap is not None and not _positive(self.first_gap):
            raise Misuse(f"first_gap is {self.first_gap!r}; expected a positive number, or None")

    @property
    def samples(self) -> int:
        """n of the papers' BN: one less where the mean is subtracted (sharp:mean-subtraction)."""
        return self.batch - self.centred

    @property
    def input_samples(self) -> int:
        return self.batch

    @property
    def rank(self) -> int:
        """Of samples in general position."""
        return min(self.samples, self.width)

    @property
    def order(self) -> int:
        """k of the activation."""
        order = ORDERS[self.layer.activation]
        if order is None:
            raise NotPlanned(f"{self.layer.activation} has no order")
        return order

    @property
    def kept(self) -> bool:
        """Whether the width keeps the samples of Gaussian layers independent in depth."""
        return self.samples < 2 or self.width >= critical_width(self.samples)

    def __str__(self) -> str:
        more = [f"gain {self.gain:g}"] * (self.gain != 1) + ["centred"] * self.centred
        sizes = f"width {self.width}, batch {self.batch}, depth {self.depth}"
        return ", ".join((sizes, str(self.layer), *more))


def _positive(value: object) -> bool:
    """Whether it is a finite number above 0."""
    return type(value) in (int, float) and 0 < float(value) < math.inf  # type: ignore[arg-type]


class NotPlanned(AttributeError):
    """A quantity that this network does not have."""


HYPOTHESES: dict[str, Callable[[Setting], bool]] = {
    "batch": lambda s: s.layer.norm == "batch",
    "layers": lambda s: s.layer.activation == LINEAR and not s.layer.residual and s.gain == 1,
    "activated": lambda s: s.layer.activation != LINEAR and not s.layer.residual,
    "vanilla": lambda s: (
        s.layer.norm == "none" and s.layer.activation == LINEAR and not s.layer.residual
    ),
    "orthogonal": lambda s: s.layer.weights == "orthogonal",
    "gaussian": lambda s: s.layer.weights == "gaussian",
    "square": lambda s: s.samples == s.width,
    "wide": lambda s: s.width >= TIMES_WIDER * s.samples,
    "tall": lambda s: s.samples <= s.width,
    "smaller": lambda s: s.samples < s.width,
    "larger": lambda s: s.samples > s.width,
    "spanning": lambda s: s.rank == s.width,
    "overfull": lambda s: s.samples > independent_samples(s.width),
    "rested": lambda s: s.depth >= layers_to_rest(s.samples, s.width),
    "several": lambda s: s.samples >= SEVERAL,
    "many": lambda s: s.samples >= MANY_SAMPLES and s.width >= MANY_FEATURES,
    "settled": lambda s: s.depth >= SETTLED * s.rank,
    "collapsed": lambda s: s.depth >= COLLAPSED * s.width,
    "independent": lambda s: s.samples <= s.width,
    "kept": lambda s: s.kept,
    "narrow": lambda s: not s.kept,
    "deep": lambda s: s.depth > 2,
    "centred": lambda s: s.centred,
    "uncentred": lambda s: not s.centred,
}
# Every network that is described so has these; and those are known of a pass, not of sizes.
GIVEN = ("full", "unbiased", "plain", "eps", "constant", "drawn")
UNSEEN = ("near", "reached")


def is_met(hypothesis: str, setting: Setting) -> bool:
    """Whether the setting is known to meet it; of a name from elsewhere nothing is known."""
    decided = HYPOTHESES.get(hypothesis)
    return hypothesis in GIVEN if decided is None else decided(setting)
