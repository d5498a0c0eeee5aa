"""The depth engine: what it refuses, and what it leaves behind when it is stopped."""

from collections.abc import Iterator

import pytest
import torch
from torch import Tensor

from lemmata.verify.depth.gradients import (
    BatchTooSmall,
    Interrupted,
    LostSignal,
    Profile,
    gradients,
    readout,
)
from lemmata.verify.depth.network import RandomWeights
from lemmata.verify.depth.test_gradients import draw, network, through
from lemmata.verify.seeds import Address


class Stopped(RandomWeights):
    """Ctrl-C while the first weights are drawn."""

    def layers(self, start: int, stop: int) -> Iterator[Tensor]:
        raise KeyboardInterrupt


def test_ctrl_c_ends_the_caller_and_brings_the_layers_done() -> None:
    X = draw((2, 5, 5), "X")
    whole = through(100, X, spacing=10)
    assert (whole.forward, whole.first, whole.complete) == (100, 0, True)

    def stopped(after: int) -> Profile:
        def progress(done: int, total: int, left: float) -> None:
            assert total == 200
            assert left >= 0
            if done >= after:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt) as stop:
            through(100, X, spacing=10, progress=progress)
        assert isinstance(stop.value, Interrupted)
        return stop.value.profile

    half = stopped(150)
    assert (half.forward, half.first, half.complete) == (100, 50, False)
    assert torch.equal(half.log_dW[50:], whole.log_dW[50:])
    assert bool(half.log_dW[:50].isnan().all())
    early = stopped(40)
    assert (early.forward, early.first) == (40, 100)
    assert torch.equal(early.log_jacobian[:40], whole.log_jacobian[:40])
    with pytest.raises(Interrupted) as at_once:
        gradients(network(), Stopped("orthogonal", Address(0), X), X, 100, readout(X))
    none = at_once.value.profile
    assert (none.forward, none.first, bool(none.log_jacobian.isnan().all())) == (0, 100, True)


class Vanishing(RandomWeights):
    """From the third layer on the weights are zero."""

    def layers(self, start: int, stop: int) -> Iterator[Tensor]:
        drawn = enumerate(super().layers(start, stop), start)
        return (W * float(l < 2) for l, W in drawn)


def test_a_network_that_cannot_run_is_refused_with_the_reason() -> None:
    X = draw((1, 4, 2), "X")
    with pytest.raises(BatchTooSmall, match=r"^n = 2 samples; this normalisation needs n >= 3$"):
        through(3, X, network("standard"))
    with pytest.raises(ValueError, match=r"^a network of 0 layers; expected at least 1$"):
        through(0, X)
    square = draw((1, 4, 4), "X")
    needed = "^gaps from row norms need n = d, BN of the papers and no activation$"
    for x, net in ((X, "rows"), (square, "standard")):
        with pytest.raises(ValueError, match=needed):
            through(3, x, network(net), gaps=True)
    with pytest.raises(ValueError, match=needed):
        through(3, square, network("rows", "tanh"), gaps=True)
    lost = r"^a row of W X is zero, or not finite, in layers 2\.\.3$"
    for x in (X, draw((1, 70, 2), "X")):  # by torch, and by numpy
        vanishing = Vanishing("orthogonal", Address(0), x)
        with pytest.raises(LostSignal, match=lost):
            gradients(network(), vanishing, x, 3, readout(x), spacing=2)
