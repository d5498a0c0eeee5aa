"""Faults planted in layers and engines: the comparison with autograd catches each."""

from collections.abc import Iterator
from typing import Any

import pytest
from torch import Tensor

from lemmata.verify.depth.network import (
    ACTIVATIONS,
    IDENTITY,
    Network,
    RandomWeights,
    RowNorm,
    StandardBN,
    WeightLaw,
)
from lemmata.verify.depth.test_gradients import SHAPE, WIDE, disagreement, network
from lemmata.verify.seeds import Address


class NoProjection(RowNorm):
    def backward(self, G: Tensor, Y: Tensor, r: Tensor, out: Tensor | None = None) -> Tensor:
        return G / r


class NoMean(StandardBN):
    def backward(self, G: Tensor, Y: Tensor, r: Tensor, out: Tensor | None = None) -> Tensor:
        return (G - Y * (Y * G).mean(-1, keepdim=True)) / r


class NoGain(Network):
    def backward(
        self, G: Tensor, X: Tensor, Y: Tensor, r: Tensor, l: int, out: Tensor | None = None
    ) -> Tensor:
        return super().backward(G / self.gain(l), X, Y, r, l, out)


class Forgetful(RandomWeights):
    """Draws other weights when it is asked again."""

    asked = 0

    def layers(self, start: int, stop: int) -> Iterator[Tensor]:
        self.asked += 1
        if self.asked > 2:
            self.address = self.address / "again"
            self._chunks.clear()
        return super().layers(start, stop)


@pytest.mark.parametrize(
    "wrong",
    [
        Network(NoProjection()),
        Network(NoMean()),
        NoGain(RowNorm(), IDENTITY, 0.4),
        NoGain(RowNorm(), ACTIVATIONS["sin"], 0.4),
    ],
    ids=["no projection", "no mean", "no gain", "no gain, sin"],
)
def test_a_wrong_layer_is_caught(wrong: Network) -> None:
    assert disagreement(wrong, WeightLaw.ORTHOGONAL, 20) > 1e-3


@pytest.mark.parametrize("shape", [SHAPE, *WIDE])
@pytest.mark.parametrize(
    ("places", "wrong"),
    [
        (
            ["lemmata.verify.depth.test_gradients.weights"],
            lambda X, kind: Forgetful(kind, Address(0), X),
        ),
        ([f"verify.depth.{m}.least_size" for m in ("segments", "rows")], lambda like: 1e3),
    ],
    ids=["weights not reproduced", "a lost scale"],
)
def test_a_wrong_engine_is_caught(
    monkeypatch: pytest.MonkeyPatch, places: list[str], wrong: Any, shape: tuple[int, int, int]
) -> None:
    for place in places:
        monkeypatch.setattr(place, wrong)
    assert disagreement(network(), WeightLaw.ORTHOGONAL, 20, shape) > 1e-3
