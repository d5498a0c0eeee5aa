"""The quantities of a model that claims predict or take as arguments.

n is the number of samples, one less after BN that subtracts the mean (sharp:mean-subtraction); d is
the width; X_1, the output of the first BN, is the input of the papers' chain.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import torch

from lemmata.theory.errors import HypothesisError
from lemmata.verify.audit.comparison.chain import LayerChain
from lemmata.verify.nn.layers import BatchNormWithoutMean


class NotKnown(ValueError):
    """A quantity that this model does not have."""


def known(value: float | None) -> float:
    if value is None:
        raise NotKnown
    return value


@dataclass(frozen=True)
class MeasuredModel:
    """A pass, and the number of layers of its spine that count."""

    chain: LayerChain
    depth: int

    def get(self, name: str) -> float | None:
        """A quantity by its name; None if it is unknown."""
        try:
            return float(getattr(self, name))
        except (NotKnown, HypothesisError):
            return None

    @property
    def width(self) -> int:
        return int(known(self.chain.width))

    @property
    def samples(self) -> int:
        return int(known(self.chain.samples))

    @property
    def rank(self) -> int:
        """Not known where all is 0 or overflowed."""
        return int(known(self.chain.rank or None))

    @property
    def first_gap(self) -> float:
        """phi(X_1), where it is finite and not rounding."""
        gap = self.chain.gaps()[0] if self.chain.spine else math.nan
        return known(gap if 1e-12 < gap < math.inf else None)

    @property
    def first_gap_of_rows(self) -> float:
        """phi(X_1^T), where it is finite and not rounding."""
        chain = self.chain
        first = chain.seen(chain.spine[0]).representation if chain.spine else None
        gap = first.gap_of_rows if first else math.nan
        return known(gap if 1e-12 < gap < math.inf else None)

    @property
    def last_gap(self) -> float:
        return known(_last(self.chain.gaps()))

    @property
    def contraction(self) -> float:
        return known(self.chain.contraction())

    @property
    def least(self) -> np.float64:
        """The alpha of A1: the smallest singular value in any layer."""
        return np.float64(self.chain.least())

    @property
    def last_orthogonality_gap(self) -> float:
        return known(_last(self.chain.orthogonality_gaps()))

    @property
    def late_orthogonality_gap(self) -> float:
        """The root of the mean of V^2 over the second half of the spine."""
        found = np.array(self.chain.orthogonality_gaps()[len(self.chain.spine) // 2 :])
        return known(float(np.sqrt((found**2).mean())) if len(found) else None)

    @property
    def largest_orthogonality_gap(self) -> float:
        """V of any batch is no larger."""
        return math.sqrt(1 - 1 / self.samples)

    @property
    def input_samples(self) -> int:
        first = self.chain.seen(0).representation
        return int(known(first.samples if first else None))

    @property
    def largest_rank(self) -> float:
        """After the first BN."""
        seen = (self.chain.seen(k).representation for k in self.chain.spine[1:])
        return known(max((float(r.rank) for r in seen if r), default=None))

    @property
    def growth(self) -> float:
        return known(self.chain.growth())

    @property
    def weight_growth(self) -> float:
        return known(self.chain.weight_growth())

    @property
    def log_K(self) -> float:
        """log ||dL/dX_L||, X_L the last output of BN with rows of norm 1: the K of this loss."""
        last = self.chain.seen(self.chain.spine[-1]) if self.chain.spine else None
        gradient = known(last.log_gradient if last else None)
        assert last is not None
        module = last.stage.module
        unit = isinstance(module, BatchNormWithoutMean) and not module.scaled
        return gradient + (0.0 if unit else math.log(last.shape[0]) / 2)

    @property
    def second_log_weight_gradient(self) -> float:
        """log ||dL/dW|| of the second linear map, the first whose input is an output of BN."""
        inner = self.chain.inner
        return known(self.chain.seen(inner[1]).log_weight_gradient if len(inner) > 1 else None)

    @property
    def largest_log(self) -> float:
        """Beyond it a gradient in float32 is no number."""
        return math.log(torch.finfo(torch.float32).max)

    @property
    def steepest(self) -> tuple[float, float]:
        """log ||J_BN|| of the BN where it is largest, its input trace-normalised, and phi there."""
        found = [j for k in self.chain.batch_norms if (j := self.chain.seen(k).jacobian)]
        logs = [
            (math.log(j.relative), j.gap) for j in found if math.isfinite(j.gap) and j.relative > 0
        ]
        if not logs or len(logs) < len(found):
            raise NotKnown
        return max(logs)

    @property
    def largest_log_jacobian(self) -> float:
        return self.steepest[0]

    @property
    def gap_at_the_largest(self) -> np.float64:
        return np.float64(self.steepest[1])


def _last(values: list[float]) -> float | None:
    return values[-1] if values else None
