"""Layers and networks against autograd, the theory's definitions and the depth engine."""

import math

import numpy as np
import pytest
import torch
from torch import Tensor

from lemmata.theory import definitions
from lemmata.theory.test_support.comparing import over
from lemmata.verify.chains.weights import gaussian
from lemmata.verify.depth import network as depth
from lemmata.verify.depth.gradients import gradients, readout
from lemmata.verify.nn.gaps import isometry_gap, isometry_gap_of_weights, orthogonality_gap
from lemmata.verify.nn.layers import BatchNormWithoutMean
from lemmata.verify.nn.networks import (
    KINDS,
    NORMALISATIONS,
    Architecture,
    BNNetwork,
    build,
    initialise_,
    side_by_side,
)
from lemmata.verify.seeds import Address

FLOAT64 = torch.empty(0, dtype=torch.float64)


def normal(*shape: int, at: object = 0) -> Tensor:
    return gaussian(shape, FLOAT64, (Address(0) / "nn" / at).generator("cpu"))


@over([True, False])
def test_the_papers_bn_and_its_gradient(scaled: bool) -> None:
    X, G = normal(7, 5), normal(7, 5, at=1)
    bn = BatchNormWithoutMean(5, scaled=scaled).double()
    factor = 7**0.5 if scaled else 1.0
    assert np.allclose(bn(X).numpy().T, factor * definitions.bn(X.numpy().T), rtol=1e-14)
    X.requires_grad_()
    (found,) = torch.autograd.grad((bn(X) * G).sum(), X)
    by_hand = depth.RowNorm(scaled)
    Y, r = by_hand.forward(X.detach().mT[None])
    assert torch.allclose(found.mT, by_hand.backward(G.mT[None], Y, r)[0], rtol=1e-12)


def test_the_papers_bn_has_running_statistics() -> None:
    batches = [normal(6, 3, 2, 2, at=k) * (k + 1) for k in range(3)]
    for momentum, expected in ((None, [1 / 3] * 3), (0.5, [1 / 8, 1 / 4, 1 / 2])):
        bn = BatchNormWithoutMean(3, momentum=momentum).double()
        for X in batches:
            bn(X)
        squares = [X.square().mean((0, 2, 3)) for X in batches]
        rest = 1 - sum(expected)  # of the ones that it begins with
        weights = torch.tensor(expected, dtype=torch.float64)
        square = weights @ torch.stack(squares) + rest
        assert torch.allclose(bn.running_square, square, rtol=1e-14)
        bn.eval()
        shown = bn(batches[0])
        assert torch.allclose(shown, batches[0] / square.sqrt().view(1, 3, 1, 1), rtol=1e-14)
        assert int(bn.num_batches_tracked) == 3


@over([(kind, bn, act) for kind in KINDS for bn in NORMALISATIONS for act in ("tanh", "relu")])
def test_replicas_side_by_side_are_the_networks_themselves(kind: str, bn: str, act: str) -> None:
    described = Architecture(3, 6, act, 0.4, bn, kind=kind)
    addresses = [Address(0) / k for k in range(2)]
    both = initialise_(BNNetwork(described, (2, 4, 4), 3, 2).double(), addresses)
    X, C = normal(2, 5, 2, 4, 4), normal(5, 2, 3, at=1)
    logits = both(side_by_side(X))
    found = torch.autograd.grad((logits * C).sum(), [m.weight for _, m in both.linear()])
    for k, address in enumerate(addresses):
        alone = build(described, (2, 4, 4), 3, address).double()
        initialise_(alone, [address])
        own = alone(X[k])
        assert torch.allclose(logits[:, k], own, rtol=1e-10, atol=1e-12)
        weights = [m.weight for _, m in alone.linear()]
        for one, other in zip(
            found, torch.autograd.grad((own * C[:, k]).sum(), weights), strict=True
        ):
            part = one.reshape(2, -1)[k]
            assert torch.allclose(part, other.flatten(), rtol=1e-9, atol=1e-12)


@over([("identity", 0.0), ("tanh", 0.4), ("sin", 0.7), ("relu", 0.0)])
def test_a_network_has_the_gradients_of_the_depth_engine(activation: str, exponent: float) -> None:
    """The same weights, the same linear loss: two ways to differentiate the same chain."""
    d, layers = 6, 9
    X, C = normal(1, d, d), normal(1, d, d, at="C")
    weights = depth.RandomWeights("orthogonal", Address(1), X)
    engine = depth.Network(depth.RowNorm(scaled=True), depth.ACTIVATIONS[activation], exponent)
    expected = gradients(engine, weights, X, layers, readout(C)).log_dW[:, 0]
    described = Architecture(layers, d, activation, exponent, "papers")
    network = BNNetwork(described, (d,), d).double()
    maps = [module for _, module in network.linear()]
    with torch.no_grad():
        for module, W in zip(maps, weights.layers(0, layers), strict=False):
            module.weight.copy_(W)
        network.readout.weight.copy_(torch.eye(d, dtype=torch.float64))
    loss = (network(X[0].mT) * C[0].mT).sum()
    found = torch.autograd.grad(loss, [module.weight for module in maps[:-1]])
    norms = torch.stack([torch.linalg.vector_norm(g).log() for g in found])
    assert torch.allclose(norms, expected, rtol=1e-9, atol=1e-9)


def test_weights_are_drawn_from_addresses_alone() -> None:
    before = torch.random.get_rng_state()
    described = Architecture(2, 5, weights="orthogonal")
    one, same, other = (build(described, (4, 2, 1), 3, Address(0) / k) for k in (0, 0, 1))
    assert torch.equal(torch.random.get_rng_state(), before)
    for (name, a), (_, b), (_, c) in zip(one.linear(), same.linear(), other.linear(), strict=True):
        assert torch.equal(a.weight, b.weight), name
        assert not torch.equal(a.weight, c.weight), name
    inner = [module for _, module in one.linear()][1]
    assert float(isometry_gap(inner.weight[0])) < 1e-12
    xavier = build(Architecture(2, 200, weights="xavier"), (200,), 3, Address(0))
    inner = [module for _, module in xavier.linear()][1]
    assert abs(float(inner.weight.detach().std()) / 200**-0.5 - 1) < 0.02


def test_gaps_are_the_definitions() -> None:
    for shape in ((6, 6), (8, 3), (3, 8)):
        H = normal(*shape)
        V = float(definitions.orthogonality_gap(H.numpy()))
        assert math.isclose(float(orthogonality_gap(H)), V, rel_tol=1e-12)
        phi = float(definitions.isometry_gap(H.numpy()))
        assert math.isclose(float(isometry_gap(H)), phi, rel_tol=1e-10)
        tall = H if shape[0] >= shape[1] else H.mT
        assert torch.allclose(isometry_gap_of_weights(H), isometry_gap(tall))
    lost = torch.full((2, 3, 3), torch.nan)
    lost[1] = torch.eye(3)
    assert isometry_gap(lost).isnan().tolist() == [True, False]


@over(
    [
        {"depth": 0},
        {"width": 0},
        {"activation": "swish"},
        {"normalisation": "layer"},
        {"kind": "rnn"},
        {"weights": "zero"},
        {"momentum": 0.0},
        {"momentum": math.nan},
        {"gain_exponent": 1e6},
        {"gain_exponent": math.nan},
    ]
)
def test_a_bad_network_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"expected|leaves"):
        Architecture(**{"depth": 3, **wrong})  # type: ignore[arg-type]
