"""Long runs: the time left, the room that layers take, what rounding would part, two widths."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from lemmata.theory.test_support.comparing import over
from lemmata.verify.depth import gradients
from lemmata.verify.depth.network import ACTIVATIONS, Network, RandomWeights, RowNorm
from lemmata.verify.depth.slopes import Deep, Pair, batches, in_batches, profile
from lemmata.verify.registry import Effort, Run
from lemmata.verify.seeds import Address
from lemmata.verify.statistics.betting import Floats


def test_the_time_left_is_estimated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ten layers, a second each forwards, three backwards, which is guessed at three times it."""
    times = iter([100.0, 105.0, 110.0, 113.0, 122.0, 140.0])
    clock = SimpleNamespace(perf_counter=lambda: next(times))
    monkeypatch.setattr("lemmata.verify.depth.gradients.time", clock)
    said: list[tuple[int, int, float]] = []
    run = gradients._Clock(10, lambda *told: said.append(told))
    for done in (5, 10, 11, 14, 20):
        run.passed(done)
    left = {5: 35.0, 10: 30.0, 11: 27.0, 14: 18.0, 20: 0.0}
    assert said == [(done, 20, seconds) for done, seconds in left.items()]


def test_a_readout_has_norm_1_by_default() -> None:
    case = Deep("gaussian", 3, 2, 4, 2)
    found = profile("cpu", Address(0), case).log_dW
    one, three = (profile("cpu", Address(0), case, K=norm).log_dW for norm in (1.0, 3.0))
    assert torch.equal(found, one)
    assert torch.allclose(three, one + math.log(3))


def test_the_values_of_batches_are_joined_by_case() -> None:
    """Two batches at standard effort, each (observables, replicas)."""
    run, sizes = Run(lambda: None, Effort.STANDARD, Address(0), "cpu"), {"a": 2, "b": 3}

    def of_batch(case: str, address: Address) -> Floats:
        index = batches(run, case, sizes[case]).index(address)
        return np.full((2, sizes[case]), 10.0 * index + sizes[case])

    found = in_batches(run, sizes, of_batch)
    assert [rows.tolist() for rows in found] == [[[2, 2, 12, 12]] * 2, [[3, 3, 3, 13, 13, 13]] * 2]


@over([3, 4, 8])
def test_two_widths_are_extrapolated_by_their_rate(n: int) -> None:
    pair, rate = Pair(n, 64, 10), {3: 1 / 8, 4: math.log(64) / 64, 8: 1 / 64}[n]
    assert pair.rate(64) == pytest.approx(rate)
    assert pair.label == f"n = {n}, d = 16 and 64 extrapolated, 10 layers"
    narrow, wide = (np.array([2 - 3 * pair.rate(d)]) for d in (16, 64))
    assert pair.extrapolated(narrow, wide) == pytest.approx(2)


def test_the_gain_falls_with_depth_and_multiplies_both_ways() -> None:
    """2 (l + 1)^(-1/2): 2 at the first layer, 1 at the fourth, 1/2 at the sixteenth."""
    network = Network(gain_exponent=0.5, first_gain=2.0)
    Z, G = torch.randn(2, 2, 3, 4, dtype=torch.float64, generator=torch.Generator().manual_seed(1))
    for l, gain in ((0, 2.0), (3, 1.0), (15, 0.5)):
        assert network.gain(l) == gain
        X, Y, r = network.forward(Z, l)
        assert torch.equal(X, gain * Y)
        assert torch.equal(network.backward(G, X, Y, r, l), RowNorm().backward(gain * G, Y, r))


def test_kept_bytes_counts_every_array_of_a_layer() -> None:
    """Two replicas of 3 x 4 in float64: W, X, the divisors, and Y if it is not X."""
    X = torch.zeros(2, 3, 4, dtype=torch.float64)
    for network, numbers in (
        (Network(RowNorm()), 9 + 12 + 3),
        (Network(RowNorm(), ACTIVATIONS["tanh"]), 9 + 2 * 12 + 3),
        (Network(RowNorm(), gain_exponent=0.5), 9 + 2 * 12 + 3),
    ):
        assert gradients.kept_bytes(network, X) == 2 * numbers * 8


@over([(3,), (100,)])
def test_tied_samples_are_equal_in_every_layer(d: int) -> None:
    """In layers by torch and by numpy, and even if they were not: rounding may part them."""
    ended: list[torch.Tensor] = []

    def loss(X: torch.Tensor) -> torch.Tensor:
        ended.append(X.clone())
        return torch.ones_like(X)

    X = torch.randn(2, d, 4, dtype=torch.float64, generator=torch.Generator().manual_seed(2))
    weights, ties = RandomWeights("orthogonal", Address(1), X), torch.tensor([0, 1, 0, 1])
    gradients.gradients(Network(), weights, X, 5, loss, ties=ties)
    assert torch.equal(ended[0], ended[0][..., ties])
