"""The papers' methods as torch modules and functions; ``from lemmata import nn``.

| names | what they are |
|---|---|
| `Architecture`, `BNNetwork`, `build`, `initialise_` | the networks of both papers |
| `BatchNormWithoutMean`, `BlockLinear`, `Gain`, `Sin` | layers that torch does not have |
| `gain`, `explosion_rate`, `explosion_rates`, `Rates` | activation shaping: rates of growth |
| `growth`, `choose_exponent` | the gain exponent that keeps gradients bounded |
| `orthogonalise_`, `orthogonalising` | equation (6) for any model with Linear and Conv2d |
| `record`, `Recorded` | gaps and gradient norms of any model while it trains |
| `isometry_gap`, `orthogonality_gap` | of tensors, in float64 |
"""

from lemmata.verify.nn.gaps import isometry_gap, orthogonality_gap
from lemmata.verify.nn.layers import BatchNormWithoutMean, BlockLinear, Gain, Sin
from lemmata.verify.nn.networks import Architecture, BNNetwork, build, gain, initialise_
from lemmata.verify.nn.orthogonalising import TooFewSamples, orthogonalise_, orthogonalising
from lemmata.verify.nn.recording import Recorded, record
from lemmata.verify.nn.shaping import (
    Rates,
    choose_exponent,
    explosion_rate,
    explosion_rates,
    growth,
)

__all__ = [
    "Architecture",
    "BNNetwork",
    "BatchNormWithoutMean",
    "BlockLinear",
    "Gain",
    "Rates",
    "Recorded",
    "Sin",
    "TooFewSamples",
    "build",
    "choose_exponent",
    "explosion_rate",
    "explosion_rates",
    "gain",
    "growth",
    "initialise_",
    "isometry_gap",
    "orthogonalise_",
    "orthogonalising",
    "orthogonality_gap",
    "record",
]
