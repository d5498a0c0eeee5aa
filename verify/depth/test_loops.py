"""Compiled loops: the same numbers as layers by calls, wherever these would do; lazy, and kept."""

import itertools
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import torch
from torch import Tensor

from lemmata.theory.test_support.comparing import over
from lemmata.verify.depth import gradients as engine
from lemmata.verify.depth.gradients import LostSignal, Profile, gradients, readout
from lemmata.verify.depth.network import (
    ACTIVATIONS,
    Network,
    RandomWeights,
    RowNorm,
    StandardBN,
    WeightLaw,
)
from lemmata.verify.depth.test_gradients import Vanishing, draw, relative
from lemmata.verify.machine import compiling
from lemmata.verify.seeds import Address

CLOSE = 1e-10  # relative, in 50 layers
NORMALISATIONS: tuple[RowNorm | StandardBN, ...] = RowNorm(), RowNorm(scaled=True), StandardBN()
GAINS = (0.0, 1.0), (0.4, 1.0), (-0.3, 2.0), (0.0, 1e-120)  # exponents and first gains
# More rows than samples and fewer, more replicas than go together, products worth a call; and the
# layers, few of which tell as much.
SHAPES = ((2, 24, 5), 50), ((3, 2, 40), 12), ((45, 20, 20), 5), ((2, 190, 6), 3)

needs_numba = pytest.mark.skipif(not compiling.available(), reason="numba is not installed")


@contextmanager
def by_calls() -> Iterator[None]:
    """As where there is no numba."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(engine, "by_loops", lambda like: False)
        yield


def profile(net: Network, X: Tensor, layers: int = 50, kind: str = "orthogonal") -> Profile:
    weights = RandomWeights(kind, Address(0) / "loops", X)
    return gradients(net, weights, X, layers, readout(draw(tuple(X.shape), "C")))


def difference(a: Profile, b: Profile) -> float:
    pairs = (a.log_dW, b.log_dW), (a.log_dX, b.log_dX), (a.log_jacobian, b.log_jacobian)
    return max(relative(x, y) for x, y in pairs)


@needs_numba
@over(SHAPES)
def test_loops_have_the_numbers_of_calls(shape: tuple[int, int, int], layers: int) -> None:
    """Every law of the weights, normalisation and gain, though not to the last digit."""
    X, found = draw(shape, "X"), {}
    for case in itertools.product(WeightLaw, NORMALISATIONS, GAINS):
        kind, normalisation, (exponent, first) = case
        if first < 1 and isinstance(normalisation, StandardBN):
            continue  # where eps is all, and gradients are below float64
        net = Network(normalisation, gain_exponent=exponent, first_gain=first)
        looped = profile(net, X, layers, kind)
        with by_calls():
            found[case] = difference(looped, profile(net, X, layers, kind))
    assert not {case: error for case, error in found.items() if not error < CLOSE}
    assert any(error > 0 for error in found.values())  # they were two ways


@needs_numba
def test_loops_take_a_single_row() -> None:
    """Rows of norm 1 turned by W = +-1: nothing changes between the ends, and dL/dW = 0."""
    X = draw((3, 1, 4), "X")
    looped = profile(Network(), X, 6)
    with by_calls():
        called = profile(Network(), X, 6)
    assert relative(looped.log_dX, called.log_dX) < CLOSE
    assert relative(looped.log_dX[1:-1], looped.log_dX[1]) < CLOSE
    assert float(looped.log_dW.max()) < -30


@needs_numba
def test_what_is_lost_is_lost_in_loops_and_in_calls() -> None:
    for shape in ((1, 4, 2), (1, 70, 2), (1, 190, 2)):
        X = draw(shape, "X")
        weights = Vanishing("orthogonal", Address(0), X)
        lost = r"^a row of W X is zero, or not finite, in layers 2\.\.3$"
        with pytest.raises(LostSignal, match=lost):
            gradients(Network(), weights, X, 3, readout(X), spacing=2)
        with by_calls(), pytest.raises(LostSignal, match=lost):
            gradients(Network(), weights, X, 3, readout(X), spacing=2)


class Own(Network):
    """A network whose layers may be anything."""


def test_loops_take_what_they_know_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not an activation, repeated samples, another precision, nor somebody's own layers."""
    X = draw((2, 6, 4), "X")

    def looped(net: Network, X: Tensor = X, ties: Tensor | None = None) -> bool:
        return type(engine._segments(net, X, ties)).__name__ == "LoopSegments"

    assert looped(Network()) is compiling.available()
    assert not looped(Network(activation=ACTIVATIONS["tanh"]))
    assert not looped(Network(), ties=torch.tensor([0, 1, 0, 1]))
    assert not looped(Network(), X.float())
    assert not looped(Own())
    monkeypatch.setitem(sys.modules, "numba", None)  # cannot be imported
    compiling.available.cache_clear()
    try:
        assert not looped(Network())
        without = profile(Network(), X)
    finally:
        monkeypatch.undo()
        compiling.available.cache_clear()
    with by_calls():
        assert torch.equal(without.log_dW, profile(Network(), X).log_dW)


AGAIN = """
import sys
import torch
from lemmata.verify.depth.gradients import gradients, readout
from lemmata.verify.depth.network import Network, RandomWeights
from lemmata.verify.seeds import Address
assert "numba" not in sys.modules, "numba is loaded before it is needed"
X = torch.ones(2, 6, 4, dtype=torch.float64)
gradients(Network(), RandomWeights("orthogonal", Address(0), X), X, 3, readout(X))
from lemmata.verify.depth import loops
for function in (loops._forwards, loops._backwards):
    assert function.stats.cache_hits and not function.stats.cache_misses, "compiled again"
"""


@needs_numba
def test_numba_is_loaded_late_and_compiles_once() -> None:
    profile(Network(), draw((2, 6, 4), "X"))
    subprocess.run([sys.executable, "-c", AGAIN], check=True)


@needs_numba
def test_without_a_place_to_keep_it_a_loop_is_compiled_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caching = pytest.importorskip("numba.core.caching")
    monkeypatch.setattr(caching.CacheImpl, "_locator_classes", [])

    @compiling.compiled
    def twice(x: float) -> float:
        return 2 * x

    assert twice(4.0) == 8.0
