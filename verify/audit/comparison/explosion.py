"""The explosion rates of a model's activation (meterez2024, section 4), measured on the papers'
network: n = d, orthogonal weights, constant gains."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor, nn
from torch.nn.modules.batchnorm import _BatchNorm

from lemmata.verify.audit.comparison.chain import LayerChain
from lemmata.verify.nn.layers import Gain
from lemmata.verify.nn.shaping import Rates, choose_exponent, explosion_rates
from lemmata.verify.seeds import Address

WIDTH, START, STOP, REPLICAS = 24, 40, 90, 4
"""Of the network that rates are measured on: they hardly depend on the width from here on, and
representations are stationary after about as many layers as it is wide."""


@dataclass(frozen=True)
class Explosion:
    """``refused``: why there are no rates."""

    activation: nn.Module | None
    name: str
    mean: bool
    gains: tuple[float, ...]  # of the model itself, by layer
    refused: str = ""

    @cached_property
    def rates(self) -> Rates:
        return explosion_rates(
            self._act,
            width=WIDTH,
            start=START,
            stop=STOP,
            replicas=REPLICAS,
            mean=self.mean,
            address=Address(0) / "audit" / "explosion rate",
        )

    def _act(self, X: Tensor) -> Tensor:
        assert self.activation is not None
        found: Tensor = self.activation(X)
        return found

    def exponent(self, depth: int) -> float:
        return choose_exponent(self.rates, depth)

    def expected(self) -> float | None:
        """The growth a layer that the rates give at the model's own gains."""
        if self.refused or not self.gains:
            return None
        return sum(self.rates.at(a) for a in self.gains) / len(self.gains)


class _Function(nn.Module):
    """An activation that is called as a function."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.called = getattr(torch, name, None) or getattr(nn.functional, name, None)

    def forward(self, X: Tensor) -> Tensor:
        assert self.called is not None
        found: Tensor = self.called(X)
        return found


def explosion(chain: LayerChain) -> Explosion:
    """Of the activation that follows BN, if it is one."""
    stages = [chain.seen(k).stage for k in chain.activations]
    names = sorted({stage.what.lower().rstrip("_") for stage in stages})
    refused = ""
    if len(names) != 1:
        several = f"several activations follow BN: {', '.join(names)}"
        refused = several if names else "no activation follows BN"
    name = names[0] if names else ""
    module = stages[0].module if stages else None
    activation = module if module is not None else (_Function(name) if name else None)
    if isinstance(activation, _Function) and activation.called is None:
        refused = f"{name} is not a function of torch"
    mean = any(isinstance(chain.seen(k).stage.module, _BatchNorm) for k in chain.batch_norms)
    return Explosion(activation, name, mean, tuple(_gains(chain)), refused)


def _gains(chain: LayerChain) -> list[float]:
    """What the input of each activation is multiplied by after BN; none where it is not known."""
    found = []
    for k in chain.activations:
        at, gain = k, 1.0
        while (parents := chain.seen(at).stage.parents) and parents[0] not in chain.batch_norms:
            at = parents[0]
            module = chain.seen(at).stage.module
            if not isinstance(module, Gain | nn.Identity):
                return []
            gain *= module.a if isinstance(module, Gain) else 1.0
        found.append(gain)
    return found
