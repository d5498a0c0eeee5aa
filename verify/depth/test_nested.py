"""Networks of many depths together: the gradients that each has by itself."""

import pytest
import torch

from lemmata.theory.test_support.comparing import over
from lemmata.verify.chains.weights import gaussian
from lemmata.verify.depth.gradients import gradients, readout
from lemmata.verify.depth.nested import at_depths
from lemmata.verify.depth.network import ACTIVATIONS, Network, RandomWeights, RowNorm, StandardBN
from lemmata.verify.seeds import Address

DEPTHS, SHAPE = (3, 40, 70), (2, 6, 6)


def draw(name: str) -> torch.Tensor:
    like = torch.empty(0, dtype=torch.float64)
    return gaussian(SHAPE, like, (Address(0) / "nested" / name).generator("cpu"))


@over(
    [
        (Network(RowNorm(scaled=True)), None),
        (Network(StandardBN(), ACTIVATIONS["tanh"], 0.4), None),
        (Network(StandardBN(), ACTIVATIONS["sin"], 0.0, 0.5), None),
        (Network(RowNorm()), torch.tensor([0, 1, 2, 3, 0, 1])),
    ]
)
def test_each_depth_has_its_own_gradient(network: Network, ties: torch.Tensor | None) -> None:
    X, C = draw("X"), draw("C")
    X = X if ties is None else X[..., ties]
    weights = RandomWeights("orthogonal", Address(1), X)
    found = at_depths(network, weights, X, DEPTHS, readout(C), 2, ties)
    assert found.shape == (3, 2)
    for k, depth in enumerate(DEPTHS):
        alone = gradients(network, weights, X, depth, readout(C), ties=ties)
        assert torch.allclose(found[k], alone.log_dW[2], rtol=0, atol=1e-8)


def test_equal_samples_stay_equal_despite_rounding() -> None:
    """Through 400 layers of width 4; untied, the gradient of the weights would be another one."""
    ties = torch.tensor([0, 1, 0, 1])
    X, C = (draw(name)[:, :4, :4] for name in "XC")
    X = X[..., ties]
    weights = RandomWeights("orthogonal", Address(1), X)
    found, untied = (
        at_depths(Network(), weights, X, (400,), readout(C), 0, t) for t in (ties, None)
    )
    alone = gradients(Network(), weights, X, 400, readout(C), ties=ties)
    assert torch.allclose(found[0], alone.log_dW[0], rtol=0, atol=1e-6)
    assert float((untied[0] - found[0]).abs().min()) > 1


def test_tied_samples_are_equal_in_every_layer() -> None:
    ended: list[torch.Tensor] = []

    def loss(X: torch.Tensor) -> torch.Tensor:
        ended.append(X)
        return torch.ones_like(X)

    X, ties = draw("X"), torch.tensor([0, 1, 0, 1, 0, 1])
    at_depths(Network(), RandomWeights("orthogonal", Address(1), X), X, (2, 5), loss, 0, ties)
    assert len(ended) == 2
    assert all(torch.equal(X, X[..., ties]) for X in ended)


def test_depths_that_do_not_reach_the_layer_are_refused() -> None:
    X = draw("X")
    weights = RandomWeights("orthogonal", Address(1), X)
    with pytest.raises(ValueError, match="expected increasing ones above the layer 3"):
        at_depths(Network(), weights, X, (3, 5), readout(X), 3)
