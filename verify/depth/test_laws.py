"""The depth engine: its slopes against laws, its Jacobians, its memory."""

import gc
import math
from dataclasses import dataclass
from typing import Any

import mpmath
import numpy as np
import pytest
import torch
from torch import Tensor
from torch.nn import functional

from lemmata.theory.definitions import isometry_gap
from lemmata.verify.chains.chain import bn
from lemmata.verify.chains.gaps import by_singular_values
from lemmata.verify.depth import network as depth_network
from lemmata.verify.depth.gradients import Profile, gradients, kept_bytes, readout
from lemmata.verify.depth.network import Network, WeightLaw
from lemmata.verify.depth.test_gradients import (
    CLOSE,
    NORMALISATIONS,
    draw,
    network,
    relative,
    through,
    weights,
)


def mean_slope(found: Profile) -> float:
    """The growth a layer of log ||dL/dX_l||, finite at every depth."""
    assert bool(found.log_dX.isfinite().all())
    return float((found.log_dX[0] - found.log_dX[-1]).mean()) / len(found.log_dW)


def test_a_rank_one_input_explodes_by_log_2_a_layer_at_width_2() -> None:
    """X = a v^T: with w = W a the gradient moves by W^T diag(1/|w_j|), across v. At d = 2 its part
    along the signs of a is kept, the other is divided by the sine of a uniform angle: the slope is
    E log(1/sin) = log 2, its standard deviation a layer pi/sqrt(12).
    """
    layers, replicas = 2500, 256
    X = draw((replicas, 2, 1), "X").expand(-1, -1, 2).contiguous()
    found = through(layers, X, ties=torch.zeros(2, dtype=torch.long))
    assert found.log_dX[0].min() > 1500  # far beyond exp(709), the largest float64
    error = math.pi / math.sqrt(12 * layers * replicas)
    assert abs(mean_slope(found) - math.log(2)) < 6 * error


def test_an_unshaped_activation_explodes_by_its_law_through_5000_layers() -> None:
    """One live sample, the other zero and zero forever: X = a e_1^T, a = sin(sqrt(2)) times signs.

    Across the live sample, whose slope is sin'(0) = 1, the gradient moves as above, and by
    sqrt(2)/sin(sqrt(2)) more; it reaches exp(5200).
    """
    layers, replicas = 5000, 40
    X = draw((replicas, 2, 2), "X")
    X[..., 1] = 0
    slope = mean_slope(through(layers, X, network("rows, sqrt(n)", "sin")))
    law = math.log(2) + math.log(math.sqrt(2) / math.sin(math.sqrt(2)))
    assert abs(slope - law) < 6 * math.pi / math.sqrt(12 * layers * replicas)


def test_gaussian_weights_explode_by_their_law_through_5000_layers() -> None:
    """One live sample again, X = a e_1^T with a of signs, at width 3; it reaches exp(2900).

    With t = W a ~ N(0, I) and p_j the rest of the row w_j, isotropic across a and free of t, the
    gradient g of the other sample, across a, becomes the sum of (g_j/|t_j|) p_j. 1/t^2 is stable of
    index 1/2, so that its norm is ||g||_1/|t| times chi_{d-1}/sqrt(d), and its direction uniform:

        slope = E log ||g||_1 - E log |t| + E log chi_{d-1} - (log d)/2, g uniform of norm 1.

    At d = 3, ||g||_1 = sqrt(8/3) cos(u), u uniform in [0, pi/6]. The steps are independent, with
    variances 0.002, pi^2/8 and pi^2/24. At 320 replicas six errors are 1 % of the slope.
    """
    layers, replicas = 5000, 320
    X = draw((replicas, 3, 2), "X")
    X[..., 1] = 0
    slope = mean_slope(through(layers, X, kind=WeightLaw.GAUSSIAN))
    mean_log_cos = float(mpmath.quad(lambda u: mpmath.log(mpmath.cos(u)), [0, mpmath.pi / 6]))
    law = math.log(8 / 3) / 2 + mean_log_cos * 6 / math.pi + math.log(2) - math.log(3) / 2
    assert abs(slope - law) < 6 * math.sqrt((math.pi**2 / 6 + 0.002) / (layers * replicas))


def test_jacobian_norms_are_those_of_the_differentiated_layer() -> None:
    for name, normalisation in NORMALISATIONS.items():
        X = draw((1, 3, 4), "X")
        w = weights(X)
        found = gradients(network(name), w, X, 1, readout(X))
        Z = next(w.layers(0, 1)) @ X
        differentiate: Any = torch.autograd.functional.jacobian
        J = differentiate(lambda Z, N=normalisation: N.forward(Z)[0], Z)
        expected = torch.linalg.matrix_norm(J.reshape(12, 12), 2).log()
        assert float((found.log_jacobian[0, 0] - expected).abs()) < 1e-12


def test_gaps_from_row_norms_are_those_of_singular_values() -> None:
    X = draw((3, 6, 6), "X")
    rows, states = through(80, X, gaps=True).gap, [X]
    assert rows is not None
    for W in weights(X).layers(0, 80):
        states.append(bn(W @ states[-1]))
    assert float((rows - by_singular_values(torch.stack(states))).abs().max()) < 1e-12
    assert float(np.abs(rows[0].numpy() - isometry_gap(X.numpy())).max()) < 1e-12
    assert float(rows[-1].max()) < 1e-5 < float(rows[0].min())


def test_any_loss_with_a_gradient_is_taken() -> None:
    """Cross entropy of a linear classifier, against the loss through autograd."""
    shape, layers = (2, 5, 5), 20
    X, V = draw(shape, "X"), draw((3, 5), "V")
    labels = torch.tensor([0, 1, 2, 1, 0])

    def cross_entropy(X: Tensor) -> Tensor:
        return functional.cross_entropy(V @ X, labels.expand(2, -1), reduction="none").sum(-1)

    def gradient(X: Tensor) -> Tensor:
        with torch.enable_grad():
            last = X.clone().requires_grad_()
            (found,) = torch.autograd.grad(cross_entropy(last).sum(), last)
        return found

    w = weights(X)
    found = gradients(network("rows", "tanh"), w, X, layers, gradient)
    first = X.clone().requires_grad_()
    state = first
    for W in w.layers(0, layers):
        state = torch.tanh(bn(W @ state))
    (expected,) = torch.autograd.grad(cross_entropy(state).sum(), first)
    assert relative(found.log_dX[0], expected.square().sum((-2, -1)).log() / 2) < CLOSE


def test_a_gradient_of_the_loss_of_any_size_keeps_it() -> None:
    """Each replica keeps its own size, beside replicas of other sizes."""
    X, C = draw((3, 4, 4), "X"), draw((3, 4, 4), "C")
    sizes = torch.tensor([1e-290, 1e290, 0.0], dtype=torch.float64)
    sized = sizes[:, None, None] * C
    found, one = (gradients(network(), weights(X), X, 10, readout(c)) for c in (sized, C))
    log = sizes.log()
    assert torch.allclose(found.log_dW, one.log_dW + log, rtol=0, atol=1e-10)
    assert torch.allclose(found.log_dX, one.log_dX + log, rtol=0, atol=1e-10)


@dataclass(frozen=True)
class Counting(Network):
    """Counts the bytes of all tensors that are alive on the way back."""

    peak: Any = None  # a list, of one number

    def backward(
        self, G: Tensor, X: Tensor, Y: Tensor, r: Tensor, l: int, out: Tensor | None = None
    ) -> Tensor:
        if l % 512 == 511:  # the last layer of a segment, where most is held
            self.peak[0] = max(self.peak[0], living_bytes())
        return super().backward(G, X, Y, r, l, out)


def living_bytes() -> int:
    storages = {
        t.untyped_storage().data_ptr(): t.untyped_storage().nbytes()
        for t in gc.get_objects()
        if type(t) is Tensor
    }
    return sum(storages.values())


def test_memory_is_that_of_a_segment_and_the_checkpoints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four layers' worth a layer of the segment (W, X, Y, r), one a checkpoint, 48 bytes a layer,
    and the budget, in whole chunks and with the eighth of them for which rooms are made together.
    """
    d, one = 16, 16 * 16 * 8
    monkeypatch.setattr(depth_network, "CHUNK_ENTRIES", 8 * d**2)
    X, C = draw((1, d, d), "X"), draw((1, d, d), "C")
    for layers, spacing, kept in ((512, 32, 0), (1024, 32, 0), (1024, 64, 0), (1024, 32, 128)):
        w = weights(X)
        net, before = Counting(peak=[0]), living_bytes()
        memory = kept * kept_bytes(net, X)
        gradients(net, w, X, layers, readout(C), spacing=spacing, memory=memory)
        chunks = (2 + kept // 64) * w.chunk * one  # one may be held for its tail
        allowed = (4 * spacing + layers // spacing + 8) * one + 48 * layers + chunks + memory
        assert one * (spacing + kept) < net.peak[0] - before < allowed < layers * one / 2 + memory
