"""The depth engine: equal to autograd and mpmath, to laws, to itself; wrong engines are caught."""

import itertools
from collections.abc import Iterator
from typing import Any

import mpmath
import numpy as np
import pytest
import torch
from torch import Tensor

from lemmata.theory.numerics.reference import jacobian
from lemmata.theory.test_support.comparing import over
from lemmata.verify.chains.test_weights import stream
from lemmata.verify.depth.gradients import (
    BatchTooSmall,
    Interrupted,
    LostSignal,
    Profile,
    gradients,
    kept_bytes,
    readout,
)
from lemmata.verify.depth.network import (
    ACTIVATIONS,
    IDENTITY,
    Network,
    RandomWeights,
    RowNorm,
    StandardBN,
    WeightLaw,
)
from lemmata.verify.seeds import Address

NORMALISATIONS: dict[str, RowNorm | StandardBN] = {
    "rows": RowNorm(),
    "rows, sqrt(n)": RowNorm(scaled=True),
    "standard": StandardBN(),
}
KINDS = list(itertools.product(WeightLaw, NORMALISATIONS, ACTIVATIONS, (0.0, 0.4)))
SHAPE = (2, 24, 5)  # narrow ReLU networks die: all rows negative, once in 2^d layers
WIDE = ((2, 66, 70), (1, 70, 70), (2, 100, 45))  # whose layers are numpy's
CLOSE = 1e-10  # relative, depth 50


def draw(shape: tuple[int, ...], *steps: object) -> Tensor:
    return torch.randn(shape, generator=stream(*steps), dtype=torch.float64)


def network(normalisation: str = "rows", activation: str = "identity", e: float = 0.0) -> Network:
    return Network(NORMALISATIONS[normalisation], ACTIVATIONS[activation], e)


def weights(X: Tensor, kind: WeightLaw = WeightLaw.ORTHOGONAL) -> RandomWeights:
    return RandomWeights(kind, Address(0) / "W", X)


def through(
    layers: int,
    X: Tensor,
    net: Network | None = None,
    kind: WeightLaw = WeightLaw.ORTHOGONAL,
    **options: Any,
) -> Profile:
    """The gradients of a random read-out."""
    C = draw(tuple(X.shape), "C")
    return gradients(net or network(), weights(X, kind), X, layers, readout(C), **options)


def plain(net: Network, W: list[Tensor], X: Tensor, C: Tensor) -> tuple[Tensor, Tensor]:
    """log ||dL/dW_l||, log ||dL/dX_l|| by autograd on stored weights; BN from other code.

    The same network to the last bit: another order of multiplications forwards is another network.
    Where an activation amplifies rounding float64 is 1e-7 away from the truth after 50 layers (ReLU
    and standard BN, n = 5), autograd as much as this engine: they agree a million times better.
    """
    leaves = [w.clone().requires_grad_() for w in W]
    states = [X.clone().requires_grad_()]
    for l, w in enumerate(leaves):
        Z = w @ states[-1]
        if isinstance(net.normalisation, StandardBN):
            Z = Z - Z.mean(-1, keepdim=True)
            Y = Z / (Z.square().mean(-1, keepdim=True) + net.normalisation.eps).sqrt()
        else:
            r = torch.linalg.vector_norm(Z, dim=-1, keepdim=True)
            if net.normalisation.scaled:
                r = r / X.shape[-1] ** 0.5  # Z / r * sqrt(n) rounds differently: see plain
            Y = Z / r
        A = Y * (l + 1.0) ** -net.gain_exponent
        states.append(net.activation.value(A))
    found = torch.autograd.grad((states[-1] * C).sum(), [*leaves, *states])
    logs = torch.stack([g.square().sum((-2, -1)).log() / 2 for g in found])
    return logs[: len(W)], logs[len(W) :]


def disagreement(
    net: Network, kind: WeightLaw, layers: int, shape: tuple[int, int, int] = SHAPE
) -> float:
    """The largest relative difference of a gradient's norm from autograd's, over all layers."""
    X, C = draw(shape, "X"), draw(shape, "C")
    w = weights(X, kind)
    dW, dX = plain(net, list(w.layers(0, layers)), X, C)
    found = gradients(net, w, X, layers, readout(C))
    return max(relative(found.log_dW, dW), relative(found.log_dX, dX))


def relative(a: Tensor, b: Tensor) -> float:
    return float(torch.expm1(a - b).abs().max())


def test_every_layer_of_every_network_equals_autograd() -> None:
    found = {case: disagreement(network(*case[1:]), case[0], 50) for case in KINDS}
    assert len(found) == 2 * 3 * 4 * 2
    assert not {case: error for case, error in found.items() if not error < CLOSE}


@over([(row,) for row in WIDE])
def test_every_layer_of_a_wide_network_equals_autograd(shape: tuple[int, int, int]) -> None:
    for kind in WeightLaw:
        assert disagreement(network(), kind, 50, shape) < CLOSE


def test_a_zero_readout_gives_a_zero_gradient_at_any_width() -> None:
    for shape in (SHAPE, *WIDE):
        X = draw(shape, "X")
        found = gradients(network(), weights(X), X, 20, readout(torch.zeros_like(X)))
        for logs in (found.log_dW, found.log_dX):
            assert torch.equal(logs, torch.full_like(logs, -torch.inf))


def sensitivity(net: Network, kind: WeightLaw, layers: int) -> float:
    """The change of the same norms when the input changes by a relative 1e-15."""
    X = draw(SHAPE, "X")
    moved = X * (1 + 1e-15 * draw(SHAPE, "moved").sign())
    a, b = (through(layers, x, net, kind) for x in (X, moved))
    return max(relative(a.log_dW, b.log_dW), relative(a.log_dX, b.log_dX))


@over([("rows", "relu"), ("standard", "tanh")])
def test_deeper_networks_equal_autograd_though_the_last_digit_of_the_input_decides_them(
    normalisation: str, activation: str
) -> None:
    """Through 300 layers a change of 1e-15 of the input moves these gradients by more than all."""
    net = network(normalisation, activation)
    assert disagreement(net, WeightLaw.ORTHOGONAL, 300) < CLOSE
    assert sensitivity(net, WeightLaw.ORTHOGONAL, 300) > 1


def mp_forward(net: Network, W: list[Any], X: Any, start: int) -> Any:
    """The network from layer ``start`` on, in mpmath."""
    act = {
        "identity": lambda v: v,
        "tanh": mpmath.tanh,
        "sin": mpmath.sin,
        "relu": lambda v: v * (v > 0),
    }
    n = X.shape[1]
    for l, w in enumerate(W[start:], start):
        Z = w @ X
        if isinstance(net.normalisation, StandardBN):
            Z = Z - Z.sum(1, keepdims=True) / n
            r2 = (Z * Z).sum(1) / n + mpmath.mpf(net.normalisation.eps)
        else:
            scaled = net.normalisation.scaled
            r2 = (Z * Z).sum(1) / (n if scaled else 1)
        Y = Z / np.array([mpmath.sqrt(v) for v in r2])[:, None] * mpmath.mpf(net.gain(l))
        X = np.vectorize(act[net.activation.name], otypes=[object])(Y)
    return X


def as_mp(A: Tensor) -> Any:
    return np.vectorize(mpmath.mpf, otypes=[object])(A.numpy())


@over(list(itertools.product(NORMALISATIONS, ACTIVATIONS)))
def test_small_networks_equal_differences_in_mpmath(normalisation: str, activation: str) -> None:
    layers, shape = 3, (1, 5, 3)
    net = network(normalisation, activation, 0.4)
    X, C = draw(shape, "X"), draw(shape, "C")
    found = gradients(net, weights(X), X, layers, readout(C))
    with mpmath.workdps(40):
        W = [as_mp(w[0]) for w in weights(X).layers(0, layers)]
        c, state = as_mp(C[0]), as_mp(X[0])
        for l in range(layers):

            def of_weight(v: Any, l: int = l, state: Any = state) -> Any:
                changed = [*W[:l], v.reshape(5, 5), *W[l + 1 :]]
                return np.array([(c * mp_forward(net, changed, state, l)).sum()])

            def of_state(v: Any, l: int = l) -> Any:
                return np.array([(c * mp_forward(net, W, v.reshape(5, 3), l)).sum()])

            for log, function, point in (
                (found.log_dW[l], of_weight, W[l]),
                (found.log_dX[l], of_state, state),
            ):
                g = jacobian(function, point.reshape(-1))[0]
                norm = mpmath.sqrt((g * g).sum())
                assert abs(mpmath.exp(float(log)) - norm) < 1e-12 * max(norm, 1e-3)
            state = mp_forward(net, W[: l + 1], state, l)


def same(a: Profile, b: Profile) -> bool:
    pairs = [(a.log_dW, b.log_dW), (a.log_dX, b.log_dX), (a.log_jacobian, b.log_jacobian)]
    if a.gap is not None and b.gap is not None:
        pairs.append((a.gap, b.gap))
    return all(torch.equal(x, y) for x, y in pairs)


@over([5, 16, 100])
def test_the_spacing_of_checkpoints_changes_no_bit(d: int) -> None:
    X, spacings = draw((2, d, d), "X"), (None, 1, 7, 64, 70, 1000)
    runs = [through(70, X, spacing=spacing, gaps="rows") for spacing in spacings]
    assert all(same(runs[0], other) for other in runs[1:])


def test_the_spacing_of_checkpoints_changes_no_bit_with_repeated_samples() -> None:
    ties = torch.tensor([0, 0, 2, 3, 4])
    X = draw(SHAPE, "X")[..., ties]
    for kind, normalisation, activation, e in KINDS[1::2]:  # every one with a gain
        net = network(normalisation, activation, e)
        one, other = (through(20, X, net, kind, spacing=s, ties=ties) for s in (None, 7))
        assert same(one, other), (kind, net)


@over([(64, "identity"), (64, "tanh"), (65, "identity")])
def test_the_memory_budget_changes_no_bit(d: int, activation: str) -> None:
    X, net = draw((2, d, 8), "X"), network("rows", activation, 0.4 * (activation == "tanh"))
    layer = kept_bytes(net, X)
    runs = [through(100, X, net, memory=layers * layer) for layers in (0, 33, 99, 100)]
    assert all(same(runs[0], other) for other in runs[1:])


class Counting(RandomWeights):
    """How many layers were drawn."""

    drawn = 0

    def _draw(self, index: int) -> Tensor:
        self.drawn += self.chunk
        return super()._draw(index)


@over([(0, 496), (64, 448), (256, 256), (999, 256)])
def test_weights_that_fit_into_memory_are_drawn_once(kept: int, drawn_in_all: int) -> None:
    """256 layers in chunks and segments of 16; the last chunk is at hand in any case."""
    X, net = draw((1, 128, 8), "X"), network()
    w = Counting(WeightLaw.ORTHOGONAL, Address(0), X)
    gradients(net, w, X, 256, readout(X), memory=kept * kept_bytes(net, X))
    assert w.chunk == 16
    assert w.drawn == drawn_in_all


def test_no_two_chunks_of_a_deep_network_share_a_stream() -> None:
    """32 bits are all that torch's CPU generator takes of a seed."""
    address, chunks = weights(draw((1, 32, 32), "X")).address, 10**6 // 256
    first = {address.generator("cpu", k).initial_seed() % 2**32 for k in range(chunks)}
    numbers = {float(torch.rand(1, generator=address.generator("cpu", k))) for k in (0, 1, 2**32)}
    assert len(first) == chunks
    assert len(numbers) == 2


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

    def pieces(self, start: int, stop: int) -> Iterator[Tensor]:
        self.asked += 1
        if self.asked > 2:
            self.address = self.address / "again"
            self._chunks.clear()
        return super().pieces(start, stop)


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
        (
            [f"verify.depth.{m}.least_size" for m in ("segments", "rows", "loops")],
            lambda like: 1e3,
        ),
    ],
    ids=["weights not reproduced", "a lost scale"],
)
def test_a_wrong_engine_is_caught(
    monkeypatch: pytest.MonkeyPatch, places: list[str], wrong: Any, shape: tuple[int, int, int]
) -> None:
    for place in places:
        monkeypatch.setattr(place, wrong)
    assert disagreement(network(), WeightLaw.ORTHOGONAL, 20, shape) > 1e-3


class Stopped(RandomWeights):
    """Ctrl-C while the first weights are drawn."""

    def pieces(self, start: int, stop: int) -> Iterator[Tensor]:
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

    def pieces(self, start: int, stop: int) -> Iterator[Tensor]:
        for W in super().pieces(start, stop):
            before = torch.arange(start, start + len(W)) < 2
            yield W * before.to(W)[:, None, None, None]
            start += len(W)


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
